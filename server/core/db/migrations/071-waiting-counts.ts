/** Counts that wait for the office: who counted, since when, and their lines, which move nothing yet. */
import { sql } from 'kysely';
import { most, run, type MigrationSteps } from './dialect.ts';

export const up: MigrationSteps = async (db, { id, integer, text, timestamp, date, strict }) => {
  await run(db, [
    // Nullable: what a server of the previous version records is posted at once.
    sql`alter table adjustment add column waiting_since ${timestamp}`,
    sql`alter table adjustment add column counted_by ${integer} references app_user (id)`,
    sql`
      create table waiting_line (
        id ${id},
        adjustment_id ${integer} not null references adjustment (id),
        position ${integer} not null,
        item_id ${integer} not null references item (id),
        lot_id ${integer} references lot (id),
        code ${text} not null,
        expires_on ${date},
        quantity ${integer} not null check (quantity between 0 and ${most}),
        ledger_quantity ${integer} not null,
        reason ${text} not null
      ) ${strict}`,
    sql`create index waiting_line_adjustment on waiting_line (adjustment_id, position)`,
    sql`
      create index adjustment_waiting on adjustment (id) where waiting_since is not null and deleted_at is null`,
  ]);
};
