/** Fields of items for a mass balance: names, grams, and their part in recipes. */
import { sql } from 'kysely';
import type { ItemPart } from '#contract/stock/stock.ts';
import { inPieces } from '../../core/db/statements.ts';
import type { Trx } from '../../core/db/tables.ts';
import { nameOfItem, withMasters } from '../../stock/names/itemNames.ts';

export interface WeighedItem {
  /** Its id in the column of the query. */
  id: number;
  productId: number | null;
  itemName: string;
  /** Weight of one unit; null if unknown. */
  milligrams: number | null;
  part: ItemPart;
}

/** Items by their own ids, or by those of their raw materials or products. */
export async function findWeighedItems(
  trx: Trx,
  column: 'id' | 'raw_material_id' | 'product_id',
  ids: Iterable<number>,
): Promise<Map<number, WeighedItem>> {
  const rows = await inPieces(
    trx,
    `balanced items by ${column}`,
    [...new Set(ids)],
    (chunk) => sql<WeighedItem>`
      select ${sql.ref(`i.${column}`)} as id, i.product_id as "productId",
        ${nameOfItem} as "itemName", i.weight as milligrams, i.part
      from item i ${withMasters}
      where ${sql.ref(`i.${column}`)} in ${chunk}`,
  );
  return new Map(rows.map((row) => [row.id, row]));
}
