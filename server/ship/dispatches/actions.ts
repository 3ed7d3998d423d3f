/** Recording, changing and deleting dispatches, each in the caller's transaction. */
import { refuseMissingReferences } from '../../core/records/restoring.ts';
import { defineDocument } from '../../core/records/document.ts';
import { stockRefusals } from '#contract/stock/stockRefusals.ts';
import { soldAsLabels } from '#contract/stock/claims/soldAs.ts';
import { documentTexts } from '#contract/stock/documentTexts.ts';
import type { z } from 'zod';
import type { dispatchBody } from '#contract/ship/dispatches.ts';
import { dispatchTexts, dispatchLabels, dispatchLinesLabel } from '#contract/ship/dispatchTexts.ts';
import { salesNumberWarnings } from '#contract/stock/warnings/warningRules.ts';
import type { Warning } from '#contract/stock/warnings/warnings.ts';
import type { FieldErrors } from '#contract/core/errors.ts';
import { formatDate, formatQuantityWithUnit } from '#contract/core/values/format.ts';
import { fromThousandths } from '#contract/core/values/numbers.ts';
import { insertNumbered } from '../../core/db/statements.ts';
import type { Trx } from '../../core/db/tables.ts';
import { conflict, invalid } from '../../core/http/errors.ts';
import { lockRecord } from '../../core/records/crudQueries.ts';
import { matchLines } from '../../core/records/lines.ts';
import { expiryWarnings, findExpiredUses, linesOfUse, refuseExpiredUses } from '../../stock/documents/afterExpiry.ts';
import { recallLinks } from '../../stock/documents/recallLinks.ts';
import { linesOfLot, lotsRefused, refusalsAsConflict } from '../../stock/documents/refusals.ts';
import { findDeletedLots } from '../../stock/documents/restoredLots.ts';
import type { Write } from '../../core/records/write.ts';
import { dispatchedMovement } from '../../stock/ledger/dispatchedMovement.ts';
import { findBlocking } from '../../stock/names/documentLabels.ts';
import { reviseMovements } from '../../stock/ledger/documentMovements.ts';
import { lockItems } from '../../stock/ledger/items.ts';
import { findLots } from '../../stock/ledger/lots.ts';
import { checkSoldAs, type Sold } from './soldAs.ts';
import { checkProposal, findInvoiceNumberUse } from './invoiceNumbers.ts';
import { findDispatch, findRecallsNotingBuyer, findReturns, type Dispatch, type DispatchLine } from './queries.ts';
import { day, fieldsOf, listOf, named, oneOf, nameIn } from '../../core/records/historyFields.ts';
import { lotLine } from '../../stock/documents/historyLines.ts';

type Body = z.output<typeof dispatchBody>;

/** A line of a body with its lot. */
interface PreparedLine {
  lotId: number;
  itemId: number;
  quantity: number;
}

/** A line with the id of its row. */
interface WrittenLine extends PreparedLine {
  lineId: number;
}

/** The lots of batches that exist, by the id of the finished good. */
async function findLotsOfGoods(trx: Trx, ids: readonly number[]): Promise<Map<number, number>> {
  if (ids.length === 0) return new Map();
  const query = trx.selectFrom('finished_good').select(['id', 'lot_id']).where('id', 'in', ids);
  const rows = await query.where('deleted_at', 'is', null).execute();
  return new Map(rows.flatMap(({ id, lot_id: lotId }) => (lotId === null ? [] : [[id, lotId]])));
}

/** Locks the buyer and the items of all lots, stored and new. Throws 400 naming each line whose lot does not exist. */
async function prepareLines(trx: Trx, body: Body, before: readonly DispatchLine[] = []): Promise<PreparedLine[]> {
  const errors: FieldErrors = {};
  if (!(await lockRecord(trx, 'buyer', body.buyerId))) errors['buyerId'] = [dispatchTexts.buyerUnknown];
  const ofGoods = await findLotsOfGoods(
    trx,
    body.lines.flatMap(({ finishedGoodId }) => finishedGoodId ?? []),
  );
  const lotIds = body.lines.map(({ lotId, finishedGoodId }) => lotId ?? ofGoods.get(finishedGoodId ?? 0) ?? 0);
  const lots = await findLots(trx, lotIds);
  for (const [index, lotId] of lotIds.entries()) {
    if (lots.has(lotId)) continue;
    const field = body.lines[index]?.lotId === undefined ? 'finishedGoodId' : 'lotId';
    errors[`lines.${index}.${field}`] = [dispatchTexts.lotUnknown];
  }
  if (Object.keys(errors).length > 0) throw invalid(errors);
  await lockItems(trx, [...[...lots.values()].map(({ itemId }) => itemId), ...before.map(({ itemId }) => itemId)]);
  return body.lines.map(({ quantity }, index) => {
    const lotId = lotIds[index] ?? 0;
    return { lotId, itemId: lots.get(lotId)?.itemId ?? 0, quantity };
  });
}

