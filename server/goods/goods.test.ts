import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, type Caller } from '#test/buildTestApp.ts';
import { batchOrder } from './batchOrder.ts';

let admin: Caller;
let product: number;

beforeAll(async () => {
  admin = await (await buildTestApp()).as('admin');
  const { categoryId } = (await admin('POST', '/Categories', { name: 'Jams', status: 1 })).json;
  product = (await admin('POST', '/products', { name: 'Amla jam', price: 120, unit: 'jar', categoryId })).json
    .productId;
});

const fields = (batchNumber: string, over: object = {}) => ({ productId: product, batchNumber, quantity: 10, ...over });
const add = async (batchNumber: string, over: object = {}) => await admin('POST', '/goods', fields(batchNumber, over));

test('is available unless something else is said, and comes back with its product', async () => {
  const { status, json } = await add('AJ-001', { manufactureDate: '2026-11-01', expiryDate: '2027-11-01' });
  expect([status, json]).toEqual([
    201,
    {
      finishedGoodId: expect.any(Number),
      productId: product,
      productName: 'Amla jam',
      unit: 'jar',
      batchNumber: 'AJ-001',
      quantity: 10,
      status: 'available',
      manufactureDate: '2026-11-01',
      expiryDate: '2027-11-01',
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    },
  ]);
  const changed = await admin('PUT', `/goods/${json.finishedGoodId}`, { ...json, status: 'sold' });
  expect([changed.status, changed.json.status]).toEqual([200, 'sold']);
  expect(
    (await admin('PUT', `/goods/${json.finishedGoodId}`, { ...json, finishedGoodId: 999 })).json.errors,
  ).toHaveProperty('finishedGoodId');
  expect((await admin('DELETE', `/goods/${json.finishedGoodId}`)).json).toEqual({
    message: 'Finished good deleted successfully!',
  });
  expect((await admin('GET', `/goods/${json.finishedGoodId}`)).status).toBe(404);
});

test.each([
  [{ productId: undefined }, 'productId', 'Please select a valid product.'],
  [{ productId: 999 }, 'productId', 'This product does not exist.'],
  [{ batchNumber: ' ' }, 'batchNumber', 'Please enter a batch number.'],
  [{ quantity: 0 }, 'quantity', 'Please enter a valid quantity.'],
  [{ quantity: 0.5 }, 'quantity', 'Please enter a valid quantity.'],
  [{ status: 'lost' }, 'status', 'Choose a status.'],
  [{ manufactureDate: '2026-02-30' }, 'manufactureDate', 'Choose a valid date.'],
  [
    { manufactureDate: '2026-11-02', expiryDate: '2026-11-01' },
    'expiryDate',
    'The expiry date is before the manufacture date.',
  ],
])('%j is refused', async (over, field, text) => {
  const answer = await add('REFUSED', over);
  expect([answer.status, answer.json.errors]).toEqual([400, { [field]: [text] }]);
});

describe('batch numbers', () => {
  test('are unique in any capitals, also for eight at once, and free again after deletion', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, (_, index) => add(index % 2 ? 'Once-1' : 'ONCE-1')));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    const refused = await add('once-1');
    expect([refused.status, refused.json.message, refused.json.errors]).toEqual([
      409,
      'Batch number "once-1" is already used!',
      { batchNumber: ['Batch number already used!'] },
    ]);
    const [mine] = (await admin('GET', '/goods?search=once-1')).json;
    const use = async (query: string) => (await admin('GET', `/goods/batch-number-use?${query}`)).json.used;
    expect([
      await use('batchNumber=oNCE-1'),
      await use(`batchNumber=once-1&exceptId=${mine.finishedGoodId}`),
      await use('batchNumber=once-2'),
    ]).toEqual([true, false, false]);
    expect((await admin('PUT', `/goods/${mine.finishedGoodId}`, { ...mine, quantity: 11 })).status).toBe(200);
    await admin('DELETE', `/goods/${mine.finishedGoodId}`);
    expect((await add('ONCE-1')).status).toBe(201);
  });

  test('sort highest first, as people count', async () => {
    for (const batchNumber of ['S-2', 'S-10', 's-1', 'S-010a', 'S-9']) await add(batchNumber);
    const listed = async (query: string) =>
      (await admin('GET', `/goods?search=s-&${query}`)).json.map((row: { batchNumber: string }) => row.batchNumber);
    expect(await listed('page=1')).toEqual(['S-010a', 'S-10', 'S-9', 'S-2', 's-1']);
    expect(await listed('sort=batchNumber&order=asc')).toEqual(['s-1', 'S-2', 'S-9', 'S-10', 'S-010a']);
  });

  test('of any two with the same letters, the greater number is the greater text', () => {
    const number = fc.nat(30).chain((digits) => fc.bigInt({ min: 0n, max: 10n ** BigInt(digits) }));
    fc.assert(
      fc.property(number, number, fc.nat(5), (a, b, zeros) => {
        const [first, second] = [batchOrder(`B-${'0'.repeat(zeros)}${a}`), batchOrder(`b-${b}`)];
        return a === b ? first === second : a < b === first < second;
      }),
    );
  });
});

test('a search looks in batch number, product name and status', async () => {
  await add('FIND-ME', { status: 'expired' });
  for (const term of ['find-me', 'EXPIRED']) {
    const found = (await admin('GET', `/goods?search=${term}&sort=expiryDate&order=asc`)).json;
    expect(
      found.map((row: { batchNumber: string }) => row.batchNumber),
      term,
    ).toContain('FIND-ME');
  }
  expect((await admin('GET', '/goods?search=amla')).json.length).toBeGreaterThan(1);
});

test('the quantity per product is split by status', async () => {
  const { categoryId } = (await admin('POST', '/Categories', { name: 'Oils', status: 1 })).json;
  const { productId } = (await admin('POST', '/products', { name: 'AA oil', price: 1, unit: 'l', categoryId })).json;
  for (const [batch, quantity, status] of [
    ['P1', 1.5, 'available'],
    ['P2', 2, 'available'],
    ['P3', 4, 'sold'],
    ['P4', 8, 'expired'],
  ]) {
    await admin('POST', '/goods', { productId, batchNumber: batch, quantity, status });
  }
  const { json } = await admin('GET', '/goods/per-product');
  expect(json[0]).toEqual({ productId, productName: 'AA oil', unit: 'l', available: 3.5, sold: 4, expired: 8 });
  const refused = await admin('DELETE', `/products/${productId}`);
  expect([refused.status, refused.json.message]).toEqual([
    409,
    'Cannot delete this product because it exists in Finished Goods.',
  ]);
});
