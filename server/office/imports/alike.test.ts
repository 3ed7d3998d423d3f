/** Imports into records that are alike, and of two people at once: which record a row is about. */
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { ImportKind } from '#contract/kinds.ts';
import { importSheets } from '#contract/office/importSheets.ts';
import { buildTestApp } from '#test/buildTestApp.ts';
import { addCategory, addMaterial, addProduct, addSupplier } from '#test/factories.ts';
import { worldOf } from '#test/world.ts';

const app = await buildTestApp();
const admin = await app.as('admin');
const { importSheet } = worldOf(admin);

type Cells = (string | number | null)[];

/** Imports the records of a list, all of them active, as its export has them. */
async function sendList(kind: ImportKind, records: Record<string, string>[]) {
  const { columns } = importSheets[kind];
  const rows = records.map((record) =>
    columns.map(({ field }) => (field === 'status' ? 'Active' : (record[field] ?? ''))),
  );
  const headings = columns.map(({ label }) => label);
  return await importSheet(kind, headings, rows);
}

/** Two branches with one GSTIN, as the list of that kind has them: the newest first. */
async function addBranches(kind: 'suppliers' | 'buyers', gstinNumber: string) {
  for (const [name, phone] of [
    ['Basket Pune', '9811111111'],
    ['Basket Mumbai', '9822222222'],
  ]) {
    const contact = { phone, email: `${phone}@basket.in`, address: `${name} office` };
    await admin('POST', `/${kind}`, { name, ...contact, gstinNumber, status: 1 });
  }
  return await branches(kind);
}

async function branches(kind: 'suppliers' | 'buyers') {
  return (await admin('GET', `/${kind}?search=Basket`)).json;
}

for (const kind of ['suppliers', 'buyers'] as const) {
  test(`the list of ${kind} with one GSTIN imports again and changes nothing, and the name decides which one a row updates`, async () => {
    const gstin = '27AAACN1234L1Z5';
    const before = await addBranches(kind, gstin);
    const again = await sendList(kind, before);
    expect([again.json.updated, again.json.skipped], again.text).toEqual([0, 2]);
    expect(await branches(kind)).toEqual(before);

    const headings = ['Name', 'Phone', 'GSTIN', 'Email'];
    const one = await importSheet(kind, headings, [['Basket Pune', '9811111111', gstin, 'new@basket.in']]);
    expect(one.json.updated, one.text).toBe(1);
    const [mumbai, pune] = before;
    expect(await branches(kind)).toEqual([mumbai, { ...pune, email: 'new@basket.in', updatedAt: expect.any(String) }]);

    // A third branch: nothing says which of the two is meant, if one is.
    const third: Cells[] = [['Basket Nagpur', '9833333333', gstin, '']];
    const unsure = await importSheet(kind, headings, third, { mode: 'check' });
    expect(unsure.json.faults).toEqual([
      { row: 1, field: 'gstinNumber', message: expect.stringMatching(/^More than one/) },
    ]);
    // Left as it is, it does not matter which.
    const left = await importSheet(kind, headings, third, { mode: 'check', onExisting: 'skip' });
    expect([left.json.faults, left.json.skipped]).toEqual([[], 1]);
  });
}

test('a row that matches several records of one name is a fault, unless it changes nothing', async () => {
  for (const [phone, address] of [
    ['9844444444', 'Pune'],
    ['9855555555', 'Nashik'],
  ]) {
    await admin('POST', '/buyers', { name: 'Ram Traders', phone, address, status: 1 });
  }
  const headings = ['Name', 'Email', 'Address'];
  const unsure = await importSheet('buyers', headings, [['Ram Traders', 'nashik@ram.in', '']]);
  expect(unsure.status, unsure.text).toBe(400);
  expect(unsure.json.errors).toEqual({ 'rows.1.name': [expect.stringMatching(/^More than one buyer has this name/)] });
  const same = await importSheet('buyers', headings, [['Ram Traders', '', 'Nashik']]);
  expect(same.json.skipped, same.text).toBe(1);
  const byPhone = await importSheet(
    'buyers',
    ['Name', 'Phone', 'Email'],
    [['Ram Traders', '9855555555', 'nashik@ram.in']],
  );
  expect(byPhone.json.updated, byPhone.text).toBe(1);
  const now = (await admin('GET', '/buyers?search=Ram Traders')).json;
  expect(now.map(({ address, email }: Record<string, string>) => [address, email])).toEqual([
    ['Nashik', 'nashik@ram.in'],
    ['Pune', ''],
  ]);
});

