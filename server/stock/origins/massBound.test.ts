/** Claims of outputs are bounded by the mass of inputs (docs/domain.md, Bounded by mass). */
import { expect, test } from 'vitest';
import { withinMass } from '#contract/stock/claims/massBound.ts';
import { buildTestApp } from '#test/buildTestApp.ts';
import { addMaterial, addProduct, addRun, addSupplier, batchFields } from '#test/factories.ts';
import { worldOf } from '#test/world.ts';

const app = await buildTestApp();
const admin = await app.as('admin');
const { describeItem, receive, addCertificate, must, readLot } = worldOf(admin);

const grower = await addSupplier(admin);
await addCertificate(grower);

async function organicMaterial(quantity: number): Promise<number> {
  const rawMaterialId = await addMaterial(admin);
  await receive(grower, rawMaterialId, quantity, { claim: 'organic' });
  return rawMaterialId;
}

const kilograms = async () => await addProduct(admin, { unit: 'kg' });

/** Records a run, which needs a reason where it makes more than went in. */
async function make(
  inputs: object[],
  outputs: [productId: number, quantity: number][],
  gainReason = 'Water taken up',
): Promise<number[]> {
  const made = outputs.map(([productId, quantity]) => batchFields(productId, quantity));
  const { outputs: batches } = await addRun(admin, inputs, { outputs: made, gainReason });
  return batches.map(({ lotId }: { lotId: number }) => lotId);
}

const claims = async (lotIds: readonly number[]) =>
  await Promise.all(
    lotIds.map(async (lotId) => {
      const { claim, organicPercent, organicShare } = await readLot(lotId);
      return [claim, organicPercent, organicShare.isBeyondMass];
    }),
  );

test('outputs have a claim in their order, until they are more than went in', async () => {
  const [material, powder, flakes] = [await organicMaterial(10), await kilograms(), await kilograms()];
  const inputs = [{ rawMaterialId: material, quantity: 10 }];
  const lotIds = await make(inputs, [
    [powder, 6],
    [flakes, 4],
    [powder, 1],
  ]);
  expect(await claims(lotIds)).toEqual([
    ['organic', 100, false],
    ['organic', 100, false],
    ['conventional', 0, true],
  ]);
});

test('500 kg of 1 kg have no claim, nor has what is made of them', async () => {
  const [material, powder] = [await organicMaterial(1), await kilograms()];
  const lotIds = await make([{ rawMaterialId: material, quantity: 1 }], [[powder, 500]]);
  expect(await claims(lotIds)).toEqual([['conventional', 0, true]]);
  const next = await make([{ productId: powder, quantity: 500 }], [[await kilograms(), 500]]);
  expect(await claims(next)).toEqual([['conventional', 0, false]]);
});

test('water and salt are part of the mass, packaging is not', async () => {
  const [material, powder] = [await organicMaterial(10), await kilograms()];
  const [water, label] = [await addMaterial(admin), await addMaterial(admin)];
  await describeItem({ rawMaterialId: water }, { part: 'water' });
  await describeItem({ rawMaterialId: label }, { part: 'packaging' });
  await receive(grower, water, 10);
  await receive(grower, label, 10);
  const inputs = [material, water, label].map((rawMaterialId) => ({ rawMaterialId, quantity: 10 }));
  const lotIds = await make(inputs, [
    [powder, 20],
    [powder, 1],
  ]);
  expect(await claims(lotIds)).toEqual([
    ['organic', 100, false],
    ['conventional', 0, true],
  ]);
  // A repacked lot is still wholly organic; beside others it counts without its water.
  const other = await addMaterial(admin);
  await receive(grower, other, 2, { claim: 'conventional' });
  const repacked = await make(
    [{ productId: powder, quantity: 10, lots: [{ lotId: lotIds[0], quantity: 10 }] }],
    [[await kilograms(), 10]],
  );
  expect(await claims(repacked)).toEqual([['organic', 100, false]]);
  const mixed = [
    { productId: powder, quantity: 8, lots: [{ lotId: lotIds[0], quantity: 8 }] },
    { rawMaterialId: other, quantity: 1 },
  ];
  const mixedIds = await make(mixed, [[await kilograms(), 9]]);
  expect(await claims(mixedIds)).toEqual([['madeWithOrganic', 80, false]]);
});

