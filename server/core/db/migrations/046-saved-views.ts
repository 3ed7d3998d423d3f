/** Saved views of lists, of one person or shared. */
import { sql } from 'kysely';
import { countRows } from './rowCounters.ts';
import { run, type MigrationSteps } from './dialect.ts';

export const up: MigrationSteps = async (db, dialect) => {
  const { id, integer, text, timestamp, strict } = dialect;
  await run(db, [
    sql`
      create table saved_view (
        id ${id},
        user_id ${integer} not null references app_user (id),
        list ${text} not null,
        name ${text} not null check (name <> ''),
        query ${text} not null,
        shared ${integer} not null check (shared in (0, 1)),
        created_at ${timestamp} not null,
        updated_at ${timestamp} not null,
        deleted_at ${timestamp}
      ) ${strict}`,
    sql`create unique index saved_view_name on saved_view (user_id, list, name) where deleted_at is null`,
    sql`create index saved_view_shared on saved_view (list) where shared = 1 and deleted_at is null`,
    ...countRows(['saved_view'], dialect),
  ]);
};
