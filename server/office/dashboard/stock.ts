/** Items below their reorder level and lots that expire, in a snapshot. */
import { sql } from 'kysely';
import type { z } from 'zod';
import { daysAfter } from '#contract/core/values/dates.ts';
import { expiryTerms, MAX_MORNING_ROWS, type morningAnswer } from '#contract/office/morning.ts';
import { ALWAYS } from '../../core/calendar.ts';
import type { Trx } from '../../core/db/tables.ts';
import { daysOfStock, freeQuantity, usedQuantity } from '../../stock/ledger/free.ts';
import { nameOfItem, unitOfItem, withMasters } from '../../stock/names/itemNames.ts';

type Answer = z.output<typeof morningAnswer>;
type BelowReorder = NonNullable<Answer['belowReorder']>;
type Expiring = NonNullable<Answer['expiring']>;
type Row = BelowReorder['rows'][number];
type Lot = Expiring['rows'][number];

/** Sort key, most urgent first: out of stock, then by days of cover. */
function urgency({ freeQty, coverDays }: Row): number {
  return freeQty <= 0 ? -1 : (coverDays ?? Number.MAX_SAFE_INTEGER);
}

/** The raw materials of which less is free than their reorder level, the soonest out first. */
export async function findBelowReorder(trx: Trx, today: string): Promise<BelowReorder> {
  const { rows: materials } = await sql<Omit<Row, 'coverDays'>>`
    select m.id as "rawMaterialId", i.id as "itemId", m.name, m.unit, i.reorder_level as "reorderLevel",
      ${freeQuantity} as "freeQty",
      ${usedQuantity(today)} as "usedQty"
    from item i join raw_material m on m.id = i.raw_material_id
    where m.deleted_at is null and i.reorder_level > ${freeQuantity}`.execute(trx);
  const { rows: counts } = await sql<{ count: number }>`
    select count(*) as count from raw_material where deleted_at is null`.execute(trx);
  const rows = materials
    .map((row) => ({ ...row, coverDays: daysOfStock(row.freeQty, row.usedQty) }))
    .toSorted((a, b) => urgency(a) - urgency(b) || (a.name < b.name ? -1 : 1));
  return {
    count: rows.length,
    of: counts[0]?.count ?? 0,
    out: rows.filter(({ freeQty }) => freeQty <= 0).length,
    rows: rows.slice(0, MAX_MORNING_ROWS),
  };
}

const stocked = sql`l.on_hand > 0 and l.expires_on is not null and l.deleted_at is null`;

async function findLots(trx: Trx, from: string, to: string): Promise<Lot[]> {
  const { rows } = await sql<Lot>`
    select l.id as "lotId", l.code, ${nameOfItem} as "itemName", ${unitOfItem} as unit,
      l.on_hand as "onHandQty", l.expires_on as "expiresOn"
    from lot l join item i on i.id = l.item_id ${withMasters}
    where ${stocked} and l.use_by between ${from} and ${to}
    order by l.use_by, l.id limit ${sql.lit(MAX_MORNING_ROWS)}`.execute(trx);
  return rows;
}

async function countLots(trx: Trx, from: string, to: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from lot l where ${stocked} and l.use_by between ${from} and ${to}`.execute(trx);
  return rows[0]?.count ?? 0;
}

/** The lots with stock that are past their expiry date, and those that expire within each term. */
export async function findExpiring(trx: Trx, today: string): Promise<Expiring> {
  const yesterday = daysAfter(today, -1);
  const terms: Expiring['terms'] = [];
  for (const days of expiryTerms) terms.push({ days, count: await countLots(trx, today, daysAfter(today, days)) });
  const longest = Math.max(...expiryTerms);
  return {
    expired: {
      count: await countLots(trx, ALWAYS.from, yesterday),
      rows: await findLots(trx, ALWAYS.from, yesterday),
    },
    terms,
    rows: await findLots(trx, today, daysAfter(today, longest)),
  };
}
