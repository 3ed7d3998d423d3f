/** Cover of organic sales under each scheme, in small worlds whose sums are written down. Quantities are kg. */
import { expect, test } from 'vitest';
import { balanceStateOf } from '#contract/prove/massBalance.ts';
import { buildTestApp } from '#test/buildTestApp.ts';
import { addMaterial, addProduct, addRun, addSupplier, batchFields, certificateFields } from '#test/factories.ts';
import { worldOf } from '#test/world.ts';

const admin = await (await buildTestApp()).as('admin');
const { addCertificate, balance, dispatch, done, itemOf, must, receive, returnFromBuyer } = worldOf(admin);

const { buyerId } = await done('POST', '/buyers', { name: 'Green Basket', phone: '9811111112', status: 1 });
const npop = { scheme: 'NPOP', status: 'organic' };
const eu = { scheme: 'EU', status: 'organic' };
const partly = { scheme: 'NPOP', status: 'madeWithOrganic' };

async function certified(...schemes: string[]): Promise<number> {
  const supplierId = await addSupplier(admin);
  for (const scheme of schemes) await addCertificate(supplierId, { scheme });
  return supplierId;
}

/** Receives a quantity of a material that claims organic, of a supplier certified under these schemes; returns its lot. */
const buy = async (rawMaterialId: number, quantity: number, ...schemes: string[]) =>
  await receive(await certified(...schemes), rawMaterialId, quantity, { claim: 'organic' });

const sell = async (lotId: number, quantity: number, soldAs: object | null, over: object = {}) =>
  await dispatch(buyerId, [{ lotId, quantity }], { soldAs, ...over });

const beyond = { soldAsReason: 'The buyer knows' };

/** A row: [scheme, bought, made, sold, other, left, short]. */
type Row = [scheme: string | null, ...masses: number[]];

/** The cover of a material in all, without `made`, and under each scheme. */
async function sums(wanted: { rawMaterialId: number } | { productId: number }, period = '') {
  const { itemId } = await itemOf(wanted);
  const { covered } = await balance(`itemId=${itemId}&withProducts=true${period}`);
  if (!covered) return undefined;
  const kg = (grams: number) => grams / 1000;
  const { boughtGrams, soldGrams, otherGrams, leftGrams, shortGrams } = covered;
  const rows = covered.schemes.map((row): Row => [
    row.scheme,
    kg(row.boughtGrams),
    kg(row.madeGrams),
    kg(row.soldGrams),
    kg(row.otherGrams),
    kg(row.leftGrams),
    kg(row.shortGrams),
  ]);
  expect(rows.reduce((sum, [, , , sold = 0]) => sum + sold, 0)).toBeCloseTo(kg(soldGrams), 6);
  for (const row of [covered, ...covered.schemes]) {
    const unproved = row.shortGrams + row.standInGrams;
    expect(row.soldGrams - unproved + row.otherGrams + row.leftGrams).toBeCloseTo(row.boughtGrams, 2);
  }
  return {
    state: balanceStateOf(covered),
    all: [boughtGrams, soldGrams, otherGrams, leftGrams, shortGrams].map(kg),
    rows,
  };
}

test('sold under one scheme beyond what was bought under it is short, though all of it is covered', async () => {
  const rawMaterialId = await addMaterial(admin);
  const ofNpop = await buy(rawMaterialId, 100, 'NPOP');
  const ofEu = await buy(rawMaterialId, 100, 'EU');
  await sell(ofNpop, 100, npop);
  await sell(ofEu, 50, npop, beyond);
  expect(await sums({ rawMaterialId })).toEqual({
    state: 'short',
    all: [200, 150, 0, 50, 0],
    rows: [
      ['NPOP', 100, 0, 150, 0, 0, 50],
      ['EU', 100, 0, 0, 50, 50, 0],
    ],
  });
  const { items } = await must(200, 'GET', '/mass-balance/organic');
  const { itemId } = await itemOf({ rawMaterialId });
  const own = items.find((item: { itemId: number }) => item.itemId === itemId);
  expect(own.covered).toEqual((await balance(`itemId=${itemId}&withProducts=true`)).covered);
});

test('bought under two schemes is sold under one: as the dispatch says, else under the best claim', async () => {
  const rawMaterialId = await addMaterial(admin);
  const lotId = await buy(rawMaterialId, 100, 'NPOP', 'EU');
  await sell(lotId, 30, null);
  await sell(lotId, 45, eu);
  expect(await sums({ rawMaterialId })).toEqual({
    state: 'covered',
    all: [100, 75, 0, 25, 0],
    rows: [
      ['NPOP', 100, 0, 30, 45, 25, 0],
      ['EU', 100, 0, 45, 30, 25, 0],
    ],
  });
});

