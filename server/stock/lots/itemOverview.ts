/** Overview of a raw material or a product: stock by lot, use by month, prices, recipes, runs (decision 76). */
import { type itemOverviewEndpoints, OVERVIEW_MONTHS } from '#contract/stock/items/itemOverview.ts';
import { sql } from 'kysely';
import type { z } from 'zod';
import { MAX_OVERVIEW_ROWS } from '#contract/core/overviewParts.ts';
import { changeOf } from '#contract/stock/warnings/priceChange.ts';
import { movementKinds } from '#contract/stock/stock.ts';
import type { Trx } from '../../core/db/tables.ts';
import { documentKey, findDocumentLabels } from '../names/documentLabels.ts';
import { daysOfStock, usedQuantity } from '../ledger/free.ts';
import { allocationColumns } from '../ledger/allocationOrder.ts';
import { signOf } from '../ledger/kinds.ts';
import { sumOfKnown } from '../origins/costs.ts';
import { lotList, withDocuments, type ListedLot, type Lot } from './queries.ts';

type ItemOverview = z.output<typeof itemOverviewEndpoints.material.answer>;
type Month = ItemOverview['months'][number];

type MasterColumn = 'raw_material_id' | 'product_id';

const MAX_RUNS = 10;
const kindsIn = sql.join(movementKinds.filter((kind) => signOf(kind) === 1).map((kind) => sql.lit(kind)));

interface ItemRow {
  itemId: number;
  unit: string;
  reorderLevel: number | null;
  onHandQty: number;
}

async function findItemOf(trx: Trx, column: MasterColumn, id: number): Promise<ItemRow | undefined> {
  const master = sql.table(column === 'product_id' ? 'product' : 'raw_material');
  const { rows } = await sql<ItemRow>`
    select i.id as "itemId", m.unit, i.reorder_level as "reorderLevel", i.on_hand as "onHandQty"
    from item i join ${master} m on m.id = ${sql.ref(`i.${column}`)}
    where ${sql.ref(`i.${column}`)} = ${id} and m.deleted_at is null`.execute(trx);
  return rows[0];
}

/** Lots in stock, in the order in which they are allocated. */
async function findOpenLots(trx: Trx, itemId: number): Promise<Lot[]> {
  const { columns, from, where } = lotList;
  const { rows } = await sql<ListedLot>`
    select ${columns} from ${from} where ${where} and l.item_id = ${itemId} and l.on_hand > 0
    order by ${allocationColumns('l')}`.execute(trx);
  return await withDocuments(trx, rows);
}

/** Total value of lots in paise: the sum of the values in the list of lots. */
function worthOf(lots: readonly Lot[]): Pick<ItemOverview, 'value' | 'withoutPrice'> {
  const values = lots.map(({ value }) => value);
  const withoutPrice = values.filter((value) => value === null).length;
  const isKnown = withoutPrice < lots.length || lots.length === 0;
  return { value: isKnown ? sumOfKnown(values) : null, withoutPrice };
}

/** The months up to today's, the first one first, as yyyy-mm. */
function monthsTo(today: string): string[] {
  const [year = 0, month = 1] = today.split('-').map(Number);
  return Array.from({ length: OVERVIEW_MONTHS }, (_, index) =>
    new Date(Date.UTC(year, month - OVERVIEW_MONTHS + index, 1)).toISOString().slice(0, 7),
  );
}

interface MonthSum {
  month: string;
  came: number;
  went: number;
}

/** Incoming and outgoing quantities by month, net of corrections; future days belong to no month. */
async function findMonths(trx: Trx, itemId: number, today: string): Promise<Month[]> {
  const months = monthsTo(today);
  const first = `${months[0]}-01`;
  const month = sql`case when v.occurred_on < ${first} then '' else substr(cast(v.occurred_on as text), 1, 7) end`;
  const { rows } = await sql<MonthSum>`
    select month, cast(sum(case when kind in (${kindsIn}) then quantity else 0 end) as bigint) as came,
      cast(-sum(case when kind in (${kindsIn}) then 0 else quantity end) as bigint) as went
    from (select ${month} as month, v.kind, v.quantity from lot l join movement v on v.lot_id = l.id
      where l.item_id = ${itemId}) moved
    group by month`.execute(trx);
  const sums = new Map(rows.map((row) => [row.month, row]));
  const before = sums.get('');
  let balanceQty = (before?.came ?? 0) - (before?.went ?? 0);
  return months.map((each) => {
    const { came = 0, went = 0 } = sums.get(each) ?? {};
    balanceQty += came - went;
    return { month: each, inQty: came, outQty: went, balanceQty };
  });
}

async function findUse(trx: Trx, itemId: number, today: string): Promise<number> {
  const { rows } = await sql<{ used: number }>`
    select ${usedQuantity(today)} as used from item i where i.id = ${itemId}`.execute(trx);
  return rows[0]?.used ?? 0;
}