test('products of one name are distinguished by unchanged fields of a row, and a new price alone is a fault', async () => {
  const categoryId = await addCategory(admin, 'Teas');
  for (const [price, description] of [
    [100, '50 g'],
    [200, '100 g'],
  ] as const) {
    await addProduct(admin, { name: 'Tulsi tea', categoryId, price, description, unit: 'pouch' });
  }
  const headings = ['Product', 'Category', 'Price', 'Unit'];
  const unsure = await importSheet('products', headings, [['Tulsi tea', 'Teas', 210, 'pouch']]);
  expect(unsure.json.errors).toEqual({ 'rows.1.name': [expect.stringMatching(/^More than one product/)] });
  // One of two rows is unchanged, so the other belongs to the other product, in any order.
  const changed = await importSheet('products', headings, [
    ['Tulsi tea', 'Teas', 110, 'pouch'],
    ['Tulsi tea', 'Teas', 200, 'pouch'],
  ]);
  expect([changed.json.updated, changed.json.skipped], changed.text).toEqual([1, 1]);
  const now = (await admin('GET', '/products?search=Tulsi')).json;
  expect(now.map((each: Record<string, unknown>) => [each['description'], each['price']])).toEqual([
    ['100 g', 200],
    ['50 g', 110],
  ]);
});

test('materials of one name are distinguished by their descriptions', async () => {
  for (const description of ['63 mm', '70 mm']) await addMaterial(admin, { name: 'Lid', unit: 'pcs', description });
  const rows = [
    ['Lid', '70 mm'],
    ['Lid', '63 mm'],
  ];
  const again = await importSheet('materials', ['Material', 'Description'], rows);
  expect([again.json.updated, again.json.skipped], again.text).toEqual([0, 2]);
});

test('a list with two records of one name and unit, one described, imports again and changes nothing, in any order', async () => {
  const categoryId = await addCategory(admin, 'Closures');
  for (const description of ['63 mm', '']) {
    await addMaterial(admin, { name: 'Cork', unit: 'pcs', description });
    await addProduct(admin, { name: 'Cork', unit: 'pcs', price: 5, description, categoryId });
    await admin('POST', '/Categories', { name: 'Cork', description, status: 1 });
  }
  for (const [kind, path] of [
    ['materials', '/materials'],
    ['products', '/products'],
    ['categories', '/Categories'],
  ] as const) {
    const before = (await admin('GET', `${path}?search=Cork`)).json;
    expect(before).toHaveLength(2);
    for (const records of [before, before.toReversed()]) {
      const again = await sendList(kind, records);
      expect([again.json.updated, again.json.skipped], again.text).toEqual([0, 2]);
    }
    expect((await admin('GET', `${path}?search=Cork`)).json).toEqual(before);
  }
});

