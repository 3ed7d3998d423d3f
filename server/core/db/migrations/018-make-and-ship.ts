/**
 * Tables of production and dispatch (docs/domain.md, Documents): finished goods are produced lots, sales by hand are
 * dispatches without a buyer; recipes, outputs and losses of runs, dispatches and adjustments.
 */
import { sql, type RawBuilder } from 'kysely';
import { countRows } from './rowCounters.ts';
import { continueIds, most, run, type Dialect, type MigrationSteps } from './dialect.ts';

/** All of it, in thousandths of a percent. */
const whole = sql.lit(100_000);

function recipes({ id, integer, text, timestamp, strict }: Dialect): RawBuilder<unknown>[] {
  return [
    sql`
      create table recipe (
        id ${id},
        product_id ${integer} not null references product (id),
        created_at ${timestamp} not null,
        updated_at ${timestamp} not null,
        deleted_at ${timestamp}
      ) ${strict}`,
    sql`create index recipe_product on recipe (product_id)`,
    sql`create index recipe_present on recipe (id) where deleted_at is null`,
    sql`
      create table recipe_version (
        id ${id},
        recipe_id ${integer} not null references recipe (id),
        version ${integer} not null check (version > 0),
        output_quantity ${integer} not null check (output_quantity between 1 and ${most}),
        expected_yield ${integer} check (expected_yield between 0 and ${whole} * 10),
        note ${text} not null,
        unique (recipe_id, version)
      ) ${strict}`,
    sql`
      create table recipe_line (
        id ${id},
        recipe_version_id ${integer} not null references recipe_version (id),
        position ${integer} not null,
        raw_material_id ${integer} references raw_material (id),
        product_id ${integer} references product (id),
        quantity ${integer} not null check (quantity between 1 and ${most}),
        planned_loss ${integer} not null check (planned_loss between 0 and ${whole}),
        check ((raw_material_id is null) <> (product_id is null))
      ) ${strict}`,
    sql`create index recipe_line_version on recipe_line (recipe_version_id, position)`,
    sql`create index recipe_line_material on recipe_line (raw_material_id) where raw_material_id is not null`,
    sql`create index recipe_line_product on recipe_line (product_id) where product_id is not null`,
  ];
}

/** Outputs of a run, its recipe, and its losses. */
function runs({ id, integer, text, strict }: Dialect): RawBuilder<unknown>[] {
  return [
    sql`alter table production_run add column recipe_version_id ${integer} references recipe_version (id)`,
    sql`
      create index production_run_recipe on production_run (recipe_version_id) where recipe_version_id is not null`,
    sql`
      create table run_loss (
        id ${id},
        run_id ${integer} not null references production_run (id),
        position ${integer} not null,
        reason ${text} not null check (reason <> ''),
        milligrams ${integer} check (milligrams between 1 and ${most}),
        raw_material_id ${integer} references raw_material (id),
        product_id ${integer} references product (id),
        quantity ${integer} check (quantity between 1 and ${most}),
        check ((milligrams is null) <> (quantity is null)),
        check (raw_material_id is null or product_id is null),
        check ((quantity is null) = (coalesce(raw_material_id, product_id) is null))
      ) ${strict}`,
    sql`create index run_loss_run on run_loss (run_id, position)`,
  ];
}

function dispatches({ id, integer, text, timestamp, date, strict }: Dialect): RawBuilder<unknown>[] {
  return [
    sql`
      create table dispatch (
        id ${id},
        buyer_id ${integer} references buyer (id),
        dispatch_date ${date} not null,
        invoice_number ${text} not null,
        vehicle ${text} not null,
        transport_document ${text} not null,
        transaction_certificate ${text} not null,
        note ${text} not null,
        created_at ${timestamp} not null,
        updated_at ${timestamp} not null,
        deleted_at ${timestamp}
      ) ${strict}`,
    sql`create index dispatch_present on dispatch (id) where deleted_at is null`,
    sql`create index dispatch_date on dispatch (dispatch_date, id)`,
    sql`create index dispatch_buyer on dispatch (buyer_id, id)`,
    sql`
      create table dispatch_line (
        id ${id},
        dispatch_id ${integer} not null references dispatch (id),
        position ${integer} not null,
        lot_id ${integer} not null references lot (id),
        quantity ${integer} not null check (quantity between 1 and ${most}),
        deleted_at ${timestamp}
      ) ${strict}`,
    sql`create index dispatch_line_dispatch on dispatch_line (dispatch_id, position)`,
    sql`create index dispatch_line_lot on dispatch_line (lot_id)`,
  ];
}

