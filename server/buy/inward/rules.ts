/** Rules of an inward that need the database, and its totals. */
import { sql } from 'kysely';
import type { z } from 'zod';
import type { inwardLineBody } from '#contract/buy/inward.ts';
import { inwardTexts } from '#contract/buy/inwardTexts.ts';
import { isKeptAmount, linePaise } from '#contract/core/values/numbers.ts';
import type { FieldErrors } from '#contract/core/errors.ts';
import { forUpdate } from '../../core/db/locking.ts';
import { param, prepared } from '../../core/db/statements.ts';
import type { Trx } from '../../core/db/tables.ts';
import { conflict, conflictAt, invalid } from '../../core/http/errors.ts';
import { checkLineIds, matchLines } from '../../core/records/lines.ts';
import { refusal, takenEarlierAt } from '../../stock/documents/refusals.ts';
import { findSupplierReturns } from '../../stock/documents/supplierReturns.ts';
import { lockMaterials, type LockedItems } from '../../stock/ledger/items.ts';
import { TotalTooLargeError } from '../../stock/ledger/receipts.ts';
import { findMaterialNames, type MaterialName } from '../../stock/names/materialNames.ts';
import type { Inward, InwardLine } from './queries.ts';

/** A validated line: thousandths and paise. */
export type LineBody = z.output<typeof inwardLineBody>;

export interface Totals {
  lineTotals: number[];
  subTotal: number;
  grandTotal: number;
}

/** Line totals, sub-total and grand total in paise (docs/domain.md, Numbers). Throws 400 if the sum is too large. */
export function totalsOf(lines: readonly LineBody[], totalGst: number): Totals {
  const lineTotals = lines.map((line) => linePaise(line.quantity, line.pricePerUnit));
  const subTotal = lineTotals.reduce((sum, total) => sum + total, 0);
  const grandTotal = subTotal + totalGst;
  if (!isKeptAmount(grandTotal)) throw invalid({ rawMaterials: [inwardTexts.totalTooLarge] });
  return { lineTotals, subTotal, grandTotal };
}

const lockSupplier = prepared<{ name: string }>(
  () => sql`select name from supplier where id = ${param('supplierId')} and deleted_at is null ${forUpdate}`,
);

export interface References {
  supplierName: string;
  names: Map<number, MaterialName>;
  items: LockedItems;
}

/**
 * Locks the supplier and the materials of an inward's old and new lines against deletion. Throws 400 naming each that
 * is missing.
 */
export async function lockReferences(
  trx: Trx,
  supplierId: number,
  lines: readonly LineBody[],
  before: readonly InwardLine[] = [],
): Promise<References> {
  const errors: FieldErrors = {};
  const [supplier] = await lockSupplier(trx, { supplierId });
  if (!supplier) errors['supplierId'] = [inwardTexts.supplierUnknown];
  const ids = lines.map((line) => line.rawMaterialId);
  // One statement for all, so that concurrent editors lock in the same order.
  const items = await lockMaterials(trx, [...before.map((line) => line.rawMaterialId), ...ids]);
  const names = await findMaterialNames(trx, ids);
  for (const [index, line] of lines.entries()) {
    if (!names.has(line.rawMaterialId)) errors[`rawMaterials.${index}.rawMaterialId`] = [inwardTexts.materialUnknown];
  }
  if (!supplier || Object.keys(errors).length > 0) throw invalid(errors);
  return { supplierName: supplier.name, names, items };
}

/** A line of the body with the stored line whose lot it keeps; undefined for a new lot. */
export interface MatchedLine {
  line: LineBody;
  stored: InwardLine | undefined;
}

/**
 * Assigns lots to the lines of an edited inward. A line keeps the lot of its id; a line without an id keeps the first
 * unassigned lot of its material, since the specification's client sends no ids; a line with the id null or with another
 * material gets a new lot. Throws 400 for an unknown or repeated id.
 */
export function assignLots(before: readonly InwardLine[], lines: readonly LineBody[]): MatchedLine[] {
  checkLineIds(
    before.map(({ id }) => id),
    lines.map(({ id }) => id),
    (index) => `rawMaterials.${index}.id`,
    'This is not a line of this inward.',
  );
  const matched = matchLines(before, lines, [
    (stored, line) => stored.id === line.id,
    (stored, line) => line.id === undefined && stored.rawMaterialId === line.rawMaterialId,
  ]);
  return lines.map((line, index) => {
    const stored = matched[index];
    return { line, stored: stored?.rawMaterialId === line.rawMaterialId ? stored : undefined };
  });
}

/** Refusals of receipts, beside those of all changes of stock. */
export const receiptRefusals = [
  takenEarlierAt('inwardDate'),
  refusal(TotalTooLargeError, () => conflict(inwardTexts.totalTooLarge)),
];

/**
 * Throws 409 if the supplier would change although something was returned to the present one. The materials are locked,
 * so that no other return is recorded meanwhile.
 */
export async function checkSupplier(trx: Trx, before: Inward, supplierId: number): Promise<void> {
  if (supplierId === before.supplierId) return;
  const lotIds = before.rawMaterials.map(({ lotId }) => lotId);
  const returns = await findSupplierReturns(trx, lotIds);
  if (returns) throw conflictAt('supplierId', returns.text, returns.documents);
}
