import { beforeEach, expect, test } from 'vitest';
import { buildTestApp, type Caller } from '#test/buildTestApp.ts';
import { addInward, addMaterial, addProduct, addSupplier } from '#test/factories.ts';
import { worldOf } from '#test/world.ts';

let admin: Caller;
const { done } = worldOf(async (...request) => await admin(...request));

beforeEach(async () => {
  const app = await buildTestApp();
  admin = await app.as('admin');
});

test('a product covers its own sales, and its mass counts once when it is ground again', async () => {
  const supplierId = await addSupplier(admin);
  const [material, product] = [await addMaterial(admin, { unit: 'kg' }), await addProduct(admin, { unit: 'kg' })];
  await done('POST', '/certificates', {
    holder: 'supplier',
    supplierId,
    scheme: 'NPOP',
    number: 'C/1',
    validFrom: '2026-04-01',
    validTo: '2027-03-31',
    allItems: true,
  });
  const line = { rawMaterialId: material, quantity: 100, pricePerUnit: 1, claim: 'organic' };
  await addInward(admin, supplierId, [], { inwardDate: '2026-10-01', rawMaterials: [line] });
  const make = async (productionDate: string, input: object, batchNumber: string, quantity: number) =>
    await done('POST', '/production-runs', {
      productionDate,
      status: 'completed',
      inputs: [input],
      outputs: [{ productId: product, batchNumber, quantity }],
    });
  const { outputs } = await make('2026-11-01', { rawMaterialId: material, quantity: 100 }, 'POWDER', 90);
  const [{ lotId }] = outputs;
  await make('2026-11-02', { productId: product, quantity: 20, lots: [{ lotId, quantity: 20 }] }, 'AGAIN', 18);
  const { buyerId } = await done('POST', '/buyers', { name: 'Sender', phone: '9811111112', status: 1 });
  await done('POST', '/dispatches', {
    buyerId,
    dispatchDate: '2026-11-05',
    invoiceNumber: 'B/1',
    lines: [{ lotId, quantity: 60 }],
  });
  const { itemId } = (await admin('GET', `/products/${product}`)).json;
  const { json: balance } = await admin('GET', `/mass-balance?itemId=${itemId}&withProducts=true`);
  expect(balance.covered).toEqual({
    boughtGrams: 90_000,
    soldGrams: 60_000,
    otherGrams: 2000,
    leftGrams: 28_000,
    shortGrams: 0,
    standInGrams: 0,
    schemes: [
      {
        scheme: 'NPOP',
        madeGrams: 0,
        boughtGrams: 90_000,
        soldGrams: 60_000,
        otherGrams: 2000,
        leftGrams: 28_000,
        shortGrams: 0,
        standInGrams: 0,
      },
    ],
  });
  // 20 kg went into the mill, 18 came out.
  expect(balance.family).toMatchObject({ boughtGrams: 90_000, soldGrams: 60_000, conversionGrams: 2000 });
});

test('a returned lot counts for the item with the returned quantity, not with a surplus that a count found', async () => {
  const supplierId = await addSupplier(admin);
  const [material, product] = [await addMaterial(admin, { unit: 'kg' }), await addProduct(admin, { unit: 'kg' })];
  await addInward(admin, supplierId, [[material, 100]], { inwardDate: '2026-10-01' });
  const { outputs } = await done('POST', '/production-runs', {
    productionDate: '2026-11-01',
    status: 'completed',
    inputs: [{ rawMaterialId: material, quantity: 100 }],
    outputs: [{ productId: product, batchNumber: 'BACK', quantity: 100 }],
  });
  const { buyerId } = await done('POST', '/buyers', { name: 'Sender', phone: '9811111112', status: 1 });
  const sent = await done('POST', '/dispatches', {
    buyerId,
    dispatchDate: '2026-11-05',
    invoiceNumber: 'B/1',
    lines: [{ lotId: outputs[0].lotId, quantity: 50 }],
  });
  const back = { dispatchLineId: sent.lines[0].dispatchLineId, quantity: 10 };
  const returned = await done('POST', '/adjustments', {
    kind: 'buyerReturn',
    date: '2026-11-10',
    reason: 'Torn bags',
    lines: [back],
  });
  const count = { kind: 'count', date: '2026-11-12', reason: 'Count' };
  await done('POST', '/adjustments', {
    ...count,
    lines: [{ lotId: returned.lines[0].lotId, quantity: 12, reason: 'Two more' }],
  });
  const { json: items } = await admin('GET', '/items');
  const { itemId } = items.find(({ rawMaterialId }: { rawMaterialId: number }) => rawMaterialId === material);
  const { json: balance } = await admin('GET', `/mass-balance?itemId=${itemId}&withProducts=true`);
  expect(balance.family).toMatchObject({ boughtGrams: 100_000, soldGrams: 40_000, leftGrams: 60_000 });
});

