/** The lines of an adjustment with their lots and items, locked; they determine the movements. */
import { stockRefusals } from '#contract/stock/stockRefusals.ts';
import { adjustmentTexts } from '#contract/stock/adjustments.ts';
import type { AdjustmentKind } from '#contract/documentStatus.ts';
import type { BlockingDocument, FieldErrors } from '#contract/core/errors.ts';
import { formatDate, formatQuantityWithUnit } from '#contract/core/values/format.ts';
import { lotTexts } from '#contract/stock/lots.ts';
import { fromThousandths } from '#contract/core/values/numbers.ts';
import type { Trx } from '../../core/db/tables.ts';
import { conflict, invalid } from '../../core/http/errors.ts';
import { lockRecord } from '../../core/records/crudQueries.ts';
import { findSupplierStays } from '../documents/supplierReturns.ts';
import { isSameCode } from '../ledger/codes.ts';
import { storedCode } from '../../core/db/batchOrder.ts';
import { findItemIds, findItemNames, lockItems } from '../ledger/items.ts';
import { findLots, findLotUse, findUsedCodes, type LotRow } from '../ledger/lots.ts';
import { changeBy } from './changes.ts';
import { checkCount } from './counted.ts';
import {
  findDispatchedLines,
  findLedgerOn,
  findLotsOfSupplier,
  lockDispatches,
  type Adjustment,
  type DispatchedLine,
} from './queries.ts';
import type { AdjustmentBody, MatchedLine } from './rules.ts';

export interface PlacedLine extends MatchedLine {
  itemId: number;
  itemName: string;
  /** Its lot; undefined if one is to be opened. */
  lot: LotRow | undefined;
  /** The dispatched lot that a buyer's return belongs to. */
  parent: LotRow | undefined;
  /** The ledger's quantity at the end of the day of a count; an existing line has its earlier figure. */
  ledgerQuantity: number | null;
}

/** References of the lines, read first to know which items to lock. */
async function findReferences(trx: Trx, kind: AdjustmentKind, matched: readonly MatchedLine[], id: number) {
  const dispatchLineOf = ({ line, before }: MatchedLine) => line.dispatchLineId ?? before?.dispatchLineId ?? 0;
  const dispatchLineIds = kind === 'buyerReturn' ? matched.map(dispatchLineOf) : [];
  await lockDispatches(trx, dispatchLineIds);
  const dispatched = await findDispatchedLines(trx, dispatchLineIds, id);
  const parentOf = (each: MatchedLine) => dispatched.get(dispatchLineOf(each));
  const lotIdOf = (each: MatchedLine) => each.line.lotId ?? parentOf(each)?.lotId ?? 0;
  const lotIds = matched.flatMap((each) => [lotIdOf(each), parentOf(each)?.lotId ?? 0]).filter((lotId) => lotId > 0);
  const lots = await findLots(trx, lotIds);
  const named = await findItemIds(
    trx,
    matched.map(({ line: { rawMaterialId, productId } }) => ({ rawMaterialId, productId })),
  );
  const itemIds = matched.map((each, index) => {
    const lotId = lotIdOf(each);
    return lotId > 0 ? (lots.get(lotId)?.itemId ?? 0) : (named[index] ?? 0);
  });
  return { lotIds, itemIds, parentOf };
}

/** Locks the suppliers that lines of opening stock name, in the order of their ids; those that are there. */
async function lockSuppliers(trx: Trx, kind: AdjustmentKind, matched: readonly MatchedLine[]): Promise<Set<number>> {
  const named = kind === 'opening' ? matched.flatMap(({ line }) => line.supplierId ?? []) : [];
  const there = new Set<number>();
  for (const id of [...new Set(named)].sort((a, b) => a - b)) {
    if (await lockRecord(trx, 'supplier', id)) there.add(id);
  }
  return there;
}

/** An error for each line whose reference does not exist. */
function checkThere(kind: AdjustmentKind, placed: readonly PlacedLine[], names: ReadonlyMap<number, string>) {
  const errors: FieldErrors = {};
  for (const [index, { line, lot, parent, itemId }] of placed.entries()) {
    if (line.lotId !== undefined && !lot) errors[`lines.${index}.lotId`] = [adjustmentTexts.lotUnknown];
    else if (kind === 'buyerReturn' && !parent)
      errors[`lines.${index}.dispatchLineId`] = [adjustmentTexts.dispatchUnknown];
    else if (!names.has(itemId) && !lot) {
      const field = line.rawMaterialId === null ? 'productId' : 'rawMaterialId';
      errors[`lines.${index}.${field}`] = [adjustmentTexts.itemUnknown];
    }
  }
  return errors;
}

