/** Fields of an inward's lines for their lots: code, supplier lot number and expiry date (docs/domain.md, Lots). */
import type { Trx } from '../../core/db/tables.ts';
import { conflict } from '../../core/http/errors.ts';
import { findCodeErrors } from '../../stock/documents/codeErrors.ts';
import { isSameCode } from '../../stock/ledger/codes.ts';
import type { LockedItems } from '../../stock/ledger/items.ts';
import { changeLot, redateReturns, type RedatedReturn } from '../../stock/ledger/lots.ts';
import type { RevisedReceipt } from '../../stock/ledger/receipts.ts';
import type { InwardLine } from './queries.ts';

/** The code that a line gives its lot, where it is another than the lot has. */
function newCodeOf({ code, lotId }: RevisedReceipt, storedById: ReadonlyMap<number, InwardLine>): string | undefined {
  const stored = lotId === null ? undefined : storedById.get(lotId)?.lotCode;
  return stored !== undefined && code !== undefined && isSameCode(stored, code) ? undefined : code;
}

/**
 * Throws 409 naming each line whose code its item has already, or whose lot can no longer be called otherwise. The items
 * are locked.
 */
export async function checkCodes(
  trx: Trx,
  items: LockedItems,
  receipts: readonly RevisedReceipt[],
  storedLines: readonly InwardLine[],
): Promise<void> {
  const storedById = new Map(storedLines.map((line) => [line.id, line]));
  const codes = receipts.map((receipt) => ({
    itemId: items.get(receipt.rawMaterialId)?.itemId ?? 0,
    code: newCodeOf(receipt, storedById),
    exceptLotId: receipt.lotId,
  }));
  const errors = await findCodeErrors(trx, codes, (index) => `rawMaterials.${index}.code`);
  const [first] = Object.values(errors);
  if (first) throw conflict(first.join(' '), errors);
}

/**
 * Applies the fields of unchanged lines to their lots; missing fields stay. Returns the buyers' returns whose expiry
 * date follows.
 */
export async function changeLots(
  trx: Trx,
  receipts: readonly RevisedReceipt[],
  storedLines: readonly InwardLine[],
  at: string,
): Promise<RedatedReturn[]> {
  const returns: RedatedReturn[] = [];
  const storedById = new Map(storedLines.map((line) => [line.id, line]));
  for (const receipt of receipts) {
    const { lotId, supplierLotNumber, expiresOn, claim, certificateId, overrideReason } = receipt;
    const stored = lotId === null ? undefined : storedById.get(lotId);
    if (lotId === null || !stored) continue;
    const code = newCodeOf(receipt, storedById);
    const isSame =
      code === undefined &&
      (supplierLotNumber === undefined || supplierLotNumber === stored.supplierLotNumber) &&
      (expiresOn === undefined || expiresOn === stored.expiresOn) &&
      (claim ?? 'conventional') === stored.claim &&
      certificateId === stored.certificateId &&
      overrideReason === stored.overrideReason;
    const fields = { code, supplierLotNumber, expiresOn, claim, certificateId, overrideReason };
    if (isSame) continue;
    await changeLot(trx, lotId, { ...fields, at });
    // null removes the date, undefined leaves it unchanged.
    const expiry = { before: stored.expiresOn, after: expiresOn === undefined ? stored.expiresOn : expiresOn, at };
    returns.push(...(await redateReturns(trx, lotId, expiry)));
  }
  return returns;
}
