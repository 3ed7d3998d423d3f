/** Recomputes all lots, materials and documents from the movements and reports every difference: there must be none. */
import { sql, type RawBuilder } from 'kysely';
import { movementKinds, type MovementKind } from '#contract/stock/stock.ts';
import type { DocumentKind } from '#contract/kinds.ts';
import { findRecordTables, rowCount } from '../../core/db/rowCounts.ts';
import type { Database, Trx } from '../../core/db/tables.ts';
import { signOf, totalOf } from './kinds.ts';
import { markRules, type Row } from './verifyMarks.ts';
import { runDays } from './runDays.ts';

export interface Difference {
  /** Name of the comparison. */
  rule: string;
  /** The lot, material, document or movement that differs. */
  id: number;
  /**
   * The stored value, and the value expected by the movements or by other compared numbers: thousandths, paise, a date
   * or a count.
   */
  stored: string;
  expected: string;
}

export interface Verification {
  lots: number;
  materials: number;
  inwards: number;
  productions: number;
  movements: number;
  differences: Difference[];
}

const live = sql`
  v.reverses_id is null and not exists (select 1 from movement reversal where reversal.reverses_id = v.id)`;

const columns = movementKinds.map((kind) => totalOf[kind]);
/** The total of a kind among movements: incoming ones are posted above zero, outgoing ones below. */
const sumOfKind = (kind: MovementKind) =>
  sql`sum(case when kind = ${sql.lit(kind)} then ${sql.raw(signOf(kind) === 1 ? '' : '-')}quantity else 0 end)`;
const total = (column: string) => sql.ref(column);
const onHand = sql.raw(movementKinds.map((kind) => `${signOf(kind) === 1 ? '+' : '-'} ${totalOf[kind]}`).join(' '));

const joined = (of: (column: string) => RawBuilder<unknown>, between: RawBuilder<unknown>) =>
  sql.join(columns.map(of), between);

/**
 * Rows of `table` whose totals differ from the sums over `parts`, in one pass over both, with the sum of the
 * differences.
 */
function totalsRule(table: 'lot' | 'item', parts: RawBuilder<unknown>): RawBuilder<Row> {
  return sql`
    select id, 0 as stored, ${joined((column) => sql`abs(${total(column)})`, sql` + `)} as expected
    from (
      select id, ${joined((column) => sql`sum(${total(column)}) as ${total(column)}`, sql`, `)}
      from (select id, ${joined(total, sql`, `)} from ${sql.table(table)} union all ${parts}) as compared
      group by id
    ) as differences
    where ${joined((column) => sql`${total(column)} <> 0`, sql` or `)}`;
}

const movementsOfLots = sql`
  select lot_id, ${sql.join(movementKinds.map((kind) => sql`-${sumOfKind(kind)}`))} from movement group by lot_id`;
const lotsOfItems = sql`
  select item_id, ${joined((column) => sql`-sum(${total(column)})`, sql`, `)} from lot group by item_id`;

/** The day on which a document that is no run moved something; a batch's is that of its lot. */
const documentDay = sql`
  coalesce(w.inward_date, d.dispatch_date, a.adjustment_date, case when g.id is not null then l.received_on end)`;

/** The document of a movement where it is of a kind, else null, which no engine looks up. */
const documentIdIfKind = (kind: DocumentKind) =>
  sql`case when v.document_kind = ${sql.lit(kind)} then v.document_id end`;

/** Lines of documents, as id and quantity to move out, that differ from their movements. */
function lineRule(documentKind: DocumentKind, lines: RawBuilder<unknown>): RawBuilder<Row> {
  return sql`
    select id, 0 as stored, sum(quantity) as expected
    from (
      select id, quantity from (${lines}) as wanted
      union all select line_id, quantity from movement where document_kind = ${sql.lit(documentKind)}
    ) as compared
    group by id having sum(quantity) <> 0`;
}

