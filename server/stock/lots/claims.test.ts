/** Claims that may be entered for a batch, and the percentage beside them. */
import { expect, test } from 'vitest';
import { buildTestApp } from '#test/buildTestApp.ts';
import { addInward, addMaterial, addProduct, addRun, addSupplier, batchFields, runFields } from '#test/factories.ts';
import { worldOf } from '#test/world.ts';

const admin = await (await buildTestApp()).as('admin');
const supplierId = await addSupplier(admin);
const { addCertificate, must, readLot, receive } = worldOf(admin);
await addCertificate(supplierId);

/** A material of which 1000 kg claim something. */
async function stocked(claim: string): Promise<number> {
  const rawMaterialId = await addMaterial(admin);
  await receive(supplierId, rawMaterialId, 1000, { claim });
  return rawMaterialId;
}

test('the claim in conversion is refused for a batch of inputs that are not organic', async () => {
  const [plain, organic] = [await stocked('conventional'), await stocked('organic')];
  const productId = await addProduct(admin, { unit: 'kg' });
  const claimed = (rawMaterialId: number) =>
    runFields([{ rawMaterialId, quantity: 5 }], {
      outputs: [batchFields(productId, 5, { claim: 'inConversion' })],
    });
  const refused = await admin('POST', '/production-runs', claimed(plain));
  const why = 'What went in makes it at most conventional.';
  expect([refused.status, refused.json.errors]).toEqual([400, { 'outputs.0.claim': [why] }]);
  const { outputs } = await addRun(admin, [{ rawMaterialId: plain, quantity: 5 }], {
    outputs: [batchFields(productId, 5)],
  });
  const put = async (lotId: number, claim: string) => {
    const { code, expiresOn } = await readLot(lotId);
    return await admin('PUT', `/lots/${lotId}`, { code, expiresOn, claim });
  };
  const kept = await put(outputs[0].lotId, 'inConversion');
  expect([kept.status, kept.json.errors]).toEqual([400, { claim: [why] }]);
  // Sold as less than it is.
  const lower = await admin('POST', '/production-runs', claimed(organic));
  const [{ lotId }] = lower.json.outputs;
  expect(await readLot(lotId)).toMatchObject({ claim: 'inConversion', organicPercent: 100 });
  expect((await put(lotId, 'organic')).json.claim).toBe('organic');
});

test('the organic percentage is rounded down, and so never shows the limit of a claim that it misses', async () => {
  const [organic, plain] = [await stocked('organic'), await stocked('conventional')];
  const productId = await addProduct(admin, { unit: 'kg' });
  const made = async (organicKg: number, plainKg: number) => {
    const inputs = [
      { rawMaterialId: organic, quantity: organicKg },
      { rawMaterialId: plain, quantity: plainKg },
    ];
    const { outputs } = await addRun(admin, inputs, { outputs: [batchFields(productId, 100)] });
    const [{ lotId }] = outputs;
    const { claim, organicPercent } = await readLot(lotId);
    const { json } = await admin('GET', `/trace/lots/${lotId}`);
    return [claim, organicPercent, json.summary.certifiedPercent];
  };
  // Also of one of several outputs, whose share of the run is no round number.
  const inputs = [
    { rawMaterialId: organic, quantity: 95 },
    { rawMaterialId: plain, quantity: 5 },
  ];
  const outputs = [batchFields(productId, 33), batchFields(productId, 66)];
  const [{ lotId: third }] = (await addRun(admin, inputs, { outputs })).outputs;
  const { json: ofThird } = await admin('GET', `/trace/lots/${third}`);
  expect([(await readLot(third)).organicPercent, ofThird.summary.certifiedPercent]).toEqual([95, 95]);
  expect(await made(94.96, 5.04)).toEqual(['madeWithOrganic', 94.9, 94.9]);
  expect(await made(95, 5)).toEqual(['organic', 95, 95]);
  expect(await made(69.999, 30.001)).toEqual(['conventional', 69.9, 69.9]);
  expect(await made(99.96, 0.04)).toEqual(['organic', 99.9, 99.9]);
});

