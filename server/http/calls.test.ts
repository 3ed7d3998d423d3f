/** Every call of specification §7, by hand: method, path, body and answer. */
import { beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, type Answer, type Caller, type TestApp } from '#test/buildTestApp.ts';
import { addInward, addMaterial, addProduction, addSupplier, dataUrl, inwardFields, pdf } from '#test/factories.ts';

let app: TestApp;
let admin: Caller;
let supplierId: number;
let rawMaterialId: number;
let categoryId: number;
let productId: number;
let count = 0;

const password = 'leaf-and-paper';
const person = () => ({
  fullName: 'Meena Rao',
  email: `meena${(count += 1)}@example.in`,
  phone: '9876543210',
  userRole: 'user',
});

beforeAll(async () => {
  app = await buildTestApp();
  admin = await app.as('admin');
  supplierId = await addSupplier(admin);
  rawMaterialId = await addMaterial(admin);
  categoryId = (await admin('POST', '/Categories', { name: 'Jams', status: 1 })).json.categoryId;
  productId = (await admin('POST', '/products', product())).json.productId;
  await addInward(admin, supplierId, [[rawMaterialId, 1000]]);
});

const party = { name: 'Hill Farms', email: '', gstinNumber: '', phone: '9811111112', address: '', status: 1 };
const product = () => ({ name: 'Amla jam', description: '', categoryId, price: 99.5, unit: 'jar' });
const consumption = () => ({ rawMaterialId, quantity: 2, productionDate: '2026-11-19', status: 'in_progress' });
const good = () => ({
  productId,
  batchNumber: `AJ-${(count += 1)}`,
  quantity: 5,
  status: 'available',
  manufactureDate: '2026-11-01',
  expiryDate: '2027-11-01',
});
/** grandTotal is the sub-total, as the specification's client sends it. */
const inward = (over: object = {}) =>
  inwardFields(supplierId, [], {
    totalGst: 5,
    grandTotal: 125,
    rawMaterials: [{ rawMaterialId, quantity: 50, pricePerUnit: 2.5, totalAmount: 125 }],
    ...over,
  });

const idOf = (answer: Answer, field: string): number => answer.json[field];
const made = async (path: string, body: object, field: string) => idOf(await admin('POST', path, body), field);

/** Creates the record that a call refers to. */
const records: Record<string, () => Promise<number>> = {
  userId: async () => await made('/Auth/register', { ...person(), password }, 'userId'),
  buyerId: async () => await made('/buyers', party, 'buyerId'),
  supplierId: async () => await addSupplier(admin),
  categoryId: async () => await made('/Categories', { name: 'Herbs', status: 1 }, 'categoryId'),
  rawMaterialId: async () => await addMaterial(admin),
  productId: async () => await made('/products', product(), 'productId'),
  inwardId: async () => idOf(await admin('POST', '/inward', inward()), 'inwardId'),
  productionId: async () => await addProduction(admin, rawMaterialId, 1),
  finishedGoodId: async () => await made('/goods', good(), 'finishedGoodId'),
};

/** Bodies by the answer's id field. A PUT includes that id. */
const bodies: Record<string, () => object> = {
  userId: () => ({ ...person(), password }),
  buyerId: () => party,
  supplierId: () => party,
  categoryId: () => ({ name: 'Preserves', description: '', status: 0 }),
  rawMaterialId: () => ({ name: 'Amla', description: '', unit: 'kg', categoryId: null }),
  productId: product,
  inwardId: inward,
  productionId: consumption,
  finishedGoodId: good,
};

const one = /\{(\w+)\}/;

