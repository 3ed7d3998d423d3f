/** Restoring deleted production runs. */
import { z } from 'zod';
import { runTexts } from '#contract/make/runs.ts';
import { restoreTexts } from '#contract/core/restore.ts';
import type { Trx } from '../../core/db/tables.ts';
import { lockRecord } from '../../core/records/crudQueries.ts';
import type { AuditEntry } from '../../core/records/auditEntry.ts';
import { refuseMissingReferences, markRestored } from '../../core/records/restoring.ts';
import { refuseExpiredUses } from '../../stock/documents/afterExpiry.ts';
import { lotsRefused, refusalsAsConflict } from '../../stock/documents/refusals.ts';
import { findDeletedLots } from '../../stock/documents/restoredLots.ts';
import type { Write } from '../../core/records/write.ts';
import { findBatch, lockBatches, restoreBatch } from '../../stock/ledger/batches.ts';
import { consume, findReleased, type Consumption } from '../../stock/ledger/consumption.ts';
import { lockItems, type ItemReference } from '../../stock/ledger/items.ts';
import { storeRunDays } from '../../stock/ledger/runDays.ts';
import { refuseCycle } from './runCycle.ts';
import { refuseGain } from './runGains.ts';
import { outputRefusals, linkBatches } from './runOutputs.ts';
import { findRun, findStoredRun, type Run, type StoredRun } from './runQueries.ts';

/** Restores the inputs and batches that were deleted with a run; their movements follow. */
async function restoreRows(trx: Trx, runId: number, deletedAt: string): Promise<void> {
  for (const table of ['production', 'finished_good'] as const) {
    await trx
      .updateTable(table)
      .set({ deleted_at: null })
      .where('run_id', '=', runId)
      .where('deleted_at', '=', deletedAt)
      .execute();
  }
}

/** Locks the raw material or product of an input against deletion; false if it is deleted. */
async function lockItemRecord(trx: Trx, { rawMaterialId, productId }: ItemReference): Promise<boolean> {
  if (rawMaterialId !== null) return await lockRecord(trx, 'raw_material', rawMaterialId);
  return productId !== null && (await lockRecord(trx, 'product', productId));
}

/** Throws 409 naming the materials and products of a run that are now deleted. */
async function checkItems(trx: Trx, { inputs, outputs }: StoredRun): Promise<void> {
  const missing: string[] = [];
  for (const input of inputs) {
    if (!(await lockItemRecord(trx, input))) missing.push(input.itemName);
  }
  for (const { productId, productName } of outputs) {
    if (!(await lockRecord(trx, 'product', productId))) missing.push(productName);
  }
  refuseMissingReferences(missing);
}

/**
 * Consumes the inputs from the lots that they had. Throws 409 where one of those is deleted, has too little left, is on hold,
 * or is past a date after which its item allows nothing.
 */
async function consumeAgain({ trx, actor }: Write, run: StoredRun, deletedAt: string) {
  const { runId } = run;
  const consumptions: Consumption[] = [];
  for (const { productionId, itemId, quantity, productionDate } of run.inputs) {
    const lots = await findReleased(trx, { runId, productionId }, deletedAt);
    consumptions.push({ runId, productionId, itemId, quantity, productionDate, lots });
  }
  const lotIds = consumptions.flatMap(({ lots = [] }) => lots.map(({ lotId }) => lotId));
  refuseMissingReferences(await findDeletedLots(trx, lotIds));
  await refusalsAsConflict(trx, [lotsRefused(runTexts)], () => consume(trx, consumptions, actor));
  const reasons = ['', run.afterExpiryReason] as const;
  await refuseExpiredUses(trx, { kind: 'run', id: runId }, { before: [], reasons, fieldsOf: () => [] });
}

const runOfBatch = z.object({ runId: z.int().nullable().catch(null) });

/** Links the batches that stayed without a run when its last input was deleted, unless another run has them now. */
async function relink({ trx, actor }: Write, runId: number, deletedAt: string): Promise<AuditEntry[]> {
  const changes = await trx
    .selectFrom('audit_event')
    .select(['record_id as goodId', 'before'])
    .where('resource', '=', 'goods')
    .where('action', '=', 'update')
    .where('at', '=', deletedAt)
    .execute();
  const ids = changes.flatMap(({ goodId, before }) => {
    return goodId !== null && runOfBatch.parse(JSON.parse(before ?? '{}')).runId === runId ? [goodId] : [];
  });
  if (ids.length === 0) return [];
  await lockBatches(trx, ids);
  const unlinked = await trx
    .selectFrom('finished_good')
    .select('id')
    .where('id', 'in', ids)
    .where('run_id', 'is', null)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute();
  return await linkBatches(
    trx,
    unlinked.map(({ id }) => id),
    runId,
    actor.at,
  );
}

/** Restores the batches that were deleted with the run. */
async function restoreBatches({ trx, actor }: Write, outputs: Run['outputs']): Promise<AuditEntry[]> {
  const changes: AuditEntry[] = [];
  for (const output of outputs) {
    const { finishedGoodId: recordId, quantity } = output;
    const batch = await findBatch(trx, recordId);
    if (!batch) throw new Error(`batch ${recordId} of a run not found`);
    await restoreBatch(trx, batch, quantity, actor);
    changes.push({ action: 'restore', resource: 'goods', recordId, before: null, after: output });
  }
  return changes;
}

/**
 * Restores a deleted run: its inputs consume the same quantities of the same lots, and its batches are restored or linked
 * again. Throws 404, or 409 where it is not deleted, a lot has too little left, is on hold or recalled, or descends from its
 * batches, a batch number is used again, or a material, product or lot is deleted.
 */
export async function restoreRun(write: Write, id: number): Promise<{ message: string }> {
  const { trx, actor, audit } = write;
  const deletedAt = await markRestored(trx, 'production_run', id, { at: actor.at, notFoundText: runTexts.notFound });
  const numbers = await trx
    .selectFrom('finished_good')
    .select('batch_number as batchNumber')
    .where('run_id', '=', id)
    .where('deleted_at', '=', deletedAt)
    .execute();
  const changes = await refusalsAsConflict(trx, outputRefusals(numbers), async () => {
    const linkedAgain = await relink(write, id, deletedAt);
    await restoreRows(trx, id, deletedAt);
    const run = await findStoredRun(trx, id);
    if (!run) throw new Error(`run ${id} was not restored`);
    await checkItems(trx, run);
    await lockItems(
      trx,
      [...run.inputs, ...run.outputs].map(({ itemId }) => itemId),
    );
    await consumeAgain(write, run, deletedAt);
    // Batches that were not deleted may have been used since.
    if (linkedAgain.length > 0) await refuseCycle(trx, id);
    if (linkedAgain.length > 0) await refuseGain(trx, id, undefined, () => 'quantity');
    const linkedIds = new Set(linkedAgain.map(({ recordId }) => recordId));
    const deletedOutputs = run.outputs.filter(({ finishedGoodId }) => !linkedIds.has(finishedGoodId));
    return [...linkedAgain, ...(await restoreBatches(write, deletedOutputs))];
  });
  await storeRunDays(trx, id);
  const after = await findRun(trx, id);
  if (!after) throw new Error(`run ${id} was not restored`);
  await audit({ action: 'restore', resource: 'runs', recordId: id, before: null, after }, ...changes);
  return { message: restoreTexts.restored('runs') };
}
