/** The index of a buyer's dispatches also says which are deleted: those without a buyer are counted by it alone. */
import { sql } from 'kysely';
import { run, type MigrationSteps } from './dialect.ts';

export const up: MigrationSteps = async (db) => {
  await run(db, [
    sql`drop index dispatch_buyer`,
    sql`create index dispatch_buyer on dispatch (buyer_id, deleted_at, id)`,
  ]);
};