test('a record keeps its category when two have one name, and for a new record the name is a fault', async () => {
  const first = await addCategory(admin, 'Spices');
  const second = await addCategory(admin, 'SPICES');
  for (const [name, categoryId] of [
    ['Cardamom', first],
    ['Clove', second],
  ] as const) {
    await addProduct(admin, { name: `${name} jar`, categoryId });
    await addMaterial(admin, { name, categoryId });
  }
  const uncategorised = await addMaterial(admin, { name: 'Cinnamon' });
  for (const [kind, search] of [
    ['products', 'jar'],
    ['materials', 'C'],
  ] as const) {
    const all = async () => (await admin('GET', `/${kind}?search=${search}`)).json;
    const before = await all();
    const known = [
      [kind === 'products' ? 'Cardamom jar' : 'Cardamom', 'Spices'],
      [kind === 'products' ? 'Clove jar' : 'Clove', 'spices'],
    ];
    const more = kind === 'products' ? { Price: 1, Unit: 'jar' } : {};
    const headings = ['Name', 'Category', ...Object.keys(more)];
    const rowsOf = (rows: Cells[]) => rows.map((row) => [...row, ...Object.values(more)]);
    const again = await importSheet(kind, headings, rowsOf(known));
    expect([again.json.updated, again.json.skipped], again.text).toEqual([0, 2]);
    expect(await all()).toEqual(before);

    const added = await importSheet(kind, headings, rowsOf([['Nutmeg', 'Spices']]));
    expect(added.json.errors).toEqual({ 'rows.1.categoryName': ['More than one category is called “Spices”.'] });
  }
  const moved = await importSheet('materials', ['Name', 'Category'], [['Cinnamon', 'Spices']]);
  expect(Object.keys(moved.json.errors), moved.text).toEqual(['rows.1.categoryName']);
  expect((await admin('GET', `/materials/${uncategorised}`)).json.categoryId).toBeNull();
});

test('an import does not overwrite a change that is saved while it runs, nor does undoing it', async () => {
  const supplierId = await addSupplier(admin, { name: 'Known One', phone: '9866666666', address: 'Old address' });
  const at = new Date(Date.now() + 1000).toISOString();
  let importing: ReturnType<typeof importSheet> | undefined;
  await app.store.db.transaction().execute(async (trx) => {
    await trx
      .updateTable('supplier')
      .set({ address: 'New address', updated_at: at })
      .where('id', '=', supplierId)
      .execute();
    importing = importSheet('suppliers', ['Name', 'Phone', 'Email'], [['Known One', '9866666666', 'new@known.in']]);
    await delay(300);
  });
  const saved = await importing;
  expect(saved?.status === 200 || saved?.status === 400, saved?.text).toBe(true);
  if (saved?.status === 200) {
    expect((await admin('DELETE', `/imports/saved/${saved.json.importId}`)).status).toBe(200);
  }
  const { json: now } = await admin('GET', `/suppliers/${supplierId}`);
  expect([now.address, now.email]).toEqual(['New address', '']);
});

test('the same new records, sent by two people at once, are added once', async () => {
  const manager = await app.as('manager');
  const rows = Array.from({ length: 50 }, (_, number) => [`Twice ${number}`, `98770000${number + 10}`]);
  const body = { headings: ['Name', 'Phone'], rows, mode: 'save', onExisting: 'skip' };
  const both = await Promise.all([admin, manager].map(async (call) => await call('POST', '/imports/suppliers', body)));
  expect(both.map(({ json }) => json.created).toSorted((a, b) => a - b)).toEqual([0, 50]);
});

test('a batch named by its number alone is imported in the unit of its product', async () => {
  const productId = await addProduct(admin, { name: 'Amla jam', unit: 'jar' });
  const { finishedGoodId } = (await admin('POST', '/goods', { productId, batchNumber: 'AJ-1', quantity: 10 })).json;
  const headings = ['Product', 'Batch number', 'Quantity'];
  const other = await importSheet('goods', headings, [['', 'AJ-1', '40 kg']]);
  expect([other.status, Object.keys(other.json.errors)]).toEqual([400, ['rows.1.quantity']]);
  expect((await importSheet('goods', headings, [['', 'AJ-1', '40 jars']])).status).toBe(200);
  expect((await admin('GET', `/goods/${finishedGoodId}`)).json.quantity).toBe(40);
});

