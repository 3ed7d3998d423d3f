/** Restoring a document leaves out lines that a change removed in the millisecond of its deletion. */
import { expect, test } from 'vitest';
import { buildTestApp } from '#test/buildTestApp.ts';
import { addInward, addMaterial, addProduct, addRun, addSupplier, batchFields, stockOf } from '#test/factories.ts';
import { worldOf } from '#test/world.ts';
import { verifyLedger } from '#server/stock/ledger/verify.ts';

const app = await buildTestApp();
const admin = await app.as('admin');
const { done } = worldOf(admin);
const supplierId = await addSupplier(admin);

/** Changes a document and deletes it in one millisecond, restores it, and reads it. */
async function restored(path: string, changed: object) {
  app.clock.moves = false;
  await done('PUT', path, { ...changed, updatedAt: undefined });
  await done('DELETE', path);
  app.clock.moves = true;
  await done('POST', `${path}/restore`);
  expect((await verifyLedger(app.store.db)).differences).toEqual([]);
  return (await admin('GET', path)).json;
}

/** Two lots of a material. */
async function twoLots(): Promise<[material: number, lots: { lotId: number }[]]> {
  const material = await addMaterial(admin);
  const two: [number, number][] = [
    [material, 10],
    [material, 10],
  ];
  return [material, (await addInward(admin, supplierId, two)).rawMaterials];
}

test('a restored inward leaves out the line that was removed in the millisecond of its deletion', async () => {
  const material = await addMaterial(admin);
  const inward = await addInward(admin, supplierId, [
    [material, 7],
    [material, 3],
  ]);
  const less = { ...inward, rawMaterials: inward.rawMaterials.slice(1) };
  expect((await restored(`/inward/${inward.inwardId}`, less)).rawMaterials).toMatchObject([{ quantity: 3 }]);
});

test('a restored run leaves out an input, a batch and a quantity that were removed in the millisecond of its deletion', async () => {
  const [first, second, productId] = [await addMaterial(admin), await addMaterial(admin), await addProduct(admin)];
  await addInward(admin, supplierId, [
    [first, 10],
    [second, 10],
  ]);
  const inputs = [first, second].map((id) => ({ rawMaterialId: id, quantity: 6 }));
  const run = await addRun(admin, inputs, { outputs: [batchFields(productId, 2), batchFields(productId, 3)] });
  const less = { ...run, inputs: [{ ...inputs[0], quantity: 4 }], outputs: run.outputs.slice(1), reason: 'Less' };
  const after = await restored(`/production-runs/${run.runId}`, less);
  expect(after.inputs).toMatchObject([{ rawMaterialId: first, quantity: 4, lots: [{ quantity: 4 }] }]);
  expect(after.outputs).toMatchObject([{ quantity: 3 }]);
  expect((await stockOf(admin, second)).at(-1)).toBe(10);
});

test('a restored dispatch leaves out the line that was removed in the millisecond of its deletion', async () => {
  const { buyerId } = await done('POST', '/buyers', { name: 'Shop of Kochi', phone: '', status: 1 });
  const [, lots] = await twoLots();
  const lines = lots.map(({ lotId }, index) => ({ lotId, quantity: index + 2 }));
  const head = { buyerId, dispatchDate: '2026-11-10', invoiceNumber: 'RST/1' };
  const dispatch = await done('POST', '/dispatches', { ...head, lines });
  const less = { ...dispatch, lines: lines.slice(1) };
  expect((await restored(`/dispatches/${dispatch.dispatchId}`, less)).lines).toMatchObject([{ quantity: 3 }]);
});

test('a restored adjustment leaves out the line that was removed in the millisecond of its deletion', async () => {
  const [, lots] = await twoLots();
  const head = { kind: 'writeOff', date: '2026-11-20', reason: 'Spilt' };
  const lines = lots.map(({ lotId }) => ({ lotId, quantity: 1 }));
  const { adjustmentId, lines: written } = await done('POST', '/adjustments', { ...head, lines });
  const after = await restored(`/adjustments/${adjustmentId}`, { ...head, lines: written.slice(1) });
  expect(after.lines).toMatchObject([{ lotId: lots[1]?.lotId }]);
});
