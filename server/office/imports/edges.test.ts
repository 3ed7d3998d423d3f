/** Imports of sheets that are nearly right: values that would be lost, mistaken or silently refused. */
import { expect, test } from 'vitest';
import { buildTestApp } from '#test/buildTestApp.ts';
import { addCategory, addMaterial, addProduct } from '#test/factories.ts';
import { worldOf } from '#test/world.ts';
import { verifyLedger } from '../../stock/ledger/verify.ts';

const app = await buildTestApp();
const admin = await app.as('admin');
const { findFaults, importSheet } = worldOf(admin);

type Cells = (string | number | null)[];

const productHeadings = ['Product', 'Unit', 'Category', 'Price'];

test('an unreadable cell is a fault for an existing record too, unless existing records are skipped', async () => {
  const categoryId = await addCategory(admin, 'Teas');
  await addProduct(admin, { name: 'Tulsi tea', unit: 'box', price: 100, categoryId });
  const rows = [['Tulsi tea', 'box', 'Teas', '12,50']];
  expect(await findFaults('products', productHeadings, rows)).toEqual({
    '1 price': expect.stringContaining('whether the comma is before decimals'),
  });
  expect((await importSheet('products', productHeadings, rows)).status).toBe(400);
  const left = await importSheet('products', productHeadings, rows, { onExisting: 'skip' });
  expect([left.status, left.json.skipped]).toEqual([200, 1]);
});

test('a category that an import creates must follow the rules of categories', async () => {
  const long = 'x'.repeat(300);
  expect(await findFaults('products', productHeadings, [['Amla candy', 'kg', long, 10]])).toEqual({
    '1 categoryName': expect.any(String),
  });
  expect((await importSheet('products', productHeadings, [['Amla candy', 'kg', '\u200B', 10]])).status).toBe(400);
});

test('characters that cannot be stored are refused in cells, headings and file names', async () => {
  const headings = ['Category'];
  expect((await importSheet('categories', headings, [['Oils']], { fileName: 'a\0.xlsx' })).status).toBe(400);
  expect((await importSheet('categories', ['Category', 'Note'], [['Oils', '\0']])).status).toBe(400);
  expect((await importSheet('categories', ['Category', '\0'], [['Oils', '']])).status).toBe(400);
});

test('a text keeps a leading apostrophe, a phone loses it, and the stored file marks both', async () => {
  const headings = ['Name', 'Phone'];
  const rows = [
    ["'=x", "'+91 98111 22233"],
    ['=x', ''],
  ];
  const saved = (await importSheet('buyers', headings, rows)).json;
  const known = (await admin('GET', '/buyers?search=x&sort=buyerId&order=asc')).json;
  expect(known.map(({ name, phone }: Record<string, string>) => [name, phone])).toEqual([
    ["'=x", '9811122233'],
    ['=x', ''],
  ]);
  const again = await importSheet('buyers', headings, rows);
  expect([again.json.created, again.json.updated, again.json.skipped], again.text).toEqual([0, 0, 2]);
  const { text } = await admin('GET', `/imports/saved/${saved.importId}/file`);
  expect(text.split('\r\n').slice(1)).toEqual([`"''=x","''+91 98111 22233"`, `"'=x",`]);
});

test('a recipe keeps the fields that the sheet does not have', async () => {
  const productId = await addProduct(admin, { name: 'Trikatu churna', unit: 'kg' });
  const rawMaterialId = await addMaterial(admin, { name: 'Pippali', unit: 'kg' });
  const lines = [{ rawMaterialId, quantity: 20, plannedLossPercent: 2 }];
  await admin('POST', '/recipes', { productId, outputQuantity: 19, expectedYieldPercent: 95, lines });
  const headings = ['Product', 'Ingredient', 'Quantity'];
  const { status, text } = await importSheet(
    'recipes',
    [...headings, 'Output quantity'],
    [['Trikatu churna', 'Pippali', 21, '']],
  );
  expect(status, text).toBe(200);
  const [recipe] = (await admin('GET', `/recipes?productId=${productId}`)).json;
  expect(recipe).toMatchObject({ outputQuantity: 19, expectedYieldPercent: 95 });
  expect(recipe.lines).toMatchObject([{ quantity: 21, plannedLossPercent: 2 }]);
});