/** Each rule is a query for the rows that violate it. */
const rules: [string, RawBuilder<Row>][] = [
  ['the totals of a lot are the sums of its movements; the difference', totalsRule('lot', movementsOfLots)],
  ['the totals of an item are the sums of its lots; the difference', totalsRule('item', lotsOfItems)],
  [
    'what is on hand is what came in less what went out, and never less than nothing',
    sql`
      select id, on_hand as stored, ${onHand} as expected from lot where on_hand <> ${onHand} or on_hand < 0
      union all
      select id, on_hand as stored, ${onHand} as expected from item where on_hand <> ${onHand} or on_hand < 0`,
  ],
  [
    'every raw material has an item',
    sql`
      select m.id, 0 as stored, 1 as expected from raw_material m
      where not exists (select 1 from item i where i.raw_material_id = m.id)`,
  ],
  [
    'every product has an item',
    sql`
      select p.id, 0 as stored, 1 as expected from product p
      where not exists (select 1 from item i where i.product_id = p.id)`,
  ],
  [
    'an inward line is what its lot received',
    sql`
      select n.lot_id as id, l.received as stored, case when n.deleted_at is null then n.quantity else 0 end as expected
      from inward_line n join lot l on l.id = n.lot_id
      where l.received <> case when n.deleted_at is null then n.quantity else 0 end`,
  ],
  [
    'every lot that was received has its inward line, of the same material',
    sql`
      select l.id, i.raw_material_id as stored, n.raw_material_id as expected
      from lot l join item i on i.id = l.item_id left join inward_line n on n.lot_id = l.id
      where l.origin = 'received' and (n.lot_id is null or n.raw_material_id <> i.raw_material_id)`,
  ],
  [
    'a lot is there as long as its line is',
    sql`
      select l.id, 1 as stored, 0 as expected from lot l join inward_line n on n.lot_id = l.id
      where (l.deleted_at is null) <> (n.deleted_at is null)`,
  ],
  [
    'a lot is as old as its inward',
    sql`
      select l.id, l.received_on as stored, w.inward_date as expected
      from lot l join inward_line n on n.lot_id = l.id join inward w on w.id = n.inward_id
      where n.deleted_at is null and l.received_on <> w.inward_date`,
  ],
  ...markRules,
  [
    'a batch that is there has a lot, and what was made in it',
    sql`
      select g.id, coalesce(l.produced, 0) as stored, g.quantity as expected
      from finished_good g left join lot l on l.id = g.lot_id
      where g.deleted_at is null and (l.id is null or l.produced <> g.quantity or l.deleted_at is not null)`,
  ],
  [
    'a batch is called and expires as its lot',
    sql`
      select g.id, l.code_key as stored, g.batch_key as expected
      from finished_good g join lot l on l.id = g.lot_id
      where g.deleted_at is null and (l.code <> g.batch_number or l.code_key <> g.batch_key
        or l.expires_on is distinct from g.expiry_date
        or (g.manufacture_date is not null and l.received_on <> g.manufacture_date))`,
  ],
  [
    'every lot that was made and is there has its batch, of the same product',
    sql`
      select l.id, i.product_id as stored, g.product_id as expected
      from lot l join item i on i.id = l.item_id left join finished_good g on g.lot_id = l.id and g.deleted_at is null
      where l.origin = 'produced' and l.deleted_at is null and (g.id is null or g.product_id <> i.product_id)`,
  ],
  [
    'a dispatch line is what its movements took',
    lineRule(
      'dispatch',
      sql`
      select x.id, case when x.deleted_at is null and d.deleted_at is null then x.quantity else 0 end as quantity
      from dispatch_line x join dispatch d on d.id = x.dispatch_id`,
    ),
  ],
  [
    'an adjustment line is what its movements moved',
    lineRule(
      'adjustment',
      sql`
      select j.id, case when j.deleted_at is not null or a.deleted_at is not null then 0
        when a.kind in ('writeOff', 'supplierReturn') then j.quantity
        else coalesce(j.ledger_quantity, 0) - j.quantity end as quantity
      from adjustment_line j join adjustment a on a.id = j.adjustment_id`,
    ),
  ],
  [
    'no more came back than was dispatched',
    sql`
      select x.id, x.quantity as stored, sum(j.quantity) as expected
      from adjustment_line j join adjustment a on a.id = j.adjustment_id join dispatch_line x on x.id = j.dispatch_line_id
      where j.deleted_at is null and a.deleted_at is null
      group by x.id, x.quantity, x.deleted_at having sum(j.quantity) > x.quantity or x.deleted_at is not null`,
  ],
  [
    'a line total is quantity times price, rounded half up to the paisa',
    sql`
      select lot_id as id, total_amount as stored, (quantity * price_per_unit + 500) / 1000 as expected
      from inward_line where total_amount * 1000 - quantity * price_per_unit not between -499 and 500`,
  ],
  [
    'the sub-total of an inward is the sum of its lines',
    sql`
      select w.id, w.sub_total as stored, coalesce(sum(n.total_amount), 0) as expected
      from inward w left join inward_line n on n.inward_id = w.id and n.deleted_at is null
      where w.deleted_at is null
      group by w.id, w.sub_total having w.sub_total <> coalesce(sum(n.total_amount), 0)`,
  ],
  [
    'a deleted inward has no lines',
    sql`
      select w.id, count(*) as stored, 0 as expected
      from inward w join inward_line n on n.inward_id = w.id
      where w.deleted_at is not null and n.deleted_at is null group by w.id`,
  ],
  [
    'a production is what its movements took',
    sql`
      select p.id, p.quantity as stored, p.quantity - f.excess as expected
      from (
        select id, sum(quantity) as excess
        from (
          select id, case when deleted_at is null then quantity else 0 end as quantity from production
          union all select line_id, quantity from movement where document_kind = 'run'
        ) as compared
        group by id having sum(quantity) <> 0
      ) f join production p on p.id = f.id`,
  ],
  [
    'a production that is there belongs to a run that is there',
    // Compared, so that SQLite reads the table in its order, not by a partial index.
    sql`
      select p.id, p.run_id as stored, r.id as expected
      from production p left join production_run r on r.id = p.run_id and r.deleted_at is null
      where (p.deleted_at is null) = (1 = 1) and r.id is null`,
  ],
  [
    'a run that is there has an input',
    sql`
      select r.id, 0 as stored, 1 as expected from production_run r
      where r.deleted_at is null and not exists (
        select 1 from production p where p.run_id = r.id and p.deleted_at is null)`,
  ],
  [
    'a run begins with its first input',
    sql`
      select r.id, r.begun_on as stored, ${runDays.begunOn} as expected
      from production_run r where r.deleted_at is null and r.begun_on is distinct from ${runDays.begunOn}`,
  ],
  [
    'the first batch of a run is of its day',
    sql`
      select r.id, r.first_made_on as stored, ${runDays.firstMadeOn} as expected
      from production_run r where r.deleted_at is null and r.first_made_on is distinct from ${runDays.firstMadeOn}`,
  ],
  [
    'a run ends with its last input or batch',
    sql`
      select r.id, r.ended_on as stored, ${runDays.endedOn} as expected
      from production_run r where r.deleted_at is null and r.ended_on is distinct from ${runDays.endedOn}`,
  ],
  [
    'a movement of a run has the day of its line, and its item',
    sql`
      with lot_item as materialized (
        select l.id, i.raw_material_id, i.product_id from lot l join item i on i.id = l.item_id)
      select v.id, v.occurred_on as stored, p.production_date as expected
      from movement v left join production p on p.id = v.line_id and p.run_id = v.document_id
        left join lot_item on lot_item.id = v.lot_id
      where v.document_kind = 'run' and (p.id is null or ((v.occurred_on <> p.production_date
        or lot_item.raw_material_id is distinct from p.raw_material_id
        or lot_item.product_id is distinct from p.product_id) and ${live}))`,
  ],
  [
    'any other movement has the day of its document',
    sql`
      select v.id, v.occurred_on as stored, ${documentDay} as expected
      from movement v join lot l on l.id = v.lot_id
        left join inward w on w.id = ${documentIdIfKind('inward')}
        left join finished_good g on g.id = ${documentIdIfKind('goods')}
        left join dispatch d on d.id = ${documentIdIfKind('dispatch')}
        left join adjustment a on a.id = ${documentIdIfKind('adjustment')}
      where v.document_kind <> 'run' and (${documentDay} is null or (v.occurred_on <> ${documentDay} and ${live}))`,
  ],
  [
    'the lot of an adjustment line is that of its movements',
    sql`
      select v.id, j.lot_id as stored, v.lot_id as expected
      from movement v left join adjustment_line j on j.id = v.line_id and j.adjustment_id = v.document_id
      where v.document_kind = 'adjustment' and (j.id is null or j.lot_id <> v.lot_id)`,
  ],
  [
    'a reversal takes back exactly what it reverses',
    sql`
      select v.id, v.quantity as stored, -reversed.quantity as expected
      from movement v join movement reversed on reversed.id = v.reverses_id
      where v.quantity <> -reversed.quantity or v.lot_id <> reversed.lot_id or v.kind <> reversed.kind
        or reversed.reverses_id is not null or v.document_kind <> reversed.document_kind
        or v.document_id <> reversed.document_id or v.line_id <> reversed.line_id`,
  ],
];

