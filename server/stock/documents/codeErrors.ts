/** Errors of the codes that documents give lots. */
import type { FieldErrors } from '#contract/core/errors.ts';
import { lotTexts } from '#contract/stock/lots/lotTexts.ts';
import type { Trx } from '../../core/db/tables.ts';
import { findLotUse, findUsedCodes } from '../ledger/lots.ts';

interface NewCode {
  itemId: number;
  /** Undefined if the lot keeps its code, or gets a proposed one. */
  code: string | undefined;
  /** The lot that gets the code; missing for a lot that is to be opened. */
  exceptLotId?: number | null;
}

/**
 * Errors of codes that another lot of the item has, or that are fixed since something has left their lot; `fieldOf` gives
 * the field of an index. The items are locked.
 */
export async function findCodeErrors(
  trx: Trx,
  codes: readonly NewCode[],
  fieldOf: (index: number) => string,
): Promise<FieldErrors> {
  const errors: FieldErrors = {};
  const recodedLotIds = codes.flatMap(({ code, exceptLotId }) => (code === undefined ? [] : (exceptLotId ?? [])));
  const use = await findLotUse(trx, recodedLotIds);
  for (const [index, { exceptLotId }] of codes.entries()) {
    if ((use.get(exceptLotId ?? 0)?.outQty ?? 0) > 0) errors[fieldOf(index)] = [lotTexts.codeFixed];
  }
  for (const index of await findUsedCodes(trx, codes)) {
    errors[fieldOf(index)] = [lotTexts.codeUsed(codes[index]?.code ?? '')];
  }
  return errors;
}
