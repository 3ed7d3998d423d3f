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

/** 'adjusted −0.120 · 25 on hold': each where it isn't 0, undefined without either (docs/domain.md, Stock figures). */
export function stockNoteOf({
  adjustedQty,
  onHoldQty,
}: Pick<StockRecord, 'adjustedQty' | 'onHoldQty'>): string | undefined {
  const adjusted = `adjusted ${adjustedQty < 0 ? '−' : '+'}${formatQuantity(Math.abs(adjustedQty))}`;
  const held = `${formatQuantity(onHoldQty)} on hold`;
  const notes = [...(adjustedQty === 0 ? [] : [adjusted]), ...(onHoldQty === 0 ? [] : [held])];
  return notes.length === 0 ? undefined : notes.join(' · ');
}

export function balanceOf(row: StockRecord): QuantityValue {
  return { quantity: row.balanceQty, unit: row.unit, isDepleted: isDepleted(row) };
}
