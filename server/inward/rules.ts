/** The rules of an inward that need the database, and its sums. */
import { sql } from 'kysely';
import type { z } from 'zod';
import { formatDate, formatQuantityWithUnit } from '#contract/format.ts';
import { inwardTexts, type inwardLineBody } from '#contract/inward.ts';
import { fromThousandths, linePaise, MAX_UNITS } from '#contract/numbers.ts';
import type { FieldErrors } from '#contract/errors.ts';
import { forUpdate } from '../db/locking.ts';
import { param, prepared } from '../db/statements.ts';
import type { Trx } from '../db/tables.ts';
import { conflict, invalid } from '../http/errors.ts';
import { lockBalances, type LockedBalances } from '../stock/balances.ts';
import { ShortageError } from '../stock/consumption.ts';
import { TooMuchError, type RevisedReceipt } from '../stock/receipts.ts';
import { findMaterialNames, type MaterialName } from '../stock/materialNames.ts';
import { findProductionDates, type InwardLine } from './queries.ts';

/** A line as it came in: thousandths and paise. */
export type LineBody = z.output<typeof inwardLineBody>;

export interface Totals {
  lineTotals: number[];
  subTotal: number;
  grandTotal: number;
}

/** Line totals, sub-total and grand total in paise (design §2). Throws 400 where the sum can't be kept. */
export function totalsOf(lines: readonly LineBody[], totalGst: number): Totals {
  const lineTotals = lines.map((line) => linePaise(line.quantity, line.pricePerUnit));
  const subTotal = lineTotals.reduce((sum, total) => sum + total, 0);
  const grandTotal = subTotal + totalGst;
  if (grandTotal > MAX_UNITS * 100) throw invalid({ rawMaterials: [inwardTexts.totalTooLarge] });
  return { lineTotals, subTotal, grandTotal };
}

const lockSupplier = prepared<{ name: string }>(
  () => sql`select name from supplier where id = ${param('supplierId')} and deleted_at is null ${forUpdate}`,
);

export interface References {
  supplierName: string;
  names: Map<number, MaterialName>;
  balances: LockedBalances;
}

/**
 * Locks the supplier and the materials of an inward's lines, those from now on and those so far, so that none of them can
 * be deleted. Throws 400 naming each that isn't there.
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
  // All in one statement, so that two editors lock them in the same order.
  const balances = await lockBalances(trx, [...before.map((line) => line.rawMaterialId), ...ids]);
  const names = await findMaterialNames(trx, ids);
  for (const [index, line] of lines.entries()) {
    if (!names.has(line.rawMaterialId)) errors[`rawMaterials.${index}.rawMaterialId`] = [inwardTexts.materialUnknown];
  }
  if (!supplier || Object.keys(errors).length > 0) throw invalid(errors);
  return { supplierName: supplier.name, names, balances };
}

/**
 * Which lot each line of an edited inward keeps. A line names its own by id; one without an id keeps the first unclaimed
 * lot of its material, since the specification's client sends no ids; a line of another material gets a new lot. Throws
 * 400 where an id isn't a line of this inward, or comes twice.
 */
export function matchLines(before: readonly InwardLine[], lines: readonly LineBody[]): RevisedReceipt[] {
  const errors: FieldErrors = {};
  const unclaimed = new Map(before.map((line) => [line.id, line]));
  const byId = lines.map((line, index) => {
    if (line.id === null || line.id === undefined) return undefined;
    const own = unclaimed.get(line.id);
    if (!own) errors[`rawMaterials.${index}.id`] = ['This is not a line of this inward.'];
    unclaimed.delete(line.id);
    return own;
  });
  if (Object.keys(errors).length > 0) throw invalid(errors);
  return lines.map((line, index) => {
    const own = byId[index] ?? [...unclaimed.values()].find((other) => other.rawMaterialId === line.rawMaterialId);
    if (own) unclaimed.delete(own.id);
    const lotId = own?.rawMaterialId === line.rawMaterialId ? own.id : null;
    return { lotId, rawMaterialId: line.rawMaterialId, quantity: line.quantity };
  });
}

const DATES_NAMED = 5;

function inWords(dates: readonly string[]): string {
  const named = dates.slice(0, DATES_NAMED).map(formatDate);
  const more = dates.length - named.length;
  return more > 0 ? `${named.join(', ')} and on ${more} more days` : named.join(', ');
}

/** Runs a change of the ledger; what it can't do becomes a 409 whose sentence names material, quantity and dates. */
export async function explained<T>(trx: Trx, inwardId: number, change: () => Promise<T>): Promise<T> {
  try {
    return await change();
  } catch (error) {
    if (error instanceof TooMuchError) throw conflict(inwardTexts.totalTooLarge);
    if (!(error instanceof ShortageError)) throw error;
    const names = await findMaterialNames(
      trx,
      error.shortages.map((shortage) => shortage.rawMaterialId),
    );
    const sentences: string[] = [];
    for (const { rawMaterialId, asked, available } of error.shortages) {
      const material = names.get(rawMaterialId);
      const short = formatQuantityWithUnit(fromThousandths(asked - available), material?.unit ?? '');
      const dates = await findProductionDates(trx, inwardId, rawMaterialId);
      sentences.push(
        `${material?.name ?? 'The material'} would be ${short} short: production of ${inWords(dates)} used it.`,
      );
    }
    throw conflict(sentences.join(' '));
  }
}
