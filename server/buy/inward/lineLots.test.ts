import { expect, test } from 'vitest';
import { buildTestApp } from '#test/buildTestApp.ts';
import { addMaterial, addProduction, addSupplier, inwardFields } from '#test/factories.ts';
import { verifyAfterEach } from '#test/world.ts';

const app = await buildTestApp();
const admin = await app.as('admin');
verifyAfterEach(app);
const supplier = await addSupplier(admin);

const fields = (rawMaterials: object[]) => inwardFields(supplier, [], { rawMaterials });
const post = (...lines: object[]) => admin('POST', '/inward', fields(lines));
const put = (inwardId: number, ...lines: object[]) =>
  admin('PUT', `/inward/${inwardId}`, { ...fields(lines), inwardId, billAttachment: null });

test('lines set code, supplier lot number and expiry date of their lots, and without a code one is proposed', async () => {
  const material = await addMaterial(admin, { name: 'Turmeric' });
  const line = { rawMaterialId: material, quantity: 1, pricePerUnit: 10 };
  const given = { code: ' T-1 ', supplierLotNumber: 'JHT-117', expiresOn: '2027-10-31' };
  const saved = await post({ ...line, ...given }, { ...line, code: '' });
  expect(saved.status, saved.text).toBe(201);
  const lots = [
    { lotCode: 'T-1', supplierLotNumber: 'JHT-117', expiresOn: '2027-10-31' },
    { lotCode: 'TUR-2611-01', supplierLotNumber: '', expiresOn: null },
  ];
  expect(saved.json.rawMaterials).toMatchObject(lots);
  expect(saved.json.rawMaterials[0].lotId).toBe(saved.json.rawMaterials[0].id);
  const read = await admin('GET', `/inward/${saved.json.inwardId}`);
  expect(read.json.rawMaterials).toEqual(saved.json.rawMaterials);
  expect((await admin('GET', `/lots/${saved.json.rawMaterials[0].lotId}`)).json).toMatchObject({ code: 'T-1' });
});

test('a change keeps lot fields that it leaves out, and clears those that it sends empty', async () => {
  const material = await addMaterial(admin, { name: 'Ginger' });
  const line = { rawMaterialId: material, quantity: 1, pricePerUnit: 10 };
  const given = { code: 'G-1', supplierLotNumber: 'A', expiresOn: '2027-10-31' };
  const { json } = await post({ ...line, ...given });
  const [{ id }] = json.rawMaterials;
  const kept = { lotId: id, lotCode: 'G-1', supplierLotNumber: 'A', expiresOn: '2027-10-31' };
  expect((await put(json.inwardId, { ...line, quantity: 2 })).json.rawMaterials).toMatchObject([kept]);
  const changed = await put(json.inwardId, { ...line, id, code: 'G-2', supplierLotNumber: '', expiresOn: null });
  expect(changed.json.rawMaterials).toMatchObject([
    { lotId: id, lotCode: 'G-2', supplierLotNumber: '', expiresOn: null },
  ]);
  const [event] = (await admin('GET', `/history/inward/${json.inwardId}`)).json;
  expect(event.changes.slice(-3).map((each: { label: string }) => each.label)).toEqual([
    'Raw material: Ginger, Code',
    'Raw material: Ginger, Supplier lot number',
    'Raw material: Ginger, Expires on',
  ]);
});

test('a line without an id keeps a lot of its material, one with the id null gets its own', async () => {
  const [material, other] = [await addMaterial(admin, { name: 'Amla' }), await addMaterial(admin, { name: 'Bael' })];
  const line = { rawMaterialId: material, quantity: 1, pricePerUnit: 10 };
  const lot = { code: 'OLD-1', supplierLotNumber: 'SL-OLD', expiresOn: '2028-01-01', transactionCertificate: 'TC-OLD' };
  const { inwardId, rawMaterials } = (await post({ ...line, ...lot })).json;
  const [{ id }] = rawMaterials;
  // As the specification's client sends it.
  const kept = await put(inwardId, { ...line, quantity: 7 });
  expect(kept.json.rawMaterials).toMatchObject([{ id, lotCode: 'OLD-1', supplierLotNumber: 'SL-OLD' }]);
  const both = await put(inwardId, { ...line, id: null }, { ...line, rawMaterialId: other }, line);
  expect(both.json.rawMaterials.map((each: { id: number }) => each.id === id)).toEqual([false, false, true]);
  const blank = { supplierLotNumber: '', expiresOn: null, transactionCertificate: '' };
  const replaced = await put(inwardId, { ...line, id: null, quantity: 7 });
  expect(replaced.json.rawMaterials).toMatchObject([{ lotCode: 'AML-2611-02', ...blank }]);
});

test('a code in use is refused at its line, and the code of a used lot cannot change', async () => {
  const material = await addMaterial(admin);
  const line = { rawMaterialId: material, quantity: 5, pricePerUnit: 10 };
  const { json } = await post({ ...line, code: 'A' });
  const used = await post({ ...line, code: 'B' }, { ...line, code: 'a' }, { ...line, code: 'b' });
  expect([used.status, used.json.errors]).toEqual([
    409,
    {
      'rawMaterials.1.code': ['Another lot of this item has the code "a".'],
      'rawMaterials.2.code': ['Another lot of this item has the code "b".'],
    },
  ]);
  const long = await post({ ...line, code: 'x'.repeat(61), expiresOn: 'soon' });
  expect([long.status, Object.keys(long.json.errors)]).toEqual([
    400,
    ['rawMaterials.0.code', 'rawMaterials.0.expiresOn'],
  ]);
  await addProduction(admin, material, 1);
  const [{ id }] = json.rawMaterials;
  const fixed = await put(json.inwardId, { ...line, id, code: 'C' });
  expect([fixed.status, fixed.json.errors]).toEqual([
    409,
    { 'rawMaterials.0.code': ['The code can no longer be changed: something has left this lot.'] },
  ]);
  const rest = await put(json.inwardId, { ...line, id, code: 'A', supplierLotNumber: 'S' });
  expect([rest.status, rest.json.rawMaterials[0].supplierLotNumber], rest.text).toEqual([200, 'S']);
});

test('a line of a used lot cannot be removed, also when a count found a surplus or another line is refused', async () => {
  const [counted, other] = [await addMaterial(admin), await addMaterial(admin)];
  const line = (rawMaterialId: number, quantity: number) => ({ rawMaterialId, quantity, pricePerUnit: 10 });
  const { inwardId, rawMaterials } = (await post(line(counted, 5), line(other, 3))).json;
  const lines = [{ lotId: rawMaterials[0].lotId, quantity: 8 }];
  const count = { kind: 'count', date: '2026-11-02', reason: '', lines };
  expect((await admin('POST', '/adjustments', count)).status).toBe(201);
  await addProduction(admin, counted, 2);
  await addProduction(admin, other, 3);
  for (const quantity of [2.999, 3]) {
    const { status, json } = await put(inwardId, line(other, quantity));
    expect([status, json.documents[0].kind]).toEqual([409, 'run']);
  }
  expect((await admin('GET', `/inward/${inwardId}`)).json.rawMaterials).toHaveLength(2);
});
