/** Lots of a document that is restored. */
import type { Trx } from '../../core/db/tables.ts';
import { findLotNames } from '../ledger/lots.ts';

/** Names of the deleted lots among those of a restored document; their items are locked. */
export async function findDeletedLots(trx: Trx, lotIds: readonly number[]): Promise<string[]> {
  const lots = [...(await findLotNames(trx, lotIds)).values()];
  return lots.flatMap(({ deletedAt, itemName, lotCode }) => (deletedAt === null ? [] : `${itemName}, ${lotCode}`));
}
