/** What was typed into the count sheet, and how it differs from the ledger; in whole thousandths and paise. */
import { z } from 'zod';
import { adjustmentBody, adjustmentEndpoints, countTexts } from '#contract/adjustments.ts';
import { formatQuantityWithUnit } from '#contract/format.ts';
import type { LotRecord } from '#contract/lots.ts';
import { fromPaise, fromThousandths, linePaise, toPaise, toThousandths } from '#contract/numbers.ts';
import { contractFaults } from '#web/form/contractFaults.ts';
import { numberOf } from '#web/form/numberOf.ts';

/** What was typed, by the id of its lot. */
const typed = z.record(z.string(), z.string());

export const countDraft = z.object({ date: z.string(), counted: typed, reasons: typed });
export type CountValues = z.output<typeof countDraft>;

export interface Difference {
  lot: LotRecord;
  /** Thousandths: below 0 where something is missing. */
  change: number;
  /** Paise; undefined where it is not known what the lot cost. */
  value: number | undefined;
}

/** How what was typed differs from the ledger; undefined where nothing, or no quantity, was typed. */
export function differenceOf(lot: LotRecord, text: string): Difference | undefined {
  const counted = toThousandths(numberOf(text) ?? Number.NaN);
  const ledger = toThousandths(lot.onHandQty);
  if (counted === undefined || ledger === undefined) return undefined;
  const change = counted - ledger;
  const price = lot.pricePerUnit === null ? undefined : toPaise(lot.pricePerUnit);
  const value = price === undefined ? undefined : Math.sign(change) * linePaise(Math.abs(change), price);
  return { lot, change, value };
}

/** The text of an amount with the sign of its value. */
export function signed(value: number, text: string): string {
  return value < 0 ? `−${text}` : text;
}

export function isCounted(text: string | undefined): text is string {
  return text !== undefined && text !== '';
}

/** The lots that were counted, in the order of the sheet. */
export function countedLots({ counted }: CountValues, lots: readonly LotRecord[]): LotRecord[] {
  return lots.filter(({ lotId }) => isCounted(counted[lotId]));
}

/** The request body; missing values become invalid ones, so that the contract's schema reports them. */
export function contentOf(values: CountValues, lots: readonly LotRecord[]) {
  return {
    kind: 'count' as const,
    date: values.date,
    lines: countedLots(values, lots).map(({ lotId }) => ({
      lotId,
      quantity: numberOf(values.counted[lotId] ?? '') ?? Number.NaN,
      reason: values.reasons[lotId] ?? '',
    })),
  };
}

export function faultsOf(values: CountValues, lots: readonly LotRecord[]) {
  const checked = { body: adjustmentBody, pastDates: adjustmentEndpoints.create.pastDates };
  const faults = contractFaults(checked, contentOf(values, lots));
  const isQuantity = (field: string) => field.endsWith('.quantity');
  return Object.fromEntries(
    Object.entries(faults).map(([field, text]) => [field, isQuantity(field) ? countTexts.quantityInvalid : text]),
  );
}

/** Maps a field path of the body to the sheet. */
export function fieldOf(path: string, values: CountValues, lots: readonly LotRecord[]): string {
  const [list, index, field] = path.split('.');
  const lot = list === 'lines' ? countedLots(values, lots)[Number(index)] : undefined;
  return lot ? `${field === 'reason' ? 'reasons' : 'counted'}.${lot.lotId}` : path;
}

/** What was lost and found in all, by unit, and its value in rupees. */
export function sumOf(differences: readonly Difference[]): { texts: string[]; rupees: number | undefined } {
  const texts = (['lost', 'found'] as const).flatMap((what) => {
    const some = differences.filter(({ change }) => (what === 'lost' ? change < 0 : change > 0));
    const byUnit = Map.groupBy(some, ({ lot }) => lot.unit);
    const quantities = [...byUnit].map(([unit, own]) => {
      const thousandths = own.reduce((sum, { change }) => sum + Math.abs(change), 0);
      return formatQuantityWithUnit(fromThousandths(thousandths), unit);
    });
    return quantities.length > 0 ? [`${quantities.join(' and ')} ${what}`] : [];
  });
  const known = differences.flatMap(({ value }) => value ?? []);
  const rupees = known.length > 0 ? fromPaise(known.reduce((sum, value) => sum + value, 0)) : undefined;
  return { texts, rupees };
}

/** Lots by item, each item's by what expires first. */
export function inSheetOrder(lots: readonly LotRecord[]): LotRecord[] {
  const keyOf = ({ expiresOn }: LotRecord) => expiresOn ?? '9999';
  return lots.toSorted(
    (a, b) =>
      a.itemName.localeCompare(b.itemName, 'en') ||
      a.itemId - b.itemId ||
      keyOf(a).localeCompare(keyOf(b)) ||
      a.code.localeCompare(b.code, 'en', { numeric: true }),
  );
}
