/** Stock on any day, and the ledger of an item. */
import { addInward, addMaterial, addProduction, addSupplier } from '#test/factories.ts';
import { office } from '../support/office.ts';
import { begin, goOn } from '../support/desk.ts';
import { colourOf, rowOf, rowsOf } from '../support/screen.ts';
import { exported } from '../support/sheets.ts';
import { expect, test } from '../support/test.ts';

const call = office();
let itemId = 0;
let lotId = 0;

test.use({ goesOn: true });

test.beforeAll(async () => {
  const supplierId = await addSupplier(call, { name: 'Malwa Farmers' });
  const turmeric = await addMaterial(call, { name: 'Turmeric', unit: 'kg' });
  const first = { inwardDate: '2026-09-10', invoiceNumber: 'W/1' };
  lotId = (await addInward(call, supplierId, [[turmeric, 100]], first)).rawMaterials[0].lotId;
  await addInward(call, supplierId, [[turmeric, 50]], { inwardDate: '2026-10-20', invoiceNumber: 'W/2' });
  await addProduction(call, turmeric, 30.25, { productionDate: '2026-09-30' });
  const { json: items } = await call('GET', '/items');
  itemId = items[0].itemId;
});

test('Raw Material Stock is shown as on a day, with its value, and as a spreadsheet', async ({ page, godown }) => {
  await begin(page, godown, '/reports/rawmaterialreports');
  await expect(rowsOf(page, 'Raw Material Stock')).toContainText([/119\.750/]);
  // The stock of today has its value and what is in production behind a link, since both take long.
  await page.getByRole('link', { name: 'Value and stock in production of today' }).click();
  await expect(rowsOf(page, 'Raw Material Stock')).toContainText([/119\.750.*1,197\.50.*30\.250 kg.*302\.50/]);
  await page.getByRole('textbox', { name: 'As on' }).fill('2026-09-30');
  await expect(page).toHaveURL(/asOn=2026-09-30/);
  await expect(rowsOf(page, 'Raw Material Stock')).toContainText([/69\.750.*697\.50.*30\.250 kg.*302\.50/]);
  await expect(page.getByText('Value at purchase price')).toContainText('₹ 697.50 In production ₹ 302.50');
  const { name, rows, about } = await exported(page);
  expect(name).toBe('RawMaterialReport_as_on_2026-09-30.xlsx');
  expect(rows.slice(1)).toEqual([
    ['Turmeric', 100, 30.25, 69.75, 0, 30.25, 'kg', 697.5, 302.5],
    [null, null, null, null, null, null, 'Total', 697.5, 302.5],
  ]);
  expect(about).toContainEqual(['As on', '30-09-2026']);
  await page.getByRole('button', { name: 'As on: Today' }).click();
  await expect(page).toHaveURL(/rawmaterialreports$/);
  await expect(rowsOf(page, 'Raw Material Stock')).toContainText([/119\.750/]);

  const writeOff = { kind: 'writeOff', date: '2026-11-05', reason: 'Mould', lines: [{ lotId, quantity: 0.25 }] };
  expect((await call('POST', '/adjustments', writeOff)).status).toBe(201);
  await page.getByLabel('As on').fill('2026-11-05');
  await expect(rowsOf(page, 'Raw Material Stock')).toContainText([/119\.500.*adjusted −0\.250/]);

  // Red is what was used up by that day, not what there was none of yet.
  const later = await addMaterial(call, { name: 'Not there yet' });
  const spent = await addMaterial(call, { name: 'Used up' });
  const supplierId = await addSupplier(call);
  await addInward(call, supplierId, [[spent, 5]], { inwardDate: '2026-09-01' });
  await addProduction(call, spent, 5, { productionDate: '2026-09-02' });
  await addInward(call, supplierId, [[later, 5]], { inwardDate: '2026-11-10' });
  await goOn(page, '/reports/rawmaterialreports?asOn=2026-10-31');
  const backgroundOf = (material: string) =>
    colourOf(rowOf(page, 'Raw Material Stock', material).locator('td').first(), 'backgroundColor');
  await expect(rowOf(page, 'Raw Material Stock', 'Not there yet')).toBeVisible();
  expect(await backgroundOf('Used up')).toBe('red');
  expect(await backgroundOf('Not there yet')).not.toBe('red');
});

test('the stock ledger is a statement with opening and closing, printed and exported', async ({
  page,
  godown,
  browserErrors,
}) => {
  await begin(page, godown, '/reports/rawmaterialreports');
  await page.getByRole('main').getByRole('link', { name: 'Turmeric' }).click();
  await page.getByRole('main').getByRole('link', { name: 'Stock Ledger' }).click();
  await expect(page).toHaveURL(/stock-ledger\?itemId=/);
  await goOn(page, `/stock-ledger?itemId=${itemId}&from=2026-09-15&to=2026-10-31`);
  const rows = page.getByRole('table', { name: /^Stock Ledger/ }).getByRole('row');
  await expect(rows).toContainText([
    /Balance, kg/,
    /15-09-2026\s*Opening\s*100/,
    /30-09-2026\s*Production of 30-09-2026\s*Consumed\s*30\.250\s*69\.750/,
    /20-10-2026\s*W\/2\s*Received\s*50\s*119\.750/,
    /31-10-2026\s*Closing\s*50\s*30\.250\s*119\.750/,
  ]);
  const { name, rows: cells } = await exported(page);
  expect(name).toMatch(/^StockLedger_Turmeric_\d{4}-\d\d-\d\d\.xlsx$/);
  expect(cells.map((row) => row[5])).toEqual(['Balance', 100, 69.75, 119.75, 119.75]);
  // A period that is refused leaves the item in its field.
  browserErrors.expect(/status of 400/);
  await goOn(page, `/stock-ledger?itemId=${itemId}&from=2026-10-31&to=2026-09-15`);
  await expect(page.getByText('The last day is before the first one.')).toBeVisible();
  await expect(page.getByRole('search').getByLabel('Item').and(page.locator('input'))).toHaveValue('Turmeric');
  await page.goBack();
  await expect(rows.first()).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByText('Turmeric, in kg from 15-09-2026 to 31-10-2026')).toBeVisible();
  await expect(page.getByRole('search')).toBeHidden();
  await page.emulateMedia({ media: 'screen' });
  // On a phone: date, document, what moved and the balance, all on the screen.
  await page.setViewportSize({ width: 390, height: 844 });
  for (const cell of await rows.nth(3).locator('td:not(:empty)').all()) {
    const { x = 0, width = 0 } = (await cell.boundingBox()) ?? {};
    expect(x + width).toBeLessThanOrEqual(390 - 14);
  }
  await expect(rows.nth(2)).toContainText('69.750');
  await rows.nth(3).getByRole('link', { name: 'W/2' }).click();
  await expect(page).toHaveURL(/\/inward\/\d+$/);
});
