/** Finds the dispatches that have an invoice number already, in small or capital letters. */
import { sql } from 'kysely';
import { run, type MigrationSteps } from './dialect.ts';

export const up: MigrationSteps = async (db) => {
  await run(db, [sql`create index dispatch_number on dispatch (lower(invoice_number), id) where deleted_at is null`]);
};
