import { describe, expect, test } from 'vitest';
import type { ImportKind } from '#contract/kinds.ts';
import { buildTestApp } from '#test/buildTestApp.ts';
import { addCategory, addInward, addMaterial, addProduct, addSupplier } from '#test/factories.ts';
import { worldOf } from '#test/world.ts';
import { verifyLedger } from '../../stock/ledger/verify.ts';

const app = await buildTestApp();
const [admin, manager] = [await app.as('admin'), await app.as('manager')];
const { importSheet } = worldOf(admin);

type Rows = (string | number | null)[][];

const save = async (kind: ImportKind, headings: string[], rows: Rows, over: object = {}) =>
  await importSheet(kind, headings, rows, { onExisting: 'skip', ...over });
const check = async (kind: ImportKind, headings: string[], rows: Rows, over: object = {}) =>
  await save(kind, headings, rows, { mode: 'check', ...over });
const count = async (path: string) =>
  Number((await admin('GET', `${path}?page=1&pageSize=1`)).headers['x-total-count']);

describe('suppliers', () => {
  const headings = ['Sl. No.', 'Vendor', 'Mobile', 'GST No', 'Remarks'];

  test('are read by their headings in Indian notation, and saved with a history', async () => {
    const rows = [
      [1, 'Kumaon Growers', '+91 94123 45678', '05aaack1234l1z5', 'x'],
      [2, 'Malabar Spice Farm', 9876543210, null, null],
      [3, 'वायनाड किसान', '0 98765-43211', '', ''],
    ];
    const { status, json } = await check('suppliers', headings, rows);
    expect([status, json.mapping, json.faults, json.created]).toEqual([
      200,
      { 'Sl. No.': '', Vendor: 'name', Mobile: 'phone', 'GST No': 'gstinNumber', Remarks: '' },
      [],
      3,
    ]);
    expect(await count('/suppliers')).toBe(0);
    const saved = (await save('suppliers', headings, rows, { fileName: 'vendors.xlsx' })).json;
    expect([saved.created, saved.importId]).toEqual([3, expect.any(Number)]);
    const list = (await admin('GET', '/suppliers?sort=supplierId&order=asc')).json;
    expect(list).toMatchObject([
      { name: 'Kumaon Growers', phone: '9412345678', gstinNumber: '05AAACK1234L1Z5', status: 1 },
      { name: 'Malabar Spice Farm', phone: '9876543210', gstinNumber: '' },
      { name: 'वायनाड किसान', phone: '9876543211' },
    ]);
    expect((await admin('GET', `/history/suppliers/${list[0].supplierId}`)).json).toMatchObject([{ action: 'create' }]);
    const [event] = (await admin('GET', '/activity?kind=imports')).json;
    expect(event).toMatchObject({ action: 'create', recordId: saved.importId });
    const file = await admin('GET', `/imports/saved/${saved.importId}/file`);
    expect(file.text).toContain(`Kumaon Growers,"'+91 94123 45678"`);
  });

  test('with faulty cells are not saved: every cell is named, and a save is a 400', async () => {
    const before = await count('/suppliers');
    const rows = [
      ['1', 'No phone', '', '', ''],
      ['2', 'Bad phone', '12345', '', ''],
      ['3', '', '9876500001', '', ''],
      ['4', 'Bad GSTIN', '9876500002', 'ABC', ''],
      ['5', 'Twice', '9876500003', '', ''],
      ['6', 'twice ', '98765 00003', '', ''],
    ];
    const { json } = await check('suppliers', headings, rows);
    expect(json.faults).toEqual([
      { row: 1, field: 'phone', message: 'Phone number is required.' },
      { row: 2, field: 'phone', message: 'Enter a valid 10-digit number starting with 6–9.' },
      { row: 3, field: 'name', message: 'Name is required.' },
      { row: 4, field: 'gstinNumber', message: 'GSTIN must be exactly 15 alphanumeric characters (A-Z, a-z, 0-9).' },
      { row: 6, field: 'name', message: 'The same supplier as in row 5.' },
    ]);
    const refused = await save('suppliers', headings, rows);
    expect([refused.status, refused.json.errors['rows.2.phone']]).toEqual([
      400,
      ['Enter a valid 10-digit number starting with 6–9.'],
    ]);
    expect(await count('/suppliers')).toBe(before);
  });

  test('are recognised by GSTIN or name, or by phone without a name, and skipped or updated', async () => {
    const rows = [
      ['', 'Kumaon Growers Ltd', '9412345678', '05AAACK1234L1Z5', ''],
      ['', '', '9876543210', '32AAAAM1234L1Z5', ''],
      ['', 'WAYANAD other', '9876543299', '', ''],
    ];
    const skipped = (await check('suppliers', headings, rows)).json;
    expect([skipped.created, skipped.skipped, skipped.results[0].existing]).toEqual([1, 2, 'Kumaon Growers']);
    const { json } = await save('suppliers', headings, rows, { onExisting: 'update' });
    expect([json.created, json.updated]).toEqual([1, 2]);
    const names = (await admin('GET', '/suppliers')).json.map(({ name }: { name: string }) => name);
    expect(names).toContain('Kumaon Growers Ltd');
    expect(names).toContain('Malabar Spice Farm');
    expect((await admin('GET', '/suppliers?search=Malabar')).json[0].gstinNumber).toBe('32AAAAM1234L1Z5');
    const again = (await check('suppliers', headings, rows, { onExisting: 'update' })).json;
    expect([again.created, again.updated, again.skipped]).toEqual([0, 0, 3]);
  });

  test('with one phone and two names stay two', async () => {
    const rows = [
      ['', 'Ramesh', '9876511111', '', ''],
      ['', 'Suresh', '9876511111', '', ''],
    ];
    expect((await save('suppliers', headings, rows)).json.created).toBe(2);
    expect((await check('suppliers', headings, rows, { onExisting: 'update' })).json).toMatchObject({
      created: 0,
      updated: 0,
      skipped: 2,
    });
    // Nor does another name take the place of one that has its phone already, or is left out.
    for (const [name, onExisting] of [
      ['Mahesh', 'update'],
      ['Dinesh', 'skip'],
    ] as const) {
      const { json } = await save('suppliers', headings, [['', name, '9876511111', '', '']], { onExisting });
      expect([json.created, json.updated, json.skipped]).toEqual([1, 0, 0]);
    }
    const { json: alike } = await admin('GET', '/suppliers?search=9876511111&sort=name&order=asc');
    expect(alike.map(({ name }: { name: string }) => name)).toEqual(['Dinesh', 'Mahesh', 'Ramesh', 'Suresh']);
  });

  test('an export imports again and changes nothing', async () => {
    const list = (await admin('GET', '/suppliers')).json;
    const columns = ['supplierId', 'name', 'email', 'phone', 'gstinNumber', 'address'];
    const rows = list.map((row: Record<string, string>) => [
      ...columns.map((column) => row[column]),
      row['status'] ? 'Active' : 'Inactive',
    ]);
    const names = ['Supplier ID', 'Name', 'Email', 'Phone', 'GSTIN Number', 'Address', 'Status'];
    const { json } = await save('suppliers', names, rows, { onExisting: 'update' });
    expect([json.created, json.updated, json.skipped]).toEqual([0, 0, list.length]);
  });

  test('an import is undone as a whole, unless something was changed or used since', async () => {
    const before = await count('/suppliers');
    const rows = [
      ['', 'To be undone', '9876522222', '', ''],
      ['', 'Renamed farm', '9876543210', '32AAAAM1234L1Z5', ''],
    ];
    const { importId } = (await save('suppliers', headings, rows, { onExisting: 'update' })).json;
    expect((await manager('DELETE', `/imports/saved/${importId}`)).status).toBe(403);
    expect((await admin('DELETE', `/imports/saved/${importId}`)).json.message).toBe('The import was undone.');
    expect(await count('/suppliers')).toBe(before);
    expect((await admin('GET', '/suppliers?search=9876543210')).json).toMatchObject([{ name: 'Malabar Spice Farm' }]);
    expect((await admin('DELETE', `/imports/saved/${importId}`)).status).toBe(409);

    const other = (await save('suppliers', headings, [['', 'Used since', '9876533333', '', '']])).json;
    const [{ supplierId }] = (await admin('GET', '/suppliers?search=used+since')).json;
    await addInward(admin, supplierId, [[await addMaterial(admin), 1]]);
    const refused = await admin('DELETE', `/imports/saved/${other.importId}`);
    expect([refused.status, refused.json.message]).toEqual([
      409,
      'Used since: Cannot delete this supplier because it is linked in Inward.',
    ]);
    const third = (await save('suppliers', headings, [['', 'Changed since', '9876544444', '', '']])).json;
    const [changed] = (await admin('GET', '/suppliers?search=changed+since')).json;
    await admin('PUT', `/suppliers/${changed.supplierId}`, { ...changed, address: 'Moved' });
    expect((await admin('DELETE', `/imports/saved/${third.importId}`)).json.message).toBe(
      'Changed since was changed since: this import can no longer be undone as a whole.',
    );
    expect((await admin('GET', '/imports/saved')).json[0]).toMatchObject({ importId: third.importId, undoneAt: null });
  });
});

