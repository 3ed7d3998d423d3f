/** Fields that each kind of adjustment requires beyond its schema, for the forms and the server. */
import type { AdjustmentKind } from '../../documentStatus.ts';
import { fieldTexts } from '../../core/sharedTexts.ts';
import { namesOneItem } from '../items/itemReferences.ts';
import { adjustmentTexts } from './adjustmentTexts.ts';

/** Kinds whose lots are opened by the adjustment itself. */
export const kindsOpeningLots: ReadonlySet<AdjustmentKind> = new Set(['opening', 'buyerReturn']);

interface CheckedLine {
  lotId?: number | undefined;
  dispatchLineId?: number | undefined;
  rawMaterialId?: number | null | undefined;
  productId?: number | null | undefined;
  /** Units or thousandths: it is only compared with zero. */
  quantity: number;
}

interface CheckedAdjustment {
  kind: AdjustmentKind;
  reason?: string;
  supplierId?: number | null | undefined;
  lines: readonly CheckedLine[];
}

/** The faults of a line by the field of the body. A stored line keeps its lot, and so its item and dispatch. */
export function lineFaults(
  kind: AdjustmentKind,
  line: CheckedLine,
  isStored: boolean,
): [field: string, text: string][] {
  const { lotId, dispatchLineId, rawMaterialId = null, productId = null, quantity } = line;
  const faults: [string, string][] = [];
  const opensLot = kindsOpeningLots.has(kind) || (kind === 'count' && lotId === undefined);
  if (!opensLot && lotId === undefined) faults.push(['lotId', adjustmentTexts.lotRequired]);
  if (kindsOpeningLots.has(kind) && lotId !== undefined && !isStored)
    faults.push(['lotId', adjustmentTexts.lotUnknown]);
  if (kind === 'buyerReturn') {
    if (!isStored && dispatchLineId === undefined) faults.push(['dispatchLineId', adjustmentTexts.dispatchRequired]);
  } else if (opensLot && !isStored && !namesOneItem({ rawMaterialId, productId })) {
    faults.push(['rawMaterialId', adjustmentTexts.itemRequired]);
  }
  const isCounted = kind === 'count' && lotId !== undefined;
  if (quantity === 0 && !isCounted) faults.push(['quantity', adjustmentTexts.quantityInvalid]);
  return faults;
}

/** The faults of an adjustment and its lines by the path of the field; `isStored` says whether the line of an index is stored. */
export function adjustmentFaults(
  { kind, reason = '', supplierId = null, lines }: CheckedAdjustment,
  isStored: (index: number) => boolean,
): Record<string, string> {
  const faults: Record<string, string> = {};
  if (kind === 'writeOff' && reason.trim() === '') faults['reason'] = fieldTexts.reasonRequired;
  if (kind === 'supplierReturn' && supplierId === null) faults['supplierId'] = adjustmentTexts.supplierRequired;
  const earlierLotIds = new Set<number>();
  for (const [index, line] of lines.entries()) {
    for (const [field, text] of lineFaults(kind, line, isStored(index))) faults[`lines.${index}.${field}`] = text;
    if (line.lotId === undefined) continue;
    if (earlierLotIds.has(line.lotId)) faults[`lines.${index}.lotId`] = adjustmentTexts.lotTwice;
    earlierLotIds.add(line.lotId);
  }
  return faults;
}
