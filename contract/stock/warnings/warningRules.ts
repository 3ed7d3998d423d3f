/**
 * Warnings about likely typing errors. They refuse nothing. Screens show them beside the field before saving, the API
 * answers them in `warnings`; both use the functions below.
 */
import { formatAmount, formatDate, formatQuantityWithUnit } from '../../core/values/format.ts';
import { gstinCheck } from '../../core/values/gstin.ts';
import { fromPaise, fromThousandths } from '../../core/values/numbers.ts';
import { afterExpiryTexts, type ExpiredLot } from '../lots/afterExpiry.ts';
import type { Warning } from './warnings.ts';

const warningTexts = {
  invoiceNumberUsed: (inwardId: number, date: string) =>
    `Inward ${inwardId} of ${formatDate(date)} has this invoice number of this supplier already.`,
  salesNumberUsed: (date: string, buyerName: string | null) =>
    `The dispatch of ${formatDate(date)}${buyerName === null ? '' : ` to ${buyerName}`} has this invoice number already.`,
  madeMore: (cameOut: string, wentIn: string) =>
    `Outputs and losses are ${cameOut} together, more than the ${wentIn} that went in.`,
  madeEarly: (madeOn: string, begunOn: string) =>
    `Made ${formatDate(madeOn)}, before anything went in: the first input is of ${formatDate(begunOn)}.`,
  gstinCheck: 'The last character of this GSTIN does not match the others. Is there a typing error?',
  unusual: (last: string) => `Last time: ${last}. Is this right?`,
} as const;

const UNUSUAL_RATIO = 10;

/** Whether a value is at least ten times, or at most a tenth of, the last one; false without a last one. */
export function isUnusual(value: number, last: number | null | undefined): last is number {
  if (!last) return false;
  return value >= last * UNUSUAL_RATIO || value * UNUSUAL_RATIO <= last;
}

/** Compares a quantity with the last one of the same material, both in thousandths of its unit. */
export function quantityWarnings(
  field: string,
  quantity: number,
  last: number | null | undefined,
  unit: string,
): Warning[] {
  if (!isUnusual(quantity, last)) return [];
  const message = warningTexts.unusual(formatQuantityWithUnit(fromThousandths(last), unit));
  return [{ field, code: 'unusual_quantity', message }];
}

/** Compares a price per unit with the last one of the same material, both in paise. */
export function priceWarnings(field: string, price: number, last: number | null | undefined): Warning[] {
  if (!isUnusual(price, last)) return [];
  return [{ field, code: 'unusual_price', message: warningTexts.unusual(formatAmount(fromPaise(last))) }];
}

const GSTIN_LENGTH = 15;

/** Warns of a GSTIN whose check character is wrong; not of one that is empty or of another length. */
export function gstinWarnings(gstinNumber: string): Warning[] {
  const gstin = gstinNumber.trim().toUpperCase();
  if (gstin.length !== GSTIN_LENGTH || gstinCheck(gstin.slice(0, -1)) === gstin.slice(-1)) return [];
  return [{ field: 'gstinNumber', code: 'gstin_check', message: warningTexts.gstinCheck }];
}

/** Warns of an invoice number that another inward of the supplier has. */
export function invoiceNumberWarnings(other: { inwardId: number; inwardDate: string } | null | undefined): Warning[] {
  if (!other) return [];
  const { inwardId, inwardDate } = other;
  const message = warningTexts.invoiceNumberUsed(inwardId, inwardDate);
  return [{ field: 'invoiceNumber', code: 'invoice_number_used', message, inwardId }];
}

/** Warns of a sales invoice number that another dispatch of the same financial year has. */
export function salesNumberWarnings(
  other: { dispatchId: number; dispatchDate: string; buyerName: string | null } | null | undefined,
): Warning[] {
  if (!other) return [];
  const { dispatchId, dispatchDate, buyerName } = other;
  const message = warningTexts.salesNumberUsed(dispatchDate, buyerName);
  return [{ field: 'invoiceNumber', code: 'invoice_number_used', message, dispatchId }];
}

/** Warns of a run that makes more than went in; `field` is that of the first quantity beyond. */
export function gainWarnings(field: string, cameOut: string, wentIn: string): Warning[] {
  return [{ field, code: 'made_more', message: warningTexts.madeMore(cameOut, wentIn) }];
}

/** Warns of a lot that is taken after its expiry date; `field` is that of its line. */
export function afterExpiryWarning(field: string, lot: ExpiredLot): Warning {
  return { field, code: 'after_expiry', message: afterExpiryTexts.expired(lot) };
}

/** Warns of a batch that is dated before the first input of its run; of none where either day is not known. */
export function madeEarlyWarnings(field: string, madeOn: string | null, begunOn: string | undefined): Warning[] {
  if (!madeOn || begunOn === undefined || madeOn >= begunOn) return [];
  return [{ field, code: 'made_early', message: warningTexts.madeEarly(madeOn, begunOn) }];
}
