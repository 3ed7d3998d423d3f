/** An adjustment in words and figures, for its row in the list. */
import type { AdjustmentRecord } from '#contract/stock/adjustments/adjustments.ts';
import { formatQuantityWithUnit } from '#contract/core/values/format.ts';
import { sumOfQuantities } from '#contract/core/values/numbers.ts';

type Line = Pick<AdjustmentRecord['lines'][number], 'quantity' | 'ledgerQuantity'>;

const NAMED = 2;

/** By how much a count differed from the ledger; undefined if it is no count. */
export function countDifference({ quantity, ledgerQuantity }: Line): number | undefined {
  if (ledgerQuantity === null) return undefined;
  return sumOfQuantities([quantity, -ledgerQuantity]);
}

/** Subject of an adjustment: for a count the lots that differ. */
export function summaryOf({ kind, lines: posted, waitingLines }: AdjustmentRecord): string {
  const lines = [...posted, ...waitingLines];
  const shown = kind === 'count' ? lines.filter((line) => countDifference(line) !== 0) : lines;
  const named = shown.slice(0, NAMED).map((line) => {
    const quantity = countDifference(line) ?? line.quantity;
    const sign = quantity < 0 ? '−' : kind === 'count' ? '+' : '';
    const subject = [line.itemName, line.lotCode].filter(Boolean).join(', ');
    return `${sign}${formatQuantityWithUnit(Math.abs(quantity), line.unit)} ${subject}`;
  });
  const more = shown.length - named.length;
  const countedText = kind === 'count' ? [lines.length === 1 ? '1 lot counted' : `${lines.length} lots counted`] : [];
  return [...countedText, ...named, ...(more > 0 ? [`${more} more`] : [])].join('; ');
}
