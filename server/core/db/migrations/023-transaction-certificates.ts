/** Transaction certificates, and which lines of inwards and dispatches they cover (docs/decisions/065). */
import { sql } from 'kysely';
import { countRows } from './rowCounters.ts';
import { most, run, type MigrationSteps } from './dialect.ts';

export const up: MigrationSteps = async (db, dialect) => {
  const { id, integer, text, timestamp, date, strict } = dialect;
  await run(db, [
    sql`
      create table transaction_certificate (
        id ${id},
        direction ${text} not null check (direction in ('purchase', 'sale')),
        supplier_id ${integer} references supplier (id),
        buyer_id ${integer} references buyer (id),
        scheme ${text} not null check (scheme in ('NPOP', 'EU', 'NOP', 'PGS-India', 'other')),
        number ${text} not null,
        body ${text} not null,
        status ${text} not null check (status in ('applied', 'issued', 'refused')),
        issued_on ${date},
        note ${text} not null,
        file_id ${integer} references bill (id),
        created_at ${timestamp} not null,
        updated_at ${timestamp} not null,
        deleted_at ${timestamp},
        check ((direction = 'purchase') = (supplier_id is not null)),
        check ((direction = 'sale') = (buyer_id is not null)),
        check (status <> 'issued' or (number <> '' and issued_on is not null))
      ) ${strict}`,
    sql`create index transaction_certificate_present on transaction_certificate (id) where deleted_at is null`,
    sql`
      create table transaction_certificate_line (
        id ${id},
        transaction_certificate_id ${integer} not null references transaction_certificate (id),
        position ${integer} not null,
        inward_line_id ${integer} references inward_line (lot_id),
        dispatch_line_id ${integer} references dispatch_line (id),
        quantity ${integer} not null check (quantity between 1 and ${most}),
        check ((inward_line_id is null) <> (dispatch_line_id is null)),
        unique (transaction_certificate_id, inward_line_id),
        unique (transaction_certificate_id, dispatch_line_id)
      ) ${strict}`,
    sql`create index transaction_certificate_line_inward on transaction_certificate_line (inward_line_id)`,
    sql`create index transaction_certificate_line_dispatch on transaction_certificate_line (dispatch_line_id)`,
    ...countRows(['transaction_certificate'], dialect),
  ]);
};