test('a run in progress is stated apart, also after its first batch', async () => {
  const supplierId = await addSupplier(admin);
  const [material, product] = [await addMaterial(admin, { unit: 'kg' }), await addProduct(admin, { unit: 'kg' })];
  await addInward(admin, supplierId, [[material, 100]], { inwardDate: '2026-10-01' });
  await done('POST', '/production-runs', {
    productionDate: '2026-11-01',
    status: 'in_progress',
    inputs: [{ rawMaterialId: material, quantity: 100 }],
    outputs: [{ productId: product, batchNumber: 'FIRST', quantity: 10 }],
  });
  const { itemId } = (await admin('GET', `/materials/${material}`)).json;
  const { json: balance } = await admin('GET', `/mass-balance?itemId=${itemId}&withProducts=true`);
  expect(balance.conversion).toMatchObject({
    inputGrams: 0,
    outputGrams: 0,
    inProgressGrams: 90_000,
    unexplainedGrams: 0,
  });
  expect(balance.yields).toEqual([]);
  expect(balance.family).toMatchObject({ boughtGrams: 100_000, leftGrams: 10_000, conversionGrams: 90_000 });
});

test('a run across two periods is in progress in the first, and part of the opening of the second', async () => {
  const supplierId = await addSupplier(admin);
  const scope = { scheme: 'NPOP', number: 'N', body: 'I', allItems: true, itemIds: [] };
  const valid = { validFrom: '2025-01-01', validTo: '2027-12-31' };
  await done('POST', '/certificates', { holder: 'supplier', supplierId, ...scope, ...valid });
  const [material, product] = [await addMaterial(admin, { unit: 'kg' }), await addProduct(admin, { unit: 'kg' })];
  const rawMaterials = [{ rawMaterialId: material, quantity: 50, pricePerUnit: 1, claim: 'organic' }];
  await addInward(admin, supplierId, [], { inwardDate: '2026-03-20', rawMaterials });
  const made = await done('POST', '/production-runs', {
    productionDate: '2026-03-30',
    status: 'completed',
    inputs: [{ rawMaterialId: material, quantity: 50 }],
    outputs: [{ productId: product, batchNumber: 'WINE', quantity: 48, manufactureDate: '2026-04-02' }],
  });
  const { buyerId } = await done('POST', '/buyers', { name: 'Border Stores', phone: '9811111113', status: 1 });
  const lines = [{ lotId: made.outputs[0].lotId, quantity: 40 }];
  await done('POST', '/dispatches', { buyerId, dispatchDate: '2026-04-10', invoiceNumber: 'B/1', lines });
  const { itemId } = (await admin('GET', `/materials/${material}`)).json;
  const balanceOf = async (from: string, to: string) =>
    (await admin('GET', `/mass-balance?itemId=${itemId}&withProducts=true&from=${from}&to=${to}`)).json;
  const [first, second] = [await balanceOf('2025-04-01', '2026-03-31'), await balanceOf('2026-04-01', '2027-03-31')];
  expect(first.conversion).toMatchObject({
    inputGrams: 0,
    outputGrams: 0,
    inProgressGrams: 50_000,
    yieldPercent: null,
  });
  expect(first.yields).toEqual([]);
  expect(first.family).toMatchObject({ openingGrams: 0, boughtGrams: 50_000, leftGrams: 0, conversionGrams: 50_000 });
  expect(first.covered).toMatchObject({ boughtGrams: 50_000, otherGrams: 0, leftGrams: 50_000 });
  expect(second.conversion).toMatchObject({
    inputGrams: 50_000,
    outputGrams: 48_000,
    unexplainedGrams: 2000,
    inProgressGrams: 0,
  });
  expect(second.yields).toMatchObject([{ runs: 1, yieldPercent: 96 }]);
  expect(second.family).toMatchObject({
    openingGrams: 50_000,
    boughtGrams: 0,
    soldGrams: 40_000,
    leftGrams: 8000,
    conversionGrams: 2000,
  });
  expect(second.covered).toEqual({
    boughtGrams: 50_000,
    soldGrams: 40_000,
    otherGrams: 2000,
    leftGrams: 8000,
    shortGrams: 0,
    standInGrams: 0,
    schemes: [
      {
        scheme: 'NPOP',
        madeGrams: 48_000,
        boughtGrams: 50_000,
        soldGrams: 40_000,
        otherGrams: 2000,
        leftGrams: 8000,
        shortGrams: 0,
        standInGrams: 0,
      },
    ],
  });
});
