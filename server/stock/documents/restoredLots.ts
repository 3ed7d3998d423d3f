/** Lots of a document that is restored. */
import { stockRefusals } from '#contract/stock/stockRefusals.ts';
import { conflict } from '../../core/http/errors.ts';
import type { Trx } from '../../core/db/tables.ts';
import { findLotNames, LotCodeTakenError } from '../ledger/lots.ts';

/** Names of the deleted lots among those of a restored document; their items are locked. */
export async function findDeletedLots(trx: Trx, lotIds: readonly number[]): Promise<string[]> {
  const lots = [...(await findLotNames(trx, lotIds)).values()];
  return lots.flatMap(({ deletedAt, itemName, lotCode }) => (deletedAt === null ? [] : `${itemName}, ${lotCode}`));
}

/** Restores lots; a code that another lot has by now becomes a 409. */
export async function lotCodesAsConflict<T>(restore: () => Promise<T>): Promise<T> {
  try {
    return await restore();
  } catch (error) {
    if (error instanceof LotCodeTakenError) throw conflict(stockRefusals.lotTaken(error.code));
    throw error;
  }
}
