/** Each page of each print says whose it is and which of how many, repeats the headings, and ends with no heading. */
import type { Page } from '@playwright/test';
import { squeezed } from '#test/packFiles.ts';
import { type Sheet, sheetsOf } from '#test/printedPages.ts';
import { begin } from '../support/desk.ts';
import { callerOf } from '../support/api.ts';
import { fillLongPrints, type LongPrints } from '../support/longPrints.ts';
import { printed } from '../support/paper.ts';
import { administrator, openSession, register } from '../support/people.ts';
import { expect, test } from '../support/test.ts';

const COMPANY = 'Sahyadri "Organics" Pvt Ltd';

let ids: LongPrints;

test.beforeAll(async ({ serverOf }, { file }) => {
  const godown = await serverOf(file);
  await register(godown);
  ids = await fillLongPrints(callerOf(godown, (await openSession(godown)).token));
});

interface Table {
  headings: string[];
  /** The first and the last cell of each row. */
  rows: [string, string][];
}

/** The tables that a screen prints, with the headings that paper has. */
async function tablesOf(page: Page): Promise<Table[]> {
  await page.emulateMedia({ media: 'print' });
  const tables = await page.locator('table:visible').evaluateAll((all) =>
    all.map((table) => {
      const shown = (selector: string) =>
        [...table.querySelectorAll<HTMLElement>(selector)].filter((cell) => cell.checkVisibility());
      const ends = (row: HTMLTableRowElement): [string, string] => {
        const cells = [...row.cells].filter((cell) => cell.checkVisibility()).map((cell) => cell.innerText);
        return [cells.at(0) ?? '', cells.at(-1) ?? ''];
      };
      return {
        headings: shown('thead th').map((cell) => cell.innerText),
        rows: [...table.querySelectorAll<HTMLTableRowElement>('tbody tr')].map(ends),
      };
    }),
  );
  await page.emulateMedia({ media: null });
  return tables;
}

const headingsOf = (page: Page) => page.locator('h1, h2, h3').allInnerTexts();

/** Whether a line of a page begins a row whose first and last cell are these: they are in it, or the first cell is it. */
function isRow(line: string, start: string, end: string): boolean {
  const [first, last] = [squeezed(start.split('\n')[0] ?? ''), squeezed(end)];
  return first !== '' && line.startsWith(first) && (line === first || line.endsWith(last));
}

/** A row that cannot be found, since its first cell takes several lines, is skipped; so many at most. */
const SKIPPED = 40;

/** Where on each page the first row of a table is, by its line. */
function tablesOn(sheets: readonly Sheet[], tables: readonly Table[]): Map<Table, number>[] {
  const rows = tables.flatMap((table) => table.rows.map((ends) => ({ table, ends })));
  let next = 0;
  return sheets.map(({ lines }) => {
    const found = new Map<Table, number>();
    for (const [at, line] of lines.entries()) {
      const text = squeezed(line.join(''));
      const ahead = rows.slice(next, next + SKIPPED).findIndex(({ ends }) => isRow(text, ...ends));
      const table = ahead < 0 ? undefined : rows[next + ahead]?.table;
      if (!table) continue;
      next += ahead + 1;
      if (!found.has(table)) found.set(table, at);
    }
    return found;
  });
}

/** The faults of the pages of a print, each with its page. */
function faultsOf(sheets: readonly Sheet[], tables: readonly Table[], headings: readonly string[]): string[] {
  const titles = headings.map(squeezed);
  const places = tablesOn(sheets, tables);
  const found = new Set(places.flatMap((each) => [...each.keys()]));
  const lost = tables.filter((table) => table.rows.length > 1 && !found.has(table));
  const wrong = sheets.flatMap(({ lines, cut }, index) => {
    const last = (lines.at(-1) ?? []).map(squeezed);
    const missing = [...(places[index] ?? [])].flatMap(([table, first]) => {
      // Words, since a heading of two lines stands beside others of one.
      const above = squeezed(lines.slice(0, first).flat().join(''));
      return table.headings.filter((heading) => !heading.split(/\s+/).every((word) => above.includes(squeezed(word))));
    });
    const isHead = (table: Table) => last.every((text) => squeezed(table.headings.join('')).includes(text));
    return [
      ...missing.map((heading) => `no heading ${heading}`),
      ...(titles.includes(last.join('')) ? [`${last.join(' ')} alone at the foot`] : []),
      ...(index < sheets.length - 1 && tables.some(isHead) ? ['a head of a table alone at the foot'] : []),
      ...cut.map((text) => `${text} is cut off`),
    ].map((fault) => `page ${index + 1}: ${fault}`);
  });
  return [...lost.map((table) => `no row of ${table.headings.join()}`), ...wrong];
}

