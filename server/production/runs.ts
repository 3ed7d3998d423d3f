/** Runs as the calls of the specification make them: without outputs, from the productions that are their inputs. */
import type { ProductionStatus } from '#contract/production.ts';
import { insertNumbered } from '../db/statements.ts';
import type { Trx } from '../db/tables.ts';
import { lockRecord, markDeleted } from '../records/crudQueries.ts';

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

/** Brings a locked run up to date with its inputs, but for one that will be deleted; without inputs it is deleted. */
export async function followInputs(trx: Trx, runId: number, at: string, withoutId = 0): Promise<void> {
  const [first, ...others] = await trx
    .selectFrom('production')
    .select(['production_date as productionDate', 'status'])
    .where('run_id', '=', runId)
    .where('id', '<>', withoutId)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute();
  if (!first) {
    // Its batches stay: nobody knows any more what went into them.
    await trx.updateTable('finished_good').set({ run_id: null }).where('run_id', '=', runId).execute();
    await markDeleted(trx, 'production_run', runId, at);
    return;
  }
  const changed = { ...ofInputs([first, ...others]), updated_at: at };
  await trx.updateTable('production_run').set(changed).where('id', '=', runId).execute();
}
