/** An index of the batches that no run is recorded of, which the dashboard counts. */
import { sql } from 'kysely';
import { run, type MigrationSteps } from './dialect.ts';

export const up: MigrationSteps = async (db) => {
  await run(db, [
    sql`create index finished_good_without_run on finished_good (id) where run_id is null and deleted_at is null`,
  ]);
};
