/** Imports from spreadsheets: their sheets, and the records that each created or changed, to undo it. */
import { sql } from 'kysely';
import { run, type MigrationSteps } from './dialect.ts';

export const up: MigrationSteps = async (db, dialect) => {
  const { id, integer, text, timestamp, strict } = dialect;
  await run(db, [
    sql`
      create table import (
        id ${id},
        kind ${text} not null,
        file_name ${text} not null,
        content ${text} not null,
        row_total ${integer} not null,
        created ${integer} not null,
        updated ${integer} not null,
        skipped ${integer} not null,
        user_id ${integer} not null references app_user (id),
        created_at ${timestamp} not null,
        undone_at ${timestamp}
      ) ${strict}`,
    sql`
      create table import_record (
        import_id ${integer} not null references import (id),
        position ${integer} not null,
        resource ${text} not null,
        record_id ${integer} not null,
        action ${text} not null check (action in ('create', 'update')),
        label ${text} not null,
        updated_at ${timestamp} not null,
        before ${text},
        primary key (import_id, position)
      ) ${strict}`,
  ]);
};
