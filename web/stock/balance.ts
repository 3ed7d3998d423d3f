/** The balance of a raw material, in red where it is depleted (specification §2). */
import type { StockRecord } from '#contract/production.ts';
import type { QuantityValue } from '#web/ui/Quantity.tsx';

export function isDepleted({ balanceQty }: StockRecord): boolean {
  return balanceQty <= 0;
}

export function balanceOf(row: StockRecord): QuantityValue {
  return { quantity: row.balanceQty, unit: row.unit, isDepleted: isDepleted(row) };
}