function adjustments({ id, integer, text, timestamp, date, strict }: Dialect): RawBuilder<unknown>[] {
  return [
    sql`
      create table adjustment (
        id ${id},
        kind ${text} not null check (kind in ('opening', 'count', 'writeOff', 'supplierReturn', 'buyerReturn')),
        adjustment_date ${date} not null,
        reason ${text} not null,
        supplier_id ${integer} references supplier (id),
        created_at ${timestamp} not null,
        updated_at ${timestamp} not null,
        deleted_at ${timestamp}
      ) ${strict}`,
    sql`create index adjustment_present on adjustment (id) where deleted_at is null`,
    sql`create index adjustment_date on adjustment (adjustment_date, id)`,
    sql`
      create table adjustment_line (
        id ${id},
        adjustment_id ${integer} not null references adjustment (id),
        position ${integer} not null,
        lot_id ${integer} not null references lot (id),
        quantity ${integer} not null check (quantity between 0 and ${most}),
        ledger_quantity ${integer} check (ledger_quantity between 0 and ${most}),
        price_per_unit ${integer} check (price_per_unit between 0 and ${most}),
        dispatch_line_id ${integer} references dispatch_line (id),
        reason ${text} not null,
        deleted_at ${timestamp}
      ) ${strict}`,
    sql`create index adjustment_line_adjustment on adjustment_line (adjustment_id, position)`,
    sql`create index adjustment_line_lot on adjustment_line (lot_id)`,
    sql`
      create index adjustment_line_dispatch on adjustment_line (dispatch_line_id) where dispatch_line_id is not null`,
  ];
}

/** Each existing batch becomes a lot of its product, with its status of sold or expired. */
function goods({ engine, integer }: Dialect): RawBuilder<unknown>[] {
  const dayOf = (timestamp: string) =>
    engine === 'postgres'
      ? sql.raw(`cast(${timestamp} at time zone 'UTC' as date)`)
      : sql.raw(`substr(${timestamp}, 1, 10)`);
  const whoDid = (order: 'asc' | 'desc') => sql`
    coalesce(
      (select e.user_id from audit_event e
        where e.resource = 'goods' and e.record_id = g.id and e.user_id is not null order by e.id ${sql.raw(order)} limit 1),
      (select min(id) from app_user))`;
  return [
    sql`alter table finished_good add column lot_id ${integer} references lot (id)`,
    sql`alter table finished_good add column run_id ${integer} references production_run (id)`,
    sql`
      insert into lot (item_id, origin, code, code_key, code_order, received_on, expires_on, produced, dispatched,
        created_at, updated_at)
      select i.id, 'produced', g.batch_number, g.batch_key, g.batch_order, coalesce(g.manufacture_date, ${dayOf('g.created_at')}),
        g.expiry_date, g.quantity, case when g.status = 'sold' then g.quantity else 0 end, g.created_at, g.updated_at
      from finished_good g join item i on i.product_id = g.product_id
      where g.deleted_at is null order by g.id`,
    sql`
      update finished_good set lot_id = (
        select l.id from lot l join item i on i.id = l.item_id
        where i.product_id = finished_good.product_id and l.code_key = finished_good.batch_key and l.deleted_at is null)
      where deleted_at is null`,
    sql`create unique index finished_good_lot on finished_good (lot_id) where lot_id is not null`,
    sql`create index finished_good_run on finished_good (run_id) where run_id is not null`,
    sql`
      insert into movement (lot_id, kind, quantity, occurred_on, document_kind, document_id, line_id, recorded_at, recorded_by)
      select g.lot_id, 'produced', g.quantity, l.received_on, 'goods', g.id, g.id, g.created_at, ${whoDid('asc')}
      from finished_good g join lot l on l.id = g.lot_id order by g.id`,
    sql`
      insert into dispatch (id, dispatch_date, invoice_number, vehicle, transport_document, transaction_certificate, note,
        created_at, updated_at)
      select row_number() over (order by id), ${dayOf('updated_at')}, '', '', '', '', '', updated_at, updated_at
      from finished_good where status = 'sold' and deleted_at is null`,
    sql`
      insert into dispatch_line (id, dispatch_id, position, lot_id, quantity)
      select row_number() over (order by id), row_number() over (order by id), 0, lot_id, quantity
      from finished_good where status = 'sold' and deleted_at is null`,
    sql`
      insert into movement (lot_id, kind, quantity, occurred_on, document_kind, document_id, line_id, recorded_at, recorded_by)
      select n.lot_id, 'dispatched', -n.quantity, d.dispatch_date, 'dispatch', d.id, n.id, d.created_at, ${whoDid('desc')}
      from dispatch d join dispatch_line n on n.dispatch_id = d.id join finished_good g on g.lot_id = n.lot_id order by d.id`,
    sql`
      update item set
        produced = (select coalesce(sum(l.produced), 0) from lot l where l.item_id = item.id),
        dispatched = (select coalesce(sum(l.dispatched), 0) from lot l where l.item_id = item.id)
      where product_id is not null`,
    // Sold quantities are read from the ledger from now on.
    sql`update finished_good set status = 'available' where status = 'sold'`,
  ];
}

export const up: MigrationSteps = async (db, dialect) => {
  const { integer, text } = dialect;
  await run(db, [
    sql`alter table item add column batch_pattern ${text} not null default ''`,
    sql`alter table item add column shelf_life_days ${integer} check (shelf_life_days between 1 and 36500)`,
    ...recipes(dialect),
    ...runs(dialect),
    ...dispatches(dialect),
    ...adjustments(dialect),
    ...goods(dialect),
    ...['dispatch', 'dispatch_line'].flatMap((table) => continueIds(table, dialect)),
    ...countRows(['recipe', 'dispatch', 'adjustment'], dialect),
  ]);
};
