/** Sheets that leave something open: nothing of them is saved before it is answered, and then exactly. */
import { describe, expect, test } from 'vitest';
import { buildTestApp } from '#test/buildTestApp.ts';
import { addMaterial, addSupplier } from '#test/factories.ts';
import { verifyAfterEach, worldOf } from '#test/world.ts';

const app = await buildTestApp();
const admin = await app.as('admin');
const { findFaults, importSheet } = worldOf(admin);
verifyAfterEach(app);

/** The date of opening stock, which nothing is saved without. */
const forAll = { date: '2026-04-01' };

const lotOf = async (code: string) => (await admin('GET', `/lots?search=${code}`)).json[0];

test('a unit in a cell, a heading or a row is converted with its price, and shown', async () => {
  await addMaterial(admin, { name: 'Kesar', unit: 'kg' });
  const sheets: [headings: string[], row: (string | number)[]][] = [
    [
      ['Item', 'Qty', 'Lot', 'Rate'],
      ['Kesar', '250 gm', 'K-1', 2.75],
    ],
    [
      ['Item', 'Qty (gm)', 'Lot', 'Rate (per gm)'],
      ['Kesar', 250, 'K-2', 2.75],
    ],
    [
      ['Item', 'Qty', 'Lot', 'Rate', 'UOM'],
      ['Kesar', 250, 'K-3', 2.75, 'gm'],
    ],
    [
      ['Item', 'Qty', 'Lot', 'Rate'],
      ['Kesar', 0.25, 'K-4', '2.75/gm'],
    ],
  ];
  for (const [headings, row] of sheets) {
    const answers = { pricePer: { pricePerUnit: 'quantity' }, forAll };
    const { json, text } = await importSheet('opening-stock', headings, [row], { answers });
    expect(json.created, text).toBe(1);
    expect(json.readings).toContainEqual({ row: 1, field: 'pricePerUnit', text: '2,750.00' });
    expect(await lotOf(String(row[2]))).toMatchObject({ onHandQty: 0.25, pricePerUnit: 2750 });
  }
});

test('a price without a unit beside a quantity in another unit waits for the unit that it is for', async () => {
  await addMaterial(admin, { name: 'Cardamom', unit: 'kg' });
  const headings = ['Item', 'Qty', 'Lot', 'Rate'];
  const rows = [['Cardamom', '250 gm', 'CA-1', 1850]];
  const open = await importSheet('opening-stock', headings, rows, { mode: 'check', answers: { forAll } });
  expect(open.json.faults).toEqual([
    {
      row: 1,
      field: 'pricePerUnit',
      message: 'Say first whether the price is for one gm or for one kg.',
      ask: { about: 'pricePer', unit: 'gm', inUnit: 'kg', price: 1850 },
    },
  ]);
  expect((await importSheet('opening-stock', headings, rows)).status).toBe(400);
  const answers = { pricePer: { pricePerUnit: 'item' }, forAll };
  expect((await importSheet('opening-stock', headings, rows, { answers })).json.created).toBe(1);
  expect(await lotOf('CA-1')).toMatchObject({ onHandQty: 0.25, pricePerUnit: 1850 });
});

test('a conversion that would have to be rounded is refused', async () => {
  await addMaterial(admin, { name: 'Labels', unit: 'pcs' });
  await addMaterial(admin, { name: 'Musk', unit: 'kg' });
  expect(await findFaults('opening-stock', ['Item', 'Qty'], [['Musk', '250 mg']])).toEqual({
    '1 quantity': '250 mg is no whole thousandth of a kg: it would have to be rounded.',
  });
  expect(await findFaults('opening-stock', ['Item', 'Qty', 'Rate'], [['Labels', '2 dozen', '100 / dozen']])).toEqual({
    '1 pricePerUnit': expect.stringContaining('no whole paisa'),
  });
});

