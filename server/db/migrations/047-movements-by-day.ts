/** The movements of a lot by day: a mass balance reads only those since its first day. */
import { sql } from 'kysely';
import { run, type MigrationSteps } from './dialect.ts';

export const up: MigrationSteps = async (db) => {
  await run(db, [sql`drop index movement_lot`, sql`create index movement_lot on movement (lot_id, occurred_on)`]);
};