test('several recipes of one product import again and change nothing, and a row that differs is a fault', async () => {
  const [musli, moringa] = [
    await addMaterial(admin, { name: 'Musli', unit: 'kg' }),
    await addMaterial(admin, { name: 'Moringa leaf', unit: 'kg' }),
  ];
  const productId = await addProduct(admin, { name: 'Musli blend' });
  for (const [outputQuantity, quantities] of [
    [100, [80, 21.5]],
    [50, [40]],
  ] as const) {
    const lines = quantities.map((quantity, index) => ({ rawMaterialId: index === 0 ? musli : moringa, quantity }));
    await admin('POST', '/recipes', { productId, outputQuantity, lines });
  }
  const all = async () => (await admin('GET', `/recipes?productId=${productId}`)).json;
  const before = await all();
  const headings = ['Product', 'Output quantity', 'Ingredient', 'Quantity'];
  const older: Cells[] = [
    ['Musli blend', 100, 'Musli', 80],
    ['Musli blend', 100, 'Moringa leaf', 21.5],
  ];
  const newer: Cells[] = [['Musli blend', 50, 'Musli', 40]];
  for (const rows of [[...newer, ...older], [...older, ...newer], older]) {
    const again = await importSheet('recipes', headings, rows);
    expect([again.json.created, again.json.updated, again.json.skipped], again.text).toEqual([0, 0, rows.length]);
  }
  const changed: Cells[] = [...older, ['Musli blend', 50, 'Musli', 41]];
  const refused = await importSheet('recipes', headings, changed);
  expect(refused.status, refused.text).toBe(400);
  const several = ['“Musli blend” has more than one recipe: change them on their pages.'];
  expect(refused.json.errors).toEqual({
    'rows.1.productName': several,
    'rows.2.productName': several,
    'rows.3.productName': several,
  });
  const left = await importSheet('recipes', headings, changed, { onExisting: 'skip' });
  expect([left.json.updated, left.json.skipped], left.text).toEqual([0, 3]);
  expect(await all()).toEqual(before);
});

test('a cell with % is a percentage in a column of percentages, and a fraction in others', async () => {
  await addProduct(admin, { name: 'Avipattikar', unit: 'kg' });
  await addMaterial(admin, { name: 'Vidanga', unit: 'kg' });
  const headings = ['Product', 'Output quantity', 'Ingredient', 'Quantity', 'Planned loss (%)', 'Expected yield (%)'];
  const row = ['Avipattikar', 10, 'Vidanga', '28.5%', '2.5 %', '95%'];
  expect((await importSheet('recipes', headings, [row])).json).toMatchObject({ created: 1, faults: [] });
  const [recipe] = (await admin('GET', '/recipes?search=avipattikar')).json;
  expect(recipe).toMatchObject({ expectedYieldPercent: 95, lines: [{ quantity: 0.285, plannedLossPercent: 2.5 }] });
  const faulty = [['Avipattikar', 10, 'Vidanga', '%', '95%%', 'all %']];
  expect(await findFaults('recipes', headings, faulty)).toEqual({
    '1 quantity': '“%” is not a number.',
    '1 plannedLossPercent': '“95%%” is not a number.',
    '1 expectedYieldPercent': '“all %” is not a number.',
  });
});

