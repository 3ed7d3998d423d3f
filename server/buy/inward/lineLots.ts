/** Fields of an inward's lines for their lots: code, supplier lot number and expiry date (docs/domain.md, Lots). */
import type { Trx } from '../../core/db/tables.ts';
import { conflict } from '../../core/http/errors.ts';
import { findCodeErrors } from '../../stock/documents/codeErrors.ts';
import { isSameCode } from '../../stock/ledger/codes.ts';
import type { LockedItems } from '../../stock/ledger/items.ts';
import { changeLot, redateReturns, type RedatedReturn } from '../../stock/ledger/lots.ts';
import type { RevisedReceipt } from '../../stock/ledger/receipts.ts';
import type { ClaimedLine } from './lineClaims.ts';
import type { References } from './rules.ts';

/** A line of an inward with its stored version, its claim, and what it receives. */
export interface PreparedLine extends ClaimedLine {
  receipt: RevisedReceipt;
}

/** The line with its receipt; a new lot without a code gets one from the name of its material. */
export function withReceipt(each: ClaimedLine, { names }: References): PreparedLine {
  const { line, stored, claim } = each;
  const { rawMaterialId, quantity, code, supplierLotNumber, expiresOn } = line;
  const { onHold, ...claimed } = claim;
  const state = onHold === undefined ? {} : ({ state: 'onHold', stateReason: onHold } as const);
  const rawMaterialName = names.get(rawMaterialId)?.name ?? '';
  const lot = { lotId: stored?.lotId ?? null, code: code || undefined, supplierLotNumber, expiresOn };
  return { ...each, receipt: { rawMaterialId, rawMaterialName, quantity, ...lot, ...claimed, ...state } };
}

/** The code that a line gives its lot, where it is another than the lot has. */
function newCodeOf({ stored, receipt: { code } }: PreparedLine): string | undefined {
  return stored !== undefined && code !== undefined && isSameCode(stored.lotCode, code) ? undefined : code;
}

/**
 * Throws 409 naming each line whose code its item has already, or whose lot can no longer be called otherwise. The items
 * are locked.
 */
export async function checkCodes(trx: Trx, items: LockedItems, lines: readonly PreparedLine[]): Promise<void> {
  const codes = lines.map((each) => ({
    itemId: items.get(each.receipt.rawMaterialId)?.itemId ?? 0,
    code: newCodeOf(each),
    exceptLotId: each.receipt.lotId,
  }));
  const errors = await findCodeErrors(trx, codes, (index) => `rawMaterials.${index}.code`);
  const [first] = Object.values(errors);
  if (first) throw conflict(first.join(' '), errors);
}

/**
 * Applies the fields of unchanged lines to their lots; missing fields stay. Returns the buyers' returns whose expiry
 * date follows.
 */
export async function changeLots(trx: Trx, lines: readonly PreparedLine[], at: string): Promise<RedatedReturn[]> {
  const returns: RedatedReturn[] = [];
  for (const each of lines) {
    const { stored, receipt } = each;
    if (!stored) continue;
    const { supplierLotNumber, expiresOn, claim, certificateId, overrideReason } = receipt;
    const code = newCodeOf(each);
    const isSame =
      code === undefined &&
      (supplierLotNumber === undefined || supplierLotNumber === stored.supplierLotNumber) &&
      (expiresOn === undefined || expiresOn === stored.expiresOn) &&
      (claim ?? 'conventional') === stored.claim &&
      certificateId === stored.certificateId &&
      overrideReason === stored.overrideReason;
    const fields = { code, supplierLotNumber, expiresOn, claim, certificateId, overrideReason };
    if (isSame) continue;
    await changeLot(trx, stored.lotId, { ...fields, at });
    // null removes the date, undefined leaves it unchanged.
    const expiry = { before: stored.expiresOn, after: expiresOn === undefined ? stored.expiresOn : expiresOn, at };
    returns.push(...(await redateReturns(trx, stored.lotId, expiry)));
  }
  return returns;
}
