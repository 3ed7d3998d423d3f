/** States of lots after false alarms, and after corrected runs. */
import { expect, test } from 'vitest';
import { buildTestApp } from '#test/buildTestApp.ts';
import {
  addMaterial,
  addProduct,
  addProduction,
  addRun,
  addSupplier,
  batchFields,
  runFields,
} from '#test/factories.ts';
import { verifyAfterEach, worldOf } from '#test/world.ts';
import { inTransaction } from '../../core/db/transaction.ts';
import { storeRunDays } from '../../stock/ledger/runDays.ts';

const app = await buildTestApp();
const admin = await app.as('admin');
const { must, receive, stateOf } = worldOf(admin);
verifyAfterEach(app);
const supplier = await addSupplier(admin);

const taking = (rawMaterialId: number, lotId: number, quantity = 5) => {
  return { rawMaterialId, quantity, lots: [{ lotId, quantity }] };
};

/** A batch made of one of two lots of a material. */
async function madeWorld() {
  const material = await addMaterial(admin);
  const [lot, otherLot] = [await receive(supplier, material, 10), await receive(supplier, material, 10)];
  const product = await addProduct(admin, { unit: 'kg' });
  const run = await addRun(admin, [taking(material, lot)], { outputs: [batchFields(product, 5)] });
  const batch: number = run.outputs[0].lotId;
  return { material, lot, otherLot, product, run, batch };
}

/** A run changed to other inputs. */
const correct = async ({ runId, outputs }: { runId: number; outputs: object[] }, inputs: object[]) =>
  await must(
    200,
    'PUT',
    `/production-runs/${runId}`,
    runFields(inputs, { outputs, reason: 'Wrong lot', gainReason: 'Not all weighed' }),
  );

const hold = async (lotId: number, reason: string) => await must(200, 'POST', `/lots/${lotId}/hold`, { reason });
const begin = async (...lotIds: number[]): Promise<number> =>
  (await must(201, 'POST', '/recalls', { kind: 'real', title: 'Pepper', reason: 'Salmonella', lotIds })).recallId;
const close = async (recallId: number, lots: 'keep' | 'release' = 'release') =>
  await must(200, 'POST', `/recalls/${recallId}/close`, { conclusion: 'False alarm', lots });

const released = (lotId: number) => expect(stateOf(lotId)).resolves.toBe('released');

test.each([
  ['the first', [0, 1]],
  ['the second', [1, 0]],
])('two recalls of a lot, %s closed first: a batch that was on hold is on hold again', async (_, order) => {
  const { lot, batch } = await madeWorld();
  await hold(batch, 'Moisture');
  const recalls = [await begin(lot), await begin(lot)];
  for (const index of order) {
    expect(await stateOf(batch)).toBe('recalled: Recall: Pepper');
    await close(recalls[index] ?? 0);
  }
  await released(lot);
  expect(await stateOf(batch)).toBe('onHold: Moisture');
});

test('a lot returns to its last state, not to that before an earlier recall', async () => {
  const { lot, batch } = await madeWorld();
  await hold(batch, 'Moisture');
  await close(await begin(lot));
  await must(200, 'POST', `/lots/${batch}/release`, { reason: 'Dry' });
  const [first, second] = [await begin(lot), await begin(lot)];
  await close(second);
  await close(first);
  expect(await stateOf(batch)).toBe('released: Dry');
});

test('a batch whose run is corrected to another lot returns to its earlier state, with its descendants', async () => {
  const { material, lot, otherLot, product, run, batch } = await madeWorld();
  const jars = await addProduct(admin);
  const filling = { productId: product, quantity: 2, lots: [{ lotId: batch, quantity: 2 }] };
  const filled = await addRun(admin, [filling], { outputs: [batchFields(jars, 20)] });
  const jarLot: number = filled.outputs[0].lotId;
  await hold(batch, 'Moisture');
  const recallId = await begin(lot);
  await correct(run, [taking(material, otherLot)]);
  expect([await stateOf(lot), await stateOf(batch), await stateOf(jarLot)]).toEqual([
    'recalled: Recall: Pepper',
    'onHold: Moisture',
    'released',
  ]);
  expect((await must(200, 'GET', `/history/lots/${batch}`))[0].action).toBe('release');
  // The correction was wrong: the lot is now recalled, and nothing is taken from it.
  const back = runFields([taking(material, lot)], { outputs: run.outputs, reason: 'Right lot' });
  expect((await admin('PUT', `/production-runs/${run.runId}`, back)).status).toBe(409);
  await close(recallId);
  await released(lot);
  expect(await stateOf(batch)).toBe('onHold: Moisture');
});

test('a batch stays recalled while a recall reaches it by another input', async () => {
  const { material, lot, otherLot, run, batch } = await madeWorld();
  const both = await correct(run, [taking(material, lot, 2), taking(material, otherLot, 3)]);
  await hold(batch, 'Moisture');
  const [first, second] = [await begin(lot), await begin(otherLot)];
  const { productionId } = both.inputs[1];
  await correct(both, [{ productionId, rawMaterialId: material, quantity: 3 }]);
  expect(await stateOf(batch)).toBe('recalled: Recall: Pepper');
  await close(first);
  expect(await stateOf(batch)).toBe('recalled: Recall: Pepper');
  await close(second);
  expect(await stateOf(batch)).toBe('onHold: Moisture');
});