/** The prints of screens: where, what is ready when it can be printed, and the name at the head of each page. */
const prints: [name: string, path: (of: LongPrints) => string, ready: string, head: string][] = [
  ['a list', () => '/lots?search=Longname', '1 to 24 of 24', 'Lots'],
  [
    'a stock ledger',
    ({ itemId }) => `/stock-ledger?itemId=${itemId}`,
    'Closing',
    'Stock Ledger: Turmeric fingers, in kg',
  ],
  ['a trace', ({ bigLotId }) => `/trace?of=lots&id=${bigLotId}`, 'Answered in', 'Trace of batch BIG-1, Masala of all'],
  ['all mass balances', () => '/mass-balance', 'Herb no. 0', 'Mass balance: All organic items'],
  ['a mass balance', ({ itemId }) => `/mass-balance?itemId=${itemId}`, 'Where it is', 'Mass balance: Turmeric fingers'],
  ['a count sheet', () => '/adjustments/count', 'Spice no. 119', 'Stock count'],
  [
    'a delivery note',
    ({ dispatchId }) => `/dispatches/${dispatchId}`,
    'Spice no. 119',
    'Delivery note SO/77, Green Basket',
  ],
  ['a recall', ({ recallId }) => `/recalls/${recallId}`, 'Time line', 'Recall 1: Metal in a bag'],
  ['a raw material', ({ materialId }) => `/rawmaterials/${materialId}`, 'HG/54', 'Turmeric fingers'],
  ['a run', ({ runId }) => `/production/${runId}`, 'What came out', 'BIG-1'],
  ['an inward', ({ inwardId }) => `/inward/${inwardId}`, 'Herb no. 119', 'Inward HG/LONG'],
];

/** The fewest pages of a print with enough rows. */
const SEVERAL = 3;

const printedBy = new RegExp(`^Printed \\d\\d-\\d\\d-\\d{4} \\d\\d:\\d\\d [AP]M by ${administrator.fullName}$`);

test.use({ goesOn: true });

for (const [name, path, ready, head] of prints) {
  test(`each page of ${name} names company, subject, time and page, and repeats its headings`, async ({
    page,
    godown,
  }) => {
    await begin(page, godown, path(ids));
    await expect(page.getByText(ready).first()).toBeAttached();
    // The company is read once the first screen is there.
    await expect.poll(async () => (await printed(page))[0]?.head[0]).toBe(COMPANY);
    const sheets = await printed(page);
    const tables = await tablesOf(page);
    expect(sheets.length).toBeGreaterThanOrEqual(SEVERAL);
    expect(tables.length).toBeGreaterThan(0);
    for (const [index, { head: top, foot }] of sheets.entries()) {
      expect(squeezed(top.join(''))).toContain(squeezed(COMPANY + head));
      expect(foot.slice(0, -1).join(' ')).toMatch(printedBy);
      expect(foot.at(-1)).toBe(`${index + 1} of ${sheets.length}`);
    }
    expect(faultsOf(sheets, tables, await headingsOf(page))).toEqual([]);
  });
}

test('a heading goes on with its table to the next page, wherever the page ends', async ({ page, godown }) => {
  await begin(page, godown, `/mass-balance?itemId=${ids.itemId}`);
  await expect(page.getByRole('heading', { name: 'Where it is' })).toBeVisible();
  const [tables, headings] = [await tablesOf(page), await headingsOf(page)];
  const pagesOfHeading = new Set<number>();
  // Moves the heading and the head of its table over the end of the page, a line at a time.
  for (let millimetres = 30; millimetres <= 75; millimetres += 4) {
    await page.locator('main').evaluate((main, height) => (main.style.paddingTop = `${height}mm`), millimetres);
    const sheets = await printed(page);
    expect(faultsOf(sheets, tables, headings)).toEqual([]);
    pagesOfHeading.add(sheets.findIndex(({ lines }) => lines.some((line) => line.join(' ') === 'Where it is')));
  }
  expect([...pagesOfHeading]).toEqual([0, 1]);
});

