/** Merges of two records of a master, with what each has to undo. */
import { sql } from 'kysely';
import { run, type MigrationSteps } from './dialect.ts';

export const up: MigrationSteps = async (db, { id, integer, text, timestamp, strict }) => {
  await run(db, [
    sql`
      create table record_merge (
        id ${id},
        kind ${text} not null,
        kept_id ${integer} not null,
        merged_id ${integer} not null,
        kept_before ${text} not null,
        kept_after ${text} not null,
        moved ${text} not null,
        merged_at ${timestamp} not null,
        merged_by ${integer} not null references app_user (id),
        undone_at ${timestamp}
      ) ${strict}`,
    sql`create index record_merge_kept on record_merge (kind, kept_id)`,
    sql`create index record_merge_merged on record_merge (kind, merged_id)`,
  ]);
};
