import { addInward, addMaterial, addProduction, addSupplier } from '#test/factories.ts';
import { office } from '../support/office.ts';
import { begin, goOn } from '../support/desk.ts';
import { alert, colourOf, entries, headingsOf, rowOf, rowsOf } from '../support/screen.ts';
import { exported } from '../support/sheets.ts';
import { expect, test } from '../support/test.ts';
import type { Locator } from '@playwright/test';

const list = 'Raw Material Stock';
const path = '/reports/rawmaterialreports';
const herbs = Array.from({ length: 27 }, (_, index) => `Herb ${String(index + 1).padStart(2, '0')}`);

test.use({ goesOn: true });

const call = office();

test.beforeAll(async () => {
  const supplierId = await addSupplier(call);
  const lines: [number, number][] = [];
  for (const name of herbs) lines.push([await addMaterial(call, { name }), 10.5]);
  lines.push([await addMaterial(call, { name: '=1+1', unit: '' }), 7]);
  await addInward(call, supplierId, lines);
  await addProduction(call, lines[0]?.[0] ?? 0, 4);
  await addProduction(call, lines[26]?.[0] ?? 0, 10.5);
});

const EXPORT_TRIES = 5;

test('the stock report shows received, used and remaining quantities, 25 a page, with serial numbers across pages', async ({
  page,
  godown,
}) => {
  await begin(page, godown, path);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Raw Material Stock');
  await expect(entries(page, '1 to 25 of 28 entries')).toBeVisible();
  await expect(rowsOf(page, list)).toHaveCount(25);
  const previous = page.getByRole('button', { name: 'Previous' });
  const next = page.getByRole('button', { name: 'Next' });
  await expect(previous).toBeDisabled();
  const headings = ['No.', 'ID', 'Raw Material', 'Total Stock', 'Total Used in Production', 'Available Balance'];
  await expect(headingsOf(page, list)).toHaveText(headings);
  const serials = rowsOf(page, list).locator(':scope > td:first-child');
  await expect(serials).toHaveText(Array.from({ length: 25 }, (_, index) => String(index + 1)));
  // The ID is that of the material.
  const [first] = (await call('GET', '/materials?search=Herb 01')).json;
  await expect(rowOf(page, list, 'Herb 01').locator(':scope > td').nth(1)).toHaveText(String(first.rawMaterialId));
  await next.click();
  await expect(page).toHaveURL(/page=2/);
  await expect(entries(page, '26 to 28 of 28 entries')).toBeVisible();
  await expect(next).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Page 2' })).toHaveAttribute('aria-current', 'page');
  await expect(rowsOf(page, list)).toContainText(['26', '27', '28']);

  // A depleted row has a red background and a red balance.
  const spent = rowOf(page, list, 'Herb 27');
  await expect(spent).toContainText('0 kg');
  expect(await colourOf(spent.locator('td').first(), 'backgroundColor')).toBe('red');
  expect(await colourOf(spent.getByText('0 kg', { exact: true }))).toBe('red');
  const left = rowOf(page, list, 'Herb 26');
  expect(await colourOf(left.locator('td').first(), 'backgroundColor')).not.toBe('red');

  const search = page.getByPlaceholder('Search...', { exact: true });
  await search.fill('eRB 01');
  await expect(page).toHaveURL(/rawmaterialreports\?search=eRB/);
  const row = rowOf(page, list, 'Herb 01');
  for (const figure of ['10.500 kg', '4 kg', '6.500 kg']) await expect(row).toContainText(figure);
  await expect(rowsOf(page, list)).toHaveCount(1);
  await page.reload();
  await expect(search).toHaveValue('eRB 01');
  await expect(rowsOf(page, list)).toHaveCount(1);
  await search.fill('no such herb');
  await expect(page.getByText('No raw materials found.')).toBeVisible();
  await expect(entries(page, '0 to 0 of 0 entries')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Export' })).toBeDisabled();
});

test.describe('the export of the stock report', () => {
  test.use({ isAlone: true, goesOn: false });

  test('has every row of the search, numbers as numbers and names as text', async ({ page, godown }) => {
    // The file name has the local date, which differs from UTC here.
    await page.clock.setFixedTime('2026-11-20T20:00:00Z');
    await begin(page, godown, path);
    await expect(rowsOf(page, list)).toHaveCount(25);
    const told = await page.evaluateHandle(() => {
      const texts: string[] = [];
      const note = () => texts.push(document.body.textContent.match(/Exporting\.\.\. \d+ %/)?.[0] ?? '');
      new MutationObserver(note).observe(document.body, { subtree: true, childList: true, characterData: true });
      return texts;
    });
    // A busy machine may draw nothing between the first row and the last: then it is exported again.
    const isTold = async () => (await told.jsonValue()).some((text) => /\d %$/.test(text));
    let all = await exported(page);
    for (let tries = 1; tries < EXPORT_TRIES && !(await isTold()); tries += 1) all = await exported(page);
    expect(await isTold()).toBe(true);
    expect(all.name).toBe('RawMaterialReport_2026-11-21.xlsx');
    expect(all.sheets).toEqual(['RawMaterial Report', 'About']);
    const [headings, ...rows] = all.rows;
    // The adjusted and the held quantity, and the unit, follow the four specified columns.
    expect(headings?.slice(0, 4)).toEqual([
      'Raw Material Name',
      'Total Inward Qty',
      'Total Used Qty',
      'Available Balance',
    ]);
    expect(headings?.slice(4)).toEqual(['Adjusted', 'On hold', 'Unit']);
    expect(rows).toHaveLength(28);
    expect(rows).toContainEqual(['Herb 01', 10.5, 4, 6.5, 0, 0, 'kg']);
    expect(rows).toContainEqual(['Herb 27', 10.5, 10.5, 0, 0, 0, 'kg']);
    expect(rows).toContainEqual(['=1+1', 7, 0, 7, 0, 0, null]);

    await page.getByPlaceholder('Search...').fill('herb 2');
    await expect(entries(page, '1 to 8 of 8 entries')).toBeVisible();
    const found = await exported(page);
    expect(found.rows).toHaveLength(9);
    expect(found.rows.slice(1).every(([name]) => String(name).startsWith('Herb 2'))).toBe(true);
  });
});

test('the stock report waits for the stock, and shows and logs a failure to load it', async ({
  page,
  godown,
  browserErrors,
}) => {
  browserErrors.expect(/status of 400|^Error loading stock:/);
  const logged = page.waitForEvent('console', (message) => message.text().startsWith('Error loading stock:'));
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/api/Production/get-rawmaterial-stock?*', async (route) => {
    await released;
    await route.fulfill({ status: 400, json: { code: 'invalid', message: 'Not today.' } });
  });
  await begin(page, godown, path);
  const waiting = page.locator('[aria-busy=true]');
  await expect(waiting).toHaveCount(1);
  release();
  await expect(page.getByText('The stock could not be loaded.')).toBeVisible();
  await expect(page.getByText('Not today.')).toBeVisible();
  await expect(waiting).toHaveCount(0);
  await logged;
  await page.unroute('**/api/Production/get-rawmaterial-stock?*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(rowsOf(page, list)).toHaveCount(25);
  await expect(waiting).toHaveCount(0);
});

