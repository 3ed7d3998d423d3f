/** Lots that are on hold from the start: the history of each says so. */
import { expect, test } from 'vitest';
import { buildTestApp } from '#test/buildTestApp.ts';
import { addInward, addMaterial, addProduct, addSupplier } from '#test/factories.ts';
import { worldOf } from '#test/world.ts';

const app = await buildTestApp();
const admin = await app.as('admin');
const { dispatch, returnFromBuyer } = worldOf(admin);

/** The events of a lot, oldest first, each as its action and changes. */
async function eventsOf(lotId: number): Promise<[string, string[]][]> {
  const { json } = await admin('GET', `/history/lots/${lotId}`);
  return json
    .toReversed()
    .map(({ action, changes }: { action: string; changes: { label: string; after: string }[] }) => [
      action,
      changes.map(({ label, after }) => `${label}: ${after}`),
    ]);
}

test('a lot received on hold has its hold in the history, also when its line is added later', async () => {
  const [supplierId, rawMaterialId] = [await addSupplier(admin), await addMaterial(admin)];
  const line = { rawMaterialId, quantity: 5, pricePerUnit: 10, claim: 'organic', receiveOnHold: true };
  const plain = { rawMaterialId, quantity: 5, pricePerUnit: 10, code: 'PLAIN' };
  const rawMaterials = [{ ...line, code: 'BORN-1' }, plain];
  const inward = await addInward(admin, supplierId, [], { inwardDate: '2026-11-01', rawMaterials });
  const held = (code: string) => ['hold', [`Code: ${code}`, 'State: On hold', 'Reason: No certificate on 01-11-2026']];
  const [first, second] = inward.rawMaterials;
  expect(await eventsOf(first.lotId)).toEqual([held('BORN-1')]);
  expect(await eventsOf(second.lotId)).toEqual([]);
  const more = [
    ...rawMaterials.map((each, at) => ({ ...each, id: inward.rawMaterials[at].id })),
    { ...line, code: 'BORN-2' },
  ];
  const body = { ...inward, updatedAt: undefined, rawMaterials: more };
  const { json, text } = await admin('PUT', `/inward/${inward.inwardId}`, body);
  expect(json.rawMaterials, text).toHaveLength(3);
  expect(await eventsOf(json.rawMaterials[2].lotId)).toEqual([held('BORN-2')]);
  expect(await eventsOf(first.lotId)).toHaveLength(1);
  const { json: lot } = await admin('GET', `/lots/${first.lotId}`);
  expect(lot.held).toMatchObject({ by: 'A admin' });
});

test('a returned lot has its hold in the history, or its recall', async () => {
  const productId = await addProduct(admin);
  const { buyerId } = (await admin('POST', '/buyers', { name: 'Green Basket', phone: '9811111112', status: 1 })).json;
  const batch = { productId, batchNumber: 'BACK-1', quantity: 10, manufactureDate: '2026-11-01' };
  const { lotId } = (await admin('POST', '/goods', batch)).json;
  const [{ dispatchLineId }] = (await dispatch(buyerId, [{ lotId, quantity: 6 }])).lines;
  const first = await returnFromBuyer(dispatchLineId, 1);
  const [{ lotId: returnedId, lotCode }] = first.lines;
  const held = ['hold', [`Code: ${lotCode}`, 'State: On hold', 'Reason: Lids leak']];
  expect(await eventsOf(returnedId)).toEqual([held]);
  // A change of the return adds no second hold.
  const note = { ...first, reason: 'Lids and labels', updatedAt: undefined };
  expect((await admin('PUT', `/adjustments/${first.adjustmentId}`, note)).status).toBe(200);
  expect(await eventsOf(returnedId)).toEqual([held]);
  const recall = { kind: 'real', title: 'Lids', reason: 'A complaint', lotIds: [lotId] };
  expect((await admin('POST', '/recalls', recall)).status).toBe(201);
  const [{ lotId: recalledId }] = (await returnFromBuyer(dispatchLineId, 1)).lines;
  expect(await eventsOf(recalledId)).toEqual([['recall', expect.arrayContaining(['State: Recalled'])]]);
});
