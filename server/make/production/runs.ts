/** Runs as the calls of the specification make them: without outputs, from the productions that are their inputs. */
import type { ProductionStatus } from '#contract/documentStatus.ts';
import { insertNumbered } from '../../core/db/statements.ts';
import type { Trx } from '../../core/db/tables.ts';
import type { AuditEntry } from '../../core/records/auditEntry.ts';
import { lockRecord, markDeleted } from '../../core/records/crudQueries.ts';
import { lockBatches } from '../../stock/ledger/batches.ts';
import { findItemIds, lockItems } from '../../stock/ledger/items.ts';
import type { Actor } from '../../core/records/journal.ts';
import { linkBatches, reviseOutputs } from './runOutputs.ts';
import { findRun } from './runQueries.ts';

interface Input {
  productionDate: string;
  status: ProductionStatus;
}

/** The date of a run is that of its first input; it is completed when all of them are. */
function ofInputs(inputs: readonly [Input, ...Input[]]) {
  const isCompleted = inputs.every(({ status }) => status === 'completed');
  return {
    production_date: inputs[0].productionDate,
    status: isCompleted ? ('completed' as const) : ('in_progress' as const),
  };
}

/** Creates the run of new productions and returns its id. */
export async function openRun(trx: Trx, inputs: readonly [Input, ...Input[]], at: string): Promise<number> {
  const run = { ...ofInputs(inputs), note: '', created_at: at, updated_at: at };
  const [id = 0] = await insertNumbered(trx, 'production_run', [run]);
  return id;
}

/** Locks the run of a production, before the production itself; without effect where there is no such production. */
export async function lockRunOf(trx: Trx, productionId: number): Promise<void> {
  const row = await trx.selectFrom('production').select('run_id').where('id', '=', productionId).executeTakeFirst();
  if (row) await lockRecord(trx, 'production_run', row.run_id);
}

async function findBatchesOf(trx: Trx, runId: number): Promise<{ id: number; productId: number }[]> {
  return await trx
    .selectFrom('finished_good')
    .select(['id', 'product_id as productId'])
    .where('run_id', '=', runId)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute();
}

/**
 * Locks the batches of a run, and their items with those of raw materials, in the order of those who change the run: before
 * the date of the run changes.
 */
export async function lockBatchesOf(trx: Trx, runId: number, rawMaterialIds: readonly number[]): Promise<void> {
  const batches = await findBatchesOf(trx, runId);
  if (batches.length === 0) return;
  await lockBatches(
    trx,
    batches.map(({ id }) => id),
  );
  const materials = rawMaterialIds.map((rawMaterialId) => ({ rawMaterialId, productId: null }));
  const products = batches.map(({ productId }) => ({ rawMaterialId: null, productId }));
  await lockItems(trx, await findItemIds(trx, [...materials, ...products]));
}

/** Moves what a run made to its new date, where it has no date of its own; `wasOn` is the date before. */
async function redateOutputs(trx: Trx, runId: number, wasOn: string, actor: Actor): Promise<AuditEntry[]> {
  const run = await findRun(trx, runId);
  if (!run) throw new Error(`run ${runId} is not there`);
  return await reviseOutputs(trx, { ...run, wasOn, giving: [] }, run.outputs, run.outputs, actor);
}

/**
 * Brings a locked run up to date with its inputs, but for one that will be deleted; without inputs it is deleted. Returns
 * what that changed in its batches, for the history. Throws 409 where a batch can't follow.
 */
export async function followInputs(trx: Trx, runId: number, actor: Actor, withoutId = 0): Promise<AuditEntry[]> {
  const [first, ...others] = await trx
    .selectFrom('production as p')
    .innerJoin('production_run as r', 'r.id', 'p.run_id')
    .select(['p.production_date as productionDate', 'p.status', 'r.production_date as wasOn'])
    .where('p.run_id', '=', runId)
    .where('p.id', '<>', withoutId)
    .where('p.deleted_at', 'is', null)
    .orderBy('p.id')
    .execute();
  if (!first) {
    await markDeleted(trx, 'production_run', runId, actor.at);
    // Its batches stay, with unknown inputs. Deleted batches stay linked to it.
    const batches = await findBatchesOf(trx, runId);
    return await linkBatches(
      trx,
      batches.map(({ id }) => id),
      null,
      actor.at,
    );
  }
  const changed = { ...ofInputs([first, ...others]), updated_at: actor.at };
  await trx.updateTable('production_run').set(changed).where('id', '=', runId).execute();
  return changed.production_date === first.wasOn ? [] : await redateOutputs(trx, runId, first.wasOn, actor);
}
