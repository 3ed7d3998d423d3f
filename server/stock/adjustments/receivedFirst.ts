/**
 * Write-offs and returns to suppliers take from lots that are there by their day: else the stock of that day would be below
 * nothing. Counts check the same in countSequence.ts.
 */
import type { AdjustmentKind } from '#contract/documentStatus.ts';
import { formatDate } from '#contract/core/values/format.ts';
import { stockRefusals } from '#contract/stock/stockRefusals.ts';
import type { LotRow } from '../ledger/lots.ts';

const takesOut: ReadonlySet<AdjustmentKind> = new Set(['writeOff', 'supplierReturn']);

/** Why an adjustment of a day can't take from the lots: the last of them to come in after it. */
export function earlyText(kind: AdjustmentKind, date: string, lots: Iterable<LotRow>): string | undefined {
  if (!takesOut.has(kind)) return undefined;
  const [last] = [...lots]
    .filter(({ receivedOn }) => receivedOn > date)
    .toSorted((a, b) => (a.receivedOn < b.receivedOn ? 1 : -1));
  return last && stockRefusals.takenBeforeReceipt(last.code, formatDate(last.receivedOn));
}