test('a failed export is reported', async ({ page, godown, browserErrors }) => {
  browserErrors.expect(/status of 503/);
  await begin(page, godown, path);
  await expect(rowsOf(page, list)).toHaveCount(25);
  await page.route('**/api/Production/get-rawmaterial-stock', async (route) => {
    await route.fulfill({ status: 503, json: { code: 'unavailable', message: 'Please wait.' } });
  });
  await page.getByRole('button', { name: 'Export' }).click();
  await expect(alert(page, 'The spreadsheet could not be made. Please try again.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Export' })).toBeEnabled();
});

test('a balance adds up, and what of it is on hold stands beside it in the same size, wherever it is shown', async ({
  page,
  godown,
}) => {
  const material = await addMaterial(call, { name: 'Bibhitaki' });
  const supplierId = await addSupplier(call);
  const held = [{ rawMaterialId: material, quantity: 65, pricePerUnit: 10, claim: 'organic', receiveOnHold: true }];
  await addInward(call, supplierId, [[material, 130]]);
  await addInward(call, supplierId, [], { rawMaterials: held });
  const [{ itemId }] = (await call('GET', '/items?search=Bibhitaki')).json;
  const lots = (await call('GET', `/lots?search=Bibhitaki`)).json;
  const [released] = lots.filter(({ state }: { state: string }) => state === 'released');
  const lines = [{ lotId: released.lotId, quantity: 1.5 }];
  await call('POST', '/adjustments', { kind: 'writeOff', date: '2026-11-12', reason: 'Mould', lines });

  const expectBeside = async (within: Locator) => {
    const sizeOf = (text: string) =>
      within
        .getByText(text, { exact: false })
        .last()
        .evaluate((node) => getComputedStyle(node).fontSize);
    await expect(within).toContainText(/193\.500 kg[\s,]*(adjusted −1\.500)?[\s,]*of it 65 on hold/);
    expect(await sizeOf('of it 65 on hold')).toBe(await sizeOf('193.500'));
  };
  await begin(page, godown, `${path}?search=Bibhitaki`);
  const row = rowOf(page, list, 'Bibhitaki');
  await expectBeside(row);
  await expect(row).toContainText('adjusted −1.500');
  const { rows } = await exported(page);
  const [inward, used, available, adjusted, onHold] = rows[1]?.slice(1, 6).map(Number) ?? [];
  expect([inward, used, available, adjusted, onHold]).toEqual([195, 0, 193.5, -1.5, 65]);

  await goOn(page, '/production?stockSearch=Bibhitaki');
  await expectBeside(rowOf(page, 'Raw material stock', 'Bibhitaki'));
  const form = page.getByRole('form', { name: 'Add production' });
  await form.getByLabel('Raw material').and(form.locator('input')).fill('Bibhitaki');
  await expect(page.getByRole('option').filter({ hasText: 'Bibhitaki' })).toContainText('193.500 kg, of it 65 on hold');
  await goOn(page, `/rawmaterials/${material}`);
  await expectBeside(page.getByRole('main').locator('dl').first());
  await goOn(page, `/stock-ledger?itemId=${itemId}`);
  const closing = page.getByRole('row').filter({ hasText: 'Closing' });
  await expect(closing).toContainText(/193\.500\s*of it 65 on hold/);
  await goOn(page, `/stock-ledger?itemId=${itemId}&to=2026-11-11`);
  await expect(closing).toContainText('195');
  await expect(closing).not.toContainText('on hold');
});
