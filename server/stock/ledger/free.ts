/** Available quantity of an item: its stock without lots that are on hold or recalled. */
import { sql, type RawBuilder } from 'kysely';
import { listed } from '../../core/db/statements.ts';
import type { Trx } from '../../core/db/tables.ts';
import { daysAfter } from '#contract/core/values/dates.ts';
import { USE_DAYS } from '#contract/stock/items/useDays.ts';

/** Quantity in lots on hold or recalled, in thousandths, in a query with item i. */
export const heldQuantity = sql<number>`(
  select cast(coalesce(sum(l.on_hand), 0) as bigint) from lot l
  where l.item_id = i.id and l.on_hand > 0 and l.state <> 'released')`;

/** In thousandths, in a query with item i. */
export const freeQuantity = sql<number>`(i.on_hand - ${heldQuantity})`;

/** A quantity of items, in thousandths, by item id. */
async function findQuantities(
  trx: Trx,
  itemIds: readonly number[],
  quantity: RawBuilder<number>,
): Promise<Map<number, number>> {
  const { rows } = await sql<{ itemId: number; quantity: number }>`
    select i.id as "itemId", ${quantity} as quantity from item i where i.id in ${listed(itemIds)}`.execute(trx);
  return new Map(rows.map((row) => [row.itemId, row.quantity]));
}

/** Quantities of items in lots on hold or recalled, in thousandths, by item id. */
export async function findHeldQuantities(trx: Trx, itemIds: readonly number[]): Promise<Map<number, number>> {
  return await findQuantities(trx, itemIds, heldQuantity);
}

/** Available quantities of items, in thousandths, by item id. */
export async function findFreeQuantities(trx: Trx, itemIds: readonly number[]): Promise<Map<number, number>> {
  return await findQuantities(trx, itemIds, freeQuantity);
}

/** Quantity consumed or dispatched in the USE_DAYS days up to today, in thousandths, in a query with item i. */
export function usedQuantity(today: string): RawBuilder<number> {
  return sql<number>`(
    select cast(coalesce(-sum(v.quantity), 0) as bigint) from lot l join movement v on v.lot_id = l.id
    where l.item_id = i.id and v.kind in ('consumed', 'dispatched')
      and v.occurred_on between ${daysAfter(today, 1 - USE_DAYS)} and ${today})`;
}

/** Whole days that the free stock lasts at the use of the last USE_DAYS days, both in thousandths; null if nothing was used. */
export function daysOfStock(freeQty: number, usedQty: number): number | null {
  return usedQty > 0 ? Number((BigInt(freeQty) * BigInt(USE_DAYS)) / BigInt(usedQty)) : null;
}
