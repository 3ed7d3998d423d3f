/** Rules between the fields of an adjustment, checked before anything is read. */
import type { z } from 'zod';
import { adjustmentFaults, kindsOpeningLots } from '#contract/stock/adjustments/adjustmentFaults.ts';
import type { adjustmentBody } from '#contract/stock/adjustments/adjustments.ts';
import { invalid } from '../../core/http/errors.ts';
import type { AdjustmentLine } from './queries.ts';

export type AdjustmentBody = z.output<typeof adjustmentBody>;
/** A validated line: thousandths and paise. */
export type LineBody = AdjustmentBody['lines'][number];

/** A line with the row that it had before; undefined for a new one. */
export interface MatchedLine {
  line: LineBody;
  storedLine: AdjustmentLine | undefined;
}

/** Whether a line names another item, or another dispatch, than its lot had. */
function namesOther({ line, storedLine }: MatchedLine): boolean {
  const { rawMaterialId, productId, dispatchLineId } = line;
  if (!storedLine) return false;
  const isOtherDispatch = dispatchLineId !== undefined && dispatchLineId !== storedLine.dispatchLineId;
  const namesItem = rawMaterialId !== null || productId !== null;
  const isOtherItem = namesItem && (rawMaterialId !== storedLine.rawMaterialId || productId !== storedLine.productId);
  return isOtherDispatch || isOtherItem;
}

/**
 * Lines paired with their previous versions by lot. In kinds that open lots, a line with another item or dispatch gets
 * a new lot.
 */
export function pairByLot(
  { kind, lines }: Pick<AdjustmentBody, 'kind' | 'lines'>,
  before: readonly AdjustmentLine[],
): MatchedLine[] {
  const byLot = new Map(before.map((line) => [line.lotId, line]));
  return lines.map((line) => {
    const matched = { line, storedLine: line.lotId === undefined ? undefined : byLot.get(line.lotId) };
    if (kindsOpeningLots.has(kind) && namesOther(matched))
      return { line: { ...line, lotId: undefined }, storedLine: undefined };
    return matched;
  });
}

/** Throws 400 with every field that the kind of adjustment does not allow as it is. */
export function checkFields(body: AdjustmentBody, matched: readonly MatchedLine[]): void {
  const lines = matched.map(({ line }) => line);
  const faults = adjustmentFaults({ ...body, lines }, (index) => matched[index]?.storedLine !== undefined);
  const errors = Object.entries(faults).map(([field, text]): [string, string[]] => [field, [text]]);
  if (errors.length > 0) throw invalid(Object.fromEntries(errors));
}
