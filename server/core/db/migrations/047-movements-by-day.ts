/** Covering indexes for a mass balance of many lots: movements since a day, and consumption of runs. */
import { sql } from 'kysely';
import { run, type MigrationSteps } from './dialect.ts';

export const up: MigrationSteps = async (db) => {
  await run(db, [
    sql`drop index movement_lot`,
    sql`create index movement_lot on movement (lot_id, occurred_on, kind, quantity)`,
    sql`drop index movement_consumed`,
    sql`
      create index movement_consumed on movement (lot_id, occurred_on, document_id, quantity)
      where kind = 'consumed'`,
  ]);
};
