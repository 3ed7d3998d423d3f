import { beforeAll, expect, test } from 'vitest';
import { buildTestApp, type Caller } from '#test/buildTestApp.ts';
import {
  addInward,
  addMaterial,
  addProduct,
  addProduction,
  addRecipe,
  addRun,
  addSupplier,
  batchFields,
} from '#test/factories.ts';

let admin: Caller;
let wayanad: number;
let turmeric: number;
let pepper: number;
let inward: number;
let buyer: number;
let product: number;

const line = (rawMaterialId: number, quantity: number, pricePerUnit: number, over: object = {}) => ({
  rawMaterialId,
  quantity,
  pricePerUnit,
  ...over,
});

beforeAll(async () => {
  const app = await buildTestApp();
  admin = await app.as('admin');
  [wayanad, turmeric, pepper] = [await addSupplier(admin), await addMaterial(admin), await addMaterial(admin)];
  const other = await addSupplier(admin);
  const add = async (supplierId: number, inwardDate: string, status: string, rawMaterials: object[], totalGst = 0) => {
    const over = { inwardDate, status, rawMaterials, totalGst };
    return (await addInward(admin, supplierId, [], over)).inwardId;
  };
  await add(wayanad, '2026-03-31', 'pending', [line(turmeric, 10, 90)], 45);
  await add(wayanad, '2026-04-01', 'paid', [line(turmeric, 10, 100)]);
  await add(other, '2026-07-01', 'notpaid', [line(turmeric, 1, 130.5)]);
  inward = await add(wayanad, '2026-10-27', 'notpaid', [
    line(turmeric, 2.5, 120.25, { expiresOn: '2027-05-01' }),
    line(pepper, 1, 0),
  ]);
  await addProduction(admin, turmeric, 12, { productionDate: '2026-11-10' });
  await addRecipe(admin, await addProduct(admin), [[turmeric, 5]]);

  product = await addProduct(admin);
  const good = { productId: product, quantity: 10, status: 'available', manufactureDate: '2026-11-01' };
  const made = async (batchNumber: string) => (await admin('POST', '/goods', { ...good, batchNumber })).json.lotId;
  const [first, second] = [await made('TP-1'), await made('TP-2')];
  buyer = (await admin('POST', '/buyers', { name: 'Organic India', phone: '9811111113', status: 1 })).json.buyerId;
  const sent = await admin('POST', '/dispatches', {
    buyerId: buyer,
    dispatchDate: '2026-11-12',
    invoiceNumber: 'D/1',
    lines: [
      { lotId: first, quantity: 4 },
      { lotId: second, quantity: 3 },
    ],
  });
  expect(sent.status, sent.text).toBe(201);
  const [one, two] = sent.json.lines;
  const back = async (quantity: number, dispatchLineId: number) => {
    const lines = [{ quantity, dispatchLineId }];
    const fields = { kind: 'buyerReturn', date: '2026-11-15', reason: 'Torn', lines };
    const answer = await admin('POST', '/adjustments', fields);
    expect(answer.status, answer.text).toBe(201);
  };
  await back(1.5, one.dispatchLineId);
  await back(3, two.dispatchLineId);
});

test('the overview of a supplier has the unpaid sum, and purchases since April with first and last prices', async () => {
  const { json } = await admin('GET', `/suppliers/${wayanad}/overview`);
  expect(json).toEqual({
    since: '2026-04-01',
    notPaid: 945 + 300.63,
    notPaidInwards: 2,
    oldestNotPaid: '2026-03-31',
    bought: 1000 + 300.63,
    boughtInwards: 2,
    inwards: 3,
    lastInward: '2026-10-27',
    certificate: null,
    materials: [
      expect.objectContaining({
        rawMaterialId: turmeric,
        firstPrice: 100,
        lastPrice: 120.25,
        lastOn: '2026-10-27',
        changePercent: 20.25,
        quantity: 12.5,
        lineTotals: 1300.63,
      }),
      expect.objectContaining({ rawMaterialId: pepper, firstPrice: 0, changePercent: null }),
    ],
  });
});

test('the overview of a buyer has the quantity of each batch that they hold: dispatched less returned', async () => {
  const { json } = await admin('GET', `/buyers/${buyer}/overview`);
  expect(json).toMatchObject({ dispatches: 1, dispatchesSince: 1, lastDispatch: '2026-11-12', heldBatches: 1 });
  expect(json.held).toMatchObject([{ lotCode: 'TP-1', dispatchedQty: 4, returnedQty: 1.5, heldQty: 2.5 }]);
});

test('the overview of an inward has the remainder of each lot, the number of its runs and the price before', async () => {
  const { json } = await admin('GET', `/inward/${inward}/overview`);
  expect(json.lots).toMatchObject([
    { quantityIn: 2.5, lastPrice: 130.5, lastPriceOn: '2026-07-01', state: 'released' },
    { quantityIn: 1, leftQty: 1, runs: 0, lastPrice: null, lastPriceOn: null },
  ]);
});