test('a package is asked for once, and the answer converts it', async () => {
  await addMaterial(admin, { name: 'Jaggery', unit: 'kg' });
  const headings = ['Item', 'Qty', 'Lot', 'Rate'];
  const rows = [
    ['Jaggery', '6 bags', 'J-1', 2310],
    ['Jaggery', '2 Bag', 'J-2', 2310],
  ];
  const open = await importSheet('opening-stock', headings, rows, { mode: 'check', answers: { forAll } });
  expect(open.json.faults).toMatchObject([
    { row: 1, field: 'quantity', ask: { about: 'unitSize', unit: 'bags', inUnit: 'kg' } },
    { row: 2, field: 'quantity', ask: { about: 'unitSize', unit: 'Bag', inUnit: 'kg' } },
  ]);
  expect((await importSheet('opening-stock', headings, rows)).status).toBe(400);
  const pricePer = { pricePerUnit: 'quantity' };
  const answers = (size: string) => ({ answers: { unitSize: { bags: size }, pricePer, forAll } });
  expect((await importSheet('opening-stock', headings, rows, answers('30'))).status).toBe(400);
  expect((await importSheet('opening-stock', headings, rows, answers('30 kg'))).json.created).toBe(2);
  expect(await lotOf('J-1')).toMatchObject({ onHandQty: 180, pricePerUnit: 77 });
});

test('dates that could be read both ways wait for the order of the column', async () => {
  await addMaterial(admin, { name: 'Brahmi', unit: 'kg' });
  const headings = ['Item', 'Qty', 'Lot', 'Expiry'];
  const rows = [['Brahmi', 1, 'B-1', '05/06/2027']];
  expect((await importSheet('opening-stock', headings, rows, { answers: { forAll } })).json.errors).toEqual({
    'rows.1.expiresOn': ['Expires on: say first whether the day or the month comes first.'],
  });
  const answers = { dateOrder: { expiresOn: 'month' }, forAll };
  const { json } = await importSheet('opening-stock', headings, rows, { answers });
  expect(json.readings).toEqual([{ row: 1, field: 'expiresOn', text: '06-05-2027' }]);
  expect((await lotOf('B-1')).expiresOn).toBe('2027-05-06');
});

test('a month is its last day as an expiry alone', async () => {
  await addMaterial(admin, { name: 'Shilajit', unit: 'kg' });
  const headings = ['Item', 'Qty', 'Lot', 'Expiry', 'As on'];
  const rows = [['Shilajit', 1, 'S-1', 'Feb-28', 'Oct-26']];
  expect(await findFaults('opening-stock', headings, rows)).toEqual({
    '1 date': '“Oct-26” has no day: write it as dd-mm-yyyy.',
  });
  const undated = [rows[0]?.slice(0, 4) ?? []];
  expect(
    (await importSheet('opening-stock', headings.slice(0, 4), undated, { answers: { forAll } })).json.created,
  ).toBe(1);
  expect((await lotOf('S-1')).expiresOn).toBe('2028-02-29');
});

test('columns that could be one field, a shifted row and a total are refused', async () => {
  expect(await findFaults('materials', ['Item', 'Material', 'Unit'], [['Chirata', 'Kutki', 'kg']])).toMatchObject({
    '0 name': '“Item” and “Material” could be Name. Say which one is.',
  });
  expect(await findFaults('materials', ['Name', 'Unit'], [['Chirata', 'kg', 'Roots']])).toEqual({
    '1 name': expect.stringContaining('“Roots” stands under none'),
  });
  const total = [['Grand Total', 'kg']];
  expect(await findFaults('materials', ['Name', 'Unit'], total)).toEqual({
    '1 name': '“Grand Total” is a total of other rows. Leave it out.',
  });
  const taken = await importSheet('materials', ['Name', 'Unit'], total, { takenTotals: [1] });
  expect(taken.json.created, taken.text).toBe(1);
});

