/** Every list exports what is filtered, and what can be imported imports again and changes nothing. */
import { addCategory, addMaterial, addProduct, addRecipe, addSupplier, dataUrl, pdf } from '#test/factories.ts';
import { office } from '../support/office.ts';
import { manager, signIn, storekeeper } from '../support/people.ts';
import { goOn } from '../support/desk.ts';
import { done, entries } from '../support/screen.ts';
import { exported } from '../support/sheets.ts';
import { expect, test } from '../support/test.ts';

const call = office(manager, storekeeper);

test.beforeAll(async () => {
  const spices = await addCategory(call, 'Spices & herbs');
  const teas = await addCategory(call, 'Teas');
  await call('POST', '/Categories', { name: 'Old', description: '=1+1', status: 0 });
  const turmeric = await addMaterial(call, {
    name: 'Turmeric',
    unit: 'kg',
    categoryId: spices,
    description: 'Lakadong',
  });
  // Called alike, and told apart by what else they say.
  await addMaterial(call, { name: 'Jar', unit: 'piece', description: '100 g', minProductionQuantity: 0.25 });
  await addMaterial(call, { name: 'Jar', unit: 'piece', description: '500 g' });
  const supplierId = await addSupplier(call, {
    name: 'Wayanad Hills',
    phone: '9447032040',
    email: 'accounts@wayanad.example',
    gstinNumber: '32AAACW3204B1Z7',
    address: 'KSRTC Depot,\nSulthan Bathery',
  });
  await addSupplier(call, { name: 'Wayanad Hills', phone: '9447032041', status: 0 });
  await addSupplier(call, { name: '=SUM(A1)', phone: '9447032040' });
  for (const name of ['Morning Basket', 'Morning Basket', '007', "'=x"])
    await call('POST', '/buyers', { name, status: 1 });
  const tea = await addProduct(call, { name: 'Turmeric tea', categoryId: teas, price: 185.5, unit: 'pouch' });
  const latte = await addProduct(call, { name: 'Golden latte', categoryId: spices, price: 1999, unit: 'jar' });
  await addRecipe(call, tea, [[turmeric, 5.25]]);
  await addRecipe(call, latte, [[turmeric, 0.005]]);
  const goods = [
    { productId: tea, batchNumber: '0012', quantity: 120, manufactureDate: '2026-11-01', expiryDate: '2027-10-31' },
    { productId: latte, batchNumber: 'GL/1', quantity: 40.5 },
    { productId: latte, batchNumber: 'GL/2', quantity: 5, manufactureDate: '2020-01-01', expiryDate: '2021-01-01' },
  ];
  for (const good of goods) expect((await call('POST', '/goods', good)).status, good.batchNumber).toBe(201);
  const invoice = { supplierId, invoiceNumber: 'W/1', inwardDate: '2026-11-02', status: 'notpaid', totalGst: 0 };
  const rawMaterials = [{ rawMaterialId: turmeric, quantity: 10, pricePerUnit: 120 }];
  expect((await call('POST', '/inward', { ...invoice, rawMaterials, billAttachment: dataUrl(pdf) })).status).toBe(201);
});

const importable = [
  ['suppliers', '/suppliers', 3, 'suppliers'],
  ['buyers', '/buyers', 4, 'buyers'],
  ['categories', '/categories', 3, 'categories'],
  ['materials', '/rawmaterials', 3, 'raw_materials'],
  ['products', '/products', 2, 'products'],
  ['recipes', '/recipes', 2, 'recipes'],
  ['goods', '/finishedgoods', 3, 'finished_goods'],
] as const;

test('the export of a list imports again and changes nothing', async ({ page, godown }) => {
  await signIn(page, godown);
  await page.goto('/suppliers');
  for (const [kind, path, count, fileName] of importable) {
    await test.step(`the export of ${kind} imports again and changes nothing`, async () => {
      await goOn(page, path);
      await expect(entries(page, `1 to ${count} of ${count} entries`)).toBeVisible();
      const { name, rows, file } = await exported(page);
      expect(name).toMatch(new RegExp(`^${fileName}_\\d{4}-\\d\\d-\\d\\d\\.xlsx$`));
      await expect(done(page, `${name}: ${rows.length - 1} rows`)).toBeVisible();
      if (kind === 'goods') expect(rows[0]).toContain('Left');
      if (kind === 'materials') expect(rows.flat()).toContain('Spices & herbs');
      const { json: before } = await call('GET', '/activity?pageSize=200');

      await goOn(page, `/import/${kind}`);
      await page.locator('input[type=file]').setInputFiles(file);
      await page.getByRole('combobox', { name: 'Existing records' }).click();
      await page.getByRole('option', { name: 'Update them' }).click();
      await expect(page.getByText('All of these exist already: nothing to save.')).toBeVisible();
      await expect(page.getByRole('button', { name: `Existing ${rows.length - 1}` })).toBeVisible();
      const { json: after } = await call('GET', '/activity?pageSize=200');
      expect(after).toEqual(before);
    });
  }
});