test('a recipe in another unit of the same kind is converted, of another kind a fault, and opening stock brings its claim', async () => {
  await addProduct(admin, { name: 'Triphala powder' });
  const rawMaterialId = await addMaterial(admin, { name: 'Haritaki', unit: 'kg' });
  const recipe = ['Product', 'Output quantity', 'Ingredient', 'Quantity', 'Unit'];
  const rows = (unit: string) => [['Triphala powder', 100, 'Haritaki', 3500, unit]];
  const { json } = await importSheet('recipes', recipe, rows('g'), { mode: 'check' });
  expect([json.faults, json.readings]).toEqual([[], [{ row: 1, field: 'quantity', text: '3.500 kg' }]]);
  expect(await findFaults('recipes', recipe, rows('ml'))).toEqual({
    '1 unit': 'This quantity is in ml, and the unit of Haritaki is kg.',
  });
  const stock = ['Item', 'Quantity', 'Lot', 'Claim', 'Date'];
  const organic = [['Haritaki', 40, 'HAR-0', 'Organic', '1 Apr 2026']];
  const { status, text } = await importSheet('opening-stock', stock, organic);
  expect(status, text).toBe(200);
  const [lot] = (await admin('GET', `/lots?search=HAR-0`)).json;
  expect([lot.rawMaterialId, lot.claim]).toEqual([rawMaterialId, 'organic']);
  expect(await findFaults('opening-stock', stock, [['Haritaki', 40, 'HAR-1', 'Bio', '1 Apr 2026']])).toEqual({
    '1 claim': expect.stringContaining('Organic'),
  });
});

test('businesses of one name and two GSTINs stay two, among the records and in the sheet', async () => {
  await admin('POST', '/buyers', { name: 'Organic Store', gstinNumber: '27AAAAA0000A1Z5', status: 1 });
  const headings = ['Buyer', 'GSTIN', 'Mobile'];
  const rows = [
    ['Organic Store', '29AAAAA0000A1Z3', ''],
    ['Prakriti', '27BBBBB0000B1Z5', '9811111113'],
    ['Prakriti', '29BBBBB0000B1Z3', '9811111113'],
  ];
  const { json, text } = await importSheet('buyers', headings, rows);
  expect(json.created, text).toBe(3);
  const { json: stores } = await admin('GET', '/buyers?search=Organic%20Store');
  expect(stores.map(({ gstinNumber }: { gstinNumber: string }) => gstinNumber).toSorted()).toEqual([
    '27AAAAA0000A1Z5',
    '29AAAAA0000A1Z3',
  ]);
});

test('a name that two products have is a fault', async () => {
  await addProduct(admin, { name: 'Twin' });
  await addProduct(admin, { name: 'Twin' });
  const twice = { '1 productName': 'More than one product is called “Twin”.' };
  expect(await findFaults('goods', ['Batch Number', 'Product', 'Quantity'], [['TW-1', 'Twin', 4]])).toEqual(twice);
  const recipe = ['Product', 'Output quantity', 'Ingredient', 'Quantity'];
  expect(await findFaults('recipes', recipe, [['Twin', 10, 'Pippali', 4]])).toEqual(twice);
});

test('a batch of less than has left it is a fault before it is saved', async () => {
  const productId = await addProduct(admin, { name: 'Left jam' });
  const batch = { productId, batchNumber: 'LJ-1', quantity: 10, manufactureDate: '2026-11-01' };
  const { lotId } = (await admin('POST', '/goods', batch)).json;
  const lost = { kind: 'writeOff', date: '2026-11-02', reason: 'spilt', lines: [{ lotId, quantity: 4 }] };
  expect((await admin('POST', '/adjustments', lost)).status).toBe(201);
  const headings = ['Batch Number', 'Product', 'Quantity'];
  const tooFew = await findFaults('goods', headings, [['LJ-1', 'Left jam', 3]]);
  expect(Object.keys(tooFew)).toEqual(['1 quantity']);
  expect(tooFew['1 quantity']).toMatch(/^At least 4 .*: so much has left this batch\.$/);
  expect(await findFaults('goods', headings, [['LJ-1', 'Left jam', 4]])).toEqual({});
});