/** The number of undeleted rows of a table; of productions, those of raw materials. */
const present = (table: string) => sql`
  select count(*) from ${sql.table(table)} t
  where t.deleted_at is null ${sql.raw(table === 'production' ? 'and t.raw_material_id is not null' : '')}`;

/** Compares counts of the triggers with the rows, by `key` and in total, which also finds uncounted rows. */
function countRules(
  what: string,
  numbers: {
    from: RawBuilder<unknown>;
    key: string;
    id: RawBuilder<unknown>;
    expected: RawBuilder<unknown>;
    together: RawBuilder<unknown>;
  },
): [string, RawBuilder<Row>][] {
  const { from, key, id, expected, together } = numbers;
  return [
    [
      what,
      sql`
        select ${id} as id, sum(c.records) as stored, ${expected} as expected
        from ${from} c group by ${sql.ref(key)} having sum(c.records) <> ${expected}`,
    ],
    [
      `${what}, all together`,
      sql`
        select 0 as id, stored, expected
        from (select coalesce(sum(c.records), 0) as stored, ${together} as expected from ${from} c) as totals
        where stored <> expected`,
    ],
  ];
}

/** Compares the triggers' row count of a table with its rows. */
function rowCountRule(table: string): [string, RawBuilder<Row>] {
  return [
    `${table} knows how many rows it has`,
    sql`
      select 0 as id, stored, expected from (select ${rowCount(table)} as stored, (${present(table)}) as expected) as totals
      where stored <> expected`,
  ];
}

