/** Imports as people write them: words, units and numbers of rows, and fields that identify two rows as one party. */
import { expect, test } from 'vitest';
import { importTexts } from '#contract/stock/importing.ts';
import { buildTestApp } from '#test/buildTestApp.ts';
import { addMaterial, addProduct } from '#test/factories.ts';
import { worldOf } from '#test/world.ts';

const app = await buildTestApp();
const admin = await app.as('admin');
const { findFaults, importSheet } = worldOf(admin);

type Cells = (string | number | null)[];

test('a status can be written in many ways, in any case', async () => {
  const said = { active: ['Y', 'yes', 'TRUE', 1, '1', 'active'], not: ['n', 'NO', 'False', 0, '0', 'Inactive'] };
  const rows = [...said.active, ...said.not].map((status, index): Cells => [`Status ${index}`, status]);
  expect(await findFaults('categories', ['Category', 'Active?'], [...rows, ['Status 12', 'perhaps']])).toEqual({
    '13 status': 'Must be one of: Active, Inactive, Yes, No.',
  });
  expect((await importSheet('categories', ['Category', 'Active?'], rows)).json.created).toBe(12);
  const { json: found } = await admin('GET', '/Categories?search=Status&sort=categoryId&order=asc');
  expect(found.map(({ status }: { status: number }) => status)).toEqual([1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0]);
});

test('RM and R.M. are headings of a raw material', async () => {
  await addProduct(admin, { name: 'Herbal rub' });
  await addMaterial(admin, { name: 'Camphor', unit: 'kg' });
  for (const heading of ['RM', 'R.M.', 'R. M. name']) {
    const headings = ['Product', 'Output quantity', heading, 'Quantity'];
    expect(await findFaults('recipes', headings, [['Herbal rub', 10, 'Camphor', 4]])).toEqual({});
    expect(await findFaults('opening-stock', [heading, 'Quantity', 'Date'], [['Camphor', 4, '1 Apr 2026']])).toEqual(
      {},
    );
    expect(await findFaults('materials', [heading], [['Menthol']])).toEqual({});
  }
});

test('faults name rows by their numbers in the file, if the sheet has them', async () => {
  const rows = [
    ['Row five', '9876577701'],
    ['Row six', '12'],
    ['Row nine', '9876577703'],
    ['row five', '9876577701'],
  ];
  const rowNumbers = [5, 6, 9, 10];
  const headings = ['Vendor', 'Mobile'];
  const { json } = await importSheet('suppliers', headings, rows, { mode: 'check', rowNumbers });
  expect(json.faults).toMatchObject([
    { row: 6, field: 'phone' },
    { row: 10, field: 'name', message: 'The same supplier as in row 5.' },
  ]);
  expect(json.results.map(({ outcome }: { outcome: string }) => outcome)).toEqual([
    'create',
    'fault',
    'create',
    'fault',
  ]);
  const refused = await importSheet('suppliers', headings, rows, { rowNumbers });
  expect(Object.keys(refused.json.errors)).toEqual(['rows.6.phone', 'rows.10.name']);
  for (const wrong of [
    [5, 6, 9],
    [5, 6, 6, 9],
    [0, 1, 2, 3],
  ]) {
    expect((await importSheet('suppliers', headings, rows, { rowNumbers: wrong })).status).toBe(400);
  }
});

