import { conflict } from '../../core/http/errors.ts';
import { adjustmentTexts } from '#contract/stock/adjustments.ts';
import { fromThousandths } from '#contract/core/values/numbers.ts';
import { formatQuantityWithUnit } from '#contract/core/values/format.ts';
import { LotsRefusedError } from '../ledger/documents.ts';
import { lotsInUseAsConflict } from '../documents/lotConflicts.ts';
import type { Trx } from '../../core/db/tables.ts';
/** Refusals of the ledger as conflicts of an adjustment. */
/** Runs a stock change; maps its errors to a 409 that names the lines. */
export async function refusedAsConflict(
  trx: Trx,
  lines: readonly { lotId: number }[],
  change: () => Promise<void>,
): Promise<void> {
  try {
    await lotsInUseAsConflict(trx, change);
  } catch (error) {
    if (!(error instanceof LotsRefusedError)) throw error;
    const refused = error.lots.map(({ lotId, lot, available }) => {
      const left = formatQuantityWithUnit(fromThousandths(available), lot?.unit ?? '');
      const text = lot ? adjustmentTexts.lotShort(lot.code, left) : adjustmentTexts.lotUnknown;
      return { index: lines.findIndex((line) => line.lotId === lotId), text };
    });
    const named = refused.filter(({ index }) => index >= 0);
    throw conflict(
      refused.map(({ text }) => text).join(' '),
      Object.fromEntries(named.map(({ index, text }) => [`lines.${index}.quantity`, [text]])),
    );
  }
}
