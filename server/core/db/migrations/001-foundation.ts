/** Users and sessions, suppliers, categories, raw materials, inward, production, and the ledger beneath them. */
import { sql, type RawBuilder } from 'kysely';
import { appendOnly, most, neverDeleted, run, type Dialect, type MigrationSteps } from './dialect.ts';

function people({ id, integer, text, timestamp, strict }: Dialect): RawBuilder<unknown>[] {
  return [
    sql`
      create table app_user (
        id ${id},
        full_name ${text} not null,
        email ${text} not null,
        email_key ${text} not null,
        phone ${text} not null,
        role ${text} not null check (role in ('admin', 'manager', 'user')),
        status ${integer} not null check (status in (0, 1)),
        password_hash ${text} not null,
        created_at ${timestamp} not null,
        updated_at ${timestamp} not null,
        deleted_at ${timestamp}
      ) ${strict}`,
    sql`create unique index app_user_email on app_user (email_key) where deleted_at is null`,
    sql`
      create table session (
        token_hash ${text} not null primary key,
        user_id ${integer} not null references app_user (id),
        created_at ${timestamp} not null,
        expires_at ${timestamp} not null
      ) ${strict}`,
    sql`create index session_by_user on session (user_id)`,
    // At most one row: its insert claims the creation of the first administrator.
    sql`
      create table installation (
        id ${integer} not null primary key check (id = 1),
        first_administrator_at ${timestamp} not null
      ) ${strict}`,
  ];
}

function masters({ id, integer, text, timestamp, strict }: Dialect): RawBuilder<unknown>[] {
  return [
    sql`
      create table supplier (
        id ${id},
        name ${text} not null check (name <> ''),
        email ${text} not null,
        gstin_number ${text} not null,
        phone ${text} not null,
        address ${text} not null,
        status ${integer} not null check (status in (0, 1)),
        created_at ${timestamp} not null,
        updated_at ${timestamp} not null,
        deleted_at ${timestamp}
      ) ${strict}`,
    sql`
      create table category (
        id ${id},
        name ${text} not null check (name <> ''),
        description ${text} not null,
        status ${integer} not null check (status in (0, 1)),
        created_at ${timestamp} not null,
        updated_at ${timestamp} not null,
        deleted_at ${timestamp}
      ) ${strict}`,
    sql`
      create table raw_material (
        id ${id},
        name ${text} not null check (name <> ''),
        description ${text} not null,
        unit ${text} not null,
        category_id ${integer} references category (id),
        created_at ${timestamp} not null,
        updated_at ${timestamp} not null,
        deleted_at ${timestamp}
      ) ${strict}`,
  ];
}

function ledger(dialect: Dialect): RawBuilder<unknown>[] {
  const { id, integer, text, timestamp, date, strict } = dialect;
  return [
    sql`
      create table lot (
        id ${id},
        raw_material_id ${integer} not null references raw_material (id),
        received_on ${date} not null,
        received ${integer} not null check (received between 0 and ${most}),
        consumed ${integer} not null check (consumed >= 0),
        check (consumed <= received)
      ) ${strict}`,
    // Production reads the open lots of a material, oldest first.
    sql`create index lot_open on lot (raw_material_id, received_on, id) where consumed < received`,
    sql`
      create table balance (
        raw_material_id ${integer} not null primary key references raw_material (id),
        received ${integer} not null check (received between 0 and ${most}),
        consumed ${integer} not null check (consumed >= 0),
        version ${integer} not null,
        check (consumed <= received)
      ) ${strict}`,
    sql`
      create table movement (
        id ${id},
        lot_id ${integer} not null references lot (id),
        kind ${text} not null check (kind in ('received', 'consumed', 'produced', 'dispatched', 'wasted', 'counted')),
        quantity ${integer} not null check (quantity <> 0 and quantity between -${most} and ${most}),
        occurred_on ${date} not null,
        document_kind ${text} not null,
        document_id ${integer} not null,
        reverses_id ${integer} references movement (id),
        recorded_at ${timestamp} not null,
        recorded_by ${integer} not null references app_user (id)
      ) ${strict}`,
    sql`create index movement_lot on movement (lot_id)`,
    sql`create index movement_document on movement (document_kind, document_id)`,
    // A movement can be reversed once.
    sql`create unique index movement_reverses on movement (reverses_id) where reverses_id is not null`,
    ...appendOnly('movement', dialect),
    ...neverDeleted('lot', 'id', dialect),
    ...neverDeleted('balance', 'raw_material_id', dialect),
  ];
}