/**
 * Posts the movements of a dispatch; a short or held lot becomes a 409 that names each of its lines, and so does a recalled
 * one of which less would have left.
 */
async function moveLines(
  { trx, actor }: Write,
  dispatchId: number,
  dispatchDate: string,
  lines: readonly WrittenLine[],
): Promise<void> {
  const movements = lines.map((line) => dispatchedMovement(line, { dispatchId, dispatchDate }));
  const document = { documentKind: 'dispatch', documentId: dispatchId } as const;
  await refusalsAsConflict(trx, [lotsRefused(dispatchTexts, linesOfLot(lines))], () =>
    reviseMovements(trx, document, movements, actor),
  );
}

/** The claim that a dispatch is sold under after a change: what the body leaves out stays. */
function soldBy({ soldAs, soldAsReason }: Body, before: Dispatch | undefined): Sold {
  return {
    soldAs: soldAs === undefined ? (before?.soldAs ?? null) : soldAs,
    soldAsReason: soldAsReason ?? before?.soldAsReason ?? '',
  };
}

/** The content of a body: its lines with their lots, and the claim that they are sold under. */
interface Prepared {
  lines: PreparedLine[];
  sold: Sold;
  afterExpiryReason: string;
}

function columnsOf({ buyerId, dispatchDate, ...body }: Body, { sold, afterExpiryReason }: Prepared) {
  return {
    buyer_id: buyerId,
    dispatch_date: dispatchDate,
    invoice_number: body.invoiceNumber,
    vehicle: body.vehicle,
    transport_document: body.transportDocument,
    transaction_certificate: body.transactionCertificate,
    inspection_certificate: body.inspectionCertificate,
    import_certificate: body.importCertificate,
    sold_as: sold.soldAs,
    sold_as_reason: sold.soldAsReason,
    after_expiry_reason: afterExpiryReason,
    note: body.note,
  };
}

interface Positioned extends PreparedLine {
  position: number;
}

async function insertLines(trx: Trx, dispatchId: number, lines: readonly Positioned[]): Promise<number[]> {
  return await insertNumbered(
    trx,
    'dispatch_line',
    lines.map(({ lotId, quantity, position }) => ({ dispatch_id: dispatchId, position, lot_id: lotId, quantity })),
  );
}

/** Throws 409 where less would be left of a line than the buyer returned of it. */
function checkReturned(before: readonly DispatchLine[], quantityOf: (line: DispatchLine) => number): void {
  const faulty = before.filter((line) => quantityOf(line) < line.returnedQty);
  if (faulty.length === 0) return;
  const texts = faulty.map(({ lotCode, returnedQty, unit }) =>
    documentTexts.returned(lotCode, formatQuantityWithUnit(fromThousandths(returnedQty), unit)),
  );
  throw conflict(texts.join('\n'));
}

/** Throws 409 where what came back would be of another buyer, or would have come back before it left. */
async function checkReturns(trx: Trx, before: Dispatch, { buyerId, dispatchDate }: Body): Promise<void> {
  const isOther = before.buyerId !== null && buyerId !== before.buyerId;
  const isLater = dispatchDate > before.dispatchDate;
  if ((!isOther && !isLater) || before.lines.every(({ returnedQty }) => returnedQty === 0)) return;
  const returns = await findReturns(trx, before.dispatchId);
  const documents = await findBlocking(
    trx,
    returns.map(({ id }) => ({ documentKind: 'adjustment', documentId: id })),
  );
  const [first] = returns;
  const errors: FieldErrors = {};
  if (isOther) errors['buyerId'] = [stockRefusals.dispatchBuyerStays(documents.map(({ label }) => label))];
  if (first && dispatchDate > first.date) {
    errors['dispatchDate'] = [stockRefusals.dispatchAfterReturn(documents[0]?.label ?? '', formatDate(first.date))];
  }
  const texts = Object.values(errors).flat();
  if (texts.length > 0) throw conflict(texts.join('\n'), errors, documents);
}

