/** Batches on hold or recalled: no change of a run frees one, except a correction of its inputs by the office. */
import { expect, test } from 'vitest';
import { buildTestApp } from '#test/buildTestApp.ts';
import { addInward, addMaterial, addProduct, addSupplier, batchFields, runFields } from '#test/factories.ts';
import { worldOf } from '#test/world.ts';

const app = await buildTestApp();
const admin = await app.as('admin');
const { must, stateOf } = worldOf(admin);
const user = await app.as('user');
const supplier = await addSupplier(admin);

/** A run in progress that took 5 of the first of two lots, and made a batch of it. */
async function madeWorld() {
  const material = await addMaterial(admin);
  const { rawMaterials } = await addInward(admin, supplier, [
    [material, 20],
    [material, 20],
  ]);
  const [lot, otherLot]: number[] = rawMaterials.map(({ lotId }: { lotId: number }) => lotId);
  const taking = (lotId = 0) => ({ rawMaterialId: material, quantity: 5, lots: [{ lotId, quantity: 5 }] });
  const output = batchFields(await addProduct(admin, { unit: 'kg' }), 5);
  const bodyOf = (lotId: number | undefined, outputs: object[]) =>
    runFields([taking(lotId)], { status: 'in_progress', outputs });
  const body = bodyOf(lot, [output]);
  const run = await must(201, 'POST', '/production-runs', body, user);
  const [batch] = run.outputs;
  return { lot, otherLot, body, bodyOf, output, runId: run.runId, batch };
}

const hold = async (lotId: number) => await must(200, 'POST', `/lots/${lotId}/hold`, { reason: 'Moisture' });
const begin = async (lotId = 0): Promise<number> =>
  (await must(201, 'POST', '/recalls', { kind: 'real', title: 'Pepper', reason: 'Salmonella', lotIds: [lotId] }))
    .recallId;

test('an output sent without its id is the batch of the same number, and stays on hold', async () => {
  const { body, runId, batch } = await madeWorld();
  await hold(batch.lotId);
  const saved = await must(200, 'PUT', `/production-runs/${runId}/progress`, body, user);
  expect(saved.outputs).toEqual([batch]);
  expect(await stateOf(batch.lotId)).toBe('onHold: Moisture');
});

test('a batch on hold is not removed from its run by an edit, whatever the role', async () => {
  const { lot, bodyOf, output, runId, batch } = await madeWorld();
  await hold(batch.lotId);
  const message = `Batch ${batch.batchNumber} is on hold and stays in its production. Admins and managers can release or delete it.`;
  const other = await addProduct(admin, { unit: 'kg' });
  for (const outputs of [[], [{ ...output, batchNumber: 'Another' }], [{ ...output, productId: other }]]) {
    const body = bodyOf(lot, outputs);
    expect((await must(409, 'PUT', `/production-runs/${runId}/progress`, body, user)).message).toBe(message);
    expect((await must(409, 'PUT', `/production-runs/${runId}`, body)).message).toBe(message);
  }
  // Deleting the run deletes the batch, and the restored batch is on hold again.
  await must(200, 'DELETE', `/production-runs/${runId}`);
  await must(200, 'POST', `/production-runs/${runId}/restore`);
  expect(await stateOf(batch.lotId)).toBe('onHold: Moisture');
});

test('only admins and managers can free a recalled batch by changing the inputs of its run', async () => {
  const { lot, otherLot, bodyOf, output, runId, batch } = await madeWorld();
  await begin(lot);
  const body = bodyOf(otherLot, [output]);
  const refused = await must(409, 'PUT', `/production-runs/${runId}/progress`, body, user);
  expect(refused.message).toBe(`${batch.batchNumber} would no longer be recalled. Admins and managers can save that.`);
  expect(await stateOf(batch.lotId)).toBe('recalled: Recall: Pepper');
  await must(200, 'PUT', `/production-runs/${runId}/progress`, body);
  expect(await stateOf(batch.lotId)).toBe('released');
});

test('a recalled batch whose run was deleted is adopted by no other run until the recall ends as a false alarm', async () => {
  const { lot, otherLot, bodyOf, batch, runId } = await madeWorld();
  const recallId = await begin(lot);
  const { inputs } = await must(200, 'GET', `/production-runs/${runId}`);
  await must(200, 'DELETE', `/Production/${inputs[0].productionId}`);
  const body = bodyOf(otherLot, [batch]);
  const refused = await must(409, 'POST', '/production-runs', body, user);
  expect(refused).toMatchObject({
    message: `Batch ${batch.batchNumber} is held: Recall “Pepper”. The production that made it was deleted: restore that one, or close the recall as a false alarm first.`,
    documents: [{ kind: 'recall', id: recallId, label: 'Recall “Pepper”' }],
  });
  const other = await must(201, 'POST', '/production-runs', bodyOf(otherLot, []), user);
  await must(409, 'PUT', `/production-runs/${other.runId}/progress`, body, user);
  expect(await stateOf(batch.lotId)).toBe('recalled: Recall: Pepper');
  await must(200, 'POST', `/recalls/${recallId}/close`, { conclusion: 'Nothing', lots: 'release' });
  await must(200, 'PUT', `/production-runs/${other.runId}/progress`, body, user);
  expect(await stateOf(batch.lotId)).toBe('released');
});

test('a batch without a run with which a recall began can be added to its run, and stays recalled', async () => {
  const { otherLot, bodyOf, output } = await madeWorld();
  const alone = { ...output, batchNumber: 'Alone' };
  const good = await must(201, 'POST', '/goods', alone);
  await begin(good.lotId);
  const taken = { ...alone, finishedGoodId: good.finishedGoodId };
  const run = await must(201, 'POST', '/production-runs', bodyOf(otherLot, [taken]));
  await must(200, 'PUT', `/production-runs/${run.runId}`, { ...bodyOf(otherLot, [taken]), note: 'Looked at' });
  expect(await stateOf(good.lotId)).toBe('recalled: Recall: Pepper');
});
