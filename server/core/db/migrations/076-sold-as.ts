/** The market of a buyer, and what a dispatch is sold as, with the papers that its market asks for. */
import { sql } from 'kysely';
import { run, type MigrationSteps } from './dialect.ts';

export const up: MigrationSteps = async (db, { text }) => {
  await run(db, [
    // Nullable: what a server of the previous version records is sold under the best claim that holds.
    sql`alter table buyer add column market ${text}`,
    sql`alter table buyer add column sold_as ${text}`,
    sql`alter table dispatch add column sold_as ${text}`,
    sql`alter table dispatch add column sold_as_reason ${text} not null default ''`,
    sql`alter table dispatch add column inspection_certificate ${text} not null default ''`,
    sql`alter table dispatch add column import_certificate ${text} not null default ''`,
    sql`create index buyer_market on buyer (market) where market is not null`,
    sql`create index dispatch_sold_as on dispatch (sold_as, id) where sold_as is not null and deleted_at is null`,
    sql`create index dispatch_sold_beyond on dispatch (id) where sold_as_reason <> '' and deleted_at is null`,
  ]);
};
