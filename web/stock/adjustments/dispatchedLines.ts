/** Returnable quantities of a dispatch, as lines of a return. */
import { leftWithBuyer, type DispatchRecord } from '#contract/ship/dispatches.ts';
import { formatDate, formatQuantityWithUnit } from '#contract/core/values/format.ts';
import type { Choice } from '#web/core/lookup/lookup.ts';
import { blankLine, type AdjustmentLineValues } from './adjustmentValues.ts';

type DispatchLine = DispatchRecord['lines'][number];

export function dispatchChoice({ dispatchId, invoiceNumber, dispatchDate, buyerName }: DispatchRecord): Choice {
  const label = [buyerName, invoiceNumber, formatDate(dispatchDate)].filter(Boolean).join(', ');
  return { value: dispatchId, label };
}

export function dispatchedText(line: DispatchLine): string {
  // The batch first: on a phone a long text is cut at its end.
  return `${line.lotCode}: ${formatQuantityWithUnit(leftWithBuyer(line), line.unit)}, ${line.itemName}`;
}

/** The lines of which something is still with the buyer. */
export function linesLeft({ lines }: DispatchRecord): DispatchLine[] {
  return lines.filter((line) => leftWithBuyer(line) > 0);
}

export function dispatchedOf(line: DispatchLine, dispatch: DispatchRecord, isOffered: boolean) {
  const { dispatchLineId, unit } = line;
  return { dispatchLineId, label: dispatchedText(line), unit, dispatch: dispatchChoice(dispatch), isOffered };
}

/** A line for each returnable batch. Among several each may stay empty; a single one is required. */
export function returnLines(dispatch: DispatchRecord): AdjustmentLineValues[] {
  const left = linesLeft(dispatch);
  return left.map((line) => ({ ...blankLine(), dispatched: dispatchedOf(line, dispatch, left.length > 1) }));
}
