import { sql } from 'kysely';
import { forUpdate } from '../db/locking.ts';
import { executeKeyed, listed } from '../db/statements.ts';
import type { Trx } from '../db/tables.ts';

/** Totals of a raw material in thousandths of its unit. */
export interface Balance {
  received: number;
  consumed: number;
}

/** Creates the zero balance of a new raw material. */
export async function openBalance(trx: Trx, rawMaterialId: number): Promise<void> {
  await trx
    .insertInto('balance')
    .values({ raw_material_id: rawMaterialId, received: 0, consumed: 0, version: 0 })
    .execute();
}

/** Balances of locked materials by id; a missing material has none. */
export type LockedBalances = ReadonlyMap<number, Balance>;

/**
 * Locks materials until the transaction ends and returns their current balances. Rows are locked in the order of their
 * ids, which prevents deadlocks.
 */
export async function lockBalances(trx: Trx, rawMaterialIds: readonly number[]): Promise<LockedBalances> {
  if (rawMaterialIds.length === 0) return new Map();
  const ids = [...new Set(rawMaterialIds)];
  const { rows } = await executeKeyed(
    trx,
    `lock balances ${ids.length}`,
    ids,
    () => sql<Balance & { rawMaterialId: number }>`
      select raw_material_id as "rawMaterialId", received, consumed from balance
      where raw_material_id in ${listed(ids)} order by raw_material_id ${forUpdate}`,
  );
  return new Map(rows.map(({ rawMaterialId, ...balance }) => [rawMaterialId, balance]));
}