test('a row of an existing record names the record, and the field that matched', async () => {
  const { supplierId } = (
    await admin('POST', '/suppliers', {
      name: 'Ram Farms',
      phone: '9876588801',
      gstinNumber: '29RAMFA1234L1Z5',
      status: 1,
    })
  ).json;
  expect(supplierId).toEqual(expect.any(Number));
  const rows = [
    ['Ram Organic Farms', '9876588899', '29ramfa1234l1z5'],
    ['ram farms', '9876588801', ''],
    ['', '9876588801', ''],
    ['New Farms', '9876588803', ''],
  ];
  const headings = ['Vendor', 'Mobile', 'GSTIN'];
  for (const [index, by] of ['gstinNumber', 'name', 'phone'].entries()) {
    const { json } = await importSheet('suppliers', headings, [rows[index] ?? []], {
      mode: 'check',
      onExisting: 'skip',
    });
    expect(json.results).toEqual([{ outcome: 'skip', existing: 'Ram Farms', by }]);
  }
  const { json } = await importSheet('suppliers', headings, rows.slice(3), { mode: 'check' });
  expect(json.results).toEqual([{ outcome: 'create', existing: null }]);
  expect(importTexts.alreadyExists('Ram Farms', 'gstinNumber')).toBe('Ram Farms already exists, with this GSTIN.');
});

test('two rows of one buyer are a fault at the matching cell, also when both buyers exist', async () => {
  const headings = ['Buyer', 'Mobile', 'GSTIN'];
  const rows = [
    ['Ram Traders', '9876599901', '29SHARE1234L1Z5'],
    ['Shyam Traders', '9876599902', '29SHARE1234L1Z5'],
    ['', '9876599903', ''],
    ['', '9876599903', ''],
    ['Ram Traders', '9876599901', ''],
  ];
  const same = {
    '2 gstinNumber': 'The same buyer as in row 1.',
    '3 name': 'Name is required.',
    '4 phone': 'The same buyer as in row 3.',
    '5 name': 'The same buyer as in row 1.',
  };
  expect(await findFaults('buyers', headings, rows)).toEqual(same);
  // Both are there, by their names and phones, and none has the GSTIN.
  for (const [name = '', phone] of rows.slice(0, 2)) {
    expect((await admin('POST', '/buyers', { name, phone, status: 1 })).status).toBe(201);
  }
  for (const onExisting of ['skip', 'update']) {
    const { json } = await importSheet('buyers', headings, rows.slice(0, 2), { mode: 'check', onExisting });
    expect(json.faults).toEqual([{ row: 2, field: 'gstinNumber', message: same['2 gstinNumber'] }]);
    expect((await importSheet('buyers', headings, rows.slice(0, 2), { onExisting })).status).toBe(400);
  }
  // An exported sheet imports again even if two records share a GSTIN.
  for (const { buyerId, ...buyer } of (await admin('GET', '/buyers?search=Traders')).json) {
    const changed = { ...buyer, gstinNumber: '29SHARE1234L1Z5' };
    expect((await admin('PUT', `/buyers/${buyerId}`, changed)).status).toBe(200);
  }
  expect((await importSheet('buyers', headings, rows.slice(0, 2))).json).toMatchObject({ skipped: 2, faults: [] });
});