test('an import that cannot be undone names the record and the reason', async () => {
  const categoryId = await addCategory(admin, 'Balms');
  const productId = await addProduct(admin, { name: 'Lip balm', unit: 'piece', categoryId });
  const { importId } = (await importSheet('products', productHeadings, [['Lip balm', 'piece', 'Salves', 60]])).json;
  expect((await admin('DELETE', `/Categories/${categoryId}`)).status).toBe(200);
  const undone = await admin('DELETE', `/imports/saved/${importId}`);
  expect([undone.status, undone.json.message]).toEqual([409, expect.stringContaining('Lip balm: ')]);
  expect((await admin('GET', `/products/${productId}`)).json.categoryName).toBe('Salves');
});

test('opening stock is not undone once one of its lots was changed', async () => {
  await addMaterial(admin, { name: 'Bibhitaki', unit: 'kg' });
  const rows = [['Bibhitaki', 4, 'BIB-0', '1 Apr 2026']];
  const { importId } = (await importSheet('opening-stock', ['Item', 'Quantity', 'Lot', 'As on'], rows)).json;
  const [{ lotId }] = (await admin('GET', '/lots?search=BIB-0')).json;
  app.clock.now = new Date(app.clock.now.getTime() + 60_000);
  expect((await admin('POST', `/lots/${lotId}/hold`, { reason: 'Moisture' })).status).toBe(200);
  const undone = await admin('DELETE', `/imports/saved/${importId}`);
  expect([undone.status, undone.json.message]).toEqual([
    409,
    'Opening stock of 01-04-2026: one of its lots was changed since.',
  ]);
});

test('the import of a batch is not undone once the batch was put on hold, also after a later import was undone', async () => {
  await addProduct(admin, { name: 'Bibhitaki oil', unit: 'bottle' });
  const save = async (batch: string, quantity: number) =>
    (await importSheet('goods', ['Product', 'Batch', 'Qty'], [['Bibhitaki oil', batch, quantity]])).json.importId;
  const undo = async (id: number) => await admin('DELETE', `/imports/saved/${id}`);
  const hold = async (batch: string) => {
    const [{ lotId }] = (await admin('GET', `/lots?search=${batch}`)).json;
    app.clock.now = new Date(app.clock.now.getTime() + 60_000);
    expect((await admin('POST', `/lots/${lotId}/hold`, { reason: 'Cloudy' })).status).toBe(200);
  };
  const refused = [409, 'BIO-1: one of its lots was changed since.'];
  const one = await save('BIO-1', 4);
  await hold('BIO-1');
  const undone = await undo(one);
  expect([undone.status, undone.json.message]).toEqual(refused);
  // A change of a later import can be undone, but the hold remains.
  const two = await save('BIO-1', 5);
  expect((await undo(two)).status).toBe(200);
  const again = await undo(one);
  expect([again.status, again.json.message]).toEqual(refused);
  const [lot] = (await admin('GET', '/lots?search=BIO-1')).json;
  expect(lot).toMatchObject({ state: 'onHold', onHandQty: 4 });
});

test('a heading may be the name of a property of every JavaScript object', async () => {
  const mapping = { Category: 'name' };
  const { status, text } = await importSheet('categories', ['Category', 'constructor'], [['Ghee', 'x']], { mapping });
  expect(status, text).toBe(200);
});

test('the phone of a stored import file is read without its mark', async () => {
  const { json } = await importSheet('buyers', ['Buyer', 'Mobile'], [['Ojas Stores', `'+91 94123 45679`]]);
  expect(json.created).toBe(1);
  const [buyer] = (await admin('GET', '/buyers?search=Ojas')).json;
  expect(buyer.phone).toBe('9412345679');
});

