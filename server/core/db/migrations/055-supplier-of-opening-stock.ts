/** Supplier of a lot of opening stock; a received lot has that of its inward. */
import { sql } from 'kysely';
import { run, type MigrationSteps } from './dialect.ts';

export const up: MigrationSteps = async (db, dialect) => {
  await run(db, [
    sql`
      alter table lot add column supplier_id ${dialect.integer} references supplier (id)
        check (supplier_id is null or origin = 'opening')`,
    sql`create index lot_supplier on lot (supplier_id, id) where supplier_id is not null`,
  ]);
};
