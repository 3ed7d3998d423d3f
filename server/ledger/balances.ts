import type { Trx } from '../db/tables.ts';

/** Totals of a raw material in thousandths of its unit. */
export interface Balance {
  received: number;
  consumed: number;
}

/** Gives a new raw material its balance of nothing. */
export async function openBalance(trx: Trx, rawMaterialId: number): Promise<void> {
  await trx
    .insertInto('balance')
    .values({ raw_material_id: rawMaterialId, received: 0, consumed: 0, version: 0 })
    .execute();
}

/**
 * Locks materials until the transaction ends and answers their balances as they then are; a material that doesn't exist
 * is missing in the answer. Raising `version` is what locks the row, the same way on both engines; the order of the ids
 * keeps two writers from waiting for each other.
 */
export async function lockBalances(trx: Trx, rawMaterialIds: readonly number[]): Promise<Map<number, Balance>> {
  const balances = new Map<number, Balance>();
  for (const id of [...new Set(rawMaterialIds)].sort((a, b) => a - b)) {
    const row = await trx
      .updateTable('balance')
      .set(({ eb }) => ({ version: eb('version', '+', 1) }))
      .where('raw_material_id', '=', id)
      .returning(['received', 'consumed'])
      .executeTakeFirst();
    if (row) balances.set(id, row);
  }
  return balances;
}
