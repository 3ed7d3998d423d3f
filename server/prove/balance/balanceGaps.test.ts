/** Mass balances with unknown masses, and lots that were counted more than once. */
import { expect, test } from 'vitest';
import { buildTestApp } from '#test/buildTestApp.ts';
import { addInward, addMaterial, addProduct, addSupplier } from '#test/factories.ts';
import { worldOf } from '#test/world.ts';

const admin = await (await buildTestApp()).as('admin');
const { done, balance, describeItem, itemOf } = worldOf(admin);

test('a lot counted twice on a day enters the balance with its last count, beside the other lots of that day', async () => {
  const supplierId = await addSupplier(admin);
  const material = await addMaterial(admin, { unit: 'kg' });
  const received: [number, number][] = [
    [material, 50],
    [material, 20],
  ];
  const { rawMaterials } = await addInward(admin, supplierId, received, { inwardDate: '2026-05-01' });
  const [first, second] = rawMaterials.map(({ lotId }: { lotId: number }) => lotId);
  for (const [lotId, quantity] of [
    [first, 48],
    [second, 20],
    [first, 49],
  ] as const) {
    const count = { kind: 'count', date: '2026-05-31', reason: 'Month' };
    await done('POST', '/adjustments', { ...count, lines: [{ lotId, quantity, reason: '' }] });
  }
  const { itemId } = await itemOf({ rawMaterialId: material });
  const told = await balance(`itemId=${itemId}`);
  expect(told).toMatchObject({ closing: 69, counted: 69, countDays: ['2026-05-31'] });
  // Two lots of one invoice.
  expect(told.lines.find(({ kind }: { kind: string }) => kind === 'received')).toMatchObject({ documents: 1 });
});

test('organic jars without a weight are named, and coverage is not computed once some are sold', async () => {
  const supplierId = await addSupplier(admin);
  const scope = { scheme: 'NPOP', validFrom: '2026-04-01', validTo: '2027-03-31', allItems: true };
  await done('POST', '/certificates', { holder: 'supplier', supplierId, number: 'ORG/3', ...scope });
  const material = await addMaterial(admin, { unit: 'kg' });
  const rawMaterials = [{ rawMaterialId: material, quantity: 100, pricePerUnit: 1, claim: 'organic' }];
  await addInward(admin, supplierId, [], { inwardDate: '2026-10-01', rawMaterials });
  const jar = await addProduct(admin, { name: 'Jar of turmeric', unit: 'jar' });
  // The claim is entered while the jars have a weight.
  await describeItem({ productId: jar }, { gramsPerUnit: 200 });
  const run = { productionDate: '2026-10-10', status: 'completed' };
  const filled = await done('POST', '/production-runs', {
    ...run,
    inputs: [{ rawMaterialId: material, quantity: 100 }],
    outputs: [{ productId: jar, batchNumber: 'J-1', quantity: 500, claim: 'organic' }],
  });
  const { itemId } = await itemOf({ rawMaterialId: material });
  await describeItem({ productId: jar }, { gramsPerUnit: null });
  const all = async () => await balance(`itemId=${itemId}&withProducts=true`);
  expect(await all()).toMatchObject({ withoutGrams: ['Jar of turmeric'], covered: { soldGrams: 0 } });
  const { buyerId } = await done('POST', '/buyers', { name: 'Shop', phone: '9811111112', status: 1 });
  const lines = [{ lotId: filled.outputs[0].lotId, quantity: 400 }];
  await done('POST', '/dispatches', { buyerId, dispatchDate: '2026-11-01', invoiceNumber: 'J/1', lines });
  expect((await all()).covered).toBeUndefined();
  await describeItem({ productId: jar }, { gramsPerUnit: 200 });
  expect(await all()).toMatchObject({ withoutGrams: [], covered: { soldGrams: 80_000, shortGrams: 0 } });
});

test('the tolerance of counts is taken of the throughput, also when goods left before their receipt', async () => {
  const supplierId = await addSupplier(admin);
  const rawMaterialId = await addMaterial(admin, { unit: 'kg' });
  const item = await itemOf({ rawMaterialId });
  await done('PUT', `/items/${item.itemId}`, { ...item, balanceTolerancePercent: 1, updatedAt: undefined });
  const inward = await addInward(admin, supplierId, [[rawMaterialId, 100]], { inwardDate: '2026-10-20' });
  const [{ lotId }] = inward.rawMaterials;
  const { buyerId } = await done('POST', '/buyers', { name: 'Early Bird', phone: '9811111119', status: 1 });
  const early = { buyerId, dispatchDate: '2026-10-10', invoiceNumber: 'EARLY/1' };
  await done('POST', '/dispatches', { ...early, lines: [{ lotId, quantity: 98 }] });
  const lines = [{ lotId, quantity: 1, reason: 'Moisture' }];
  await done('POST', '/adjustments', { kind: 'count', date: '2026-10-25', reason: 'Count', lines });
  expect(await balance(`itemId=${item.itemId}&withProducts=false&from=2026-10-15`)).toMatchObject({
    opening: -98,
    closing: 1,
    variancePercent: -1,
    withinTolerance: true,
  });
});