test('sales of products count under the scheme they are sold as, in the mass of the material', async () => {
  const rawMaterialId = await addMaterial(admin);
  await buy(rawMaterialId, 100, 'NPOP');
  const productId = await addProduct(admin, { unit: 'kg' });
  const { outputs } = await addRun(admin, [{ rawMaterialId, quantity: 80 }], {
    outputs: [batchFields(productId, 60)],
  });
  const [{ lotId }] = outputs;
  // Without a certificate of our own, which a mass balance doesn't look at.
  await sell(lotId, 15, null);
  await sell(lotId, 15, eu, beyond);
  const { rows, state } = (await sums({ rawMaterialId })) ?? {};
  expect(state).toBe('short');
  expect(rows).toEqual([
    ['NPOP', 100, 60, 15, 35, 50, 0],
    ['EU', 0, 0, 15, 0, 0, 15],
  ]);
});

test('a conventional lot that is sold as organic with a reason is short under that scheme', async () => {
  const rawMaterialId = await addMaterial(admin);
  const lotId = await receive(await certified('NPOP'), rawMaterialId, 10, { claim: 'conventional' });
  expect(await sums({ rawMaterialId })).toBeUndefined();
  await sell(lotId, 4, npop, beyond);
  expect(await sums({ rawMaterialId })).toEqual({
    state: 'short',
    all: [0, 4, 0, 0, 4],
    rows: [['NPOP', 0, 0, 4, 0, 0, 4]],
  });
});

test('sold as in conversion is not sold as organic', async () => {
  const rawMaterialId = await addMaterial(admin);
  const lotId = await buy(rawMaterialId, 10, 'NPOP');
  await sell(lotId, 4, { scheme: 'NPOP', status: 'inConversion' });
  expect(await sums({ rawMaterialId })).toEqual({
    state: 'covered',
    all: [10, 0, 4, 6, 0],
    rows: [['NPOP', 10, 0, 0, 4, 6, 0]],
  });
});

test('goods that buyers send back lower what was sold under the scheme of their dispatch, in its period', async () => {
  const rawMaterialId = await addMaterial(admin);
  const lotId = await buy(rawMaterialId, 100, 'NPOP', 'EU');
  const { lines } = await sell(lotId, 60, eu);
  await returnFromBuyer(lines[0].dispatchLineId, 10);
  expect(await sums({ rawMaterialId })).toEqual({
    state: 'covered',
    all: [100, 50, 0, 50, 0],
    rows: [
      ['NPOP', 100, 0, 0, 50, 50, 0],
      ['EU', 100, 0, 50, 0, 50, 0],
    ],
  });
  expect((await sums({ rawMaterialId }, '&from=2026-11-16'))?.rows).toEqual([
    ['NPOP', 40, 0, 0, -10, 50, 0],
    ['EU', 40, 0, -10, 0, 50, 0],
  ]);
});

test('a blend of two schemes is under none, and what is sold of it without a claim is no organic sale', async () => {
  const rawMaterialId = await addMaterial(admin);
  const [ofNpop, ofPgs] = [await buy(rawMaterialId, 50, 'NPOP'), await buy(rawMaterialId, 50, 'PGS-India')];
  const productId = await addProduct(admin, { unit: 'kg' });
  const lots = [ofNpop, ofPgs].map((lotId) => ({ lotId, quantity: 50 }));
  const { outputs } = await addRun(admin, [{ rawMaterialId, quantity: 100, lots }], {
    outputs: [batchFields(productId, 100)],
  });
  await sell(outputs[0].lotId, 60, null);
  expect(await sums({ productId })).toBeUndefined();
  expect(await sums({ rawMaterialId })).toEqual({
    state: 'covered',
    all: [100, 0, 60, 40, 0],
    rows: [
      ['NPOP', 50, 50, 0, 30, 20, 0],
      ['PGS-India', 50, 50, 0, 30, 20, 0],
    ],
  });
});

