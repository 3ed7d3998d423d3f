import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, type Caller, type TestApp } from '#test/buildTestApp.ts';
import { renewBatchKeys } from '../../core/db/migrations/014-folded-letters.ts';
import { dialects } from '../../core/db/migrations/dialect.ts';
import { batchOrder } from '../../core/db/batchOrder.ts';

let app: TestApp;
let admin: Caller;
let product: number;

beforeAll(async () => {
  app = await buildTestApp();
  admin = await app.as('admin');
  const { categoryId } = (await admin('POST', '/Categories', { name: 'Jams', status: 1 })).json;
  product = (await admin('POST', '/products', { name: 'Amla jam', price: 120, unit: 'jar', categoryId })).json
    .productId;
});

const fields = (batchNumber: string, over: object = {}) => ({ productId: product, batchNumber, quantity: 10, ...over });
const add = async (batchNumber: string, over: object = {}) => await admin('POST', '/goods', fields(batchNumber, over));

test('a batch is available by default, and is answered with its product', async () => {
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
      leftQty: 10,
      lotId: expect.any(Number),
      runId: null,
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
  test('are unique in any capitals, also for eight at once, and free after deletion', async () => {
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

  test('are unique as people read them, whatever characters they are written with', async () => {
    const { json } = await add('Élan-क्ष 1');
    for (const same of [
      ' élan-क्ष 1 ',
      'E\u0301LAN-क्ष  1',
      'Élan\u200B-क्ष 1',
      '\uFEFFÉlan-क्ष\u00A01',
      'Élan-क्\u200Dष 1',
      'Éｌan－क्ष １',
    ]) {
      const refused = await add(same);
      expect([refused.status, refused.json.errors], same).toEqual([
        409,
        { batchNumber: ['Batch number already used!'] },
      ]);
      const use = await admin('GET', `/goods/batch-number-use?batchNumber=${encodeURIComponent(same)}`);
      const { finishedGoodId, productId } = json;
      expect(use.json, same).toEqual({ used: true, batch: { finishedGoodId, productId, runId: null } });
    }
    const changed = await admin('PUT', `/goods/${json.finishedGoodId}`, { ...json, batchNumber: 'E\u0301lan-क्ष\t2' });
    expect([changed.status, changed.json.batchNumber]).toEqual([200, 'Élan-क्ष 2']);
    expect((await add('\u200B')).json.errors).toEqual({ batchNumber: ['Please enter a batch number.'] });
  });

  test('stored by older versions with a difference only in invisible characters all stay, and can be changed', async () => {
    const { store } = app;
    const ids: number[] = [];
    for (const [index, batchNumber] of ['Twin\u200B-1', 'TWIN-1', 'twin\u00AD-1', 'tw\u2060in-9'].entries()) {
      const { finishedGoodId } = (await add(`older ${index}`)).json;
      ids.push(finishedGoodId);
      // As a version before migration 14 wrote it.
      const asBefore = { batch_number: batchNumber, batch_key: batchNumber.toLowerCase(), batch_order: batchNumber };
      await store.db.updateTable('finished_good').set(asBefore).where('id', '=', finishedGoodId).execute();
    }
    await renewBatchKeys(store.db, dialects[store.engine]);
    await renewBatchKeys(store.db, dialects[store.engine]);
    const kept = await store.db
      .selectFrom('finished_good')
      .select(['batch_number as number', 'batch_key as key', 'batch_order as order'])
      .where('id', 'in', ids)
      .orderBy('id')
      .execute();
    expect(kept).toEqual([
      { number: 'Twin\u200B-1', key: `twin-1\u200B${ids[0]}`, order: 'twin-011' },
      { number: 'TWIN-1', key: 'twin-1', order: 'TWIN-1' },
      { number: 'twin\u00AD-1', key: `twin-1\u200B${ids[2]}`, order: 'twin-011' },
      { number: 'tw\u2060in-9', key: 'twin-9', order: 'twin-019' },
    ]);
    for (const id of ids) {
      const good = (await admin('GET', `/goods/${id}`)).json;
      const number = encodeURIComponent(good.batchNumber);
      const use = await admin('GET', `/goods/batch-number-use?batchNumber=${number}&exceptId=${id}`);
      expect(use.json).toEqual({ used: false, batch: null });
      const changed = await admin('PUT', `/goods/${id}`, { ...good, quantity: 7 });
      expect([changed.status, changed.json.batchNumber, changed.json.quantity]).toEqual([200, good.batchNumber, 7]);
    }
    expect((await add('Twin-1')).status).toBe(409);
    const third = (await admin('GET', `/goods/${ids[2]}`)).json;
    const renamed = await admin('PUT', `/goods/${ids[2]}`, { ...third, batchNumber: 'Twin-1b' });
    expect([renamed.status, renamed.json.batchNumber]).toEqual([200, 'Twin-1b']);
    expect((await admin('PUT', `/goods/${ids[2]}`, { ...renamed.json, batchNumber: 'twin-1' })).status).toBe(409);
  });

  test('sort in natural order, the highest first', async () => {
    for (const batchNumber of ['S-2', 'S-10', 's-1', 'S-010a', 'S-9']) await add(batchNumber);
    const listed = async (query: string) =>
      (await admin('GET', `/goods?search=s-&${query}`)).json.map((row: { batchNumber: string }) => row.batchNumber);
    expect(await listed('page=1')).toEqual(['S-010a', 'S-10', 'S-9', 'S-2', 's-1']);
    expect(await listed('sort=batchNumber&order=asc')).toEqual(['s-1', 'S-2', 'S-9', 'S-10', 'S-010a']);
  });

  test('with the same letters sort by their number, for any two numbers', () => {
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

describe('a batch past its expiry date', () => {
  const rows = async (query: string) =>
    (await admin('GET', `/goods?${query}`)).json.map((row: Record<string, unknown>) => [
      row['batchNumber'],
      row['status'],
    ]);

  test('is expired in every call from the day after in TIME_ZONE on, unless it is sold', async () => {
    const { categoryId } = (await admin('POST', '/Categories', { name: 'Teas', status: 1 })).json;
    const { productId } = (await admin('POST', '/products', { name: 'AB tea', price: 1, unit: 'kg', categoryId })).json;
    const made: number[] = [];
    for (const [batch, quantity, status, expiryDate] of [
      ['EX-1', 1, 'available', '2026-11-20'],
      ['EX-2', 2, 'available', '2026-11-21'],
      ['EX-3', 4, 'available', null],
      ['EX-4', 8, 'sold', '2026-11-20'],
      ['EX-5', 16, 'expired', '2027-11-20'],
    ]) {
      const good = { productId, batchNumber: batch, quantity, status, expiryDate };
      made.push((await admin('POST', '/goods', good)).json.finishedGoodId);
    }
    const everywhere = async () => {
      const sums = (await admin('GET', '/goods/per-product')).json;
      const { available, sold, expired } = sums.find((row: { productId: number }) => row.productId === productId);
      return {
        listed: await rows('search=ex-&page=1&sort=status'),
        whole: await rows('search=EX-&sort=batchNumber'),
        found: (await rows('search=expired&sort=batchNumber&page=1')).filter(([batch]: string[]) =>
          batch?.startsWith('EX-'),
        ),
        first: (await admin('GET', `/goods/${made[0]}`)).json.status,
        sums: [available, sold, expired],
      };
    };
    // A minute before midnight in Kolkata, where it is the last day of EX-1.
    app.clock.now = new Date('2026-11-20T18:29:00Z');
    // The session of before ends twelve hours after it was last used, which is written a moment after an answer.
    admin = app.withToken(await app.sessionOf('admin'));
    const states = ['available', 'available', 'available', 'sold', 'expired'];
    const all = (of: string[]) => of.map((status, index) => [`EX-${index + 1}`, status]);
    expect(await everywhere()).toEqual({
      listed: all(states).toSorted((a, b) => ((a[1] ?? '') < (b[1] ?? '') ? -1 : 1)),
      whole: all(states),
      found: [['EX-5', 'expired']],
      first: 'available',
      sums: [7, 8, 16],
    });
    app.clock.now = new Date('2026-11-20T18:31:00Z');
    expect(await everywhere()).toEqual({
      listed: [
        ['EX-2', 'available'],
        ['EX-3', 'available'],
        ['EX-1', 'expired'],
        ['EX-5', 'expired'],
        ['EX-4', 'sold'],
      ],
      whole: all(['expired', ...states.slice(1)]),
      found: [
        ['EX-1', 'expired'],
        ['EX-5', 'expired'],
      ],
      first: 'expired',
      sums: [6, 8, 17],
    });
    // Create and update have the same answer as a read.
    const late = { productId, batchNumber: 'EX-6', quantity: 1, status: 'available', expiryDate: '2026-11-20' };
    expect((await admin('POST', '/goods', late)).json.status).toBe('expired');
    const first = (await admin('GET', `/goods/${made[0]}`)).json;
    const sold = await admin('PUT', `/goods/${made[0]}`, { ...first, status: 'sold' });
    expect(sold.json.status).toBe('sold');
    const again = await admin('PUT', `/goods/${made[0]}`, { ...sold.json, status: 'available' });
    expect(again.json.status).toBe('expired');
    const stored = app.store.db
      .selectFrom('finished_good')
      .select('status')
      .where('id', '=', made[0] ?? 0);
    expect(await stored.executeTakeFirst()).toEqual({ status: 'available' });
  });

  test('is no longer expired once the date is corrected, unless it was set to expired by hand', async () => {
    const add2 = async (batchNumber: string, status: string) =>
      (await add(batchNumber, { status, expiryDate: '2020-01-01' })).json;
    for (const [batchNumber, status, after] of [
      ['WRONG-1', 'available', 'available'],
      ['WRONG-2', 'expired', 'expired'],
    ] as const) {
      const good = await add2(batchNumber, status);
      expect(good.status).toBe('expired');
      // The form sends back the fields that it has read.
      const stays = await admin('PUT', `/goods/${good.finishedGoodId}`, { ...good, quantity: 11 });
      expect(stays.json.status).toBe('expired');
      const corrected = await admin('PUT', `/goods/${good.finishedGoodId}`, {
        ...stays.json,
        expiryDate: '2030-01-01',
      });
      expect([batchNumber, corrected.json.status]).toEqual([batchNumber, after]);
    }
  });
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
  // Opening stock is in stock too, and returned goods are not sold.
  const lines = [{ productId, quantity: 40 }];
  expect((await admin('POST', '/adjustments', { kind: 'opening', date: '2026-11-01', lines })).status).toBe(201);
  const batch = { productId, batchNumber: 'P5', quantity: 10, manufactureDate: '2026-11-01' };
  const { finishedGoodId } = (await admin('POST', '/goods', batch)).json;
  const { buyerId } = (await admin('POST', '/buyers', { name: 'Oil buyer', status: 1 })).json;
  const lots = [{ finishedGoodId, quantity: 10 }];
  const sent = await admin('POST', '/dispatches', {
    buyerId,
    dispatchDate: '2026-11-19',
    invoiceNumber: 'P/1',
    lines: lots,
  });
  expect(sent.status, sent.text).toBe(201);
  const [{ dispatchLineId }] = sent.json.lines;
  const back = { kind: 'buyerReturn', date: '2026-11-19', lines: [{ dispatchLineId, quantity: 4 }] };
  expect((await admin('POST', '/adjustments', back)).status).toBe(201);
  const [now] = (await admin('GET', '/goods/per-product')).json;
  expect(now).toMatchObject({ available: 47.5, sold: 10, expired: 8 });
  const [{ balanceQty }] = (await admin('GET', '/stock-on/items?asOn=2030-01-01&search=AA')).json;
  expect(balanceQty).toBe(now.available + now.expired);
  const refused = await admin('DELETE', `/products/${productId}`);
  expect([refused.status, refused.json.message]).toEqual([
    409,
    'Cannot delete this product because it exists in Finished Goods.',
  ]);
});

test('the list is filtered by the status of today, expired batches included', async () => {
  await add('NARROW-1', { expiryDate: '2025-01-01' });
  await add('NARROW-2');
  await add('NARROW-3', { status: 'sold' });
  const found = async (status: string) =>
    (await admin('GET', `/goods?search=narrow&status=${status}`)).json.map(
      ({ batchNumber }: { batchNumber: string }) => batchNumber,
    );
  expect([await found('expired'), await found('available'), await found('sold')]).toEqual([
    ['NARROW-1'],
    ['NARROW-2'],
    ['NARROW-3'],
  ]);
});