test('undoing an import that reverted a sale by hand restores the sale on its original day', async () => {
  const productId = await addProduct(admin, { name: 'Kokum syrup', unit: 'bottle' });
  const today = app.clock.now;
  app.clock.now = new Date('2026-10-01T06:00:00Z');
  const good = { productId, batchNumber: 'KS-1', quantity: 10, status: 'sold' };
  const { lotId } = (await admin('POST', '/goods', good)).json;
  app.clock.now = today;
  const dates = async () =>
    (await admin('GET', `/dispatches?lotId=${lotId}`)).json.map(
      ({ dispatchDate }: { dispatchDate: string }) => dispatchDate,
    );
  expect(await dates()).toEqual(['2026-10-01']);
  const taken = await importSheet(
    'goods',
    ['Product', 'Batch number', 'Quantity', 'Status'],
    [['Kokum syrup', 'KS-1', 10, 'Available']],
  );
  expect([taken.status, await dates()], taken.text).toEqual([200, []]);
  expect((await admin('DELETE', `/imports/saved/${taken.json.importId}`)).status).toBe(200);
  expect(await dates()).toEqual(['2026-10-01']);
});

const stockHeadings = ['Item', 'Quantity', 'Unit', 'Lot', 'Date'];

test('a unit or the code of an existing lot distinguishes a raw material from a product of the same name', async () => {
  const rawMaterialId = await addMaterial(admin, { name: 'Honey', unit: 'kg' });
  const productId = await addProduct(admin, { name: 'Honey', unit: 'jar' });
  const rows = [
    ['Honey', '5 kg', '', 'HK-1', '1 Apr 2026'],
    ['Honey', 12, 'jars', 'HJ-1', '1 Apr 2026'],
  ];
  expect((await importSheet('opening-stock', stockHeadings, rows)).json.created).toBe(2);
  const lots = (await admin('GET', '/lots?search=Honey')).json;
  expect(
    lots.map((lot: Record<string, unknown>) => [lot['code'], lot['rawMaterialId'], lot['productId'], lot['onHandQty']]),
  ).toEqual([
    ['HJ-1', null, productId, 12],
    ['HK-1', rawMaterialId, null, 5],
  ]);
  const again = await importSheet('opening-stock', stockHeadings, [['Honey', 12, '', 'HJ-1', '']]);
  expect(again.json.skipped, again.text).toBe(1);
  const unsure = await importSheet('opening-stock', stockHeadings, [['Honey', 3, '', '', '']]);
  expect(Object.keys(unsure.json.errors)).toEqual(['rows.1.itemName']);
  const recipe = await importSheet(
    'recipes',
    ['Product', 'Output quantity', 'Ingredient', 'Quantity'],
    [['Honey', 1, 'Honey', 2]],
  );
  expect(recipe.json.created, recipe.text).toBe(1);
  expect((await admin('GET', '/recipes?search=Honey')).json[0].lines[0]).toMatchObject({ rawMaterialId });
});

test('opening stock imported twice is stored once, and another quantity for the same lot is a fault', async () => {
  await addMaterial(admin, { name: 'Amla, dried', unit: 'kg' });
  const rows = [
    ['Amla, dried', 5, '', '', '1 Apr 2026'],
    ['Amla, dried', 5, '', '', '1 Apr 2026'],
    ['Amla, dried', 7, '', 'AD-7', '1 Apr 2026'],
  ];
  expect((await importSheet('opening-stock', stockHeadings, rows)).json.created).toBe(3);
  const again = await importSheet('opening-stock', stockHeadings, [...rows, ['Amla, dried', 5, '', '', '2 Apr 2026']]);
  expect([again.json.created, again.json.skipped], again.text).toEqual([1, 3]);
  const other = [['Amla, dried', 70, '', 'AD-7', '1 Apr 2026']];
  const refused = await importSheet('opening-stock', stockHeadings, other);
  expect(refused.json.errors).toEqual({ 'rows.1.code': [expect.stringMatching(/^AD-7 already exists/)] });
  expect((await importSheet('opening-stock', stockHeadings, other, { onExisting: 'skip' })).json.skipped).toBe(1);
});