test('a gain counts with a reason, up to what its item allows, and passes no more on than went in', async () => {
  const [material, powder] = [await organicMaterial(20), await kilograms()];
  const inputs = [{ rawMaterialId: material, quantity: 10 }];
  const outputs: [number, number][] = [
    [powder, 11],
    [powder, 1],
  ];
  const lotIds = await make(inputs, outputs);
  expect((await claims(lotIds))[0]).toEqual(['conventional', 0, true]);
  await describeItem({ productId: powder }, { maxGainPercent: 10 });
  expect(await claims(lotIds)).toEqual([
    ['organic', 100, false],
    ['conventional', 0, true],
  ]);
  const other = await addMaterial(admin);
  await receive(grower, other, 2, { claim: 'conventional' });
  const mixed = [
    { productId: powder, quantity: 11, lots: [{ lotId: lotIds[0], quantity: 11 }] },
    { rawMaterialId: other, quantity: 2 },
  ];
  const mixedIds = await make(mixed, [[await kilograms(), 13]]);
  // 10 kg of 12 kg, not 11 kg of 13 kg.
  expect(await claims(mixedIds)).toEqual([['madeWithOrganic', 83.3, false]]);
});

test('outputs claim in any order where all needed no more than went in, and a run that needed more says so', async () => {
  const [powder, flakes] = [await kilograms(), await kilograms()];
  await describeItem({ productId: powder }, { maxGainPercent: 10 });
  const post = async (outputs: [number, number][]) => {
    const inputs = [{ rawMaterialId: await organicMaterial(100), quantity: 100 }];
    const made = outputs.map(([productId, quantity]) => batchFields(productId, quantity));
    const run = await addRun(admin, inputs, { outputs: made, gainReason: 'Water taken up' });
    const readiness = await must(200, 'GET', '/readiness');
    const { entries } = readiness.find(({ kind }: { kind: string }) => kind === 'madeMore');
    const isListed = entries.some(({ link }: { link: string }) => link === `/production/${run.runId}`);
    const own = await claims(run.outputs.map(({ lotId }: { lotId: number }) => lotId));
    const { json } = await admin('GET', `/trace/lots/${run.outputs[0].lotId}`);
    return {
      claims: own.map(([claim]) => claim),
      isWarned: run.warnings.length > 0,
      isListed,
      isGap: json.summary.gaps.some(({ kind }: { kind: string }) => kind === 'madeMore'),
    };
  };
  // 66 kg at 10 % needed 60 kg.
  const inOrder = { claims: ['organic', 'organic'], isWarned: false, isListed: false, isGap: false };
  expect(
    await post([
      [powder, 66],
      [flakes, 40],
    ]),
  ).toEqual(inOrder);
  expect(
    await post([
      [flakes, 40],
      [powder, 66],
    ]),
  ).toEqual(inOrder);
  // 106 kg again, of which the gain of one item covers less.
  const beyond = { claims: ['organic', 'conventional'], isWarned: true, isListed: true, isGap: true };
  expect(
    await post([
      [powder, 55],
      [flakes, 51],
    ]),
  ).toEqual(beyond);
  expect(
    await post([
      [flakes, 51],
      [powder, 55],
    ]),
  ).toEqual(beyond);
});

test('an output without grams per unit cannot be within the mass', async () => {
  const [material, jars] = [await organicMaterial(10), await addProduct(admin, { name: 'Jars', unit: 'jar' })];
  const lotIds = await make([{ rawMaterialId: material, quantity: 10 }], [[jars, 10]]);
  const [lotId = 0] = lotIds;
  expect(await readLot(lotId)).toMatchObject({ claim: 'conventional', organicShare: { withoutGrams: ['Jars'] } });
  await describeItem({ productId: jars }, { gramsPerUnit: 1000 });
  expect(await claims(lotIds)).toEqual([['organic', 100, false]]);
  await describeItem({ productId: jars }, { gramsPerUnit: 1001 });
  expect(await claims(lotIds)).toEqual([['conventional', 0, true]]);
});

test('the bound is exact, whatever the masses', () => {
  const output = (mass: bigint, maxGain = 0) => ({ part: 'ingredient' as const, mass, maxGain });
  const most = 9_007_199_254_740_993n ** 2n;
  expect(withinMass(most, [output(most), output(1n)], false)).toEqual([true, false]);
  expect(withinMass(100n, [output(110n, 10_000)], false)).toEqual([false]);
  expect(withinMass(100n, [output(110n, 10_000), output(1n, 10_000)], true)).toEqual([true, false]);
  expect(withinMass(1000n, [output(1001n, 99)], true)).toEqual([false]);
  const gaining = [output(66n * most, 10_000), output(40n * most), output(1n, 1)];
  expect(withinMass(100n * most, gaining, true)).toEqual([true, true, false]);
  expect(withinMass(100n * most + 1n, gaining.toReversed(), true)).toEqual([true, true, true]);
  expect(withinMass(100n * most, gaining.toReversed(), true)).toEqual([true, true, false]);
  expect(
    withinMass(10n, [{ ...output(1n), part: 'packaging' }, { ...output(1n), mass: null }, output(10n)], false),
  ).toEqual([false, false, true]);
});