describe('opening stock without dates', () => {
  test('asks for one date, which is never silently today, and takes it with a supplier and a claim for all rows', async () => {
    await addMaterial(admin, { name: 'Vidari', unit: 'kg' });
    const supplierId = await addSupplier(admin, { name: 'Wardha Growers' });
    const headings = ['Item', 'Qty', 'Lot', 'Rate'];
    const rows = [
      ['Vidari', 1.5, 'V-1', 90],
      ['Vidari', 2, 'V-2', ''],
    ];
    const open = await importSheet('opening-stock', headings, rows, { mode: 'check' });
    expect(open.json.faults).toEqual([
      {
        row: 0,
        field: 'date',
        message: 'Date: say it for all rows, or for each in a column.',
        ask: { about: 'forAll' },
      },
    ]);
    expect((await importSheet('opening-stock', headings, rows)).status).toBe(400);
    const answers = { forAll: { date: '2026-04-01', supplierName: 'wardha growers', claim: 'In conversion' } };
    const { json, text } = await importSheet('opening-stock', headings, rows, { answers });
    expect(json.created, text).toBe(2);
    expect(await lotOf('V-2')).toMatchObject({ madeOrReceivedOn: '2026-04-01', supplierId, claim: 'inConversion' });
  });

  test('asks for the cells that are empty, and takes the answer for these alone', async () => {
    await addMaterial(admin, { name: 'Bala', unit: 'kg' });
    const headings = ['Item', 'Qty', 'Lot', 'As on'];
    const rows = [
      ['Bala', 1, 'BA-1', '31 Mar 2026'],
      ['Bala', 2, 'BA-2', ''],
    ];
    const open = await importSheet('opening-stock', headings, rows, { mode: 'check' });
    expect(open.json.faults).toMatchObject([{ row: 2, field: 'date', ask: { about: 'forAll' } }]);
    expect((await importSheet('opening-stock', headings, rows, { answers: { forAll } })).json.created).toBe(2);
    expect([(await lotOf('BA-1')).madeOrReceivedOn, (await lotOf('BA-2')).madeOrReceivedOn]).toEqual([
      '2026-03-31',
      '2026-04-01',
    ]);
  });

  test('takes no other field for all rows, and no value that can be read in two ways', async () => {
    for (const answers of [{ forAll: { quantity: '5' } }, { forAll: { date: '05-06-2026' } }]) {
      const refused = await importSheet('opening-stock', ['Item', 'Qty'], [['Vidari', 1]], { answers });
      expect(refused.status, refused.text).toBe(400);
    }
  });
});

test('the stock that a sheet brings is summed before it is saved, and again from the ledger', async () => {
  await addMaterial(admin, { name: 'Nagkesar', unit: 'kg' });
  await addMaterial(admin, { name: 'Nagarmotha', unit: 'Kgs' });
  await addMaterial(admin, { name: 'Amber bottles', unit: 'pcs' });
  const headings = ['Item', 'Qty', 'Lot', 'Rate'];
  const rows = [
    ['Nagkesar', '4,812.350', 'N-1', '172.33'],
    ['Nagarmotha', 0.001, 'N-2', '5'],
    ['Amber bottles', 2140, 'N-3', '11.60'],
    ['Amber bottles', '1 dozen', 'N-4', ''],
  ];
  // 829312.2755 and 0.005 are rounded up to the paisa, as in the lots.
  const value = 829_312.28 + 0.01 + 24_824;
  const stock = {
    lots: 4,
    quantities: [
      { unit: 'kg', quantity: 4812.351 },
      { unit: 'pcs', quantity: 2152 },
    ],
    value: expect.closeTo(value, 5),
    unpriced: 1,
  };
  const answers = { forAll };
  const checked = await importSheet('opening-stock', headings, rows, { mode: 'check', answers });
  expect(checked.json.stock, checked.text).toEqual(stock);
  expect(checked.json.results.map(({ worth }: { worth?: number }) => worth)).toEqual([
    829_312.28,
    0.01,
    24_824,
    undefined,
  ]);
  const saved = await importSheet('opening-stock', headings, rows, { answers });
  expect(saved.json.stock, saved.text).toEqual(stock);
  expect((await importSheet('materials', ['Name'], [['Pippali']])).json.stock).toBeNull();
});
