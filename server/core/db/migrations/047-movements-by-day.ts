/** What a mass balance reads of many lots, by indexes alone: movements since a day, and what runs consumed. */
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
