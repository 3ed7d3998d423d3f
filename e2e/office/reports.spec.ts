import { addInward, addMaterial, addProduction, addSupplier } from '#test/factories.ts';
import { office } from '../support/office.ts';
import { begin, goOn } from '../support/desk.ts';
import { storekeeper } from '../support/people.ts';
import { entries, headingsOf, rowOf, rowsOf } from '../support/screen.ts';
import { dateCell, exported } from '../support/sheets.ts';
import { expect, test } from '../support/test.ts';

test.use({ goesOn: true });

const call = office(storekeeper);

test.beforeAll(async () => {
  const turmeric = await addMaterial(call, { name: 'Turmeric' });
  const honey = await addMaterial(call, { name: 'Honey', unit: 'l' });
  await addInward(call, await addSupplier(call), [
    [turmeric, 100],
    [honey, 100],
  ]);
  await addProduction(call, turmeric, 10.25, { productionDate: '2026-11-10', status: 'completed' });
  await addProduction(call, honey, 4, { productionDate: '2026-11-10', status: 'completed' });
  await addProduction(call, honey, 7, { productionDate: '2026-11-12' });

  const { categoryId } = (await call('POST', '/Categories', { name: 'Spices', status: 1 })).json;
  const addProduct = async (name: string): Promise<number> =>
    (await call('POST', '/products', { name, categoryId, price: 90, unit: 'jar' })).json.productId;
  const powder = await addProduct('Turmeric powder');
  const syrup = await addProduct('Honey syrup');
  await addProduct('Never made');
  const goods = [
    { productId: powder, batchNumber: 'T-1', quantity: 40, status: 'available', expiryDate: '2027-11-01' },
    { productId: powder, batchNumber: 'T-2', quantity: 2.5, status: 'available' },
    { productId: powder, batchNumber: 'T-3', quantity: 7, status: 'sold' },
    { productId: syrup, batchNumber: 'H-1', quantity: 3, status: 'expired' },
  ];
  for (const good of goods) await call('POST', '/goods', good);
});

test('the page of reports links to each report', async ({ page, godown }) => {
  const reports: [string, RegExp][] = [
    ['Production Reports', /\/reports\/productionreports$/],
    ['Product Stock', /\/reports\/products$/],
    ['Raw Material Stock', /\/reports\/rawmaterialreports$/],
    ['Cost of batches', /\/reports\/batch-costs$/],
  ];
  await begin(page, godown, '/reports', storekeeper);
  await expect(page.getByRole('main').getByRole('link')).toHaveCount(reports.length);
  for (const [title, address] of reports) {
    await goOn(page, '/reports');
    await page.getByRole('main').getByRole('link', { name: title }).click();
    await expect(page).toHaveURL(address);
    await expect(page.getByRole('heading', { level: 1 })).toContainText(title);
  }
});

test('production is grouped by day, the newest first', async ({ page, godown }) => {
  const list = 'Production Reports';
  await begin(page, godown, '/reports/productionreports', storekeeper);
  await expect(entries(page, '1 to 2 of 2 entries')).toBeVisible();
  await expect(rowsOf(page, list)).toContainText(['12-11-2026', '10-11-2026']);
  const headings = ['Production Date', 'Raw Materials (Name : Quantity)', 'Status'];
  await expect(headingsOf(page, list)).toHaveText(headings);
  const [late, early] = [rowOf(page, list, '12-11-2026'), rowOf(page, list, '10-11-2026')];
  await expect(late.getByRole('listitem')).toHaveText(['Honey : 7 l']);
  await expect(late).toContainText('In progress');
  await expect(early.getByRole('listitem').filter({ hasText: 'Turmeric : 10.250 kg' })).toBeVisible();
  await expect(early.getByRole('listitem').filter({ hasText: 'Honey : 4 l' })).toBeVisible();
  await expect(early.getByRole('listitem')).toHaveCount(2);
  await expect(early).toContainText('Completed');

  const search = page.getByRole('searchbox', { name: 'Search production reports' });
  await search.fill('tURM');
  await expect(entries(page, '1 to 1 of 1 entries')).toBeVisible();
  await expect(late).toHaveCount(0);
  await search.fill('nothing like it');
  await expect(page.getByText('No production reports found.')).toBeVisible();
});

test('production is exported by date and raw material, with all rows of the search', async ({ page, godown }) => {
  await begin(page, godown, '/reports/productionreports', storekeeper);
  await expect(entries(page, '1 to 2 of 2 entries')).toBeVisible();
  const all = await exported(page);
  expect(all.name).toMatch(/^ProductionReport_\d{4}-\d\d-\d\d\.xlsx$/);
  expect(all.sheets).toEqual(['Production Report', 'About']);
  expect(all.rows).toEqual([
    ['Production Date', 'Raw Material', 'Quantity', 'Unit', 'Status'],
    [dateCell('2026-11-12'), 'Honey', 7, 'l', 'In progress'],
    [dateCell('2026-11-10'), 'Honey', 4, 'l', 'Completed'],
    [dateCell('2026-11-10'), 'Turmeric', 10.25, 'kg', 'Completed'],
  ]);
  await page.getByRole('searchbox', { name: 'Search production reports' }).fill('tURM');
  await expect(entries(page, '1 to 1 of 1 entries')).toBeVisible();
  expect((await exported(page)).rows.slice(1).map(([date]) => date)).toEqual([
    dateCell('2026-11-10'),
    dateCell('2026-11-10'),
  ]);
  await page.getByRole('searchbox', { name: 'Search production reports' }).fill('nothing like it');
  await expect(page.getByRole('button', { name: 'Export' })).toBeDisabled();
});