test('nothing that can only be clicked is on paper', async ({ page, godown }) => {
  const { bigBatchId, inwardId, runId } = ids;
  const paths = prints.map(([, path]) => path(ids));
  const others = ['/dashboard', '/production', '/certificates', '/certificates/1', '/inward', '/readiness'];
  for (const path of [
    ...paths,
    ...others,
    `/finishedgoods/${bigBatchId}`,
    `/inward/${inwardId}`,
    `/production/${runId}`,
  ]) {
    await begin(page, godown, path);
    await page.waitForLoadState('networkidle');
    await page.emulateMedia({ media: 'print' });
    const clickable = page.locator(
      'button:not(thead button, [data-printed]):visible, [role=button]:visible, [type=checkbox]:visible, [class*=Button-root]:visible, [data-screen-only]:visible',
    );
    expect(await clickable.allInnerTexts(), path).toEqual([]);
    await page.emulateMedia({ media: null });
  }
});

test('a delivery note sums each unit once, at its end, above the line to sign on', async ({ page, godown }) => {
  await begin(page, godown, `/dispatches/${ids.dispatchId}`);
  await expect(page.getByRole('button', { name: 'Print delivery note' })).toBeVisible();
  const texts = (await printed(page)).map(({ lines }) => lines.flat().join(' '));
  expect(texts.map((text) => /\bTotal\b/.test(text))).toEqual([...texts.slice(1).map(() => false), true]);
  expect(texts.at(-1)).toMatch(/Total 30 kg 30 jar .*Received by/);
});

test('a ledger closes once, on its last page', async ({ page, godown }) => {
  await begin(page, godown, `/stock-ledger?itemId=${ids.itemId}`);
  await expect(page.getByText('Closing')).toBeVisible();
  const closing = (await printed(page)).map(({ lines }) => lines.flat().includes('Closing'));
  expect(closing).toEqual([...closing.slice(1).map(() => false), true]);
});

test('each row of a count sheet names its item', async ({ page, godown }) => {
  await begin(page, godown, '/adjustments/count');
  await expect(page.getByText('Longname').first()).toBeAttached();
  const isNamed = (text: string) => text.startsWith('Longname');
  const named = (await printed(page)).map(({ lines }) => lines.flat().filter(isNamed).length);
  expect(named.reduce((sum, each) => sum + each, 0)).toBe(24);
  // Five rows of such a name fit on a page.
  expect(named.filter((each) => each > 0).length).toBeGreaterThanOrEqual(SEVERAL);
});

test('a printed list says by which filters and which search it is narrowed', async ({ page, godown }) => {
  await begin(page, godown, '/inward?isPaid=false&search=a');
  const words = 'Payment: Unpaid (not paid or pending) · Search: a';
  await expect(page.getByText(words)).toBeAttached();
  await expect(page.getByText(words)).toBeHidden();
  const [first] = await printed(page);
  expect(first?.lines.flat().join(' ')).toContain(words);
});

/** The foot of each page of a letter. */
const letterFoot = `${COMPANY} · Recall: Metal in a bag · Green Basket`;

test('letters of a recall are known by the foot of each page, printed and as PDF', async ({ page, godown }) => {
  await begin(page, godown, `/recalls/${ids.recallId}`);
  // As the letters stand while the browser's dialog is open.
  await page.evaluate(() => {
    window.print = () => {
      const letters = document.querySelector('[data-running-head=""]')?.cloneNode(true);
      if (letters) setTimeout(() => document.body.append(letters));
    };
  });
  await page.getByRole('button', { name: 'Letters' }).click();
  await expect(page.locator('[aria-label="Letter to Green Basket"]')).toBeAttached();
  const letters = await printed(page);
  expect(letters.length).toBeGreaterThanOrEqual(SEVERAL);
  for (const { head, foot } of letters) expect([...head, foot.join('')]).toEqual([letterFoot]);

  const { token } = await openSession(godown);
  const answer = await fetch(`${godown.address}/api/recalls/${ids.recallId}/letter?buyerId=${ids.buyerId}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const sheets = await sheetsOf(new Uint8Array(await answer.arrayBuffer()));
  expect(sheets.length).toBeGreaterThanOrEqual(SEVERAL);
  for (const [index, { head, foot, cut }] of sheets.entries()) {
    expect([...head, ...cut, squeezed(foot.join(''))]).toEqual([
      squeezed(`${letterFoot}${index + 1} of ${sheets.length}`),
    ]);
  }
});
