import type { Trx } from '../../core/db/tables.ts';
import { markChanged } from '../../core/records/crudQueries.ts';

/** Marks the run of a batch as changed, and locks it before the batch, as updates of the run do. */
export async function touchRunOfBatch(trx: Trx, goodId: number, at: string): Promise<void> {
  const good = await trx.selectFrom('finished_good').select('run_id').where('id', '=', goodId).executeTakeFirst();
  if (good?.run_id) await markChanged(trx, 'production_run', good.run_id, at);
}