test('the production report loads the stock, then the days, and reports loading and failures', async ({
  page,
  godown,
  browserErrors,
}) => {
  browserErrors.expect(/status of 400/);
  const refusal = { status: 400, json: { code: 'invalid', message: 'Not today.' } };
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  const asked: string[] = [];
  page.on('request', (request) => {
    const name = /\/api\/Production\/([\w-]+)/.exec(request.url())?.[1];
    if (name) asked.push(name);
  });
  await page.route('**/api/Production/report/days?*', async (route) => {
    await released;
    await route.fulfill(refusal);
  });
  await begin(page, godown, '/reports/productionreports');
  await expect(page.getByText('Loading production reports...')).toBeVisible();
  release();
  await expect(page.getByText('Failed to load production reports.')).toBeVisible();
  await expect(page.getByText('Loading production reports...')).toHaveCount(0);
  expect(asked).toEqual(['get-rawmaterial-stock', 'report']);
  await page.route('**/api/Production/get-rawmaterial-stock', async (route) => route.fulfill(refusal));
  await page.reload();
  await expect(page.getByText('Failed to load raw materials.')).toBeVisible();
  expect(asked).toEqual(['get-rawmaterial-stock', 'report', 'get-rawmaterial-stock']);
});

test('product stock shows the quantity of each product, and lists the batches', async ({ page, godown }) => {
  const sums = 'Quantity per product';
  const batches = 'Finished goods';
  // Read-only here, also for users who may update finished goods.
  await begin(page, godown, '/reports/products');
  await expect(rowsOf(page, sums)).toHaveCount(2);
  const powder = rowOf(page, sums, 'Turmeric powder');
  const syrup = rowOf(page, sums, 'Honey syrup');
  await expect(headingsOf(page, sums)).toHaveText(['Product', 'Available', 'Sold', 'Expired']);
  await expect(powder.getByRole('cell')).toHaveText(['Turmeric powder', '42.500 jar', '7 jar', '0 jar']);
  await expect(syrup.getByRole('cell')).toHaveText(['Honey syrup', '0 jar', '0 jar', '3 jar']);
  await expect(entries(page, '1 to 4 of 4 entries')).toBeVisible();
  await expect(rowsOf(page, batches)).toContainText(['T-3', 'T-2', 'T-1', 'H-1']);
  await expect(rowsOf(page, batches).getByRole('button')).toHaveCount(0);
  const sheet = await exported(page);
  expect(sheet.rows).toContainEqual([
    'T-1',
    'Turmeric powder',
    40,
    40,
    'jar',
    null,
    dateCell('2027-11-01'),
    'Available',
  ]);
  expect(sheet.rows).toContainEqual(['T-2', 'Turmeric powder', 2.5, 2.5, 'jar', null, null, 'Available']);

  await page.getByRole('searchbox', { name: 'Search finished goods' }).fill('sOLD');
  await expect(entries(page, '1 to 1 of 1 entries')).toBeVisible();
  await expect(rowsOf(page, batches)).toContainText(['T-3']);
  await expect(rowsOf(page, sums)).toHaveCount(2);
});

test('the cost of a batch is entered with its run and reported, filtered and exported', async ({ page, godown }) => {
  const lime = await addMaterial(call, { name: 'Lime' });
  const rawMaterials = [{ rawMaterialId: lime, quantity: 100, pricePerUnit: 20 }];
  await addInward(call, await addSupplier(call), [], { rawMaterials });
  const { categoryId } = (await call('POST', '/Categories', { name: 'Pickles', status: 1 })).json;
  const pickle = { name: 'Lime pickle', categoryId, price: 50, unit: 'kg' };
  const { productId } = (await call('POST', '/products', pickle)).json;
  const lines = [{ rawMaterialId: lime, quantity: 100 }];
  const recipe = { productId, outputQuantity: 80, expectedYieldPercent: 80, overheadPerRun: 400, lines };
  const { recipeId } = (await call('POST', '/recipes', recipe)).json;
  const run = await call('POST', '/production-runs', {
    productionDate: '2026-11-14',
    status: 'in_progress',
    recipeId,
    inputs: lines,
    outputs: [{ productId, batchNumber: 'LP-1', quantity: 40 }],
  });
  expect(run.status, run.text).toBe(201);

  const list = 'Cost of batches';
  await begin(page, godown, '/reports/batch-costs', storekeeper);
  await expect(rowsOf(page, list)).toContainText([/LP-1.*40 kg.*1,000\.00.*200\.00.*1,200\.00.*30\.00provisional/]);
  await goOn(page, `/production/${run.json.runId}`);
  await page.getByRole('button', { name: 'Complete' }).click();
  const form = page.getByRole('form');
  await form.getByRole('button', { name: 'Add cost' }).click();
  await form.getByLabel('Charges (₹)').fill('800');
  await form.getByRole('textbox', { name: 'Quantity' }).first().fill('80');
  await form.getByRole('button', { name: 'Complete' }).click();
  await expect(form).toBeHidden();
  await goOn(page, '/reports/batch-costs?status=completed');
  const row = rowOf(page, list, 'LP-1');
  await expect(row).toContainText(/2,000\.00.*800\.00.*400\.00.*3,200\.00.*40\.00.*margin 20 %.*80 %of 80 %/);
  await expect(row).not.toContainText('provisional');
  const { rows } = await exported(page);
  expect(rows[1]?.slice(0, 2)).toEqual(['LP-1', 'Lime pickle']);
  expect(rows[1]?.slice(6, 12)).toEqual([2000, 800, 400, 0, 3200, 40]);
  expect(rows[2]?.slice(5, 11)).toEqual(['Total', 2000, 800, 400, 0, 3200]);
});
