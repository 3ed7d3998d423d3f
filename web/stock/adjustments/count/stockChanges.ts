/** Changes of the stock of counted lots since the sheet was opened: a count is of one moment. */
import { countTexts } from '#contract/stock/adjustments/countTexts.ts';
import { formatQuantityWithUnit } from '#contract/core/values/format.ts';
import { filledLots, type CountValues, type SheetLot } from './countValues.ts';

/** Stock of counted lots has changed since the sheet was opened: nothing was posted. */
export class StockChangedError extends Error {
  readonly lots: SheetLot[];
  readonly sentences: string[];

  constructor(lots: SheetLot[], sentences: string[]) {
    super(sentences.join(' '));
    this.lots = lots;
    this.sentences = sentences;
  }
}

/** A sentence if the ledger's quantity of a lot has changed. */
function stockChangeText(
  { code, unit, onHandQty }: Pick<SheetLot, 'code' | 'unit' | 'onHandQty'>,
  before?: number,
): string[] {
  if (before === undefined || before === onHandQty) return [];
  return [countTexts.moved(code, formatQuantityWithUnit(before, unit), formatQuantityWithUnit(onHandQty, unit))];
}

/** A sentence for each lot whose quantity is not that of its counting. */
export function stockChangeTexts(counted: readonly SheetLot[], now: readonly SheetLot[]): string[] {
  const onHand = new Map(now.map((lot) => [lot.lotId, lot.onHandQty]));
  return counted.flatMap((lot) => stockChangeText({ ...lot, onHandQty: onHand.get(lot.lotId) ?? 0 }, lot.onHandQty));
}

/** Throws a StockChangedError if counted lots have changed, by the stock that was read again. */
export function checkStockUnchanged(
  inStock: readonly SheetLot[],
  lots: readonly SheetLot[],
  values: CountValues,
): void {
  const onHand = new Map(inStock.map((lot) => [lot.lotId, lot.onHandQty]));
  const lotsNow = lots.map((lot) => ({ ...lot, onHandQty: onHand.get(lot.lotId) ?? 0 }));
  const sentences = stockChangeTexts(filledLots(values, lots), inStock);
  if (sentences.length > 0) throw new StockChangedError(lotsNow, sentences);
}
