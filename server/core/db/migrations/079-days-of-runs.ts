/** The days over which runs extend, so that an index finds those that a day was in the middle of. */
import { sql } from 'kysely';
import { run, type MigrationSteps } from './dialect.ts';

export const up: MigrationSteps = async (db, { date }) => {
  const inputDays = sql`
    select p.production_date as day from production p where p.run_id = production_run.id and p.deleted_at is null`;
  const outputDays = sql`
    select l.received_on from finished_good g join lot l on l.id = g.lot_id
    where g.run_id = production_run.id and g.deleted_at is null`;
  await run(db, [
    sql`alter table production_run add column begun_on ${date}`,
    sql`alter table production_run add column ended_on ${date}`,
    sql`
      update production_run set
        begun_on = (select min(day) from (${inputDays}) inputs),
        ended_on = (select max(day) from (${inputDays} union all ${outputDays}) days)
      where deleted_at is null`,
    // Only found what was made after a day.
    sql`drop index lot_made`,
    sql`create index production_run_days on production_run (ended_on) where begun_on < ended_on and deleted_at is null`,
  ]);
};
