/** The balance of a raw material, in red where it is depleted (specification §2). */
import { formatQuantity } from '#contract/core/values/format.ts';
import { sumOfQuantities } from '#contract/core/values/numbers.ts';
import type { StockRecord } from '#contract/stock/items/materialStock.ts';
import type { QuantityValue } from '#web/core/ui/Quantity.tsx';

export function isDepleted({ balanceQty }: StockRecord): boolean {
  return balanceQty <= 0;
}

/** Quantity available to production, in units: on hand and not on hold (docs/domain.md, Production). */
export function availableOf({ balanceQty, onHoldQty }: Pick<StockRecord, 'balanceQty' | 'onHoldQty'>): number {
  return sumOfQuantities([balanceQty, -onHoldQty]);
}

/** 'adjusted −0.120'; undefined where it is 0 (docs/domain.md, Stock figures). */
export function adjustedNoteOf({ adjustedQty }: Pick<StockRecord, 'adjustedQty'>): string | undefined {
  if (adjustedQty === 0) return undefined;
  return `adjusted ${adjustedQty < 0 ? '−' : '+'}${formatQuantity(Math.abs(adjustedQty))}`;
}

export function balanceOf(row: StockRecord): QuantityValue {
  return { quantity: row.balanceQty, unit: row.unit, isDepleted: isDepleted(row) };
}
