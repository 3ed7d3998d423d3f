/** Two items of one unit become one, and two again: the lots move with their movements (docs/domain.md, Merging). */
import { sql } from 'kysely';
import { limits } from '#contract/core/fields.ts';
import { cutText } from '#contract/core/values/cutText.ts';
import { movementKinds } from '#contract/stock/stock.ts';
import { storedCode } from '../../core/db/batchOrder.ts';
import { piecesOf } from '../../core/db/pieces.ts';
import { listed } from '../../core/db/statements.ts';
import type { Trx } from '../../core/db/tables.ts';
import { totalOf } from './kinds.ts';

/** A lot whose code the other item has already: it is called by the id of its former item, too. */
export interface RenamedLot {
  lotId: number;
  before: string;
  after: string;
}

/** The lots of an item whose codes another one has, as they would be called there. */
export async function findCodeClashes(trx: Trx, fromItem: number, toItem: number): Promise<RenamedLot[]> {
  const { rows } = await sql<{ lotId: number; before: string }>`
    select l.id as "lotId", l.code as before from lot l
    where l.item_id = ${fromItem} and l.deleted_at is null and exists (
      select 1 from lot o where o.item_id = ${toItem} and o.code_key = l.code_key and o.deleted_at is null)
    order by l.id`.execute(trx);
  const suffix = `-${fromItem}`;
  return rows.map(({ lotId, before }) => ({
    lotId,
    before,
    after: cutText(before, limits.code - suffix.length) + suffix,
  }));
}

/** Weights of one unit of items in milligrams, as far as they are known. */
export async function findWeights(trx: Trx, itemIds: readonly number[]): Promise<ReadonlyMap<number, number>> {
  const rows = await trx.selectFrom('item').select(['id', 'weight']).where('id', 'in', itemIds).execute();
  return new Map(rows.flatMap(({ id, weight }) => (weight === null ? [] : [[id, weight] as const])));
}

/** Gives lots their codes of one side of a merge, unless they were changed from those of the other. */
export async function renameLots(
  trx: Trx,
  lots: readonly RenamedLot[],
  side: 'before' | 'after',
  at: string,
): Promise<void> {
  const other = side === 'before' ? 'after' : 'before';
  for (const lot of lots) {
    await trx
      .updateTable('lot')
      .set({ ...storedCode(lot[side]), updated_at: at })
      .where('id', '=', lot.lotId)
      .where('code', '=', lot[other])
      .execute();
  }
}

/**
 * Moves lots from one locked item to another, and computes the totals of both anew from their lots. The codes must be
 * free there.
 */
export async function moveLots(
  trx: Trx,
  lotIds: readonly number[],
  { from, to, at }: { from: number; to: number; at: string },
): Promise<void> {
  for (const chunk of piecesOf(lotIds)) {
    await sql`update lot set item_id = ${to}, updated_at = ${at} where id in ${listed(chunk)}`.execute(trx);
  }
  const columns = movementKinds.map((kind) => sql.ref(totalOf[kind]));
  for (const item of [from, to]) {
    const sums = columns.map(
      (column) =>
        sql`${column} = (select cast(coalesce(sum(l.${column}), 0) as bigint) from lot l where l.item_id = item.id)`,
    );
    await sql`update item set ${sql.join(sums)}, updated_at = ${at} where id = ${item}`.execute(trx);
  }
}
