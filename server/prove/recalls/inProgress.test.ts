/** Quantities in runs in progress, as a recall shows them. */
import { expect, test } from 'vitest';
import { buildTestApp } from '#test/buildTestApp.ts';
import { addInward, addMaterial, addProduct, addRun, addSupplier, batchFields } from '#test/factories.ts';

const app = await buildTestApp();
const admin = await app.as('admin');
const supplier = await addSupplier(admin);

/** The figures of a lot of 100 kg that went into a run in progress with 100 boxes, of which the outputs and losses are these. */
async function reachAfter({ made, unit = 'kg', losses = [] }: { made: number[]; unit?: string; losses?: object[] }) {
  const [material, boxes] = [await addMaterial(admin), await addMaterial(admin, { unit: 'pcs' })];
  const { rawMaterials } = await addInward(admin, supplier, [
    [material, 100],
    [boxes, 100],
  ]);
  const { itemId } = (await admin('GET', `/materials/${boxes}`)).json;
  const item = (await admin('GET', `/items/${itemId}`)).json;
  expect((await admin('PUT', `/items/${itemId}`, { ...item, part: 'packaging' })).status).toBe(200);
  const product = await addProduct(admin, { unit });
  const inputs = [
    { rawMaterialId: material, quantity: 100 },
    { rawMaterialId: boxes, quantity: 100 },
  ];
  const outputs = made.map((quantity) => batchFields(product, quantity));
  await addRun(admin, inputs, { status: 'in_progress', outputs, losses, gainReason: 'Soaked' });
  const { json, status, text } = await admin('GET', `/recalls/reach?lotIds=${rawMaterials[0].lotId}`);
  expect(status, text).toBe(200);
  return json;
}

const kg = (quantity: number) => [{ unit: 'kg', quantity }];

test('a recall counts as in progress the input of a run less its outputs and losses', async () => {
  expect(await reachAfter({ made: [] })).toMatchObject({
    inProgress: kg(100),
    locatedPercent: 100,
    recoveredPercent: 0,
  });
  const begun = { inProgress: kg(90), onHand: kg(10), locatedPercent: 100, recoveredPercent: 10 };
  expect(await reachAfter({ made: [10] })).toMatchObject(begun);
  const lossy = await reachAfter({ made: [10, 30], losses: [{ reason: 'Dust', grams: 5000 }] });
  expect(lossy).toMatchObject({ inProgress: kg(55), onHand: kg(40), locatedPercent: 100 });
  // More came out than went in, as after soaking: nothing remains.
  expect((await reachAfter({ made: [120] })).inProgress).toEqual([]);
});

test('a recall counts nothing as in progress once a run has an output of unknown mass', async () => {
  expect((await reachAfter({ made: [10], unit: 'jar' })).inProgress).toEqual([]);
  expect((await reachAfter({ made: [], unit: 'jar' })).inProgress).toEqual(kg(100));
});

test('the row of a lot with surpluses and losses of counts adds up', async () => {
  const { rawMaterials } = await addInward(admin, supplier, [[await addMaterial(admin), 100]], {
    inwardDate: '2026-11-01',
  });
  const [{ lotId }] = rawMaterials;
  const rowAfter = async (date: string, quantity: number) => {
    const count = await admin('POST', '/adjustments', { kind: 'count', date, lines: [{ lotId, quantity }] });
    expect(count.status, count.text).toBe(201);
    const { json } = await admin('POST', '/recalls', {
      kind: 'drill',
      title: 'Counted',
      reason: 'Drill',
      lotIds: [lotId],
    });
    return json.lots[0];
  };
  expect(await rowAfter('2026-11-05', 105)).toMatchObject({ madeQty: 105, lostQty: 0, onHandQty: 105 });
  expect(await rowAfter('2026-11-06', 97)).toMatchObject({ madeQty: 100, lostQty: 3, onHandQty: 97 });
  expect(await rowAfter('2026-11-07', 101)).toMatchObject({ madeQty: 101, lostQty: 0, onHandQty: 101 });
});
