import { sql } from 'kysely';
import { forUpdate } from '../db/locking.ts';
import { executeKeyed, listed } from '../db/statements.ts';
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

/** Balances of materials that are locked until the transaction ends, by id; a material that doesn't exist is missing. */
export type LockedBalances = ReadonlyMap<number, Balance>;

/**
 * Locks materials until the transaction ends and answers their balances as they then are. Rows are locked in the order of
 * their ids, which keeps two writers from waiting for each other.
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
