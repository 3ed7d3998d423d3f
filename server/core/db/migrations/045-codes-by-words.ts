/** Indexes for searches by a part of a word: codes of lots, numbers of invoices. */
import { sql } from 'kysely';
import { run, type MigrationSteps } from './dialect.ts';
import { indexWords } from './trigramIndex.ts';

export const up: MigrationSteps = async (db, dialect) => {
  await run(db, [
    ...indexWords('lot', ['code', 'supplier_lot_number'], dialect),
    ...indexWords('inward', ['invoice_number'], dialect),
    sql`create index lot_by_code on lot (code_key, id) where deleted_at is null`,
    sql`create index inward_by_total on inward (grand_total, id) where deleted_at is null`,
  ]);
};