test.each([
  ['POST', '/Auth/register', 'userId'],
  ['PUT', '/Auth/edit-user/{userId}', 'userId'],
  ['DELETE', '/Auth/delete-user/{userId}', 'userId'],
  ['GET', '/buyers/{buyerId}', 'buyerId'],
  ['POST', '/buyers', 'buyerId'],
  ['PUT', '/buyers/{buyerId}', 'buyerId'],
  ['DELETE', '/buyers/{buyerId}', 'buyerId'],
  ['GET', '/suppliers/{supplierId}', 'supplierId'],
  ['POST', '/suppliers', 'supplierId'],
  ['PUT', '/suppliers/{supplierId}', 'supplierId'],
  ['DELETE', '/suppliers/{supplierId}', 'supplierId'],
  ['GET', '/Categories/{categoryId}', 'categoryId'],
  ['POST', '/Categories', 'categoryId'],
  ['PUT', '/Categories/{categoryId}', 'categoryId'],
  ['DELETE', '/Categories/{categoryId}', 'categoryId'],
  ['GET', '/materials/{rawMaterialId}', 'rawMaterialId'],
  ['POST', '/materials', 'rawMaterialId'],
  ['PUT', '/materials/{rawMaterialId}', 'rawMaterialId'],
  ['DELETE', '/materials/{rawMaterialId}', 'rawMaterialId'],
  ['GET', '/products/{productId}', 'productId'],
  ['POST', '/products', 'productId'],
  ['PUT', '/products/{productId}', 'productId'],
  ['DELETE', '/products/{productId}', 'productId'],
  ['GET', '/inward/{inwardId}', 'inwardId'],
  ['POST', '/inward', 'inwardId'],
  ['PUT', '/inward/{inwardId}', 'inwardId'],
  ['DELETE', '/inward/{inwardId}', 'inwardId'],
  ['GET', '/Production/{productionId}', 'productionId'],
  ['POST', '/Production', 'productionId'],
  ['PUT', '/Production/{productionId}', 'productionId'],
  ['DELETE', '/Production/{productionId}', 'productionId'],
  ['GET', '/goods/{finishedGoodId}', 'finishedGoodId'],
  ['POST', '/goods', 'finishedGoodId'],
  ['PUT', '/goods/{finishedGoodId}', 'finishedGoodId'],
  ['DELETE', '/goods/{finishedGoodId}', 'finishedGoodId'],
] as const)('%s %s answers the record, or that it is gone', async (method, path, field) => {
  const id = one.test(path) ? await records[field]?.() : undefined;
  const sent = { ...bodies[field]?.(), ...(id !== undefined && { [field]: id }) };
  const writes = method === 'POST' || method === 'PUT';
  const { status, json } = await admin(method, path.replace(one, String(id)), writes ? sent : undefined);
  expect(status).toBe(method === 'POST' ? 201 : 200);
  if (method === 'DELETE') expect(json.message).toMatch(/[Dd]eleted successfully/);
  else expect(json[field]).toEqual(id ?? expect.any(Number));
});

test.each([
  ['/Auth/users', 'userId'],
  ['/buyers', 'buyerId'],
  ['/suppliers', 'supplierId'],
  ['/Categories', 'categoryId'],
  ['/materials', 'rawMaterialId'],
  ['/products', 'productId'],
  ['/inward', 'inwardId'],
  ['/inward/get-all-with-rawmaterials', 'inwardId'],
  ['/Production', 'productionId'],
  ['/goods', 'finishedGoodId'],
] as const)('GET %s answers every record', async (path, field) => {
  const id = await records[field]?.();
  const { status, json } = await admin('GET', path);
  expect(status).toBe(200);
  expect(json.map((row: Record<string, unknown>) => row[field])).toContain(id);
});

test('POST /Auth/checkUserAuthentication and POST /Auth/validateToken take the same three fields', async () => {
  const fields = { ...person(), password };
  await admin('POST', '/Auth/register', fields);
  const credentials = { userName: fields.email, userPassword: password, jwtToken: '' };
  const signedIn = await app.anyone('POST', '/Auth/checkUserAuthentication', credentials);
  const { password: _, ...known } = fields;
  expect([signedIn.status, signedIn.json]).toMatchObject([200, { token: expect.any(String), userData: known }]);
  const stored = { ...credentials, userPassword: '', jwtToken: signedIn.json.token };
  expect((await app.anyone('POST', '/Auth/validateToken', stored)).json).toEqual(signedIn.json);
  const none = await app.anyone('POST', '/Auth/validateToken', { ...stored, jwtToken: '' });
  expect([none.status, none.json.errors]).toEqual([400, { jwtToken: ['No token found'] }]);
});

