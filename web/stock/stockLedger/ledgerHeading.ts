import { formatDate } from '#contract/core/values/format.ts';
import type { StockLedger } from '#contract/stock/lots/stockLedger.ts';

/** The values of the screen's fields, for what leaves the screen. */
export function ledgerHeading({ itemName, unit, from, to }: StockLedger): string {
  const days = [from === null ? '' : `from ${formatDate(from)}`, to === null ? '' : `to ${formatDate(to)}`];
  return [`${itemName}, in ${unit}`, ...days.filter(Boolean)].join(' ');
}
