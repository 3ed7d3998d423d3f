/** The day of the first batch of a run, so that an index finds runs that made something before they took anything. */
import { sql } from 'kysely';
import { run, type MigrationSteps } from './dialect.ts';

export const up: MigrationSteps = async (db, { date }) => {
  await run(db, [
    sql`alter table production_run add column first_made_on ${date}`,
    sql`
      update production_run set first_made_on = (
        select min(l.received_on) from finished_good g join lot l on l.id = g.lot_id
        where g.run_id = production_run.id and g.deleted_at is null)
      where deleted_at is null`,
    sql`
      create index production_run_made_early on production_run (id)
      where first_made_on < begun_on and deleted_at is null`,
  ]);
};