function documents({ id, integer, text, timestamp, date, bytes, strict }: Dialect): RawBuilder<unknown>[] {
  return [
    // A replaced bill stays; the inward refers to the current one.
    sql`
      create table bill (
        id ${id},
        media_type ${text} not null check (media_type in ('application/pdf', 'image/png', 'image/jpeg')),
        bytes ${bytes} not null,
        created_at ${timestamp} not null
      ) ${strict}`,
    sql`
      create table inward (
        id ${id},
        supplier_id ${integer} not null references supplier (id),
        invoice_number ${text} not null,
        inward_date ${date} not null,
        status ${text} not null check (status in ('paid', 'notpaid', 'pending')),
        sub_total ${integer} not null check (sub_total between 0 and ${most}),
        total_gst ${integer} not null check (total_gst between 0 and ${most}),
        grand_total ${integer} not null check (grand_total = sub_total + total_gst),
        bill_id ${integer} references bill (id),
        created_at ${timestamp} not null,
        updated_at ${timestamp} not null,
        deleted_at ${timestamp}
      ) ${strict}`,
    sql`create index inward_supplier on inward (supplier_id)`,
    sql`
      create table inward_line (
        lot_id ${integer} not null primary key references lot (id),
        inward_id ${integer} not null references inward (id),
        raw_material_id ${integer} not null references raw_material (id),
        position ${integer} not null,
        quantity ${integer} not null check (quantity between 1 and ${most}),
        price_per_unit ${integer} not null check (price_per_unit between 0 and ${most}),
        total_amount ${integer} not null check (total_amount between 0 and ${most}),
        deleted_at ${timestamp}
      ) ${strict}`,
    sql`create index inward_line_inward on inward_line (inward_id, position)`,
    sql`create index inward_line_material on inward_line (raw_material_id)`,
    sql`
      create table production (
        id ${id},
        raw_material_id ${integer} not null references raw_material (id),
        quantity ${integer} not null check (quantity between 1 and ${most}),
        production_date ${date} not null,
        status ${text} not null check (status in ('in_progress', 'completed')),
        created_at ${timestamp} not null,
        updated_at ${timestamp} not null,
        deleted_at ${timestamp}
      ) ${strict}`,
    sql`create index production_material on production (raw_material_id)`,
    sql`create index production_date on production (production_date, id)`,
  ];
}

/** The table of rate-limiter-flexible for limits shared by several servers; the library defines its columns. */
const sharedLimits = sql`create table rate_limit (key varchar(255) primary key, points integer not null default 0, expire bigint)`;

function trail(dialect: Dialect): RawBuilder<unknown>[] {
  const { id, integer, text, timestamp, strict } = dialect;
  return [
    sql`
      create table audit_event (
        id ${id},
        at ${timestamp} not null,
        user_id ${integer} references app_user (id),
        action ${text} not null,
        resource ${text} not null,
        record_id ${integer} not null,
        before ${text},
        after ${text}
      ) ${strict}`,
    sql`create index audit_event_record on audit_event (resource, record_id)`,
    ...appendOnly('audit_event', dialect),
    sql`
      create table idempotency_key (
        caller ${text} not null,
        key ${text} not null,
        request_hash ${text} not null,
        status ${integer},
        answer ${text},
        created_at ${timestamp} not null,
        primary key (caller, key)
      ) ${strict}`,
    sql`create index idempotency_key_age on idempotency_key (created_at)`,
    ...(dialect.engine === 'postgres' ? [sharedLimits] : []),
  ];
}

export const up: MigrationSteps = async (db, dialect) => {
  await run(db, [
    ...people(dialect),
    ...masters(dialect),
    ...ledger(dialect),
    ...documents(dialect),
    ...trail(dialect),
  ]);
};