test('a row with another farm, claim or day is another lot, and a fault for the code of an existing lot', async () => {
  await addMaterial(admin, { name: 'Tulsi', unit: 'kg' });
  for (const name of ['Farmer A', 'Farmer B']) await addSupplier(admin, { name });
  const headings = [...stockHeadings, 'Supplier', 'Claim'];
  const row = (code: string, date: string, farm: string, claim: string) => ['Tulsi', 100, '', code, date, farm, claim];
  const ofA = row('', '1 Apr 2026', 'Farmer A', 'Conventional');
  expect((await importSheet('opening-stock', headings, [ofA])).json.created).toBe(1);
  const more = [
    ofA,
    row('', '1 Apr 2026', 'Farmer B', 'Conventional'),
    row('', '2 Apr 2026', 'Farmer A', 'Conventional'),
  ];
  const second = await importSheet('opening-stock', headings, more);
  expect([second.json.created, second.json.skipped], second.text).toEqual([2, 1]);
  const [lot] = (await admin('GET', '/lots?search=Tulsi&sort=lotId&order=asc')).json;
  for (const other of [row(lot.code, '', 'Farmer B', ''), row(lot.code, '2 May 2026', '', '')]) {
    const refused = await importSheet('opening-stock', headings, [other]);
    expect(Object.keys(refused.json.errors), refused.text).toEqual(['rows.1.code']);
  }
  // Without a date it may be one of those, or one of another day.
  const unsure = await importSheet('opening-stock', headings, [row('', '', 'Farmer B', '')]);
  expect(unsure.json.errors).toEqual({ 'rows.1.date': [expect.stringMatching(/of 01-04-2026 has the same already/)] });
});

test('two materials of one name are distinguished by the unit, however it is written', async () => {
  for (const unit of ['kg', 'pcs']) await addMaterial(admin, { name: 'Stopper', unit });
  const rows = [
    ['Stopper', 'Nos', 'Steel'],
    ['Stopper', 'Kg', 'Tin'],
  ];
  const changed = await importSheet('materials', ['Material', 'Unit', 'Description'], rows);
  expect(changed.json.updated, changed.text).toBe(2);
  const now = (await admin('GET', '/materials?search=Stopper')).json;
  expect(now.map(({ unit, description }: Record<string, string>) => [unit, description])).toEqual([
    ['pcs', 'Steel'],
    ['kg', 'Tin'],
  ]);
});

test('rows of a recipe in another order are the same recipe, and a change saved meanwhile is not overwritten', async () => {
  for (const name of ['Giloy', 'Brahmi']) await addMaterial(admin, { name, unit: 'kg' });
  await addProduct(admin, { name: 'Giloy powder' });
  const headings = ['Product', 'Output quantity', 'Ingredient', 'Quantity'];
  const rows = [
    ['Giloy powder', 100, 'Giloy', 80],
    ['Giloy powder', '', 'Brahmi', 21.5],
  ];
  expect((await importSheet('recipes', headings, rows)).json.created).toBe(2);
  const [[, ...one], [, ...other]] = [rows[0] ?? [], rows[1] ?? []];
  const swapped = [
    ['Giloy powder', 100, ...other.slice(1)],
    ['Giloy powder', '', ...one.slice(1)],
  ];
  const again = await importSheet('recipes', headings, swapped);
  expect([again.json.updated, again.json.skipped], again.text).toEqual([0, 2]);

  const [recipe] = (await admin('GET', '/recipes?search=Giloy')).json;
  let importing: ReturnType<typeof importSheet> | undefined;
  await app.store.db.transaction().execute(async (trx) => {
    const at = new Date(Date.now() + 1000).toISOString();
    await trx.updateTable('recipe').set({ updated_at: at }).where('id', '=', recipe.recipeId).execute();
    await trx
      .updateTable('recipe_version')
      .set({ note: 'Sieve twice' })
      .where('recipe_id', '=', recipe.recipeId)
      .execute();
    importing = importSheet('recipes', headings, [['Giloy powder', 90, 'Giloy', 80]]);
    await delay(300);
  });
  await importing;
  expect((await admin('GET', `/recipes/${recipe.recipeId}`)).json.note).toBe('Sieve twice');
});

