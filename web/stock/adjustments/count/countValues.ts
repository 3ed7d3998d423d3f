/** Typed values of the count sheet, and their differences from the ledger; in whole thousandths and paise. */
import { randomId } from '@mantine/hooks';
import { z } from 'zod';
import { adjustmentBody, adjustmentEndpoints, type AdjustmentRecord } from '#contract/stock/adjustments/adjustments.ts';
import { countTexts } from '#contract/stock/adjustments/countTexts.ts';
import { adjustmentFaults } from '#contract/stock/adjustments/adjustmentFaults.ts';
import { formatQuantityWithUnit } from '#contract/core/values/format.ts';
import { lotRecord } from '#contract/stock/lots/lots.ts';
import {
  fromPaise,
  fromThousandths,
  linePaise,
  sumOfAmounts,
  toPaise,
  toThousandths,
} from '#contract/core/values/numbers.ts';
import { divided } from '#contract/core/values/ratios.ts';
import { contractFaults } from '#web/core/form/contractFaults.ts';
import { typedNumber, typedThousandths } from '#web/core/form/fields/numberOf.ts';
import { itemChoice } from '#web/stock/items/itemChoice.ts';
import { today } from '#web/core/ui/today.ts';

/** Typed texts by the id of their lot. */
const typed = z.record(z.string(), z.string());

/** A lot that the sheet doesn't list. */
const otherLot = z.object({
  key: z.string(),
  item: itemChoice.nullable(),
  quantity: z.string(),
  code: z.string(),
  expiresOn: z.string(),
});

export const countValues = z.object({ date: z.string(), counted: typed, reasons: typed, others: z.array(otherLot) });
export type CountValues = z.output<typeof countValues>;
type OtherLot = z.output<typeof otherLot>;

export function blankOther(): OtherLot {
  return { key: randomId(), item: null, quantity: '', code: '', expiresOn: '' };
}

export function blankValues(): CountValues {
  return { date: today(), counted: {}, reasons: {}, others: [] };
}

/** A lot on the sheet; `onHandQty` is the ledger's quantity. */
export const sheetLot = lotRecord.pick({
  lotId: true,
  itemId: true,
  itemName: true,
  code: true,
  unit: true,
  state: true,
  expiresOn: true,
  onHandQty: true,
  pricePerUnit: true,
  value: true,
});
export type SheetLot = z.input<typeof sheetLot>;

/** The lots of a count that is edited or waits, with the ledger's quantities at that time. */
export function lotsOfCount({ lines, waitingLines }: AdjustmentRecord): SheetLot[] {
  const lots = [...lines, ...waitingLines].flatMap(({ lotId, lotCode: code, ledgerQuantity, ...line }) => {
    const unpriced = { pricePerUnit: null, value: null };
    const lot = { ...line, ...unpriced, code, onHandQty: ledgerQuantity ?? 0, state: 'released' as const };
    return lotId === null ? [] : { ...lot, lotId };
  });
  return inSheetOrder(lots);
}

/** The sheet of a count that is edited or waits. */
export function valuesOf({ date, lines, waitingLines }: AdjustmentRecord): CountValues {
  const counted = [...lines, ...waitingLines].filter(({ lotId }) => lotId !== null);
  return {
    date,
    counted: Object.fromEntries(counted.map(({ lotId, quantity }) => [lotId, String(quantity)])),
    reasons: Object.fromEntries(counted.map(({ lotId, reason }) => [lotId, reason])),
    others: waitingLines
      .filter(({ lotId }) => lotId === null)
      .map(({ itemId, rawMaterialId, productId, itemName, unit, quantity, lotCode, expiresOn }) => ({
        key: randomId(),
        item: { itemId, rawMaterialId, productId, itemName, unit },
        quantity: String(quantity),
        code: lotCode,
        expiresOn: expiresOn ?? '',
      })),
  };
}

/** A saved count merged with what is typed now, as in two tabs: the saved quantity of a lot takes precedence. */
export function withTyped(saved: CountValues, onSheet: CountValues): CountValues {
  const isTyped = ([lotId, text]: [string, string | undefined]) => text && !saved.counted[Number(lotId)];
  const isSaved = (other: OtherLot) => saved.others.some((each) => isSameLot(each, other));
  return {
    ...saved,
    counted: { ...saved.counted, ...Object.fromEntries(Object.entries(onSheet.counted).filter(isTyped)) },
    reasons: { ...onSheet.reasons, ...saved.reasons },
    others: [...saved.others, ...onSheet.others.filter((other) => !isSaved(other))],
  };
}

/** Whether two lots that aren't listed are one: without codes, they are only if they were typed as one. */
function isSameLot(one: OtherLot, other: OtherLot): boolean {
  const hasSameCode = one.code !== '' && one.code.toLowerCase() === other.code.toLowerCase();
  return one.key === other.key || (hasSameCode && one.item?.itemId === other.item?.itemId);
}

export interface Difference {
  unit: string;
  /** Thousandths: below 0 where something is missing. */
  change: number;
  /** Paise; undefined if the lot's cost is unknown. */
  value: number | undefined;
}

/** Value of a lot's change in paise: its share of the lot's value, as in the posted count. */
function valueOf({ value, pricePerUnit }: SheetLot, ledger: number, change: number): number | undefined {
  const [worth, price] = [toPaise(value ?? Number.NaN), toPaise(pricePerUnit ?? Number.NaN)];
  const [units, whole] = [BigInt(Math.abs(change)), BigInt(ledger)];
  if (worth !== undefined && ledger > 0) {
    return Math.sign(change) * divided(BigInt(worth) * units, whole);
  }
  return price === undefined ? undefined : Math.sign(change) * linePaise(Math.abs(change), price);
}

