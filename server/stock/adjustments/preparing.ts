/** The lines of an adjustment with their lots and items, locked; they determine the movements. */
import { stockRefusals } from '#contract/stock/stockRefusals.ts';
import { adjustmentTexts } from '#contract/stock/adjustments/adjustmentTexts.ts';
import type { AdjustmentKind } from '#contract/documentStatus.ts';
import type { BlockingDocument, FieldErrors } from '#contract/core/errors.ts';
import { formatDate, formatQuantityWithUnit } from '#contract/core/values/format.ts';
import { fromThousandths } from '#contract/core/values/numbers.ts';
import type { Trx } from '../../core/db/tables.ts';
import { conflict, invalid } from '../../core/http/errors.ts';
import { findCodeErrors } from '../documents/codeErrors.ts';
import { findSupplierReturns } from '../documents/supplierReturns.ts';
import { findItemIds, findItemNames, lockItems } from '../ledger/items.ts';
import { findLots } from '../ledger/lots.ts';
import { earlyText } from './receivedFirst.ts';
import { stockChangeOf } from './movements.ts';
import { findCountFaults } from './countSequence.ts';
import { newCodeOf, newSupplierOf, type PreparedLine } from './lotOfLine.ts';
import { findLedgerOn, type Adjustment } from './queries.ts';
import {
  findDispatchedLines,
  findLotsOfSupplier,
  lockDispatches,
  lockSuppliers,
  type DispatchedLine,
} from './references.ts';
import type { AdjustmentBody, MatchedLine } from './rules.ts';

/** References of the lines, read before their items are locked. */
async function findLineReferences(trx: Trx, kind: AdjustmentKind, matched: readonly MatchedLine[], id: number) {
  const dispatchLineOf = ({ line, storedLine }: MatchedLine) => line.dispatchLineId ?? storedLine?.dispatchLineId ?? 0;
  const dispatchLineIds = kind === 'buyerReturn' ? matched.map(dispatchLineOf) : [];
  await lockDispatches(trx, dispatchLineIds);
  const dispatched = await findDispatchedLines(trx, dispatchLineIds, id);
  const dispatchedLineOf = (each: MatchedLine) => dispatched.get(dispatchLineOf(each));
  const lotIdOf = (each: MatchedLine) => each.line.lotId ?? dispatchedLineOf(each)?.lotId ?? 0;
  const lotIds = matched
    .flatMap((each) => [lotIdOf(each), dispatchedLineOf(each)?.lotId ?? 0])
    .filter((lotId) => lotId > 0);
  const lots = await findLots(trx, lotIds);
  const namedItemIds = await findItemIds(
    trx,
    matched.map(({ line: { rawMaterialId, productId } }) => ({ rawMaterialId, productId })),
  );
  const itemIds = matched.map((each, index) => {
    const lotId = lotIdOf(each);
    return lotId > 0 ? (lots.get(lotId)?.itemId ?? 0) : (namedItemIds[index] ?? 0);
  });
  return { lotIds, itemIds, dispatchedLineOf };
}

/** The suppliers that a supplier return or opening stock names. */
function suppliersOf({ kind, supplierId }: AdjustmentBody, matched: readonly MatchedLine[]): number[] {
  if (kind === 'supplierReturn') return supplierId === null ? [] : [supplierId];
  return kind === 'opening' ? matched.flatMap(({ line }) => line.supplierId ?? []) : [];
}

