/** Each page of a PDF of a pack says what it is a page of, repeats what its table is about, and ends with no heading. */
import { expect, test } from 'vitest';
import { sheetsOf } from '#test/printedPages.ts';
import { buildPdf } from './pdf.ts';

const columns = [
  { title: 'Document', width: 2 },
  { title: 'Quantity', width: 1, isNumber: true as const },
];

/** Blocks of ever more rows, so that pages end everywhere in one; the last is of several pages. */
const blocks = Array.from({ length: 24 }, (_, block) => ({
  heading: `Item no. ${block}.`,
  sentence: `Covered: block ${block}.`,
  rows: Array.from({ length: block === 23 ? 120 : 1 + block }, (__, row) => [
    `D-${block}-${row}.`,
    { quantity: 1000 * row },
  ]),
}));

test('each page has its foot, and the heading and the heads of each table on it', async () => {
  const subject = 'Sahyadri Organics: 01-04-2026 to 31-03-2027';
  const sheet = { title: 'Balances', about: 'All.', subject, madeAt: '2026-11-20T06:30:00Z', columns, blocks };
  const sheets = await sheetsOf(new Uint8Array((await buildPdf(sheet)).pdf));
  expect(sheets.length).toBeGreaterThanOrEqual(3);
  for (const [index, { head, lines, foot, cut }] of sheets.entries()) {
    expect([...head, ...cut, ...foot]).toEqual([`Balances · ${subject}`, `${index + 1} of ${sheets.length}`]);
    const texts = lines.map((line) => line.join(' '));
    expect(texts.at(-1)).toMatch(/^D-\d+-\d+\. \d/);
    const shown = new Set(texts.flatMap((text) => /^D-(\d+)-/.exec(text)?.[1] ?? []));
    for (const block of shown) {
      const first = texts.findIndex((text) => text.startsWith(`D-${block}-`));
      expect(texts.slice(first - 3, first)).toEqual([
        `Item no. ${block}.`,
        `Covered: block ${block}.`,
        'Document Quantity',
      ]);
    }
  }
});