test('a sheet without a status adds the quantity beyond the dispatched one to stock', async () => {
  const productId = await addProduct(admin, { name: 'Jam', unit: 'jar' });
  const { buyerId } = (await admin('POST', '/buyers', { name: 'Jam shop', phone: '9811100077', status: 1 })).json;
  const add = async (batchNumber: string, status: string) => {
    const body = { productId, batchNumber, quantity: 100, manufactureDate: '2026-11-01', status };
    return (await admin('POST', '/goods', body)).json;
  };
  const good = async (id: number) => (await admin('GET', `/goods/${id}`)).json;
  const [sent, byHand] = [await add('J3', 'available'), await add('J4', 'sold')];
  const lines = [{ lotId: sent.lotId, quantity: 100 }];
  const dispatch = { buyerId, dispatchDate: '2026-11-10', invoiceNumber: 'JAM/1', lines };
  expect((await admin('POST', '/dispatches', dispatch)).status).toBe(201);
  const rows: Cells[] = [
    ['Jam', 'J3', '120'],
    ['Jam', 'J4', '130'],
  ];
  const { json } = await importSheet('goods', ['Product', 'Batch', 'Qty'], rows);
  expect(json.updated, JSON.stringify(json)).toBe(2);
  expect(await good(sent.finishedGoodId)).toMatchObject({ quantity: 120, leftQty: 20, status: 'available' });
  // A sale by hand remains.
  expect(await good(byHand.finishedGoodId)).toMatchObject({ quantity: 130, leftQty: 0, status: 'sold' });
  expect((await admin('GET', '/dispatches')).json).toHaveLength(2);
  expect((await admin('DELETE', `/imports/saved/${json.importId}`)).status).toBe(200);
  expect(await good(sent.finishedGoodId)).toMatchObject({ quantity: 100, leftQty: 0, status: 'sold' });
  expect(await good(byHand.finishedGoodId)).toMatchObject({ quantity: 100, leftQty: 0, status: 'sold' });
  // Nor is a row refused because its batch reads as sold.
  const dated: Cells[] = [['Jam', 'J3', 100, '31-10-2028']];
  const saved = await importSheet('goods', ['Product', 'Batch', 'Qty', 'Expiry'], dated);
  expect(saved.json.updated, saved.text).toBe(1);
  expect(await good(sent.finishedGoodId)).toMatchObject({ expiryDate: '2028-10-31', status: 'sold' });
  expect((await verifyLedger(app.store.db)).differences).toEqual([]);
});

test('a number with misplaced group separators is a fault', async () => {
  await addMaterial(admin, { name: 'Shatavari', unit: 'kg' });
  const read = async (cell: string): Promise<number | string> => {
    const headings = ['Item', 'Quantity', 'Lot', 'As on'];
    const code = `SH-${(codes += 1)}`;
    const rows = [['Shatavari', cell, code, '1 Nov 2026']];
    const found = await findFaults('opening-stock', headings, rows);
    if (found['1 quantity'] !== undefined) return found['1 quantity'];
    expect((await importSheet('opening-stock', headings, rows)).status).toBe(200);
    return (await admin('GET', `/lots?search=${code}`)).json[0].onHandQty;
  };
  let codes = 0;
  // A comma before decimals, unless it is a slip.
  for (const cell of ['0,500', '00,123']) {
    expect(await read(cell)).toBe('Quantity: say first whether the comma is before decimals.');
  }
  for (const cell of ['5 10', '1 2', '5  100', '1, 000', '1 00,000']) {
    expect(await read(cell)).toBe(`“${cell}” is not a number.`);
  }
  const numbers = {
    '1,00,000.50': 100_000.5,
    '₹ 1,500': 1500,
    'Rs. 450/-': 450,
    ' 12 ': 12,
    '1 250': 1250,
    '1\u00A000\u202F000.5': 100_000.5,
    '0.5': 0.5,
  };
  for (const [cell, number] of Object.entries(numbers)) expect(await read(cell)).toBe(number);
});