/** Throws 400 with an error for each reference that does not exist or, as a lot of another supplier, does not fit. */
async function refuseUnknownReferences(
  trx: Trx,
  { kind, supplierId }: AdjustmentBody,
  prepared: readonly PreparedLine[],
  { names, suppliers }: { names: ReadonlyMap<number, string>; suppliers: ReadonlySet<number> },
): Promise<void> {
  const errors: FieldErrors = {};
  const lotIds = prepared.flatMap(({ lot }) => lot?.lotId ?? []);
  const isReturn = kind === 'supplierReturn' && supplierId !== null;
  const lotsOfSupplier = isReturn ? await findLotsOfSupplier(trx, lotIds, supplierId) : undefined;
  for (const [index, { line, lot, parent, itemId }] of prepared.entries()) {
    const field = `lines.${index}`;
    if (line.lotId !== undefined && !lot) errors[`${field}.lotId`] = [adjustmentTexts.lotUnknown];
    else if (kind === 'buyerReturn' && !parent) errors[`${field}.dispatchLineId`] = [adjustmentTexts.dispatchUnknown];
    else if (!names.has(itemId) && !lot) {
      errors[`${field}.${line.rawMaterialId === null ? 'productId' : 'rawMaterialId'}`] = [adjustmentTexts.itemUnknown];
    }
    if (kind === 'opening' && line.supplierId && !suppliers.has(line.supplierId))
      errors[`${field}.supplierId`] = [adjustmentTexts.supplierUnknown];
    if (lot && lotsOfSupplier && !lotsOfSupplier.has(lot.lotId))
      errors[`${field}.lotId`] = [adjustmentTexts.supplierOfOther(lot.code)];
  }
  if (kind === 'supplierReturn' && !suppliers.has(supplierId ?? 0))
    errors['supplierId'] = [adjustmentTexts.supplierUnknown];
  if (Object.keys(errors).length > 0) throw invalid(errors);
}

/** Errors of a return before its dispatch, and of lines that return more than is still with the buyer. */
function returnErrors(
  prepared: readonly PreparedLine[],
  date: string,
  dispatchedLineOf: (line: MatchedLine) => DispatchedLine | undefined,
): FieldErrors {
  const errors: FieldErrors = {};
  const returnableOf = new Map<number, number>();
  let latest = date;
  for (const [index, each] of prepared.entries()) {
    const dispatched = dispatchedLineOf(each);
    if (!dispatched || !each.parent) continue;
    const { dispatchLineId, dispatchDate, quantity, returned } = dispatched;
    if (dispatchDate > latest) {
      latest = dispatchDate;
      errors['date'] = [stockRefusals.returnBeforeDispatch(each.parent.code, formatDate(dispatchDate))];
    }
    const available = returnableOf.get(dispatchLineId) ?? quantity - returned;
    if (each.line.quantity > available) {
      const text = formatQuantityWithUnit(fromThousandths(available), each.parent.unit);
      errors[`lines.${index}.quantity`] = [adjustmentTexts.tooMuchReturned(text)];
    }
    returnableOf.set(dispatchLineId, Math.max(0, available - each.line.quantity));
  }
  return errors;
}

/** Errors of opening stock whose supplier changes though some of it was returned to the present one. */
async function findSupplierFaults(
  trx: Trx,
  kind: AdjustmentKind,
  prepared: readonly PreparedLine[],
): Promise<{ errors: FieldErrors; documents: BlockingDocument[] }> {
  const errors: FieldErrors = {};
  const documents: BlockingDocument[] = [];
  for (const [index, each] of prepared.entries()) {
    if (!each.lot || !each.storedLine?.supplierId || newSupplierOf(kind, each) === undefined) continue;
    const returns = await findSupplierReturns(trx, [each.lot.lotId]);
    if (!returns) continue;
    errors[`lines.${index}.supplierId`] = [returns.text];
    documents.push(...returns.documents);
  }
  return { errors, documents };
}

/** Throws 409 where the total received of an item would be too large to store. */
function checkTotals(
  kind: AdjustmentKind,
  prepared: readonly PreparedLine[],
  before: Adjustment | undefined,
  receivedTotals: ReadonlyMap<number, number>,
) {
  const totals = new Map(receivedTotals);
  const add = (itemId: number, change: number) => totals.set(itemId, (totals.get(itemId) ?? 0) + change);
  for (const line of before?.lines ?? []) add(line.itemId, -Math.max(0, stockChangeOf(kind, line).quantity));
  for (const { itemId, line, ledgerQuantity } of prepared) {
    add(itemId, Math.max(0, stockChangeOf(kind, { quantity: line.quantity, ledgerQuantity }).quantity));
  }
  if ([...totals.values()].some((total) => total > Number.MAX_SAFE_INTEGER)) {
    throw conflict(adjustmentTexts.totalTooLarge);
  }
}

