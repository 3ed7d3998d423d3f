/** Required fields of each kind of adjustment, checked before anything is read. */
import { fieldTexts } from '#contract/core/sharedTexts.ts';
import type { z } from 'zod';
import type { adjustmentBody } from '#contract/stock/adjustments/adjustments.ts';
import { adjustmentTexts } from '#contract/stock/adjustments/adjustmentTexts.ts';
import type { AdjustmentKind } from '#contract/documentStatus.ts';
import type { FieldErrors } from '#contract/core/errors.ts';
import { namesOneItem } from '#contract/stock/items/itemReferences.ts';
import { invalid } from '../../core/http/errors.ts';
import type { AdjustmentLine } from './queries.ts';

export type AdjustmentBody = z.output<typeof adjustmentBody>;
/** A validated line: thousandths and paise. */
export type LineBody = AdjustmentBody['lines'][number];

/** A line with the row that it had before; undefined for a new one. */
export interface MatchedLine {
  line: LineBody;
  before: AdjustmentLine | undefined;
}

/** The lots of these kinds are opened by the adjustment itself. */
const opensLots: ReadonlySet<AdjustmentKind> = new Set(['opening', 'buyerReturn']);

/** Whether a line names another item, or another dispatch, than its lot had. */
function namesOther({ line, before }: MatchedLine): boolean {
  const { rawMaterialId, productId, dispatchLineId } = line;
  if (!before) return false;
  const isOtherDispatch = dispatchLineId !== undefined && dispatchLineId !== before.dispatchLineId;
  const namesItem = rawMaterialId !== null || productId !== null;
  const isOtherItem = namesItem && (rawMaterialId !== before.rawMaterialId || productId !== before.productId);
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
    const matched = { line, before: line.lotId === undefined ? undefined : byLot.get(line.lotId) };
    if (opensLots.has(kind) && namesOther(matched)) return { line: { ...line, lotId: undefined }, before: undefined };
    return matched;
  });
}

/** The faults of a line by itself. */
export function lineFaults(kind: AdjustmentKind, { line, before }: MatchedLine): [field: string, text: string][] {
  const faults: [string, string][] = [];
  const opens = opensLots.has(kind) || (kind === 'count' && line.lotId === undefined);
  if (opensLots.has(kind) && line.lotId !== undefined && !before) faults.push(['lotId', adjustmentTexts.lotUnknown]);
  if (!opens && line.lotId === undefined) faults.push(['lotId', adjustmentTexts.lotRequired]);
  if (kind === 'buyerReturn') {
    if (!before && line.dispatchLineId === undefined) faults.push(['dispatchLineId', adjustmentTexts.dispatchRequired]);
  } else if (opens && !before && !namesOneItem(line)) faults.push(['rawMaterialId', adjustmentTexts.itemRequired]);
  const isCounted = kind === 'count' && line.lotId !== undefined;
  if (line.quantity === 0 && !isCounted) faults.push(['quantity', adjustmentTexts.quantityInvalid]);
  return faults;
}

/** Throws 400 with every field that the kind of adjustment does not allow as it is. */
export function checkFields(body: AdjustmentBody, matched: readonly MatchedLine[]): void {
  const errors: FieldErrors = {};
  if (body.kind === 'writeOff' && body.reason === '') errors['reason'] = [fieldTexts.reasonRequired];
  if (body.kind === 'supplierReturn' && body.supplierId === null)
    errors['supplierId'] = [adjustmentTexts.supplierRequired];
  const seen = new Set<number>();
  for (const [index, each] of matched.entries()) {
    for (const [field, text] of lineFaults(body.kind, each)) errors[`lines.${index}.${field}`] = [text];
    const { lotId } = each.line;
    if (lotId !== undefined && seen.has(lotId)) errors[`lines.${index}.lotId`] = [adjustmentTexts.lotTwice];
    if (lotId !== undefined) seen.add(lotId);
  }
  if (Object.keys(errors).length > 0) throw invalid(errors);
}