test('the overview of an inward names the batches of the runs that have consumed from each lot', async () => {
  const material = await addMaterial(admin);
  const { inwardId } = await addInward(admin, wayanad, [[material, 10]]);
  const outputs = [batchFields(product, 2, { batchNumber: 'MB-2' }), batchFields(product, 1, { batchNumber: 'MB-1' })];
  const run = await addRun(admin, [{ rawMaterialId: material, quantity: 3 }], { outputs });
  await addRun(admin, [{ rawMaterialId: material, quantity: 1.5 }], { status: 'in_progress' });
  const lotsOf = async () => (await admin('GET', `/inward/${inwardId}/overview`)).json.lots;
  expect(await lotsOf()).toMatchObject([{ runs: 2, consumedQty: 4.5, batches: ['MB-1', 'MB-2'] }]);
  expect((await admin('DELETE', `/production-runs/${run.runId}`)).status).toBe(200);
  expect(await lotsOf()).toMatchObject([{ runs: 1, consumedQty: 1.5, batches: [] }]);
});

test('the overview of a raw material has its stock at the price of each lot, use, months, prices and recipes', async () => {
  const { json } = await admin('GET', `/materials/${turmeric}/overview`);
  expect(json).toMatchObject({ freeQty: 11.5, onHoldQty: 0, usedQty: 12, lastsDays: 28, withoutPrice: 0 });
  // The lot that expires first was taken first, then the oldest: 0.5 of the one that cost 90 is left.
  expect(json.nextExpiry).toBeNull();
  expect(json.value).toBe(0.5 * 90 + 10 * 100 + 130.5);
  expect(json.months.map(({ month }: { month: string }) => month).slice(-2)).toEqual(['2026-10', '2026-11']);
  expect(json.months.at(-1)).toEqual({ month: '2026-11', inQty: 0, outQty: 12, balanceQty: 11.5 });
  expect(json.months.at(-2)).toEqual({ month: '2026-10', inQty: 2.5, outQty: 0, balanceQty: 23.5 });
  const prices = json.prices.map(({ pricePerUnit, changePercent }: Record<string, number>) => [
    pricePerUnit,
    changePercent,
  ]);
  expect(prices).toEqual([
    [120.25, -7.85],
    [130.5, 30.5],
    [100, 11.11],
    [90, null],
  ]);
  expect(json.recipes).toMatchObject([{ quantity: 5, outputQuantity: 100 }]);
  expect(json.runs).toMatchObject([{ productionDate: '2026-11-10', quantity: 12 }]);
});

test('the overview of a product has free stock and stock on hold', async () => {
  const { json } = await admin('GET', `/products/${product}/overview`);
  const lot = json.lots.find(({ code }: { code: string }) => code === 'TP-1');
  await admin('POST', `/lots/${lot.lotId}/hold`, { reason: 'Moist' });
  const held = (await admin('GET', `/products/${product}/overview`)).json;
  // Returns of buyers are on hold.
  expect([json.freeQty, json.onHoldQty]).toEqual([13, 4.5]);
  expect(held.onHoldQty).toBe(4.5 + lot.onHandQty);
  expect(held.freeQty).toBe(json.freeQty - lot.onHandQty);
  expect(held.value).toBeNull();
  expect(held.withoutPrice).toBe(held.openLots);
});

test('the overview of a record that does not exist is a 404 with its sentence', async () => {
  for (const path of ['suppliers', 'buyers', 'inward', 'materials', 'products']) {
    const { status, json } = await admin('GET', `/${path}/999999/overview`);
    expect([status, json.message], path).toEqual([404, expect.stringContaining('not found')]);
  }
});

test('the overview of a supplier has the certificate that lapses last, and a withdrawn one only without another', async () => {
  const supplierId = await addSupplier(admin);
  const numberOf = async () =>
    (await admin('GET', `/suppliers/${supplierId}/overview`)).json.certificate?.number ?? null;
  const add = async (number: string, validTo: string, withdrawnOn: string | null = null) => {
    const dates = { validFrom: '2024-04-01', validTo, withdrawnOn };
    const of = { holder: 'supplier', supplierId, scheme: 'NPOP', body: 'Indocert', allItems: true };
    expect((await admin('POST', '/certificates', { ...of, ...dates, number })).status).toBe(201);
  };
  expect(await numberOf()).toBe(null);
  await add('WITHDRAWN', '2028-03-31', '2025-06-01');
  expect(await numberOf()).toBe('WITHDRAWN');
  await add('LATER', '2027-03-31');
  await add('EARLIER', '2026-03-31');
  expect(await numberOf()).toBe('LATER');
});
