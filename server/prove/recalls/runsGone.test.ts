/** Batches that a recall holds and whose run is gone: they stay part of it, and only its end frees them. */
import { expect, test } from 'vitest';
import { buildTestApp } from '#test/buildTestApp.ts';
import { addInward, addMaterial, addProduct, addRun, addSupplier, batchFields } from '#test/factories.ts';
import { worldOf } from '#test/world.ts';
import { verifyLedger } from '../../stock/ledger/verify.ts';

const app = await buildTestApp();
const admin = await app.as('admin');
const { dispatch, must, stateOf } = worldOf(admin);
const supplier = await addSupplier(admin);
const { buyerId } = (await admin('POST', '/buyers', { name: 'Green Basket', phone: '9820044100', status: 1 })).json;

/** A batch of 10, of which a buyer got 4, made of a lot; beside that a clean lot of another material. */
async function madeWorld() {
  const [material, clean] = [await addMaterial(admin), await addMaterial(admin)];
  const { rawMaterials } = await addInward(admin, supplier, [
    [material, 20],
    [clean, 20],
  ]);
  const product = await addProduct(admin, { unit: 'kg' });
  const run = await addRun(admin, [{ rawMaterialId: material, quantity: 10 }], { outputs: [batchFields(product, 10)] });
  const [output] = run.outputs;
  const lines = [{ lotId: output.lotId, quantity: 4 }];
  const sent = await dispatch(buyerId, lines, { dispatchDate: '2026-11-12' });
  const deleteInput = async () => await must(200, 'DELETE', `/Production/${run.inputs[0].productionId}`);
  const lotId: number = rawMaterials[0].lotId;
  return { clean, lotId, run, output, dispatchLineId: sent.lines[0].dispatchLineId, deleteInput };
}

const begin = async (lotId: number): Promise<number> =>
  (await must(201, 'POST', '/recalls', { kind: 'real', title: 'Pepper', reason: 'Salmonella', lotIds: [lotId] }))
    .recallId;

test('a batch whose last input is deleted stays in the report of its recall, with its buyers', async () => {
  const { lotId, output, dispatchLineId, deleteInput } = await madeWorld();
  const recallId = await begin(lotId);
  const before = await must(200, 'GET', `/recalls/${recallId}`);
  await deleteInput();
  const after = await must(200, 'GET', `/recalls/${recallId}`);
  expect(after.buyers).toEqual(before.buyers);
  expect(after.summary).toMatchObject({ buyers: 1, notified: 0, out: [{ quantity: 4, unit: 'kg' }] });
  expect(after.lots.map((lot: { lotId: number; isRoot: boolean }) => [lot.lotId, lot.isRoot])).toEqual([
    [lotId, true],
    [output.lotId, false],
  ]);
  const told = { notifiedAt: '2026-11-20T07:00:00.000Z', notifiedBy: 'phone', answer: '', destroyedQty: 0 };
  const noted = await must(200, 'PUT', `/recalls/${recallId}`, { notes: [{ dispatchLineId, ...told }] });
  expect(noted.summary.notified).toBe(1);
  const closed = await must(200, 'POST', `/recalls/${recallId}/close`, { conclusion: 'Nothing', lots: 'release' });
  expect(closed.buyers).toEqual(noted.buyers);
  expect(await stateOf(output.lotId)).toBe('released');
});

test('a batch that loses its run changes its version and history, and belongs to the restored run again', async () => {
  const { run, output, deleteInput } = await madeWorld();
  const path = `/goods/${output.finishedGoodId}`;
  const before = await must(200, 'GET', path);
  await deleteInput();
  const alone = await must(200, 'GET', path);
  expect([alone.runId, alone.updatedAt > before.updatedAt]).toEqual([null, true]);
  expect((await must(200, 'GET', `/history${path}`))[0]).toMatchObject({
    action: 'update',
    changes: [{ field: 'runId', before: `Production ${run.runId}`, after: '' }],
  });
  await must(200, 'POST', `/production-runs/${run.runId}/restore`);
  const again = await must(200, 'GET', `/production-runs/${run.runId}`);
  expect(again).toMatchObject({ inputs: [{ quantity: 10 }], outputs: [output] });
  expect((await must(200, 'GET', `/history${path}`))[0]).toMatchObject({
    changes: [{ field: 'runId', before: '', after: `Production ${run.runId}` }],
  });
  expect((await verifyLedger(app.store.db)).differences).toEqual([]);
});

test('a restored run leaves a batch to the run that adopted it meanwhile', async () => {
  const { clean, run, output, deleteInput } = await madeWorld();
  await deleteInput();
  const other = await addRun(admin, [{ rawMaterialId: clean, quantity: 10 }], { outputs: [output] });
  await must(200, 'POST', `/production-runs/${run.runId}/restore`);
  expect((await must(200, 'GET', `/production-runs/${run.runId}`)).outputs).toEqual([]);
  expect((await must(200, 'GET', `/goods/${output.finishedGoodId}`)).runId).toBe(other.runId);
});

test('a batch with which a recall began stays recalled by another one that reached it later, whichever ends first', async () => {
  const { clean, lotId, output } = await madeWorld();
  const product: number = output.productId;
  const open = await addRun(admin, [{ rawMaterialId: clean, quantity: 5 }], { status: 'in_progress', outputs: [] });
  const [{ lotId: used }] = open.inputs[0].lots;
  const good = await must(201, 'POST', '/goods', batchFields(product, 5));
  const [ofBatch, ofInput] = [await begin(good.lotId), await begin(used)];
  const outputs = [{ ...good, productId: product }];
  await must(200, 'PUT', `/production-runs/${open.runId}/progress`, { ...open, updatedAt: undefined, outputs });
  await must(200, 'DELETE', `/Production/${open.inputs[0].productionId}`);
  const close = async (id: number) =>
    await must(200, 'POST', `/recalls/${id}/close`, { conclusion: 'Nothing', lots: 'release' });
  await close(ofBatch);
  expect([await stateOf(lotId), await stateOf(good.lotId)]).toEqual(['released', 'recalled: Recall: Pepper']);
  await close(ofInput);
  expect(await stateOf(good.lotId)).toBe('released');
});