test('new names that nearly are those of records, or of other rows, are named and refused by nothing', async () => {
  await addSupplier(admin, { name: 'Anandi Organics', phone: '9866666661' });
  const headings = ['Name', 'Phone', 'GSTIN'];
  const rows: Cells[] = [
    ['Anandhi Organics', '9866666662', ''],
    ['Wayanad Spice Growers', '9866666663', ''],
    ['WAYANAD SPICE-GROWERS', '9866666664', ''],
    ['Wayanad  Spices Grower', '9866666665', ''],
    ['Farm 11', '9866666666', ''],
    // Other numbers are other names.
    ['Farm 12', '9866666667', ''],
    ['Anandi Organics', '9866666661', ''],
  ];
  const { json, text } = await importSheet('suppliers', headings, rows, { mode: 'check' });
  expect(json.faults, text).toEqual([]);
  expect(json.alike).toEqual([
    { row: 1, field: 'name', name: 'Anandi Organics' },
    { row: 3, field: 'name', name: 'Wayanad Spice Growers', ofRow: 2 },
    { row: 4, field: 'name', name: 'Wayanad Spice Growers', ofRow: 2 },
  ]);
});

test('the same name twice in a sheet is named, and the same GSTIN is a fault', async () => {
  const headings = ['Name', 'Phone', 'GSTIN'];
  const gstin = '27AAACT1234L1Z8';
  const rows: Cells[] = [
    ['Konkan Kokum', '9877777771', gstin],
    ['Konkan Kokum', '9877777772', ''],
    ['Ratnagiri Kokum', '9877777773', '27 AAACT 1234L 1Z8'],
  ];
  const { json } = await importSheet('suppliers', headings, rows, { mode: 'check' });
  expect(json.alike).toEqual([{ row: 2, field: 'name', name: 'Konkan Kokum', ofRow: 1 }]);
  expect(json.faults).toEqual([{ row: 3, field: 'gstinNumber', message: 'The same supplier as in row 1.' }]);
});

test('opening stock of an unknown name says which item may be meant', async () => {
  await addMaterial(admin, { name: 'Turmeric, Lakadong', unit: 'kg' });
  const rows: Cells[] = [['Turmaric Lakadong', 84.5, '', '', '1 Apr 2026']];
  const { json } = await importSheet('opening-stock', stockHeadings, rows, { mode: 'check' });
  expect(json.faults).toMatchObject([{ row: 1, field: 'itemName' }]);
  expect(json.alike).toEqual([{ row: 1, field: 'itemName', name: 'Turmeric, Lakadong' }]);
});

test('a PIN with a digit too few is a fault, a foreign code and one with a blank are none', async () => {
  const headings = ['Name', 'Mobile', 'Address 1', 'PIN'];
  const rows: Cells[] = [
    ['Karad Mills', '9888888891', 'Plot 8', 41_511],
    ['Colombo Spices', '9888888892', 'Fort', 'CO 100'],
    ['Satara Mills', '9888888893', 'Plot 9', '415 001'],
  ];
  const { json } = await importSheet('suppliers', headings, rows, { mode: 'check' });
  expect(json.faults).toEqual([
    { row: 1, field: 'pin', message: '“41511” has 5 digits, and a PIN has 6. Type all of them.' },
  ]);
});

test('rows without a name are no repeats of each other', async () => {
  const rows: Cells[] = [
    ['', 'kg'],
    ['', 'kg'],
  ];
  const { json } = await importSheet('materials', ['Name of Item', 'Units'], rows, { mode: 'check' });
  const message = 'Name is required.';
  expect(json.faults).toEqual([
    { row: 1, field: 'name', message },
    { row: 2, field: 'name', message },
  ]);
});

