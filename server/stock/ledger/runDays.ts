/** The days over which a run extends (docs/domain.md, Cost): stock in production on a day is that of runs around it. */
import { sql } from 'kysely';
import type { Trx } from '../../core/db/tables.ts';

const inputDays = sql`
  select p.production_date as day from production p where p.run_id = r.id and p.deleted_at is null`;
const outputDays = sql`
  select l.received_on as day from finished_good g join lot l on l.id = g.lot_id
  where g.run_id = r.id and g.deleted_at is null`;

/** The first days on which run r took and made something, and the last on which it did either. */
export const runDays = {
  begunOn: sql`(select min(day) from (${inputDays}) inputs)`,
  firstMadeOn: sql`(select min(day) from (${outputDays}) outputs)`,
  endedOn: sql`(select max(day) from (${inputDays} union all ${outputDays}) days)`,
};

/** Stores the days of a run after its inputs or batches have changed, in the caller's transaction. */
export async function storeRunDays(trx: Trx, runId: number): Promise<void> {
  await sql`
    update production_run as r
    set begun_on = ${runDays.begunOn}, first_made_on = ${runDays.firstMadeOn}, ended_on = ${runDays.endedOn}
    where r.id = ${runId}`.execute(trx);
}