async function findPrices(trx: Trx, itemId: number): Promise<ItemOverview['prices']> {
  const { rows } = await sql<Omit<ItemOverview['prices'][number], 'changePercent'>>`
    select l.id as "lotId", w.id as "inwardId", w.inward_date as "inwardDate", w.invoice_number as "invoiceNumber",
      s.id as "supplierId", s.name as "supplierName", n.quantity, n.price_per_unit as "pricePerUnit"
    from lot l join inward_line n on n.lot_id = l.id join inward w on w.id = n.inward_id
      join supplier s on s.id = w.supplier_id
    where l.item_id = ${itemId} and n.deleted_at is null and w.deleted_at is null
    order by l.received_on desc, l.id desc limit ${sql.lit(MAX_OVERVIEW_ROWS + 1)}`.execute(trx);
  return rows
    .map((row, index) => ({ ...row, changePercent: changeOf(rows[index + 1]?.pricePerUnit, row.pricePerUnit) }))
    .slice(0, MAX_OVERVIEW_ROWS);
}

async function findRecipesOf(trx: Trx, column: MasterColumn, id: number): Promise<ItemOverview['recipes']> {
  const { rows } = await sql<ItemOverview['recipes'][number]>`
    select r.id as "recipeId", p.id as "productId", p.name as "productName", p.unit as "outputUnit",
      cast(sum(x.quantity) as bigint) as quantity, v.output_quantity as "outputQuantity",
      v.expected_yield as "expectedYieldPercent"
    from recipe_line x join recipe_version v on v.id = x.recipe_version_id join recipe r on r.id = v.recipe_id
      join product p on p.id = r.product_id
    where ${sql.ref(`x.${column}`)} = ${id} and r.deleted_at is null
      and v.version = (select max(o.version) from recipe_version o where o.recipe_id = r.id)
    group by r.id, p.id, p.name, p.unit, v.output_quantity, v.expected_yield
    order by lower(p.name), r.id limit ${sql.lit(MAX_OVERVIEW_ROWS)}`.execute(trx);
  return rows;
}

async function findRunsOf(trx: Trx, column: MasterColumn, id: number): Promise<ItemOverview['runs']> {
  const produced = sql`
    finished_good line join production_run r on r.id = line.run_id where line.product_id = ${id}`;
  const used = sql`
    production line join production_run r on r.id = line.run_id where line.raw_material_id = ${id}`;
  const { rows } = await sql<Omit<ItemOverview['runs'][number], 'label'>>`
    select r.id as "runId", r.production_date as "productionDate", r.status,
      cast(sum(line.quantity) as bigint) as quantity
    from ${column === 'product_id' ? produced : used} and line.deleted_at is null and r.deleted_at is null
    group by r.id, r.production_date, r.status
    order by r.production_date desc, r.id desc limit ${sql.lit(MAX_RUNS)}`.execute(trx);
  const runs = rows.map((row) => ({ ...row, documentKind: 'run' as const, documentId: row.runId }));
  const labels = await findDocumentLabels(trx, runs);
  return runs.map(({ documentKind, documentId, ...run }) => {
    return { ...run, label: labels.get(documentKey({ documentKind, documentId })) ?? '' };
  });
}

function nextExpiryOf(lots: readonly Lot[]): ItemOverview['nextExpiry'] {
  const day = lots.find(({ expiresOn }) => expiresOn !== null)?.expiresOn ?? null;
  if (day === null) return null;
  const first = lots.filter(({ expiresOn }) => expiresOn === day);
  return { day, quantity: first.reduce((sum, { onHandQty }) => sum + onHandQty, 0) };
}

/** The overview of a raw material or a product, in a snapshot; undefined if it does not exist. */
export async function findItemOverview(
  trx: Trx,
  column: MasterColumn,
  id: number,
  today: string,
): Promise<ItemOverview | undefined> {
  const item = await findItemOf(trx, column, id);
  if (!item) return undefined;
  const { itemId, unit, reorderLevel, onHandQty } = item;
  const lots = await findOpenLots(trx, itemId);
  const held = lots.filter(({ state }) => state !== 'released');
  const onHoldQty = held.reduce((sum, lot) => sum + lot.onHandQty, 0);
  const freeQty = onHandQty - onHoldQty;
  const usedQty = await findUse(trx, itemId, today);
  return {
    itemId,
    unit,
    freeQty,
    onHoldQty,
    reorderLevel,
    usedQty,
    lastsDays: daysOfStock(freeQty, usedQty),
    nextExpiry: nextExpiryOf(lots),
    ...worthOf(lots),
    openLots: lots.length,
    lots: lots.slice(0, MAX_OVERVIEW_ROWS),
    months: await findMonths(trx, itemId, today),
    prices: await findPrices(trx, itemId),
    recipes: await findRecipesOf(trx, column, id),
    runs: await findRunsOf(trx, column, id),
  };
}