test('a repeat with the same key saves once', async () => {
  const body = { headings: ['Name'], rows: [['Sent twice']], mode: 'save', onExisting: 'skip' };
  const options = { 'idempotency-key': 'import-twice' };
  const [first, second] = [
    await admin('POST', '/imports/categories', { ...body, rows: [['Sent twice']] }, options),
    await admin('POST', '/imports/categories', { ...body, rows: [['Sent twice']] }, options),
  ];
  expect(second.json).toEqual(first.json);
  expect((await admin('GET', '/Categories?search=sent+twice')).json).toHaveLength(1);
});

describe('materials and products', () => {
  test('create missing categories, once, and keep a fixed unit', async () => {
    const rows = [
      ['Haldi', 'kg', 'Roots'],
      ['Adrak', 'kg', 'roots'],
    ];
    const { json } = await save('materials', ['Material', 'UOM', 'Group'], rows);
    expect([json.created, json.made]).toEqual([2, ['Roots']]);
    const [{ categoryId }] = (await admin('GET', '/Categories?search=roots')).json;
    const [haldi] = (await admin('GET', '/materials?search=haldi')).json;
    expect(haldi).toMatchObject({ categoryId, unit: 'kg' });
    await addInward(admin, await addSupplier(admin), [[haldi.rawMaterialId, 5]]);
    const refused = (await check('materials', ['Name', 'Unit'], [['haldi', 'g']], { onExisting: 'update' })).json;
    expect(refused.faults).toEqual([
      {
        row: 1,
        field: 'unit',
        message: 'The unit can no longer be changed: stock or recipes of this material are recorded in kg.',
      },
    ]);
    const undone = await admin('DELETE', `/imports/saved/${json.importId}`);
    expect([undone.status, undone.json.message]).toEqual([
      409,
      'Haldi: Cannot delete this material because it is linked in Inward.',
    ]);
  });

  test('have amounts with commas and signs, and a missing required column is named', async () => {
    const headings = ['Product', 'Category', 'MRP', 'Unit'];
    const { json } = await save('products', headings, [['Jam', 'Jams', '₹ 1,00,000.50', 'jar']]);
    expect(json.created).toBe(1);
    expect((await admin('GET', '/products?search=jam')).json[0]).toMatchObject({
      price: 100000.5,
      categoryName: 'Jams',
    });
    const amounts = ['1,2,3', '12,50', '1,24,500', '-1,234.5'];
    const rows = amounts.map((amount, index): Rows[number] => [`Jelly ${index}`, amount, 'jar']);
    const { faults } = (await check('products', ['Product', 'MRP', 'Unit'], rows)).json;
    expect(faults.filter(({ row }: { row: number }) => row < 4)).toEqual([
      { row: 0, field: 'categoryName', message: 'No column is taken for Category.' },
      { row: 1, field: 'price', message: '“1,2,3” is not a number.' },
      // Either a decimal comma, or a slip.
      ...[2, 3].map((row) => ({
        row,
        field: 'price',
        message: 'Price (₹): say first whether the comma is before decimals.',
        ask: { about: 'decimals' },
      })),
    ]);
  });
});