const dayCountRules = countRules('each day knows how many productions it has', {
  from: sql`production_day`,
  key: 'c.production_date',
  id: sql`0`,
  expected: sql`(${present('production')} and t.production_date = c.production_date)`,
  together: rowCount('production'),
});

async function count(trx: Trx, table: 'lot' | 'raw_material' | 'inward' | 'production' | 'movement'): Promise<number> {
  const { n } = await trx
    .selectFrom(table)
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  return n;
}

/** Compares all stored values with the movements, in the caller's transaction. */
export async function verifyWithin(trx: Trx): Promise<Verification> {
  const differences: Difference[] = [];
  const counted = await findRecordTables(trx);
  for (const [rule, query] of [...rules, ...counted.map(rowCountRule), ...dayCountRules]) {
    const { rows } = await query.execute(trx);
    differences.push(
      ...rows.map(({ id, stored, expected }) => ({ rule, id, stored: String(stored), expected: String(expected) })),
    );
  }
  return {
    lots: await count(trx, 'lot'),
    materials: await count(trx, 'raw_material'),
    inwards: await count(trx, 'inward'),
    productions: await count(trx, 'production'),
    movements: await count(trx, 'movement'),
    differences,
  };
}

/**
 * Compares all stored values with the movements on one snapshot, while writes go on; `settings` of the engine come
 * first. Returns every difference; read-only.
 */
export async function verifyLedger(db: Database, settings: readonly RawBuilder<unknown>[] = []): Promise<Verification> {
  const moment = db.transaction().setAccessMode('read only').setIsolationLevel('repeatable read');
  return await moment.execute(async (trx) => {
    for (const setting of settings) await setting.execute(trx);
    return await verifyWithin(trx);
  });
}