test('a lot of two recalls names the remaining one once the other has ended', async () => {
  const { material, lot, otherLot, run, batch } = await madeWorld();
  await correct(run, [taking(material, lot, 2), taking(material, otherLot, 3)]);
  const entitled = async (title: string, lotId: number): Promise<number> =>
    (await must(201, 'POST', '/recalls', { kind: 'real', title, reason: 'Salmonella', lotIds: [lotId] })).recallId;
  const [first, second] = [await entitled('Pepper', lot), await entitled('Cumin', otherLot)];
  expect(await stateOf(batch)).toBe('recalled: Recall: Pepper');
  await close(first);
  expect(await stateOf(batch)).toBe('recalled: Recall: Cumin');
  const [event] = await must(200, 'GET', `/history/lots/${batch}`);
  expect([event.action, event.changes]).toMatchObject([
    'recall',
    [{ field: 'stateReason', before: 'Recall: Pepper', after: 'Recall: Cumin' }],
  ]);
  await close(second);
  await released(batch);
});

test('a batch whose input is corrected to another material returns to its earlier state', async () => {
  const other = await addMaterial(admin);
  await receive(supplier, other, 10);
  const { lot, run, batch } = await madeWorld();
  const recallId = await begin(lot);
  const { productionId } = run.inputs[0];
  const fields = { productionId, rawMaterialId: other, quantity: 5, productionDate: '2026-11-10' };
  await must(200, 'PUT', `/Production/${productionId}`, fields);
  await released(batch);
  await close(recallId);
  await released(lot);
});

test('a batch whose last input is deleted stays recalled until the recall ends as a false alarm', async () => {
  const { lot, run, batch } = await madeWorld();
  const recallId = await begin(lot);
  await must(200, 'DELETE', `/Production/${run.inputs[0].productionId}`);
  expect(await stateOf(batch)).toBe('recalled: Recall: Pepper');
  await close(recallId);
  await released(batch);
});

test.each<['keep' | 'release', string, string, string]>([
  ['release', 'onHold: Moisture', 'released', 'released'],
  // Lots of a standing recall stay recalled, also if their sources are no longer known.
  ['keep', 'recalled: Recall: Pepper', 'recalled: Recall: Pepper', 'recalled: Recall: Pepper'],
])(
  'a false alarm also frees lots that it no longer reaches, unless another recall has them: %s',
  async (ending, ofBatch, ofLate, ofLot) => {
    const { material, lot, product, run, batch } = await madeWorld();
    const productionId = await addProduction(admin, material, 1);
    const runs = await app.store.db
      .selectFrom('production')
      .select('run_id as runId')
      .where('id', '=', productionId)
      .execute();
    const lateRun = runs[0]?.runId ?? 0;
    await hold(batch, 'Moisture');
    const [first, second] = [await begin(lot), await begin(lot)];
    const finished = runFields([{ rawMaterialId: material, quantity: 1 }], {
      outputs: [batchFields(product, 1)],
      reason: 'Filled',
    });
    const late: number = (await must(200, 'PUT', `/production-runs/${lateRun}`, finished)).outputs[0].lotId;
    expect(await stateOf(late)).toBe('recalled: Recall: Pepper');
    // State from older versions: without a run, and recalled.
    await app.store.db
      .updateTable('finished_good')
      .set({ run_id: null })
      .where('run_id', 'in', [run.runId, lateRun])
      .execute();
    await inTransaction(app.store.db, async (trx) => {
      for (const runId of [run.runId, lateRun]) await storeRunDays(trx, runId);
    });
    await close(second, ending);
    expect(await stateOf(batch)).toBe('recalled: Recall: Pepper');
    await close(first);
    expect([await stateOf(batch), await stateOf(late), await stateOf(lot)]).toEqual([ofBatch, ofLate, ofLot]);
  },
);

test('descendants of a recalled batch whose run was deleted stay recalled with it, whatever is saved', async () => {
  const { lot, run, batch, product } = await madeWorld();
  const box = await addProduct(admin);
  const open = await addRun(admin, [{ productId: product, quantity: 1 }], { status: 'in_progress', outputs: [] });
  const gift = await addRun(admin, [{ productId: product, quantity: 1 }], { outputs: [batchFields(box, 1)] });
  const made: number = gift.outputs[0].lotId;
  await hold(made, 'Moisture');
  const recallId = await begin(lot);
  await must(200, 'DELETE', `/Production/${run.inputs[0].productionId}`);
  for (const note of ['Looked at', 'Looked at again']) {
    await must(200, 'PUT', `/production-runs/${gift.runId}`, { ...gift, updatedAt: undefined, note, reason: note });
    expect([await stateOf(batch), await stateOf(made)]).toEqual(Array(2).fill('recalled: Recall: Pepper'));
  }
  const finished = { ...open, updatedAt: undefined, status: 'completed', outputs: [batchFields(box, 2)] };
  const born: number = (await must(200, 'PUT', `/production-runs/${open.runId}/progress`, finished)).outputs[0].lotId;
  expect(await stateOf(born)).toBe('recalled: Recall: Pepper');
  await close(recallId);
  expect([await stateOf(made), await stateOf(born)]).toEqual(['onHold: Moisture', 'released']);
});
