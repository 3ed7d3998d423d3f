/** Certificates, and the organic claims of lots that rest on them (docs/domain.md, Claims and certificates). */
import { sql } from 'kysely';
import { countRows } from './rowCounters.ts';
import { run, type MigrationSteps } from './dialect.ts';

export const up: MigrationSteps = async (db, dialect) => {
  const { id, integer, text, timestamp, date, strict } = dialect;
  await run(db, [
    sql`
      create table certificate (
        id ${id},
        supplier_id ${integer} references supplier (id),
        scheme ${text} not null check (scheme in ('NPOP', 'EU', 'NOP', 'PGS-India', 'other')),
        number ${text} not null check (number <> ''),
        body ${text} not null,
        valid_from ${date} not null,
        valid_to ${date} not null,
        all_items ${integer} not null check (all_items in (0, 1)),
        withdrawn_on ${date},
        file_id ${integer} references bill (id),
        created_at ${timestamp} not null,
        updated_at ${timestamp} not null,
        deleted_at ${timestamp},
        check (valid_to >= valid_from)
      ) ${strict}`,
    sql`create index certificate_present on certificate (id) where deleted_at is null`,
    sql`create index certificate_supplier on certificate (supplier_id, valid_to)`,
    sql`
      create table certificate_item (
        certificate_id ${integer} not null references certificate (id),
        item_id ${integer} not null references item (id),
        primary key (certificate_id, item_id)
      ) ${strict}`,
    sql`create index certificate_item_item on certificate_item (item_id)`,
    // Entered claim of a lot; null if it is computed or was never entered.
    sql`
      alter table lot add column claim ${text}
        check (claim in ('organic', 'inConversion', 'madeWithOrganic', 'conventional'))`,
    sql`alter table lot add column certificate_id ${integer} references certificate (id)`,
    sql`alter table lot add column override_reason ${text} not null default ''`,
    sql`create index lot_certificate on lot (certificate_id) where certificate_id is not null`,
    sql`create index lot_claim on lot (claim, id) where claim is not null`,
    // For the trace: finds returns of buyers by their parent lot.
    sql`create index lot_parent on lot (parent_lot_id) where parent_lot_id is not null`,
    // For Readiness: finds consumption before the receipt of a lot, without reading every movement.
    sql`create index movement_consumed on movement (lot_id, occurred_on) where kind = 'consumed'`,
    sql`alter table inward_line add column transaction_certificate ${text} not null default ''`,
    ...countRows(['certificate'], dialect),
  ]);
};