test('mass that was sold without proof and is covered by what is left stands in a line of its own', async () => {
  const rawMaterialId = await addMaterial(admin);
  const ofNpop = await buy(rawMaterialId, 100, 'NPOP');
  const supplierId = await addSupplier(admin);
  const { certificateId } = await addCertificate(supplierId, { scheme: 'EU' });
  const ofEu = await receive(supplierId, rawMaterialId, 100, { claim: 'organic' });
  await buy(rawMaterialId, 50, 'NPOP', 'EU');
  const productId = await addProduct(admin, { unit: 'kg' });
  const lots = [
    { lotId: ofEu, quantity: 95 },
    { lotId: ofNpop, quantity: 5 },
  ];
  const { outputs } = await addRun(admin, [{ rawMaterialId, quantity: 100, lots }], {
    outputs: [batchFields(productId, 76)],
  });
  await sell(outputs[0].lotId, 40, eu, beyond);
  const { itemId } = await itemOf({ rawMaterialId });
  const read = async () => (await balance(`itemId=${itemId}&withProducts=true`)).covered;
  const before = await read();
  expect(before?.standInGrams).toBe(0);
  // 5 % of what was sold was bought under the other scheme.
  const ofScheme = { scheme: 'EU', boughtGrams: 150_000, soldGrams: 40_000, shortGrams: 0, standInGrams: 2000 };
  expect(before?.schemes[1]).toMatchObject({ ...ofScheme, otherGrams: 22_800, leftGrams: 89_200 });
  await done('PUT', `/certificates/${certificateId}`, {
    ...certificateFields(supplierId, { scheme: 'EU', withdrawnOn: '2026-08-01' }),
  });
  expect(await read()).toMatchObject({
    boughtGrams: 150_000,
    soldGrams: 40_000,
    standInGrams: 38_000,
    shortGrams: 0,
    otherGrams: 1200,
    leftGrams: 146_800,
  });
  await sums({ rawMaterialId });
});

/** 75 kg organic and 20 kg conventional, made into 95 kg that are made with organic. */
async function makePartly() {
  const [rawMaterialId, other, productId] = [
    await addMaterial(admin),
    await addMaterial(admin),
    await addProduct(admin, { unit: 'kg' }),
  ];
  await buy(rawMaterialId, 75, 'NPOP');
  await receive(await addSupplier(admin), other, 20, { claim: 'conventional' });
  const inputs = [
    { rawMaterialId, quantity: 75 },
    { rawMaterialId: other, quantity: 20 },
  ];
  const { outputs } = await addRun(admin, inputs, { outputs: [batchFields(productId, 95)] });
  return { rawMaterialId, productId, lotId: outputs[0].lotId };
}

test('goods that are made with organic prove what is sold as it, and a sale of them without a claim is no such sale', async () => {
  const { rawMaterialId, productId, lotId } = await makePartly();
  await sell(lotId, 19, null);
  expect(await sums({ productId })).toBeUndefined();
  await sell(lotId, 38, partly, beyond);
  expect(await sums({ productId })).toEqual({
    state: 'covered',
    all: [95, 38, 19, 38, 0],
    rows: [['NPOP', 95, 0, 38, 19, 38, 0]],
  });
  // In products that are made with organic the material counts as sold as organic, with and without a stated claim.
  expect((await sums({ rawMaterialId }))?.rows).toEqual([['NPOP', 75, 75, 45, 0, 30, 0]]);
});

test('goods that are made with organic prove no sale as organic, nor under another scheme, sold or left', async () => {
  const { productId, lotId } = await makePartly();
  await sell(lotId, 30, partly, beyond);
  await sell(lotId, 20, npop, beyond);
  await sell(lotId, 10, eu, beyond);
  expect(await sums({ productId })).toEqual({
    state: 'short',
    all: [95, 60, 30, 35, 30],
    rows: [
      ['NPOP', 95, 0, 50, 30, 35, 20],
      ['EU', 0, 0, 10, 0, 0, 10],
    ],
  });
});

test('bought as made with organic and as organic proves what is sold as made with organic, from either', async () => {
  const rawMaterialId = await addMaterial(admin);
  const supplierId = await certified('NPOP');
  const lotId = await receive(supplierId, rawMaterialId, 40, { claim: 'madeWithOrganic' });
  const whole = await receive(supplierId, rawMaterialId, 60, { claim: 'organic' });
  const unproved = await receive(supplierId, rawMaterialId, 15, { claim: 'conventional' });
  await sell(lotId, 30, partly);
  await sell(whole, 25, partly);
  await sell(unproved, 15, partly, beyond);
  await sell(whole, 5, null);
  // The 15 kg that nothing proves could have been taken of the 40 kg that are left.
  expect(await sums({ rawMaterialId })).toEqual({
    state: 'covered',
    all: [100, 75, 0, 40, 0],
    rows: [['NPOP', 100, 0, 75, 0, 40, 0]],
  });
});