describe('stock', () => {
  test('opening stock creates lots by date, and can be undone', async () => {
    const one = await addMaterial(admin, { name: 'Amla dried', unit: 'kg' });
    await addMaterial(admin, { name: 'Neem leaf', unit: 'kg' });
    const headings = ['Item', 'Stock', 'UOM', 'As on', 'Batch no', 'Expiry', 'Rate'];
    const rows: Rows = [
      ['amla dried', '1,250.5', 'KG', '1/Apr/2026', 'AM-1', '31/03/27', '118.50'],
      ['Neem leaf', 20, 'kg', 46113, 'NL-1', '12 Nov 2027', 90],
    ];
    const wrong = (
      await check('opening-stock', headings, [
        ['Unknown', 1, 'kg', '1 Apr 2026', '', '', ''],
        ['Neem leaf', 0, 'g', '31-02-2026', '', '', ''],
        ['Neem leaf', 1, 'kg', '1 Apr 2026', 'X', '', ''],
        ['Neem leaf', 1, 'kg', '1 Apr 2026', 'x', '', ''],
      ])
    ).json;
    expect(wrong.faults).toEqual([
      { row: 1, field: 'itemName', message: 'No raw material or product is called “Unknown”.' },
      { row: 2, field: 'date', message: '“31-02-2026” is not a date: write it as dd-mm-yyyy.' },
      { row: 2, field: 'quantity', message: 'Enter a quantity above 0 with at most 3 decimals.' },
      { row: 4, field: 'code', message: 'The same lot as in row 3.' },
    ]);
    const { json, status } = await save('opening-stock', headings, rows);
    expect([status, json.created]).toEqual([200, 2]);
    const [lot] = (await admin('GET', '/lots?search=AM-1')).json;
    expect(lot).toMatchObject({
      code: 'AM-1',
      onHandQty: 1250.5,
      expiresOn: '2027-03-31',
      madeOrReceivedOn: '2026-04-01',
    });
    expect((await admin('GET', '/lots?search=NL-1')).json[0].madeOrReceivedOn).toBe('2026-04-01');
    expect((await check('opening-stock', headings, rows)).json).toMatchObject({ created: 0, skipped: 2 });
    expect((await admin('GET', `/Production/get-rawmaterial-stock?search=amla+dried`)).json).toMatchObject([
      { rawMaterialId: one, balanceQty: 1250.5 },
    ]);
    expect((await admin('DELETE', `/imports/saved/${json.importId}`)).status).toBe(200);
    expect((await admin('GET', `/Production/get-rawmaterial-stock?search=amla+dried`)).json[0].balanceQty).toBe(0);
    expect((await verifyLedger(app.store.db)).differences).toEqual([]);
  });

  test('finished goods are recognised by their batch number', async () => {
    await addProduct(admin, { name: 'Tulsi tea', categoryId: await addCategory(admin, 'Teas') });
    const headings = ['Product', 'Batch no', 'Qty', 'Mfg date', 'Expiry'];
    const rows: Rows = [
      ['tulsi tea', 'TT-1', 120, '1-Nov-2025', '31-10-2026'],
      ['Tulsi tea', 'TT-2', '60', '1-Nov-2025', '31-10-2028'],
    ];
    expect((await save('goods', headings, rows)).json.created).toBe(2);
    const changed: Rows = [
      ['Tulsi tea', 'tt-2', 80, '1-Nov-2025', '31-10-2028'],
      ['Coffee', 'C-1', 1, '', ''],
      ['Tulsi tea', 'TT-3', 0.5, '', ''],
    ];
    const { json } = await check('goods', headings, changed, { onExisting: 'update' });
    expect([json.updated, json.faults]).toEqual([
      1,
      [
        { row: 2, field: 'productName', message: 'No product is called “Coffee”.' },
        { row: 3, field: 'quantity', message: 'Please enter a valid quantity.' },
      ],
    ]);
    const { importId } = (await save('goods', headings, changed.slice(0, 1), { onExisting: 'update' })).json;
    expect((await admin('GET', '/goods?search=TT-2')).json[0].quantity).toBe(80);
    expect((await admin('DELETE', `/imports/saved/${importId}`)).status).toBe(200);
    expect((await admin('GET', '/goods?search=TT-2')).json[0].quantity).toBe(60);
  });

  test('rows of one product become one recipe', async () => {
    await addMaterial(admin, { name: 'Giloy', unit: 'kg' });
    await addMaterial(admin, { name: 'Brahmi', unit: 'kg' });
    await addProduct(admin, { name: 'Giloy powder', categoryId: await addCategory(admin, 'Powders') });
    const headings = ['Product', 'Output quantity', 'Ingredient', 'Quantity', 'Loss %'];
    const rows: Rows = [
      ['Giloy powder', 100, 'Giloy', 80, 2],
      ['giloy powder', '', 'Brahmi', 21.5, ''],
    ];
    const { json } = await save('recipes', headings, rows);
    expect([json.created, json.results.map(({ outcome }: { outcome: string }) => outcome)]).toEqual([
      2,
      ['create', 'create'],
    ]);
    expect((await admin('GET', '/recipes?search=giloy')).json[0]).toMatchObject({
      outputQuantity: 100,
      lines: [
        { itemName: 'Giloy', quantity: 80, plannedLossPercent: 2 },
        { itemName: 'Brahmi', quantity: 21.5 },
      ],
    });
    const wrong = await check(
      'recipes',
      headings,
      [
        ['Giloy powder', 90, 'Nothing', 1, ''],
        ['Giloy powder', 80, 'Giloy', -1, ''],
      ],
      {
        onExisting: 'update',
      },
    );
    expect(wrong.json.faults).toEqual([
      { row: 1, field: 'itemName', message: 'No raw material or product is called “Nothing”.' },
      { row: 2, field: 'quantity', message: 'Enter a quantity above 0 with at most 3 decimals.' },
      { row: 2, field: 'outputQuantity', message: 'Output quantity differs from row 1 of the same product.' },
    ]);
    expect((await admin('DELETE', `/imports/saved/${json.importId}`)).status).toBe(200);
    expect((await admin('GET', '/recipes?search=giloy')).json).toEqual([]);
  });
});

test('too many rows, unknown kinds and repeated headings are refused with a sentence', async () => {
  const { json } = await check(
    'categories',
    ['Name'],
    Array.from({ length: 10_001 }, () => ['x']),
  );
  expect(json.errors).toEqual({ rows: ['At most 10,000 rows at once; these are 10,001. Divide the sheet.'] });
  expect((await admin('POST', '/imports/users', { headings: ['a'], rows: [['b']] })).status).toBe(404);
  expect((await check('categories', ['Name', 'Name'], [['a', 'b']])).json.errors).toEqual({
    headings: ['Two columns are called “Name”. Rename one of them.'],
  });
  const mapping = { A: 'name', B: 'name' };
  expect((await check('categories', ['A', 'B'], [['a', 'b']], { mapping })).json.message).toBe(
    'Two columns are taken for Name.',
  );
});
