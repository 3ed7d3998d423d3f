/** Guards of PostgreSQL against update, delete and truncate are a trigger each: Citus drops one that names truncate. */
import { sql } from 'kysely';
import { appendOnly, neverDeleted, run, type MigrationSteps } from './dialect.ts';

export const up: MigrationSteps = async (db, dialect) => {
  if (dialect.engine === 'sqlite') return;
  // In the order in which a recording locks them, against deadlocks with servers of the previous version.
  await run(db, [
    ...neverDeleted('item', 'id', dialect),
    ...neverDeleted('lot', 'id', dialect),
    ...appendOnly('movement', dialect),
    sql`drop trigger if exists movement_no_change on movement`,
    ...appendOnly('audit_event', dialect),
    sql`drop trigger if exists audit_event_no_change on audit_event`,
    ...neverDeleted('signing_key', 'id', dialect),
  ]);
};
