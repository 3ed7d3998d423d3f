/** On A4 no column is cut off and nothing is dark: a trace, a recall, a run, an inward, a delivery note. */
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { Page } from '@playwright/test';
import { begin, goOn } from '../support/desk.ts';
import { expect, test } from '../support/test.ts';
import { openSampleOffice } from '../support/tour.ts';

test.beforeAll(async ({ serverOf }, { file }) => {
  await openSampleOffice(await serverOf(file));
});

interface Printed {
  text: string;
  /** Texts that reach beyond the paper. */
  cut: string[];
  sheets: number;
}

async function printed(page: Page): Promise<Printed> {
  const bytes = await page.pdf({ preferCSSPageSize: true, printBackground: true });
  const paper = await getDocument({ data: new Uint8Array(bytes), useSystemFonts: true }).promise;
  const found: Printed = { text: '', cut: [], sheets: paper.numPages };
  for (let number = 1; number <= paper.numPages; number += 1) {
    const sheet = await paper.getPage(number);
    const { width } = sheet.getViewport({ scale: 1 });
    expect(Math.round(width)).toBe(595);
    for (const item of (await sheet.getTextContent()).items) {
      if (!('str' in item) || item.str.trim() === '') continue;
      found.text += `${item.str} `;
      const [, , , , left = 0] = item.transform;
      if (left < 0 || left + item.width > width) found.cut.push(item.str);
    }
  }
  return found;
}

/** Codes of lots in tables, which stay in one line. */
async function lotCodes(page: Page): Promise<string[]> {
  const codes = await page.getByRole('main').locator('td a[href^="/lots/"]').allInnerTexts();
  return codes.filter((code) => /^[A-Z]+-[\d-]+$/.test(code));
}

/** The headings of all tables on the screen, without those of buttons. */
async function headings(page: Page): Promise<string[]> {
  const texts = await page.getByRole('main').getByRole('columnheader').allInnerTexts();
  return texts
    .map((text) => text.trim())
    .filter((text) => text !== '' && !['Actions', 'History', 'Note'].includes(text));
}

test('a printed list says how many rows it shows, without buttons', async ({ page, godown }) => {
  await begin(page, godown, '/inward');
  await expect(page.getByText('Showing 1 to 15 of')).toBeVisible();
  await expect(page.getByText(/^15 of \d+ rows$/)).toBeHidden();
  const list = await printed(page);
  expect(list.text).toMatch(/15 of \d+ rows/);
  expect(list.text).not.toMatch(/Showing|Previous|Next|Columns/);
  expect(list.sheets).toBe(1);

  await goOn(page, '/suppliers/1');
  await expect(page.getByRole('searchbox', { name: 'Search their lots' })).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('searchbox')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Next' })).toHaveCount(0);
  await expect(page.getByText(/^\d+ of \d+ rows$/)).toHaveCount(0);
});

const screens = [
  ['a trace', '/finishedgoods?search=GM-8', 'Garam masala 100 g'],
  ['a recall', '/recalls/1', 'Green Basket Stores'],
  ['a run', '/production/20', 'What came out'],
  ['an inward', '/inward/12', 'Himadri'],
  ['a list of lots', '/lots', 'Worth at their own prices'],
] as const;

async function expectOnPaper(page: Page, name: string, part: string): Promise<void> {
  await expect(page.getByRole('main').getByRole('columnheader').first()).toBeVisible();
  const names = await headings(page);
  expect(names.length).toBeGreaterThan(3);
  const codes = await lotCodes(page);
  await page.evaluate(() => document.body.removeAttribute('data-paper'));
  const { text, cut } = await printed(page);
  expect(cut).toEqual([]);
  if (name === 'a trace') {
    expect(text).toContain('Trace of batch GM-8, Garam masala 100 g');
    expect(text).not.toContain('Answered in');
  }
  for (const code of codes) expect(text).toContain(code);
  const squeezed = text.replaceAll(/\s+/g, '');
  for (const heading of [...names, part]) expect(squeezed).toContain(heading.replaceAll(/\s+/g, ''));
  // The light colours of the page; the sheet itself is white.
  await expect(page.locator('body')).toHaveAttribute('data-paper', 'rgb(246, 246, 242)');
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
}

test('a trace, a recall, a run, an inward and a list of lots fit on A4, from the dark colours too', async ({
  page,
  godown,
}) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await begin(page, godown, '/dashboard');
  await page.evaluate(() => {
    window.addEventListener('beforeprint', () => {
      const { backgroundColor } = getComputedStyle(document.body);
      document.body.setAttribute('data-paper', backgroundColor);
    });
  });
  for (const [name, path, part] of screens) {
    await test.step(name, async () => {
      await goOn(page, path);
      if (name === 'a trace') {
        await page.getByRole('main').getByRole('link', { name: 'GM-8', exact: true }).first().click();
        await page.getByRole('main').getByRole('link', { name: 'Trace', exact: true }).click();
        await expect(page.getByText('Answered in')).toBeVisible();
      }
      await expect(page.getByRole('main')).toContainText(part);
      await expectOnPaper(page, name, part);
    });
  }
});

test('a delivery note fits on A4, with the claims, the total and a line to sign on', async ({ page, godown }) => {
  await begin(page, godown, '/dispatches/1');
  await expect(page.getByRole('button', { name: 'Print delivery note' })).toBeVisible();
  const { text, cut } = await printed(page);
  expect(cut).toEqual([]);
  for (const part of ['Delivery note', 'Sold as', 'NPOP organic', 'Quantity', 'Received by', 'Date'])
    expect(text).toContain(part);
});
