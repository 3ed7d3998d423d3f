/**
 * One ledger for everything in stock (docs/domain.md, Movements): items instead of balances, lots with codes and
 * states, movements of every kind with the line that caused them, and production runs. The tables are rebuilt, since
 * SQLite changes no CHECK.
 */
import { sql, type QueryExecutorProvider, type RawBuilder } from 'kysely';
import { storedCode } from '../batchOrder.ts';
import { countRows, countValues } from './rowCounters.ts';
import { appendOnly, continueIds, most, neverDeleted, run, type Dialect, type MigrationSteps } from './dialect.ts';

const incoming = ['opening', 'received', 'produced', 'returned_by_buyer', 'found'];
const outgoing = ['consumed', 'dispatched', 'returned_to_supplier', 'wasted', 'lost'];
const kinds = incoming
  .concat(outgoing)
  .map((kind) => kind.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase()));

const LOTS_PER_BATCH = 200;

/** Which productions count: those that use a raw material. */
export const countsAsProduction = (row: string) => `${row}deleted_at is null and ${row}raw_material_id is not null`;

/** The code of a lot; not the function of today, so that old lots get the same codes whenever this runs. */
function codeOf(name: string, day: string, number: bigint): string {
  const letters = (name.normalize('NFKC').match(/\p{L}/gu) ?? []).slice(0, 3).join('').toUpperCase() || 'LOT';
  return `${letters}-${day.slice(2, 4)}${day.slice(5, 7)}-${String(number).padStart(2, '0')}`;
}

/** Columns of the totals and of the stock of a lot or an item. */
function totals({ integer }: Dialect): RawBuilder<unknown> {
  const columns = incoming.concat(outgoing);
  const stored = columns.map(
    (column) => sql`${sql.ref(column)} ${integer} not null default 0 check (${sql.ref(column)} between 0 and ${most})`,
  );
  const onHand = sql.raw(`${incoming.join(' + ')} - ${outgoing.join(' - ')}`);
  return sql`${sql.join(stored)},
    on_hand ${integer} generated always as (${onHand}) stored check (on_hand between 0 and ${most})`;
}

/** Lets PostgreSQL know how large a table of this transaction is; SQLite plans without. */
function analyzed(table: string, { engine }: Dialect): RawBuilder<unknown>[] {
  return engine === 'postgres' ? [sql`analyze ${sql.table(table)}`] : [];
}

/** The items of raw materials, with the sums of the balances that they replace, and of products. */
function items(dialect: Dialect): RawBuilder<unknown>[] {
  const { id, integer, text, timestamp, strict } = dialect;
  return [
    sql`
      create table item (
        id ${id},
        raw_material_id ${integer} references raw_material (id),
        product_id ${integer} references product (id),
        milligrams_per_unit ${integer} check (milligrams_per_unit between 1 and ${most}),
        part ${text} not null default 'ingredient'
          check (part in ('ingredient', 'water', 'salt', 'processingAid', 'packaging')),
        balance_tolerance ${integer} check (balance_tolerance between 0 and 100000),
        reorder_level ${integer} check (reorder_level between 0 and ${most}),
        updated_at ${timestamp} not null,
        ${totals(dialect)},
        check ((raw_material_id is null) <> (product_id is null))
      ) ${strict}`,
    sql`
      insert into item (raw_material_id, received, consumed, updated_at)
      select b.raw_material_id, b.received, b.consumed, m.created_at
      from balance b join raw_material m on m.id = b.raw_material_id order by b.raw_material_id`,
    sql`insert into item (product_id, updated_at) select id, created_at from product order by id`,
    sql`drop table balance`,
    sql`create unique index item_raw_material on item (raw_material_id) where raw_material_id is not null`,
    sql`create unique index item_product on item (product_id) where product_id is not null`,
    ...neverDeleted('item', 'id', dialect),
  ];
}

/** Lots, lines and movements under new definitions, beside the old tables. */
function tables(dialect: Dialect): RawBuilder<unknown>[] {
  const { id, integer, text, timestamp, date, strict } = dialect;
  return [
    sql`alter table lot rename to old_lot`,
    sql`
      create table lot (
        id ${id},
        item_id ${integer} not null references item (id),
        origin ${text} not null check (origin in ('opening', 'received', 'produced', 'found', 'returned')),
        code ${text} not null check (code <> ''),
        code_key ${text} not null,
        code_order ${text} not null,
        supplier_lot_number ${text} not null default '',
        received_on ${date} not null,
        expires_on ${date},
        use_by ${date} generated always as (coalesce(expires_on, '9999-12-31')) stored,
        parent_lot_id ${integer} references lot (id),
        state ${text} not null default 'released' check (state in ('released', 'onHold', 'recalled')),
        state_reason ${text} not null default '',
        created_at ${timestamp} not null,
        updated_at ${timestamp} not null,
        deleted_at ${timestamp},
        ${totals(dialect)}
      ) ${strict}`,
    sql`
      create table new_line (
        lot_id ${integer} not null primary key references lot (id),
        inward_id ${integer} not null references inward (id),
        raw_material_id ${integer} not null references raw_material (id),
        position ${integer} not null,
        quantity ${integer} not null check (quantity between 1 and ${most}),
        price_per_unit ${integer} not null check (price_per_unit between 0 and ${most}),
        total_amount ${integer} not null check (total_amount between 0 and ${most}),
        deleted_at ${timestamp}
      ) ${strict}`,
    sql`
      create table new_movement (
        id ${id},
        lot_id ${integer} not null references lot (id),
        kind ${text} not null check (kind in (${sql.join(kinds.map((kind) => sql.lit(kind)))})),
        quantity ${integer} not null check (quantity <> 0 and quantity between -${most} and ${most}),
        occurred_on ${date} not null,
        document_kind ${text} not null,
        document_id ${integer} not null,
        line_id ${integer} not null,
        reverses_id ${integer} references new_movement (id),
        recorded_at ${timestamp} not null,
        recorded_by ${integer} not null references app_user (id)
      ) ${strict}`,
  ];
}