/** The ledger's quantity for each line of a count; a stored line keeps its figure unless the day changes. */
async function findLedgerQuantities(
  trx: Trx,
  { kind, date }: AdjustmentBody,
  matched: readonly MatchedLine[],
  before: Adjustment | undefined,
): Promise<(number | null)[]> {
  if (kind !== 'count') return matched.map(() => null);
  const isSameDay = before?.date === date;
  const compared = matched.filter((each) => !isSameDay || each.storedLine === undefined);
  const lotIds = compared.flatMap(({ line }) => line.lotId ?? []);
  const ledger = await findLedgerOn(trx, lotIds, date, before?.adjustmentId ?? 0);
  return matched.map((each) => ledger.get(each.line.lotId ?? 0) ?? each.storedLine?.ledgerQuantity ?? 0);
}

/** Throws 409 with an error for each line that its lot, its dispatch or a later count does not allow. */
async function checkConflicts(
  trx: Trx,
  body: AdjustmentBody,
  prepared: readonly PreparedLine[],
  before: Adjustment | undefined,
  dispatchedLineOf: (line: MatchedLine) => DispatchedLine | undefined,
): Promise<void> {
  const { kind, date } = body;
  const codes = prepared.map((each) => ({
    itemId: each.itemId,
    code: newCodeOf(kind, each),
    exceptLotId: each.lot?.lotId,
  }));
  const counted = await findCountFaults(trx, body, prepared, before);
  const suppliers = await findSupplierFaults(trx, kind, prepared);
  // A stored line of the same day stays as it is, and may be lowered.
  const moved = prepared.flatMap(({ line, lot, storedLine }) => {
    const isStored = storedLine && before?.date === date && line.quantity <= storedLine.quantity;
    return isStored ? [] : (lot ?? []);
  });
  const early = earlyText(kind, date, moved);
  const errors: FieldErrors = {
    ...(kind === 'buyerReturn'
      ? returnErrors(prepared, date, dispatchedLineOf)
      : await findCodeErrors(trx, codes, (index) => `lines.${index}.code`)),
    ...(early === undefined ? {} : { date: [early] }),
    ...counted.errors,
    ...suppliers.errors,
  };
  const [first] = [...Object.values(errors), ...counted.removedLineTexts.map((text) => [text])];
  if (!first) return;
  const fields = Object.keys(errors).length > 0 ? errors : undefined;
  throw conflict(first.join(' '), fields, [...counted.documents, ...suppliers.documents]);
}

/**
 * Matches the lines of an adjustment with their lots and locks all affected items, those of its earlier lines too. Throws
 * 400 for unknown references, 409 for conflicts.
 */
export async function prepareLines(
  trx: Trx,
  body: AdjustmentBody,
  matched: readonly MatchedLine[],
  before: Adjustment | undefined,
): Promise<PreparedLine[]> {
  const { kind } = body;
  const suppliers = await lockSuppliers(trx, suppliersOf(body, matched));
  const { lotIds, itemIds, dispatchedLineOf } = await findLineReferences(trx, kind, matched, before?.adjustmentId ?? 0);
  const knownItemIds = itemIds.filter((itemId) => itemId > 0);
  const receivedTotals = await lockItems(trx, [...knownItemIds, ...(before?.lines ?? []).map(({ itemId }) => itemId)]);
  // Read again under the locks: stock may have changed.
  const lots = await findLots(trx, lotIds);
  const names = await findItemNames(trx, knownItemIds);
  const ledgerQuantities = await findLedgerQuantities(trx, body, matched, before);
  const prepared = matched.map((each, index): PreparedLine => {
    const itemId = itemIds[index] ?? 0;
    return {
      ...each,
      itemId,
      itemName: names.get(itemId) ?? '',
      lot: each.line.lotId === undefined ? undefined : lots.get(each.line.lotId),
      parent: lots.get(dispatchedLineOf(each)?.lotId ?? 0),
      ledgerQuantity: ledgerQuantities[index] ?? null,
    };
  });
  await refuseUnknownReferences(trx, body, prepared, { names, suppliers });
  await checkConflicts(trx, body, prepared, before, dispatchedLineOf);
  checkTotals(kind, prepared, before, receivedTotals);
  return prepared;
}