test('a quantity may be followed by its unit, and a unit of another kind is a fault', async () => {
  await addMaterial(admin, { name: 'Guggul', unit: 'kg' });
  await addMaterial(admin, { name: 'Gomutra', unit: 'Ltr' });
  await addMaterial(admin, { name: 'Jar lids', unit: '' });
  await addMaterial(admin, { name: 'Corks', unit: 'Pcs' });
  await addProduct(admin, { name: 'Guggul tablets', unit: 'box' });
  const stock = ['Item', 'Quantity', 'Lot', 'Date'];
  const right: Cells[] = [
    ['Guggul', '12 kg', 'U-1', '1 Apr 2026'],
    ['Guggul', '1,250.500 KG', 'U-2', '1 Apr 2026'],
    ['Guggul', '20.5Kgs.', 'U-3', '1 Apr 2026'],
    ['Gomutra', '240 ltr.', 'U-4', '1 Apr 2026'],
    ['Gomutra', '1 L', 'U-5', '1 Apr 2026'],
    ['Gomutra', '2 ltrs', 'U-6', '1 Apr 2026'],
    ['Gomutra', '3 Litres', 'U-7', '1 Apr 2026'],
    ['Gomutra', '4 litre', 'U-8', '1 Apr 2026'],
    ['Guggul tablets', '5 Boxes', 'U-9', '1 Apr 2026'],
    ['Corks', '6 nos.', 'U-10', '1 Apr 2026'],
    ['Corks', '7 pieces', 'U-11', '1 Apr 2026'],
  ];
  expect(await findFaults('opening-stock', stock, right)).toEqual({});
  expect((await importSheet('opening-stock', stock, right)).json.created).toBe(11);
  const { json: lots } = await admin('GET', '/lots?search=U-&sort=lotId&order=asc');
  expect(lots.map(({ onHandQty }: { onHandQty: number }) => onHandQty)).toEqual([
    12, 1250.5, 20.5, 240, 1, 2, 3, 4, 5, 6, 7,
  ]);
  expect(
    await findFaults('opening-stock', stock, [
      ['Guggul', '12 ml', ''],
      ['Jar lids', '5 pcs', ''],
      ['Guggul', '1,2,50 kg', ''],
      ['Guggul', 'kg', ''],
      ['Gomutra', '500 gm', ''],
    ]),
  ).toEqual({
    '1 quantity': 'This quantity is in ml, and the unit of Guggul is kg.',
    '2 quantity': 'This quantity is in pcs, and Jar lids has no unit.',
    '3 quantity': '“1,2,50 kg” is not a number.',
    '4 quantity': '“kg” is not a number.',
    '5 quantity': 'This quantity is in gm, and the unit of Gomutra is Ltr.',
  });
  const recipe = ['Product', 'Output quantity', 'Ingredient', 'Quantity'];
  expect(await findFaults('recipes', recipe, [['Guggul tablets', '10 box', 'Guggul', '2.5 kg']])).toEqual({});
  expect(await findFaults('recipes', recipe, [['Guggul tablets', '10 kg', 'Guggul', '250 ml']])).toEqual({
    '1 outputQuantity': 'This quantity is in kg, and the unit of Guggul tablets is box.',
    '1 quantity': 'This quantity is in ml, and the unit of Guggul is kg.',
  });
  const goods = ['Product', 'Batch', 'Qty'];
  expect(await findFaults('goods', goods, [['Guggul tablets', 'GT-1', '40 BOX']])).toEqual({});
  expect(await findFaults('goods', goods, [['Guggul tablets', 'GT-1', '40 pcs']])).toEqual({
    '1 quantity': 'This quantity is in pcs, and the unit of Guggul tablets is box.',
  });
  // The unit that a price is for stands behind / or per.
  expect(
    await findFaults('products', ['Product', 'Unit', 'Category', 'Price'], [['Guggul oil', 'kg', 'Oils', '90 kg']]),
  ).toEqual({
    '1 price': '“90 kg” is not a number.',
  });
});

test('a new raw material without a unit gets the one behind its quantity, which is converted to one of its own', async () => {
  const headings = ['Material', 'Min qty', 'UOM'];
  const inGrams = await importSheet('materials', headings, [['Kalmegh', '0.5 kg', 'g']], { mode: 'check' });
  expect(inGrams.json).toMatchObject({
    faults: [],
    readings: [{ row: 1, field: 'minProductionQuantity', text: '500 g' }],
  });
  const { json } = await importSheet('materials', headings.slice(0, 2), [['Kalmegh', '0.5 kg']]);
  expect([json.created, json.faults]).toEqual([1, []]);
  const [kalmegh] = (await admin('GET', '/materials?search=kalmegh')).json;
  expect(kalmegh).toMatchObject({ unit: 'kg', minProductionQuantity: 0.5 });
  const same = await importSheet('materials', headings.slice(0, 2), [['Kalmegh', '500 g']]);
  expect(same.json.skipped, same.text).toBe(1);
  expect(await findFaults('materials', headings.slice(0, 2), [['Kalmegh', '500 ml']])).toEqual({
    '1 minProductionQuantity': 'This quantity is in ml, and the unit of Kalmegh is kg.',
  });
});