/**
 * The runs: productions that one request recorded are consecutive, as are their events, of one person and moment. Where
 * there is no event, a production has a run of its own. A run is called by the id of its first production.
 */
function runs(dialect: Dialect): RawBuilder<unknown>[] {
  const { id, integer, text, timestamp, date, strict } = dialect;
  return [
    sql`
      create table production_run (
        id ${id},
        production_date ${date} not null,
        status ${text} not null check (status in ('in_progress', 'completed')),
        note ${text} not null,
        created_at ${timestamp} not null,
        updated_at ${timestamp} not null,
        deleted_at ${timestamp}
      ) ${strict}`,
    sql`
      create table run_of (production_id ${integer} not null primary key, run_id ${integer} not null) ${strict}`,
    sql`
      insert into run_of (production_id, run_id)
      select production_id, min(production_id) over (partition by at, user_id, production_id - nth, event_id - nth)
      from (
        select record_id as production_id, id as event_id, at, user_id,
          row_number() over (partition by at, user_id order by id) as nth
        from audit_event where resource = 'production' and action = 'create'
      ) as recorded`,
    sql`
      insert into run_of (production_id, run_id)
      select id, id from production p where not exists (select 1 from run_of r where r.production_id = p.id)`,
    sql`create index run_of_run on run_of (run_id)`,
    ...analyzed('run_of', dialect),
    sql`
      insert into production_run (id, production_date, status, note, created_at, updated_at, deleted_at)
      select p.id, p.production_date, p.status, '', p.created_at, p.updated_at, p.deleted_at
      from production p where p.id in (select run_id from run_of)`,
    // The remaining inputs determine the state of a run.
    sql`
      update production_run set
        status = case when exists (
          select 1 from run_of r join production p on p.id = r.production_id
          where r.run_id = production_run.id and p.deleted_at is null and p.status = 'in_progress'
        ) then 'in_progress' else 'completed' end,
        production_date = coalesce((
          select p.production_date from run_of r join production p on p.id = r.production_id
          where r.run_id = production_run.id and p.deleted_at is null order by p.id limit 1
        ), production_date),
        deleted_at = case when exists (
          select 1 from run_of r join production p on p.id = r.production_id
          where r.run_id = production_run.id and p.deleted_at is null
        ) then null else deleted_at end
      where id in (select run_id from run_of group by run_id having count(*) > 1)`,
    sql`create index production_run_date on production_run (production_date, id)`,
    sql`create index production_run_present on production_run (id) where deleted_at is null`,
    sql`
      create table new_production (
        id ${id},
        run_id ${integer} not null references production_run (id),
        raw_material_id ${integer} references raw_material (id),
        product_id ${integer} references product (id),
        quantity ${integer} not null check (quantity between 1 and ${most}),
        production_date ${date} not null,
        status ${text} not null check (status in ('in_progress', 'completed')),
        created_at ${timestamp} not null,
        updated_at ${timestamp} not null,
        deleted_at ${timestamp},
        check ((raw_material_id is null) <> (product_id is null))
      ) ${strict}`,
    sql`
      insert into new_production (id, run_id, raw_material_id, quantity, production_date, status, created_at, updated_at, deleted_at)
      select id, r.run_id, raw_material_id, quantity, production_date, status, created_at, updated_at, deleted_at
      from production p join run_of r on r.production_id = p.id order by id`,
    sql`drop table production`,
    sql`alter table new_production rename to production`,
    sql`create index production_run_inputs on production (run_id)`,
    sql`create index production_material on production (raw_material_id, production_date) where deleted_at is null`,
    sql`create index production_product on production (product_id) where product_id is not null`,
    sql`create index production_date on production (production_date, id)`,
    sql`create index production_present on production (id) where deleted_at is null and raw_material_id is not null`,
    // Lists of the specification know the inputs that are raw materials.
    sql`delete from row_count where counted = 'production'`,
    sql`delete from production_day`,
    ...countRows(['production'], dialect, countsAsProduction),
    ...countValues('production', 'production_date', 'production_day', dialect, countsAsProduction),
  ];
}