/** Difference between the typed count and the ledger; undefined if nothing, or no quantity, was typed. */
export function typedDifference(lot: SheetLot, text: string): Difference | undefined {
  const counted = typedThousandths(text);
  const ledger = toThousandths(lot.onHandQty);
  if (counted === undefined || ledger === undefined) return undefined;
  const change = counted - ledger;
  return { unit: lot.unit, change, value: valueOf(lot, ledger, change) };
}

/** The value of lots by the ledger, in rupees; lots without a price are left out. */
export function worthOf(lots: readonly SheetLot[]): number {
  return sumOfAmounts(lots.map(({ value }) => value ?? 0));
}

/** How all that was typed differs from the ledger, which has none of the lots that aren't listed. */
export function differencesOf(values: CountValues, lots: readonly SheetLot[]): Difference[] {
  const listed = filledLots(values, lots).flatMap((lot) => typedDifference(lot, values.counted[lot.lotId] ?? '') ?? []);
  const others = values.others.flatMap(({ item, quantity }) => {
    const change = typedThousandths(quantity);
    return item && change !== undefined ? [{ unit: item.unit, change, value: undefined }] : [];
  });
  return [...listed, ...others];
}

/** The text of an amount with the sign of its value. */
export function signed(value: number, text: string): string {
  return value < 0 ? `−${text}` : text;
}

/** The number of lots with a valid count; invalid numbers are faults. */
export function howManyCounted(texts: readonly (string | undefined)[]): number {
  return texts.filter((text) => text !== undefined && typedThousandths(text) !== undefined).length;
}

/** The lots for which something was typed, in the order of the sheet. */
export function filledLots({ counted }: CountValues, lots: readonly SheetLot[]): SheetLot[] {
  return lots.filter(({ lotId }) => (counted[lotId] ?? '') !== '');
}

/** The request body; missing values become invalid ones, so that the contract's schema reports them. */
export function bodyOf(values: CountValues, lots: readonly SheetLot[]) {
  const listed = filledLots(values, lots).map((lot) => {
    const text = values.counted[lot.lotId] ?? '';
    // A reason that was typed is shown only while the lot differs.
    const reason = typedDifference(lot, text)?.change === 0 ? undefined : values.reasons[lot.lotId];
    return { lotId: lot.lotId, quantity: typedNumber(text), reason: reason ?? '' };
  });
  const others = values.others.map(({ item, quantity, code, expiresOn }) => ({
    rawMaterialId: item?.rawMaterialId,
    productId: item?.productId,
    quantity: typedNumber(quantity),
    code,
    expiresOn,
  }));
  return { kind: 'count' as const, date: values.date, lines: [...listed, ...others] };
}

export function faultsOf(values: CountValues, lots: readonly SheetLot[]) {
  const checked = { body: adjustmentBody, pastDates: adjustmentEndpoints.create.pastDates };
  const body = bodyOf(values, lots);
  const faults = { ...adjustmentFaults(body, () => false), ...contractFaults(checked, body) };
  const isQuantity = (field: string) => field.endsWith('.quantity');
  return Object.fromEntries(
    Object.entries(faults).map(([field, text]) => [field, isQuantity(field) ? countTexts.quantityInvalid : text]),
  );
}

/** Maps a field path of the body to the sheet. */
export function fieldOf(path: string, values: CountValues, lots: readonly SheetLot[]): string {
  const [list, index, field] = path.split('.');
  if (list !== 'lines') return path;
  const listed = filledLots(values, lots);
  const lot = listed[Number(index)];
  const isItem = field === 'rawMaterialId' || field === 'productId' || field === undefined;
  if (!lot) return `others.${Number(index) - listed.length}.${isItem ? 'item' : field}`;
  return `${field === 'reason' ? 'reasons' : 'counted'}.${lot.lotId}`;
}

/** Total deficit and surplus by unit, and their value in rupees. */
export function sumOf(differences: readonly Difference[]): { texts: string[]; rupees: number | undefined } {
  const texts = (['lost', 'found'] as const).flatMap((direction) => {
    const changed = differences.filter(({ change }) => (direction === 'lost' ? change < 0 : change > 0));
    const byUnit = Map.groupBy(changed, ({ unit }) => unit);
    const quantities = [...byUnit].map(([unit, ofUnit]) => {
      const thousandths = ofUnit.reduce((sum, { change }) => sum + Math.abs(change), 0);
      return formatQuantityWithUnit(fromThousandths(thousandths), unit);
    });
    return quantities.length > 0 ? [`${quantities.join(' and ')} ${direction}`] : [];
  });
  const values = differences.flatMap(({ value }) => value ?? []);
  const rupees = values.length > 0 ? fromPaise(values.reduce((sum, value) => sum + value, 0)) : undefined;
  return { texts, rupees };
}

/** Lots by item, within an item by expiry date. */
export function inSheetOrder<Lot extends SheetLot>(lots: readonly Lot[]): Lot[] {
  const keyOf = ({ expiresOn }: Lot) => expiresOn ?? '9999';
  return lots.toSorted(
    (a, b) =>
      a.itemName.localeCompare(b.itemName, 'en') ||
      a.itemId - b.itemId ||
      keyOf(a).localeCompare(keyOf(b)) ||
      a.code.localeCompare(b.code, 'en', { numeric: true }),
  );
}