/** 409 for a return before its dispatch, and for lines that return more of it than is still with the buyer. */
function checkReturned(
  placed: readonly PlacedLine[],
  date: string,
  parentOf: (line: MatchedLine) => DispatchedLine | undefined,
): FieldErrors {
  const errors: FieldErrors = {};
  const left = new Map<number, number>();
  let latest = date;
  for (const [index, each] of placed.entries()) {
    const dispatched = parentOf(each);
    if (!dispatched || !each.parent) continue;
    const { dispatchLineId, dispatchDate, quantity, returned } = dispatched;
    if (dispatchDate > latest) {
      latest = dispatchDate;
      errors['date'] = [stockRefusals.returnBeforeDispatch(each.parent.code, formatDate(dispatchDate))];
    }
    const available = left.get(dispatchLineId) ?? quantity - returned;
    if (each.line.quantity > available) {
      const text = formatQuantityWithUnit(fromThousandths(available), each.parent.unit);
      errors[`lines.${index}.quantity`] = [adjustmentTexts.tooMuchReturned(text)];
    }
    left.set(dispatchLineId, Math.max(0, available - each.line.quantity));
  }
  return errors;
}

/** The code that a line gives its lot, where it is another than the lot has. */
export function newCodeOf({ line, lot }: PlacedLine): string | undefined {
  const isSame = line.code === '' || (lot !== undefined && isSameCode(lot.code, line.code));
  return isSame ? undefined : line.code;
}

/** The supplier that a line of opening stock gives its lot, where it is another than it had; undefined if it stays. */
export function newSupplierOf(kind: AdjustmentKind, { line, before }: MatchedLine): number | null | undefined {
  if (kind !== 'opening' || line.supplierId === before?.supplierId) return undefined;
  return line.supplierId;
}

/** 409 for lots of opening stock that are to be of another supplier than some of them went back to. */
async function checkSuppliers(
  trx: Trx,
  kind: AdjustmentKind,
  placed: readonly PlacedLine[],
): Promise<{ errors: FieldErrors; documents: BlockingDocument[] }> {
  const errors: FieldErrors = {};
  const documents: BlockingDocument[] = [];
  for (const [index, each] of placed.entries()) {
    if (!each.lot || !each.before?.supplierId || newSupplierOf(kind, each) === undefined) continue;
    const stays = await findSupplierStays(trx, [each.lot.lotId]);
    if (!stays) continue;
    errors[`lines.${index}.supplierId`] = [stays.text];
    documents.push(...stays.documents);
  }
  return { errors, documents };
}

/** 409 for codes that an item has already, or that can no longer change. */
async function checkCodes(trx: Trx, placed: readonly PlacedLine[]): Promise<FieldErrors> {
  const errors: FieldErrors = {};
  const recoded = placed.flatMap((each) => (each.lot && newCodeOf(each) !== undefined ? [each.lot.lotId] : []));
  const use = await findLotUse(trx, recoded);
  for (const [index, { lot }] of placed.entries()) {
    const isFixed = lot !== undefined && (use.get(lot.lotId)?.wentOut ?? 0) > 0;
    if (isFixed) errors[`lines.${index}.code`] = [lotTexts.codeFixed];
  }
  const codes = placed.map((each) => ({ itemId: each.itemId, code: newCodeOf(each), exceptLotId: each.lot?.lotId }));
  for (const index of await findUsedCodes(trx, codes)) {
    errors[`lines.${index}.code`] = [lotTexts.codeUsed(codes[index]?.code ?? '')];
  }
  return errors;
}

function checkTotals(
  kind: AdjustmentKind,
  placed: readonly PlacedLine[],
  before: Adjustment | undefined,
  cameIn: ReadonlyMap<number, number>,
) {
  const totals = new Map(cameIn);
  const add = (itemId: number, change: number) => totals.set(itemId, (totals.get(itemId) ?? 0) + change);
  for (const line of before?.lines ?? []) add(line.itemId, -Math.max(0, changeBy(kind, line)[1]));
  for (const { itemId, line, ledgerQuantity } of placed) {
    add(itemId, Math.max(0, changeBy(kind, { quantity: line.quantity, ledgerQuantity })[1]));
  }
  if ([...totals.values()].some((total) => total > Number.MAX_SAFE_INTEGER)) {
    throw conflict(adjustmentTexts.totalTooLarge);
  }
}