/** Throws 409 where the notes of a recall about the buyer would become those of another. */
async function checkRecallNotes(trx: Trx, before: Dispatch, { buyerId }: Body): Promise<void> {
  if (before.buyerId === null || buyerId === before.buyerId) return;
  const recalls = recallLinks(await findRecallsNotingBuyer(trx, before.dispatchId));
  if (recalls.length === 0) return;
  const text = stockRefusals.notedBuyerStays(recalls.map(({ label }) => label));
  throw conflict(text, { buyerId: [text] }, recalls);
}

/**
 * Matches each new line with a stored line of the same lot. Stored lines with returns choose first, the one with the most
 * returned before the others: a new line that covers the return, if possible one that did not change. The others go by
 * quantity, then by position.
 */
function matchStoredLines(
  before: readonly DispatchLine[],
  lines: readonly PreparedLine[],
): (DispatchLine | undefined)[] {
  const matched = new Map<number, DispatchLine>();
  const byReturned = before.toSorted((a, b) => b.returnedQty - a.returnedQty);
  for (const line of byReturned.filter(({ returnedQty }) => returnedQty > 0)) {
    const unmatched = lines
      .map(({ lotId, quantity }, index) => ({ lotId, quantity, index }))
      .filter(({ lotId, index }) => lotId === line.lotId && !matched.has(index));
    const covering = unmatched.filter(({ quantity }) => quantity >= line.returnedQty);
    const inPlace = covering.find(({ index }) => before[index] === line);
    const unchanged = covering.find(({ quantity }) => quantity === line.quantity);
    const isUnchangedInPlace = inPlace?.quantity === line.quantity;
    const chosen = (isUnchangedInPlace ? inPlace : unchanged) ?? inPlace ?? covering[0] ?? unmatched[0];
    if (chosen) matched.set(chosen.index, line);
  }
  const others = before.filter(({ returnedQty }) => returnedQty === 0);
  const isSameLot = (stored: DispatchLine, { lotId }: PreparedLine) => stored.lotId === lotId;
  const isUnchanged = (stored: DispatchLine, line: PreparedLine) =>
    isSameLot(stored, line) && stored.quantity === line.quantity;
  // Unchanged lines first: notes and certificates stay with their quantity.
  const rules = [
    (stored: DispatchLine, line: PreparedLine, index: number) => isUnchanged(stored, line) && stored === before[index],
    isUnchanged,
    (stored: DispatchLine, line: PreparedLine, index: number) => isSameLot(stored, line) && stored === before[index],
    isSameLot,
  ];
  return matchLines(others, lines, rules, matched);
}

/** Writes the rows of changed lines: those of the same lot stay. */
async function reviseLines(
  trx: Trx,
  id: number,
  before: readonly DispatchLine[],
  prepared: readonly PreparedLine[],
  at: string,
): Promise<WrittenLine[]> {
  const matched = matchStoredLines(before, prepared);
  checkReturned(before, (line) => prepared[matched.indexOf(line)]?.quantity ?? 0);
  const deletedIds = before.filter((line) => !matched.includes(line)).map(({ dispatchLineId }) => dispatchLineId);
  if (deletedIds.length > 0)
    await trx.updateTable('dispatch_line').set({ deleted_at: at }).where('id', 'in', deletedIds).execute();
  for (const [position, { quantity }] of prepared.entries()) {
    const line = matched[position];
    if (!line) continue;
    const changed = { position, quantity };
    await trx.updateTable('dispatch_line').set(changed).where('id', '=', line.dispatchLineId).execute();
  }
  const newLines = prepared
    .map((line, position) => ({ ...line, position }))
    .filter(({ position }) => matched[position] === undefined);
  const newIds = (await insertLines(trx, id, newLines)).values();
  return prepared.map((line, index) => ({
    ...line,
    lineId: matched[index]?.dispatchLineId ?? newIds.next().value ?? 0,
  }));
}