test('opening stock without lots that differs from what is there by claim, supplier or day for all rows is asked about', async () => {
  await addMaterial(admin, { name: 'Chirata', unit: 'kg' });
  const supplierName = 'Kumaon Herb Growers';
  await addSupplier(admin, { name: supplierName, phone: '9866666699' });
  const headings = ['Item', 'Qty', 'Rate'];
  const rows = [
    ['Chirata', 25, 310.5],
    ['Chirata', 25, 310.5],
    ['Chirata', 7.25, 311],
  ];
  const send = async (forAll: Record<string, string>, more = {}, sent = rows) =>
    await importSheet('opening-stock', headings, sent, { answers: { forAll, ...more } });
  const first = await send({ date: '2026-04-01', claim: 'organic', supplierName });
  expect(first.json.created, first.text).toBe(3);
  const otherAnswers: Record<string, string>[] = [
    { date: '2026-04-01', claim: 'conventional' },
    { date: '2026-03-31', claim: 'organic', supplierName },
  ];
  for (const other of otherAnswers) {
    const refused = await send(other);
    expect(refused.json.errors, refused.text).toEqual({
      'rows.1.itemName': [expect.stringMatching(/ of 01-04-2026 has the same quantity and price, /)],
      'rows.2.itemName': [expect.stringMatching(/ of 01-04-2026 has the same quantity and price, /)],
      'rows.3.itemName': [expect.stringMatching(/ of 01-04-2026 has the same quantity and price, /)],
    });
    const same = await send(other, { repeated: { itemName: 'same' } });
    expect([same.json.created, same.json.skipped], same.text).toEqual([0, 3]);
  }
  const open = { date: '2026-04-01', claim: 'conventional' };
  const { faults } = (await importSheet('opening-stock', headings, rows, { mode: 'check', answers: { forAll: open } }))
    .json;
  expect(faults[2].ask).toEqual({ about: 'repeated', existing: expect.stringMatching(/^CHI-.* of 01-04-2026$/) });
  // A third one of a quantity of which there are two, and another quantity, are new.
  const more = [...rows, ['Chirata', 25, 310.5], ['Chirata', 26, 310.5]];
  const some = await send(open, { repeated: { itemName: 'same' } }, more);
  expect([some.json.created, some.json.skipped], some.text).toEqual([2, 3]);
  const others = await send({ date: '2026-04-01', claim: 'in conversion' }, { repeated: { itemName: 'other' } });
  expect(others.json.created, others.text).toBe(3);
});

test('an address of several columns is stored as one, and its fault is marked in the first of them', async () => {
  const headings = ['Name', 'Mobile', 'Address 1', 'City', 'PIN', 'Landline'];
  const right: Cells[] = [['Satara Growers', '9888888881', 'Plot 7', 'Satara', 415_001, '02162-234567']];
  const saved = await importSheet('suppliers', headings, right);
  expect(saved.json.created, saved.text).toBe(1);
  expect(saved.json.readings).toEqual([{ row: 1, field: 'addressLine1', text: 'Plot 7, Satara, 415001' }]);
  expect((await admin('GET', '/suppliers?search=Satara')).json[0]).toMatchObject({
    address: 'Plot 7, Satara, 415001',
    phone: '9888888881',
  });
  const again = await importSheet('suppliers', headings, right);
  expect(again.json.skipped, again.text).toBe(1);
  const long: Cells[] = [['Karad Growers', '9888888882', 'x'.repeat(500), 'Karad', '', '']];
  const { json } = await importSheet('suppliers', headings, long, { mode: 'check' });
  expect(json.faults).toMatchObject([{ row: 1, field: 'addressLine1' }]);
});

test('a row with a cell too many stays a fault where a second number takes the place of the phone', async () => {
  const rows: Cells[] = [['02162-234567', 'Wai Growers', '9888888883', 'x']];
  const { json } = await importSheet('suppliers', ['Mobile', 'Name', 'Landline'], rows, { mode: 'check' });
  expect(json.faults).toMatchObject([{ row: 1, message: expect.stringContaining('4 cells') }]);
});