const others = [
  ['/lots', 'Lots'],
  ['/inward', 'Inward'],
  ['/register', 'Users'],
  ['/production', 'Production'],
  ['/adjustments', 'Adjustments'],
  ['/certificates', 'Certificates'],
  ['/dispatches', 'Dispatches'],
  ['/transaction-certificates', 'Transaction certificates'],
  ['/certification-bodies', 'Certification bodies'],
  ['/recalls', 'Recalls'],
] as const;

test('every list has its filters as chips and its export', async ({ page, godown }) => {
  await signIn(page, godown);
  await page.goto('/lots');
  for (const [path, title] of others) {
    await goOn(page, path);
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await expect(
      page
        .getByRole('main')
        .getByRole('search', { name: /^Filters of / })
        .first(),
      title,
    ).toBeVisible();
    await expect(page.getByRole('button', { name: 'Export' }).first(), title).toBeVisible();
  }

  await test.step('lots narrow by chips that all combine, and the export has the same', async () => {
    await goOn(page, '/lots');
    await expect(entries(page, '1 to 4 of 4 entries')).toBeVisible();
    await page.getByRole('combobox', { name: 'Origin' }).selectOption('Produced');
    await expect(entries(page, '1 to 3 of 3 entries')).toBeVisible();
    await page.getByRole('combobox', { name: 'Expires on' }).selectOption('Past');
    await expect(entries(page, '1 to 1 of 1 entries')).toBeVisible();
    const { rows, about } = await exported(page);
    expect(rows.map((row) => row[1])).toEqual(['Code', 'GL/2', null]);
    expect(about.slice(4)).toEqual([
      ['Origin', 'Produced'],
      ['Expires on', expect.stringMatching(/^up to \d\d-\d\d-\d{4}$/)],
      ['Rows', '1'],
    ]);

    await page.getByRole('combobox', { name: 'State' }).selectOption('Recalled');
    await expect(page.getByText('Nothing matches the filters.')).toBeVisible();
    await page.getByRole('button', { name: 'Show all' }).click();
    await expect(entries(page, '1 to 4 of 4 entries')).toBeVisible();
    await expect(page).toHaveURL(/\/lots$/);

    const item = page
      .getByRole('search', { name: 'Filters of lots' })
      .getByRole('combobox', { name: 'Item', exact: true });
    await item.fill('latte');
    await page.getByRole('option', { name: 'Golden latte' }).click();
    await expect(entries(page, '1 to 2 of 2 entries')).toBeVisible();
    await page.reload();
    await expect(item).toHaveValue('Golden latte');
    await expect(entries(page, '1 to 2 of 2 entries')).toBeVisible();
    await page.getByRole('combobox', { name: 'Expires on' }).selectOption('Other days …');
    await page.getByLabel('Expires on from').fill('01-01-2021');
    await page.getByLabel('Expires on from').press('Enter');
    await expect(entries(page, '1 to 1 of 1 entries')).toBeVisible();
    await page.getByRole('button', { name: 'Clear item' }).click();
    await expect(entries(page, '1 to 2 of 2 entries')).toBeVisible();
  });
});

test('opening stock is exported with its value below, and imports again without it', async ({ page, godown }) => {
  const { json: materials } = await call('GET', '/materials?search=Turmeric');
  const lines = [
    { rawMaterialId: materials[0].rawMaterialId, code: 'OPEN-1', quantity: 2.5, pricePerUnit: 100.5 },
    { rawMaterialId: materials[0].rawMaterialId, code: 'OPEN-2', quantity: 1, pricePerUnit: 0.1 },
  ];
  const opening = await call('POST', '/adjustments', { kind: 'opening', date: '2026-11-01', lines });
  expect(opening.status, opening.text).toBe(201);
  await signIn(page, godown);
  await page.goto('/adjustments');
  await expect(entries(page, '1 to 1 of 1 entries')).toBeVisible();
  const { file, rows } = await exported(page);
  const value = rows[0]?.indexOf('Value, ₹') ?? 0;
  expect(rows.map((row) => row.slice(value - 1, value + 1)).slice(1)).toEqual([
    [null, 251.25],
    [null, 0.1],
    ['Value of the opening stock listed', 251.35],
  ]);
  await goOn(page, '/import/opening-stock');
  await page.locator('input[type=file]').setInputFiles(file);
  await expect(page.getByRole('button', { name: 'Existing 2' })).toBeVisible();
  await expect(page.getByText('All of these exist already: nothing to save.')).toBeVisible();
});