/** Writes the lines of a new dispatch, or of a changed one: stored rows stay with the lines of their lot. */
async function writeLines(
  { trx, actor }: Write,
  id: number,
  prepared: readonly PreparedLine[],
  before: Dispatch | undefined,
): Promise<WrittenLine[]> {
  if (before) return await reviseLines(trx, id, before.lines, prepared, actor.at);
  const lineIds = await insertLines(
    trx,
    id,
    prepared.map((line, position) => ({ ...line, position })),
  );
  return prepared.map((line, index) => ({ ...line, lineId: lineIds[index] ?? 0 }));
}

/**
 * The writes of dispatches. A change names the buyer of what was sold by hand; it is a 409 where the buyer returned more of a
 * line than would be left of it, or before the new date, where less would be left of a recalled lot, or where another buyer
 * follows one whom a recall asked. Each is a 409 where a lot doesn't hold what it is sold as, or its item
 * allows nothing after its date. A deletion puts the quantities back, restoring takes the same quantities of the same lots.
 */
export const dispatchDocument = defineDocument<Dispatch, Body, Prepared>({
  kind: 'dispatches',
  table: 'dispatch',
  idField: 'dispatchId',
  historyName: nameIn('invoiceNumber'),
  historyFields: [
    ...fieldsOf(dispatchLabels, {
      buyerId: named('buyerName'),
      dispatchDate: day,
      soldAs: oneOf(soldAsLabels),
    }),
    ...fieldsOf({ lines: dispatchLinesLabel }, { lines: listOf(lotLine) }),
  ],
  texts: dispatchTexts,
  lines: { table: 'dispatch_line', column: 'dispatch_id' },
  find: findDispatch,
  columns: columnsOf,
  async prepare({ trx }, body, before) {
    if (!before && body.invoiceNumberProposed) await checkProposal(trx, body);
    const lines = await prepareLines(trx, body, before?.lines);
    if (before) await checkReturns(trx, before, body);
    if (before) await checkRecallNotes(trx, before, body);
    const afterExpiryReason = body.afterExpiryReason ?? before?.afterExpiryReason ?? '';
    return { lines, sold: await checkSoldAs(trx, soldBy(body, before), lines), afterExpiryReason };
  },
  async save(write, id, { dispatchDate }, { lines, afterExpiryReason }, before) {
    const taking = { kind: 'dispatch', id } as const;
    const expiredBefore = before ? await findExpiredUses(write.trx, taking) : [];
    await moveLines(write, id, dispatchDate, await writeLines(write, id, lines, before));
    const reasons = [before?.afterExpiryReason ?? '', afterExpiryReason] as const;
    await refuseExpiredUses(write.trx, taking, { before: expiredBefore, reasons, fieldsOf: linesOfUse(lines) });
  },
  async remove(write, { dispatchId, dispatchDate, lines }, mark) {
    await lockItems(
      write.trx,
      lines.map(({ itemId }) => itemId),
    );
    checkReturned(lines, () => 0);
    await mark();
    await moveLines(write, dispatchId, dispatchDate, []);
  },
  async restore(write, restored) {
    const { dispatchId, buyerId, buyerName, dispatchDate, lines } = restored;
    const { trx } = write;
    const buyerExists = buyerId === null || (await lockRecord(trx, 'buyer', buyerId));
    await lockItems(
      trx,
      lines.map(({ itemId }) => itemId),
    );
    const lotIds = lines.map(({ lotId }) => lotId);
    refuseMissingReferences([...(buyerExists ? [] : [buyerName ?? '']), ...(await findDeletedLots(trx, lotIds))]);
    await checkSoldAs(trx, restored, lines);
    await moveLines(
      write,
      dispatchId,
      dispatchDate,
      lines.map(({ dispatchLineId: lineId, lotId, itemId, quantity }) => ({ lineId, lotId, itemId, quantity })),
    );
    const reasons = ['', restored.afterExpiryReason] as const;
    const taking = { kind: 'dispatch', id: dispatchId } as const;
    await refuseExpiredUses(trx, taking, { before: [], reasons, fieldsOf: linesOfUse(lines) });
  },
});

/** The warnings for a saved dispatch. */
export async function findWarnings(trx: Trx, dispatch: Dispatch): Promise<Warning[]> {
  const { dispatchId, lines } = dispatch;
  const expired = await findExpiredUses(trx, { kind: 'dispatch', id: dispatchId });
  return [
    ...salesNumberWarnings(await findInvoiceNumberUse(trx, dispatch, dispatchId)),
    ...expiryWarnings(expired, linesOfUse(lines)),
  ];
}