describe('production', () => {
  test('GET /Production/report and GET /Production/get-rawmaterial-stock tell what was used and is left', async () => {
    const material = await addMaterial(admin, { name: 'Kokum' });
    await addInward(admin, supplierId, [[material, 10]]);
    await addProduction(admin, material, 3);
    await addProduction(admin, material, 1.5);
    const report = (await admin('GET', '/Production/report')).json;
    const ofMaterial = report.filter((row: { rawmaterialID: number }) => row.rawmaterialID === material);
    expect(
      ofMaterial.map((row: { quantity: number }) => row.quantity).toSorted((a: number, b: number) => a - b),
    ).toEqual([1.5, 3]);
    const stock = (await admin('GET', '/Production/get-rawmaterial-stock')).json;
    const figures = { totalInwardQty: 10, usedQty: 4.5, balanceQty: 5.5, minProductionQuantity: 0.001 };
    expect(stock).toContainEqual({ rawMaterialId: material, rawMaterialName: 'Kokum', unit: 'kg', ...figures });
  });

  test('POST /Production/create-multiple takes an array and answers the records', async () => {
    const { status, json } = await admin('POST', '/Production/create-multiple', [consumption(), consumption()]);
    expect(status).toBe(201);
    expect(json).toMatchObject([consumption(), consumption()]);
  });
});

test('an inward is sent with its status in small letters and its bill, and totals are computed anew', async () => {
  const { json } = await admin('POST', '/inward', inward({ status: 'paid', billAttachment: dataUrl(pdf) }));
  expect(json).toMatchObject({ status: 'paid', hasBill: true, totalGst: 5, subTotal: 125, grandTotal: 130 });
  expect(json.rawMaterials).toMatchObject([{ rawMaterialId, quantity: 50, pricePerUnit: 2.5, totalAmount: 125 }]);
  const again = inward({ inwardId: json.inwardId, status: 'notpaid', billAttachment: null, grandTotal: 1 });
  const changed = await admin('PUT', `/inward/${json.inwardId}`, again);
  expect(changed.json).toMatchObject({ status: 'notpaid', hasBill: true, grandTotal: 130 });
});

test('updating an inward without its id is an error', async () => {
  const { json } = await admin('POST', '/inward', inward());
  expect((await admin('PUT', '/inward', inward({ inwardId: json.inwardId }))).status).toBe(404);
  const wrong = await admin('PUT', '/inward/undefined', inward({ inwardId: json.inwardId }));
  expect([wrong.status, wrong.json.errors]).toEqual([400, { id: ['This is not an id.'] }]);
  for (const inwardId of [undefined, null, 0, -1, 1.5, String(json.inwardId)]) {
    const without = await admin('PUT', `/inward/${json.inwardId}`, inward({ inwardId, invoiceNumber: 'never saved' }));
    expect([without.status, without.json.errors], String(inwardId)).toEqual([
      400,
      { inwardId: ['Updating an inward takes its inwardId.'] },
    ]);
  }
  expect((await admin('GET', `/inward/${json.inwardId}`)).json.invoiceNumber).not.toBe('never saved');
});

test('a token that no longer holds is a 401 on every kind of call', async () => {
  const stranger = app.withToken('a'.repeat(43));
  for (const method of ['GET', 'POST', 'PUT', 'DELETE'] as const) {
    const path = method === 'GET' || method === 'POST' ? '/suppliers' : `/suppliers/${supplierId}`;
    expect((await stranger(method, path, method === 'POST' || method === 'PUT' ? party : undefined)).status).toBe(401);
  }
});