test('imports of one record are undone newest first, unless the record was changed in between', async () => {
  const headings = ['Vendor', 'Mobile', 'Address'];
  const supplier = async () => (await admin('GET', '/suppliers?search=Anand+Farm')).json[0];
  const save = async (address: string): Promise<number> => {
    const { json, text } = await importSheet('suppliers', headings, [['Anand Farm', '9876566666', address]]);
    expect(json.importId, text).toEqual(expect.any(Number));
    return json.importId;
  };
  const undo = async (importId: number) => (await admin('DELETE', `/imports/saved/${importId}`)).status;
  const [first, second, third] = [await save('Ooty'), await save('Coonoor'), await save('Kotagiri')];
  expect(await undo(second)).toBe(409);
  expect([await undo(third), (await supplier()).address]).toEqual([200, 'Coonoor']);
  expect([await undo(second), (await supplier()).address]).toEqual([200, 'Ooty']);
  expect([await undo(first), await supplier()]).toEqual([200, undefined]);

  const [one, two] = [await save('Ooty'), await save('Coonoor')];
  const found = await supplier();
  await admin('PUT', `/suppliers/${found.supplierId}`, { ...found, address: 'By hand' });
  const last = await save('Kotagiri');
  expect([await undo(last), (await supplier()).address]).toEqual([200, 'By hand']);
  expect([await undo(two), await undo(one)]).toEqual([409, 409]);
});

test('imports of one batch and of one recipe are undone newest first', async () => {
  const productId = await addProduct(admin, { name: 'Brahmi oil', unit: 'bottle' });
  await addMaterial(admin, { name: 'Brahmi leaf', unit: 'kg' });
  const recipe = ['Product', 'Output quantity', 'Ingredient', 'Quantity'];
  for (const [kind, headings, rowOf] of [
    ['goods', ['Product', 'Batch', 'Qty'], (quantity: number) => ['Brahmi oil', 'BO-1', quantity]],
    ['recipes', recipe, (quantity: number) => ['Brahmi oil', 10, 'Brahmi leaf', quantity]],
  ] as const) {
    const ids: number[] = [];
    for (const quantity of [4, 5])
      ids.push((await importSheet(kind, [...headings], [[...rowOf(quantity)]])).json.importId);
    for (const id of ids.toReversed()) {
      const { status, text } = await admin('DELETE', `/imports/saved/${id}`);
      expect(status, text).toBe(200);
    }
  }
  expect((await admin('GET', `/goods?productId=${productId}`)).json).toEqual([]);
});

test('a row with another unit than that of the product is a fault, and changes nothing', async () => {
  const productId = await addProduct(admin, { name: 'Rose tea', unit: 'box', price: 185.5 });
  const materialId = await addMaterial(admin, { name: 'Rose petals', unit: '' });
  const headings = ['Product', 'Unit', 'Category', 'Price'];
  const rows = [['Rose tea', 'pouch', 'Teas', 50]];
  const message = '“Rose tea” already exists in box. Use another name for pouch, or change the unit on its page.';
  for (const onExisting of ['update', 'skip']) {
    const { json } = await importSheet('products', headings, rows, { mode: 'check', onExisting });
    expect(json.faults).toEqual([{ row: 1, field: 'unit', message }]);
    expect((await importSheet('products', headings, rows, { onExisting })).status).toBe(400);
  }
  const product = async () => (await admin('GET', `/products/${productId}`)).json;
  expect(await product()).toMatchObject({ unit: 'box', price: 185.5 });
  // The same unit in other letters, and one where there was none.
  expect((await importSheet('products', headings, [['Rose tea', 'BOX', 'Teas', 50]])).json.updated).toBe(1);
  expect(await product()).toMatchObject({ price: 50 });
  expect((await importSheet('materials', ['Material', 'Unit'], [['Rose petals', 'kg']])).json.updated).toBe(1);
  expect((await admin('GET', `/materials/${materialId}`)).json.unit).toBe('kg');
  // Kilograms in other words, also of opening stock.
  expect((await importSheet('materials', ['Material', 'Unit'], [['Rose petals', 'Kgs']])).json).toMatchObject({
    skipped: 1,
  });
  const opening = await importSheet(
    'opening-stock',
    ['Item', 'Quantity', 'Unit', 'Date'],
    [['Rose petals', 5, 'Kgs', '1 Apr 2026']],
  );
  expect(opening.status, opening.text).toBe(200);
});