/** Fills the new tables, and puts them in the place of the old ones. */
function copies(dialect: Dialect): RawBuilder<unknown>[] {
  const moved = sql`
    insert into new_movement (id, lot_id, kind, quantity, occurred_on, document_kind, document_id, line_id, reverses_id,
      recorded_at, recorded_by)
    select m.id, m.lot_id, m.kind, m.quantity, m.occurred_on, case when p.run_id is null then m.document_kind else 'run' end,
      coalesce(p.run_id, m.document_id), case when p.run_id is null then m.lot_id else m.document_id end, m.reverses_id,
      m.recorded_at, m.recorded_by
    from movement m left join production p on m.document_kind = 'production' and p.id = m.document_id
    order by m.id`;
  return [
    sql`
      insert into new_line (lot_id, inward_id, raw_material_id, position, quantity, price_per_unit, total_amount, deleted_at)
      select lot_id, inward_id, raw_material_id, position, quantity, price_per_unit, total_amount, deleted_at
      from inward_line order by lot_id`,
    sql`drop table inward_line`,
    sql`alter table new_line rename to inward_line`,
    sql`create index inward_line_inward on inward_line (inward_id, position)`,
    sql`create index inward_line_material on inward_line (raw_material_id)`,
    moved,
    sql`drop table movement`,
    sql`alter table new_movement rename to movement`,
    sql`create index movement_lot on movement (lot_id)`,
    sql`create index movement_document on movement (document_kind, document_id, line_id)`,
    sql`create unique index movement_reverses on movement (reverses_id) where reverses_id is not null`,
    ...appendOnly('movement', dialect),
    sql`drop table old_lot`,
    sql`create unique index lot_code on lot (item_id, code_key) where deleted_at is null`,
    sql`create index lot_present on lot (id) where deleted_at is null`,
    sql`create index lot_code_order on lot (item_id, code_order)`,
    sql`create index lot_by_date on lot (item_id, received_on, id)`,
    // Lots available to production, in the order of allocation.
    sql`create index lot_open on lot (item_id, use_by, received_on, id) where on_hand > 0 and state = 'released'`,
    sql`create index lot_held on lot (item_id) where on_hand > 0 and state <> 'released'`,
    ...neverDeleted('lot', 'id', dialect),
    sql`drop table run_of`,
    ...countRows(['production_run', 'lot'], dialect),
  ];
}

interface OldLot {
  id: number;
  itemId: number;
  name: string;
  nth: number;
  received_on: string;
  received: number;
  consumed: number;
  created_at: string;
  deleted_at: string | null;
}

/** Copies the lots, each with the code that it would have been given. */
async function copyLots(db: QueryExecutorProvider): Promise<void> {
  for (let last = 0; ;) {
    const { rows } = await sql<OldLot>`
      select l.id, i.id as "itemId", m.name, l.received_on, l.received, l.consumed, n.nth, w.created_at, e.deleted_at
      from old_lot l join raw_material m on m.id = l.raw_material_id join item i on i.raw_material_id = m.id
        join lot_number n on n.lot_id = l.id join inward_line e on e.lot_id = l.id join inward w on w.id = e.inward_id
      where l.id > ${last} and n.lot_id > ${last} and e.lot_id > ${last} order by l.id limit ${LOTS_PER_BATCH}`.execute(
      db,
    );
    if (rows.length === 0) return;
    last = rows.at(-1)?.id ?? last;
    const values = rows.map(({ id, itemId, name, nth, ...row }) => {
      const { code, code_key: key, code_order: order } = storedCode(codeOf(name, row.received_on, BigInt(nth)));
      const times = [row.created_at, row.deleted_at ?? row.created_at, row.deleted_at];
      const held = [row.received_on, row.received, row.consumed];
      return sql`(${sql.join([id, itemId, 'received', code, key, order, ...held, ...times])})`;
    });
    await sql`
      insert into lot (id, item_id, origin, code, code_key, code_order, received_on, received, consumed, created_at,
        updated_at, deleted_at)
      values ${sql.join(values)}`.execute(db);
  }
}

/** The number of each lot in the month of its material. */
function lotNumbers(dialect: Dialect): RawBuilder<unknown>[] {
  const { integer, strict } = dialect;
  return [
    sql`create table lot_number (lot_id ${integer} not null primary key, nth ${integer} not null) ${strict}`,
    sql`
      insert into lot_number (lot_id, nth)
      select id, row_number() over (
        partition by raw_material_id, substr(cast(received_on as text), 1, 7) order by received_on, id)
      from old_lot`,
    ...analyzed('lot_number', dialect),
  ];
}

export const up: MigrationSteps = async (db, dialect) => {
  // Made again by the new tables.
  const dropped =
    dialect.engine === 'postgres'
      ? ['lot_never_deleted', 'movement_append_only', 'balance_never_deleted'].map((name) =>
          sql.raw(`drop function ${name}() cascade`),
        )
      : [];
  await run(db, [...dropped, ...items(dialect), ...tables(dialect), ...lotNumbers(dialect)]);
  await copyLots(db);
  await run(db, [
    sql`drop table lot_number`,
    ...runs(dialect),
    ...copies(dialect),
    ...['lot', 'movement', 'production', 'production_run'].flatMap((table) => continueIds(table, dialect)),
  ]);
};
