/**
 * A client that reads a record and sends all of it back, as the specification's screens do: PUT with the id in the
 * body.
 */
import { beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, type Caller } from '#test/buildTestApp.ts';
import { addInward, addMaterial, addProduction, addSupplier, dataUrl, inwardFields, pdf } from '#test/factories.ts';

let admin: Caller;
const ids: Record<string, number> = {};

beforeAll(async () => {
  admin = await (await buildTestApp()).as('admin');
  const made = async (path: string, body: object, field: string): Promise<number> =>
    (await admin('POST', path, body)).json[field];
  const party = { name: 'Hill Farms', email: 'a@example.in', gstinNumber: '29ABCDE1234F1Z5', address: 'x', status: 0 };
  ids['/suppliers'] = await addSupplier(admin, party);
  ids['/buyers'] = await made('/buyers', { ...party, phone: '12' }, 'buyerId');
  ids['/Categories'] = await made('/Categories', { name: 'Jams', status: 0 }, 'categoryId');
  ids['/materials'] = await addMaterial(admin, { categoryId: ids['/Categories'] });
  const product = { name: 'Amla jam', categoryId: ids['/Categories'], price: 0.1, unit: 'jar' };
  ids['/products'] = await made('/products', product, 'productId');
  const good = { productId: ids['/products'], batchNumber: 'B-1', quantity: 1.5, manufactureDate: '2026-11-01' };
  ids['/goods'] = await made('/goods', good, 'finishedGoodId');
  const lines: [number, number][] = [3, 1.001].map((quantity) => [ids['/materials'] ?? 0, quantity]);
  ids['/inward'] = (await addInward(admin, ids['/suppliers'], lines, { status: 'paid', totalGst: 0.3 })).inwardId;
  ids['/Production'] = await addProduction(admin, ids['/materials'], 3.5);
});

describe.each([
  ['/suppliers', 'supplierId'],
  ['/buyers', 'buyerId'],
  ['/Categories', 'categoryId'],
  ['/materials', 'rawMaterialId'],
  ['/products', 'productId'],
  ['/goods', 'finishedGoodId'],
  ['/inward', 'inwardId'],
  ['/Production', 'productionId'],
])('%s', (path, idField) => {
  const read = async () => (await admin('GET', `${path}/${ids[path]}`)).json;

  test('a record that comes back as it was given stays as it was, but for its time', async () => {
    const before = await read();
    const answer = await admin('PUT', `${path}/${ids[path]}`, before);
    expect(answer.status, answer.text).toBe(200);
    const { updatedAt, ...rest } = before;
    const after = await read();
    expect(after).toEqual({ ...rest, updatedAt: answer.json.updatedAt });
    expect(after.updatedAt > updatedAt).toBe(true);
  });

  test('another id than that of the path is a 400 that names it, and changes nothing', async () => {
    const before = await read();
    const answer = await admin('PUT', `${path}/${ids[path]}`, { ...before, [idField]: (ids[path] ?? 0) + 1 });
    expect([answer.status, Object.keys(answer.json.errors)]).toEqual([400, [idField]]);
    expect(await read()).toEqual(before);
  });

  test('an id that nothing has is a 404, the same id in the body or, but for an inward, none', async () => {
    const { [idField]: _, ...fields } = await read();
    const same = { ...fields, [idField]: 999_999 };
    for (const body of path === '/inward' ? [same] : [fields, same]) {
      const answer = await admin('PUT', `${path}/999999`, body);
      expect([answer.status, answer.json.code]).toEqual([404, 'not_found']);
    }
  });

  test('no id raises an error: nothing to put at the list, and what JavaScript makes of none is no id', async () => {
    const fields = await read();
    expect((await admin('PUT', path, fields)).status).toBe(404);
    expect((await admin('PUT', `${path}/`, fields)).status).toBe(404);
    for (const none of ['undefined', 'null', 'NaN', '0']) {
      const answer = await admin('PUT', `${path}/${none}`, fields);
      expect([answer.status, answer.json.errors], none).toEqual([400, { id: ['This is not an id.'] }]);
    }
  });

  test('what is computed is computed anew, and what nobody knows is dropped', async () => {
    const before = await read();
    const made = { createdAt: '2001-01-01T00:00:00.000Z', subTotal: 1, hasBill: false, lots: [], colour: 'green' };
    const names = { supplierName: 'x', rawMaterialName: 'x', productName: 'x', categoryName: 'x' };
    const answer = await admin('PUT', `${path}/${ids[path]}`, { ...before, ...made, ...names, grandTotal: 30 });
    expect(answer.status, answer.text).toBe(200);
    expect(await read()).toEqual({ ...before, updatedAt: answer.json.updatedAt });
  });
});

test('an inward keeps its bill where none is sent, null is sent, or the list, which has none, is sent back', async () => {
  const path = `/inward/${ids['/inward']}`;
  const inwardId = ids['/inward'];
  const material = ids['/materials'] ?? 0;
  const lines: [number, number][] = [
    [material, 3],
    [material, 1.001],
  ];
  const fields = inwardFields(ids['/suppliers'] ?? 0, lines, { inwardId });
  const { billAttachment: _, ...without } = fields;
  const [listed] = (await admin('GET', '/inward/get-all-with-rawmaterials')).json;
  const row = { ...listed, updatedAt: null };
  for (const body of [row, without, { ...fields, billAttachment: null }]) {
    const answer = await admin('PUT', path, body);
    expect([answer.status, answer.json.hasBill], answer.text).toEqual([200, true]);
    expect((await admin('GET', path)).json.billAttachment).toBe(dataUrl(pdf));
  }
  expect((await admin('PUT', path, { ...fields, billAttachment: '' })).json.errors).toEqual({
    billAttachment: ['Only PDF, PNG, JPG allowed'],
  });
});

test('the sub-total that the specification sends as grandTotal is not taken for it', async () => {
  const material = ids['/materials'] ?? 0;
  const rawMaterials = [{ rawMaterialId: material, quantity: 5, pricePerUnit: 2.5, totalAmount: 12.5 }];
  const sent = inwardFields(ids['/suppliers'] ?? 0, [], { rawMaterials, totalGst: 2.25, grandTotal: 12.5 });
  const totals = { subTotal: 12.5, totalGst: 2.25, grandTotal: 14.75 };
  const { json } = await admin('POST', '/inward', sent);
  expect(json).toMatchObject(totals);
  expect((await admin('PUT', `/inward/${json.inwardId}`, { ...sent, inwardId: json.inwardId })).json).toMatchObject(
    totals,
  );
  expect((await admin('GET', `/inward/${json.inwardId}`)).json).toMatchObject(totals);
});
