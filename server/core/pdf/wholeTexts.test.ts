/** Every text that is accepted is printed whole, in every column of every table and in letters. */
import { expect, test } from 'vitest';
import { cutText } from '#contract/core/values/cutText.ts';
import { limits } from '#contract/core/fields.ts';
import { pagesOf, squeezed } from '#test/packFiles.ts';
import { buildPdf } from '../../prove/packs/pdf.ts';
import { recalls } from '../../prove/packs/sections/recalls.ts';
import type { Section } from '../../prove/packs/sections/section.ts';
import { sections } from '../../prove/packs/sections/all.ts';
import { letterPdf } from '../../prove/recalls/letter.ts';

type Letters = (place: number) => string;

/** Endless letters, most with their place in the text. */
const kinds: Readonly<Record<string, Letters>> = {
  'Latin words': (place) => `w${place} `,
  'Latin without spaces': (place) => `w${place}`,
  'Devanagari words': (place) => `क्षि${place} `,
};
const rareKinds: Readonly<Record<string, Letters>> = {
  'one syllable without end': () => 'क्',
  'letters of a font of their own': () => 'ഴൗ',
  'letters of two fonts in turn': (place) => `a${place}ക`,
  'marks on one letter': (place) => (place === 0 ? 'a' : '\u0301'),
  'letters beyond the basic plane': () => '\u{20000}',
  'short lines': (place) => `w${place}\n`,
};

/** A text that begins unlike any other of the document. */
function textOf(letters: Letters, length: number, beginning = ''): string {
  let text = beginning;
  for (let place = 0; text.length < length; place += 1) text += letters(place);
  return cutText(text, length).trim();
}

const without = (text: string, head: string) => squeezed(text).replaceAll(head, '');

/** A description in the widest column and in the sentence above, names in the others, each in a row of its own. */
async function expectWhole({ title, about, columns }: Section, letters: Letters): Promise<void> {
  const widest = Math.max(...columns.map(({ width }) => width));
  const texts = columns.map(({ width, isNumber }, index) =>
    isNumber ? '' : textOf(letters, width === widest ? limits.description : limits.name, `c${index}`),
  );
  const rows = texts.map((text, index) => columns.map((_, each) => (each === index ? text : null)));
  const [name, sentence] = [textOf(letters, limits.name, 'n'), textOf(letters, limits.description, 's')];
  const blocks = [{ heading: name, sentence, rows }];
  const sheet = { title, about, subject: name, madeAt: '2026-11-20T06:30:00Z', columns, blocks };
  const { pdf, unprintable } = await buildPdf(sheet);
  expect(unprintable.size).toBe(0);
  // They stand on each page, also amid a text; a short heading and its sentence stand there again.
  const head = squeezed(columns.map((column) => column.title).join(''));
  const above = squeezed(name + sentence);
  const pages = await pagesOf(pdf);
  const printed = pages
    .map(({ text }, index) => without(index === 0 ? text : without(text, above + head), head))
    .join('');
  for (const text of [name, sentence, ...texts]) expect(printed.includes(squeezed(text)), text).toBe(true);
  expect(pages.flatMap(({ outside }) => outside)).toEqual([]);
}

// The tallest of the usual ones: conjuncts, without a space to break at.
const tallest: Letters = (place) => `किं${place}`;

test.each(sections.map((section) => [section.name, section] as const))(
  'Devanagari without spaces is printed whole in %s.pdf',
  async (_name, section) => {
    await expectWhole(section, tallest);
  },
);

test.each(Object.entries({ ...kinds, ...rareKinds }))('%s are printed whole in a table', async (_, letters) => {
  await expectWhole(recalls, letters);
});

test.each(Object.entries({ ...kinds, ...rareKinds }))('%s are printed whole in a letter', async (_, letters) => {
  const name = textOf(letters, limits.name, 'n');
  const reason = textOf(letters, limits.description, 'r');
  const address = textOf(letters, limits.address, 'p');
  const number = textOf(letters, limits.code, 'b');
  const line = { itemName: name, lotCode: number, quantity: 1, unit: 'kg' };
  const dispatched = { ...line, invoiceNumber: number, dispatchDate: '2026-11-20' };
  const pdf = await letterPdf({
    recall: { kind: 'real', title: name, reason },
    buyer: { name, address, phone: '', email: '', lines: [dispatched, dispatched] },
    sender: [name, address],
    day: '2026-11-20',
  });
  const pages = await pagesOf(pdf);
  const printed = squeezed(pages.map(({ text }) => text).join(''));
  for (const text of [name, reason, address, `${name}, batch ${number}: 1 kg, invoice ${number}`]) {
    expect(printed.includes(squeezed(text)), text).toBe(true);
  }
  expect(pages.flatMap(({ outside }) => outside)).toEqual([]);
});
