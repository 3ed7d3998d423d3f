/**
 * Dates of past events: at most a day ahead in TIME_ZONE by the server's clock, and none before 2000
 * (docs/domain.md, Dates).
 */
import { beforeEach, describe, expect, test } from 'vitest';
import { buildTestApp, type Caller } from '#test/buildTestApp.ts';
import { addInward, addMaterial, addProduct, addProduction, addSupplier, inwardFields } from '#test/factories.ts';

const NOT_YET = 'This date is in the future.';
const TOO_EARLY = 'Dates before 2000 cannot be recorded.';
/** 20-11-2026, 11:59 PM in Kolkata. */
const BEFORE_MIDNIGHT = '2026-11-20T18:29:59.000Z';

// A session is used until midnight, twelve hours after it began.
const app = await buildTestApp({ TIME_ZONE: 'Asia/Kolkata', SESSION_IDLE_HOURS: '24' });
const admin = await app.as('admin');
const supplier = await addSupplier(admin);
const material = await addMaterial(admin);
await addInward(admin, supplier, [[material, 1000]]);
const productId = await addProduct(admin);

let count = 0;
const inward = (over: object) => inwardFields(supplier, [[material, 1]], over);
const line = (productionDate: string) => ({ rawMaterialId: material, quantity: 1, productionDate });
const good = (manufactureDate?: string) => {
  return { productId, batchNumber: `B-${(count += 1)}`, quantity: 1, status: 'available', manufactureDate };
};

const run = (fields: object, output: object) => {
  const outputs = [{ productId, batchNumber: `B-${(count += 1)}`, quantity: 1, ...output }];
  return { productionDate: '2026-11-01', inputs: [{ rawMaterialId: material, quantity: 1 }], outputs, ...fields };
};

/** Each endpoint with such a date: the field of the error, and its request. */
const ways: [string, string, (date: string) => ReturnType<Caller>][] = [
  ['POST /inward', 'inwardDate', (inwardDate) => admin('POST', '/inward', inward({ inwardDate }))],
  [
    'PUT /inward/{id}',
    'inwardDate',
    async (inwardDate) => {
      const { inwardId } = await addInward(admin, supplier, [[material, 1]]);
      return await admin('PUT', `/inward/${inwardId}`, inward({ inwardId, inwardDate }));
    },
  ],
  ['POST /Production', 'productionDate', (date) => admin('POST', '/Production', line(date))],
  [
    'POST /Production/create-multiple',
    '1.productionDate',
    (date) => admin('POST', '/Production/create-multiple', [line('2026-11-01'), line(date)]),
  ],
  [
    'PUT /Production/{id}',
    'productionDate',
    async (date) => await admin('PUT', `/Production/${await addProduction(admin, material, 1)}`, line(date)),
  ],
  ['POST /goods', 'manufactureDate', (date) => admin('POST', '/goods', good(date))],
  [
    'PUT /goods/{id}',
    'manufactureDate',
    async (date) => {
      const { finishedGoodId } = (await admin('POST', '/goods', good())).json;
      return await admin('PUT', `/goods/${finishedGoodId}`, good(date));
    },
  ],
  [
    'POST /production-runs',
    'productionDate',
    (productionDate) => admin('POST', '/production-runs', run({ productionDate }, {})),
  ],
  [
    'POST /production-runs, of a batch',
    'outputs.0.manufactureDate',
    (manufactureDate) => admin('POST', '/production-runs', run({}, { manufactureDate })),
  ],
];

beforeEach(() => {
  app.clock.now = new Date('2026-11-20T06:30:00.000Z');
});

describe.each(ways)('%s', (_, field, send) => {
  test.each([
    ['2026-11-20', 'today'],
    ['2026-11-21', 'a day of grace'],
    ['2026-11-21T23:59:59.999Z', 'a timestamp of that day'],
    ['2000-01-01', 'the first'],
  ])('%s is accepted: %s', async (date) => {
    const { status, text } = await send(date);
    expect([200, 201], text).toContain(status);
  });

  test.each([
    ['2026-11-22', NOT_YET],
    ['2026-11-22T00:00:00.000Z', NOT_YET],
    ['2999-12-31', NOT_YET],
    ['1999-12-31', TOO_EARLY],
    ['1900-01-01', TOO_EARLY],
  ])('%s is refused', async (date, message) => {
    const { status, json, text } = await send(date);
    expect([status, json.errors], text).toEqual([400, { [field]: [message] }]);
  });

  test('the day begins at midnight in TIME_ZONE', async () => {
    app.clock.now = new Date(BEFORE_MIDNIGHT);
    expect((await send('2026-11-22')).json.errors).toEqual({ [field]: [NOT_YET] });
    app.clock.now = new Date(Date.parse(BEFORE_MIDNIGHT) + 1000);
    expect([200, 201]).toContain((await send('2026-11-22')).status);
  });
});

test('an expiry date may lie ahead, and not before 2000', async () => {
  expect((await admin('POST', '/goods', { ...good(), expiryDate: '2099-01-01' })).status).toBe(201);
  const early = await admin('POST', '/goods', { ...good(), expiryDate: '1999-12-31' });
  expect(early.json.errors).toEqual({ expiryDate: [TOO_EARLY] });
});

test('a date in the future is named with all other faults', async () => {
  const { json } = await admin('POST', '/inward', { inwardDate: '2027-01-01', invoiceNumber: '' });
  expect(Object.keys(json.errors).toSorted()).toEqual([
    'billAttachment',
    'invoiceNumber',
    'inwardDate',
    'rawMaterials',
    'supplierId',
    'totalGst',
  ]);
});
