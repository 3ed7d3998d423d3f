/** The lines of a count that waits for the office: stored beside the adjustment, since they move nothing. */
import { sql } from 'kysely';
import type { z } from 'zod';
import type { waitingLineRecord } from '#contract/stock/adjustments/adjustments.ts';
import { executeKeyed, insertNumbered, listed } from '../../core/db/statements.ts';
import type { Database, Trx } from '../../core/db/tables.ts';
import { nameOfItem, unitOfItem, withMasters } from '../ledger/itemNames.ts';
import type { PlacedLine } from './lotOfLine.ts';

export type WaitingLine = z.output<typeof waitingLineRecord>;

/** The lines of counts that wait, in order, by the id of their count. */
export async function findWaitingLines(
  db: Database | Trx,
  ids: readonly number[],
): Promise<ReadonlyMap<number, WaitingLine[]>> {
  if (ids.length === 0) return new Map();
  const { rows } = await executeKeyed(
    db,
    `waiting lines ${ids.length}`,
    ids,
    () => sql<WaitingLine & { adjustmentId: number }>`
      select k.adjustment_id as "adjustmentId", k.lot_id as "lotId", coalesce(l.code, k.code) as "lotCode",
        k.item_id as "itemId", i.raw_material_id as "rawMaterialId", i.product_id as "productId",
        ${nameOfItem} as "itemName", ${unitOfItem} as unit, coalesce(l.expires_on, k.expires_on) as "expiresOn",
        k.quantity, k.ledger_quantity as "ledgerQuantity", k.reason
      from waiting_line k join item i on i.id = k.item_id ${withMasters} left join lot l on l.id = k.lot_id
      where k.adjustment_id in ${listed(ids)} order by k.adjustment_id, k.position`,
  );
  const lines = Map.groupBy(rows, ({ adjustmentId }) => adjustmentId);
  return new Map([...lines].map(([id, own]) => [id, own.map(({ adjustmentId: _, ...line }) => line)]));
}

/** Stores the lines of a count that waits. */
export async function addWaitingLines(trx: Trx, id: number, placed: readonly PlacedLine[]): Promise<void> {
  const rows = placed.map(({ line, lot, itemId, ledgerQuantity }, position) => ({
    adjustment_id: id,
    position,
    item_id: itemId,
    lot_id: lot?.lotId ?? null,
    code: line.code,
    expires_on: line.expiresOn,
    quantity: line.quantity,
    ledger_quantity: ledgerQuantity ?? 0,
    reason: line.reason,
  }));
  await insertNumbered(trx, 'waiting_line', rows);
}

/** Removes the lines of a count that no longer waits. */
export async function removeWaitingLines(trx: Trx, id: number): Promise<void> {
  await trx.deleteFrom('waiting_line').where('adjustment_id', '=', id).execute();
}