test('a run is read with the claim and the organic percentage of each input lot', async () => {
  const [organic, plain, jar] = [await stocked('organic'), await stocked('conventional'), await addMaterial(admin)];
  const unproved = await addMaterial(admin);
  const other = await addSupplier(admin);
  const line = {
    rawMaterialId: unproved,
    quantity: 10,
    pricePerUnit: 1,
    claim: 'organic',
    overrideReason: 'On its way',
  };
  await addInward(admin, other, [], { rawMaterials: [line] });
  await addInward(admin, supplierId, [[jar, 10]]);
  const [item] = (await admin('GET', '/items')).json.filter(
    (each: { rawMaterialId: number }) => each.rawMaterialId === jar,
  );
  expect((await admin('PUT', `/items/${item.itemId}`, { ...item, part: 'packaging' })).status).toBe(200);
  const productId = await addProduct(admin, { unit: 'kg' });
  const batch = await addRun(admin, [{ rawMaterialId: organic, quantity: 5 }], {
    outputs: [batchFields(productId, 5)],
  });
  const inputs = [organic, plain, unproved, jar].map((rawMaterialId) => ({ rawMaterialId, quantity: 5 }));
  const { runId } = await addRun(admin, [...inputs, { productId, quantity: 5 }]);
  expect(batch.outputs).toHaveLength(1);
  const { json } = await admin('GET', `/production-runs/${runId}`);
  const claims = json.inputs.flatMap(({ lots }: { lots: { claim: string | null; organicPercent: number | null }[] }) =>
    lots.map(({ claim, organicPercent }) => [claim, organicPercent]),
  );
  expect(claims).toEqual([
    ['organic', 100],
    ['conventional', 0],
    ['organic', 0],
    [null, null],
    ['organic', 100],
  ]);
});

test('a batch whose claim is lowered by hand counts as conventional in a run, also after its product is corrected', async () => {
  const organic = await stocked('organic');
  const [lowered, corrected, last] = [
    await addProduct(admin, { unit: 'kg' }),
    await addProduct(admin, { unit: 'kg' }),
    await addProduct(admin, { unit: 'kg' }),
  ];
  const made = await addRun(admin, [{ rawMaterialId: organic, quantity: 10 }], {
    outputs: [batchFields(lowered, 10, { claim: 'madeWithOrganic' })],
  });
  const [{ finishedGoodId }] = made.outputs;
  const batch = (await admin('GET', `/goods/${finishedGoodId}`)).json;
  const moved = await admin('PUT', `/goods/${finishedGoodId}`, { ...batch, productId: corrected });
  expect(moved.status).toBe(200);
  expect((await readLot(moved.json.lotId)).claim).toBe('madeWithOrganic');
  const { outputs } = await addRun(admin, [{ productId: corrected, quantity: 5 }], { outputs: [batchFields(last, 5)] });
  expect(await readLot(outputs[0].lotId)).toMatchObject({ claim: 'conventional', organicPercent: 0 });
});

test('the surplus of a count is no organic mass in what is made of the lot, and cancels out with deficits', async () => {
  const rawMaterialId = await addMaterial(admin);
  const lotId = await receive(supplierId, rawMaterialId, 100, { claim: 'organic' });
  const productId = await addProduct(admin, { unit: 'kg' });
  const count = async (quantity: number) =>
    await must(201, 'POST', '/adjustments', { kind: 'count', date: '2026-11-12', lines: [{ lotId, quantity }] });
  const percent = async () => {
    const inputs = [{ rawMaterialId, quantity: 10, lots: [{ lotId, quantity: 10 }] }];
    const { outputs, runId } = await addRun(admin, inputs, { outputs: [batchFields(productId, 10)] });
    const { claim, organicPercent } = await readLot(outputs[0].lotId);
    await must(200, 'DELETE', `/production-runs/${runId}`);
    return [claim, organicPercent];
  };
  expect(await percent()).toEqual(['organic', 100]);
  await count(125);
  expect(await percent()).toEqual(['madeWithOrganic', 80]);
  await count(200);
  expect(await percent()).toEqual(['conventional', 50]);
  await count(100);
  expect(await percent()).toEqual(['organic', 100]);
});

test('a product of an ingredient in conversion is so while as much of it came in as organic would have to', async () => {
  const rawMaterialId = await addMaterial(admin);
  const lotId = await receive(supplierId, rawMaterialId, 95, { claim: 'inConversion' });
  const productId = await addProduct(admin, { unit: 'kg' });
  const claimed = async (counted: number) => {
    const lines = [{ lotId, quantity: counted }];
    await must(201, 'POST', '/adjustments', { kind: 'count', date: '2026-11-12', lines });
    const inputs = [{ rawMaterialId, quantity: 10, lots: [{ lotId, quantity: 10 }] }];
    const { outputs, runId } = await addRun(admin, inputs, { outputs: [batchFields(productId, 10)] });
    const { claim } = await readLot(outputs[0].lotId);
    await must(200, 'DELETE', `/production-runs/${runId}`);
    return claim;
  };
  expect([await claimed(95), await claimed(100), await claimed(101)]).toEqual([
    'inConversion',
    'inConversion',
    'conventional',
  ]);
});