/** Whether the lot of a line is opened, called and dated by it. */
export function ownsLot(kind: AdjustmentKind, { before, lot }: Pick<PlacedLine, 'before' | 'lot'>): boolean {
  return !lot || (kind === 'opening' && before !== undefined);
}

/**
 * Matches the lines of an adjustment with their lots and locks all affected items, those of its earlier lines too. Throws
 * 400 for unknown references, 409 for conflicts.
 */
export async function placeLines(
  trx: Trx,
  body: AdjustmentBody,
  matched: readonly MatchedLine[],
  before: Adjustment | undefined,
): Promise<PlacedLine[]> {
  const { kind } = body;
  const isSupplierThere = kind !== 'supplierReturn' || (await lockRecord(trx, 'supplier', body.supplierId ?? 0));
  const suppliers = await lockSuppliers(trx, kind, matched);
  const { lotIds, itemIds, parentOf } = await findReferences(trx, kind, matched, before?.adjustmentId ?? 0);
  const ofLines = itemIds.filter((itemId) => itemId > 0);
  const cameIn = await lockItems(trx, [...ofLines, ...(before?.lines ?? []).map(({ itemId }) => itemId)]);
  // Read again under the locks: stock may have changed.
  const lots = await findLots(trx, lotIds);
  const names = await findItemNames(trx, ofLines);
  const isStill = ({ before: was }: MatchedLine) => was !== undefined && before?.date === body.date;
  const toCompare = kind === 'count' ? matched.flatMap((each) => (isStill(each) ? [] : (each.line.lotId ?? []))) : [];
  const ledger = await findLedgerOn(trx, toCompare, body.date, before?.adjustmentId ?? 0);
  const ledgerOf = ({ line, before: was }: MatchedLine) => ledger.get(line.lotId ?? 0) ?? was?.ledgerQuantity ?? 0;
  const placed = matched.map((each, index): PlacedLine => {
    const { line } = each;
    const lot = line.lotId === undefined ? undefined : lots.get(line.lotId);
    const itemId = itemIds[index] ?? 0;
    return {
      ...each,
      itemId,
      itemName: names.get(itemId) ?? '',
      lot,
      parent: lots.get(parentOf(each)?.lotId ?? 0),
      ledgerQuantity: kind === 'count' ? ledgerOf(each) : null,
    };
  });
  const unknown = checkThere(kind, placed, names);
  for (const [index, { line }] of placed.entries()) {
    const isUnknown = kind === 'opening' && line.supplierId && !suppliers.has(line.supplierId);
    if (isUnknown) unknown[`lines.${index}.supplierId`] = [adjustmentTexts.supplierUnknown];
  }
  if (!isSupplierThere) unknown['supplierId'] = [adjustmentTexts.supplierUnknown];
  if (kind === 'supplierReturn' && body.supplierId !== null) {
    const received = await findLotsOfSupplier(trx, [...lots.keys()], body.supplierId);
    for (const [index, { lot }] of placed.entries()) {
      if (lot && !received.has(lot.lotId)) {
        unknown[`lines.${index}.lotId`] = [adjustmentTexts.supplierOfOther(lot.code)];
      }
    }
  }
  if (Object.keys(unknown).length > 0) throw invalid(unknown);
  const owned = placed.map((each) => (ownsLot(kind, each) ? each : { ...each, line: { ...each.line, code: '' } }));
  const counted = await checkCount(trx, body, placed, before);
  const returned = await checkSuppliers(trx, kind, placed);
  const inTheWay = {
    ...(kind === 'buyerReturn' ? checkReturned(placed, body.date, parentOf) : await checkCodes(trx, owned)),
    ...counted.errors,
    ...returned.errors,
  };
  const [first] = [...Object.values(inTheWay), ...counted.ofGone.map((sentence) => [sentence])];
  const fields = Object.keys(inTheWay).length > 0 ? inTheWay : undefined;
  if (first) throw conflict(first.join(' '), fields, [...counted.documents, ...returned.documents]);
  checkTotals(kind, placed, before, cameIn);
  return placed;
}

/** The stored form of a new lot's code; undefined if the code is to be proposed. */
export function codeOfNew({ line }: PlacedLine) {
  return line.code === '' ? undefined : storedCode(line.code);
}
