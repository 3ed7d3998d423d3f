/** Recording, changing and deleting adjustments, each in the caller's transaction. */
import { adjustedLotsRefused, restoreMovements } from './restoring.ts';
import { defineDocument } from '../../core/records/document.ts';
import { adjustmentTexts } from '#contract/stock/adjustments/adjustmentTexts.ts';
import { countTexts } from '#contract/stock/adjustments/countTexts.ts';
import type { AdjustmentKind } from '#contract/documentStatus.ts';
import type { Claim } from '#contract/stock/stock.ts';
import { insertNumbered, updateRows } from '../../core/db/statements.ts';
import type { Trx } from '../../core/db/tables.ts';
import { ApiError, conflict, conflictAt } from '../../core/http/errors.ts';
import { claimLots } from '../documents/claimLots.ts';
import { findHeldFromStart } from '../documents/heldFromStart.ts';
import type { AuditEntry } from '../../core/records/auditEntry.ts';
import { linesOfLot, refusalsAsConflict, takenEarlierAt } from '../documents/refusals.ts';
import { returnChanges } from '../documents/returnChanges.ts';
import { lockRecord } from '../../core/records/crudQueries.ts';
import { mayDo } from '../../core/records/mayDo.ts';
import type { Write } from '../../core/records/write.ts';
import { reviseMovements } from '../ledger/documentMovements.ts';
import { lockItems } from '../ledger/items.ts';
import { changeLot, deleteLots, openLots, redateLots, redateReturns, type RedatedReturn } from '../ledger/lots.ts';
import type { Actor } from '../../core/records/journal.ts';
import { adjustmentMovements } from './movements.ts';
import { checkNotCountedLater } from './countSequence.ts';
import { newCodeOf, newSupplierOf, ownsLot, type PreparedLine } from './lotOfLine.ts';
import { newLotsOf } from './newLots.ts';
import { prepareLines } from './preparing.ts';
import { findAdjustment, findOpened, type Adjustment, type AdjustmentLine } from './queries.ts';
import { checkFields, pairByLot, type AdjustmentBody } from './rules.ts';
import { adjustmentHistory } from './history.ts';
import { isBeyondTolerance } from './tolerance.ts';
import { addWaitingLines, removeWaitingLines } from './waiting.ts';

/** A line with its lot and its row. */
interface PostedLine extends PreparedLine {
  lotId: number;
  adjustmentLineId: number;
}

const changeableColumns = {
  position: 'bigint',
  quantity: 'bigint',
  ledger_quantity: 'bigint',
  price_per_unit: 'bigint',
  reason: 'text',
} as const;

/** Writes the rows of the lines: new ones are inserted, those that stay are updated. */
async function writeRows(
  trx: Trx,
  id: number,
  kind: AdjustmentKind,
  lines: readonly (PreparedLine & { lotId: number })[],
): Promise<PostedLine[]> {
  const rows = lines.map(({ line, lotId, storedLine, ledgerQuantity }, position) => ({
    storedId: storedLine?.adjustmentLineId,
    adjustment_id: id,
    position,
    lot_id: lotId,
    quantity: line.quantity,
    ledger_quantity: ledgerQuantity,
    price_per_unit: kind === 'opening' ? line.pricePerUnit : null,
    dispatch_line_id: kind === 'buyerReturn' ? (line.dispatchLineId ?? storedLine?.dispatchLineId ?? null) : null,
    reason: line.reason,
  }));
  const storedRows = rows.flatMap(({ storedId, ...row }) => (storedId === undefined ? [] : { ...row, id: storedId }));
  const newRows = rows.flatMap(({ storedId, ...row }) => (storedId === undefined ? row : []));
  await updateRows(trx, 'adjustment_line', changeableColumns, storedRows);
  const ids = (await insertNumbered(trx, 'adjustment_line', newRows)).values();
  return lines.map((each) => {
    const adjustmentLineId = each.storedLine?.adjustmentLineId ?? ids.next().value;
    if (adjustmentLineId === undefined) throw new Error('fewer rows were inserted than there are new lines');
    return { ...each, adjustmentLineId };
  });
}

/** Deletes the lots that removed lines opened. Throws 409 for one that another document moved or counted, or that is recalled. */
async function removeLots(trx: Trx, kind: AdjustmentKind, lines: readonly AdjustmentLine[], at: string): Promise<void> {
  const opened = await findOpened(trx, kind, lines);
  await refusalsAsConflict(trx, [], () => deleteLots(trx, opened, at));
}

/** Updates code, expiry date, supplier and day of the lots of remaining lines; returns the buyers' returns that this changes. */
async function changeLots(
  trx: Trx,
  body: AdjustmentBody,
  prepared: readonly PreparedLine[],
  before: Adjustment,
  at: string,
): Promise<RedatedReturn[]> {
  const returns: RedatedReturn[] = [];
  for (const each of prepared) {
    const { lot, line } = each;
    if (!lot || !ownsLot(body.kind, each)) continue;
    const code = newCodeOf(body.kind, each);
    const supplierId = newSupplierOf(body.kind, each);
    if (code === undefined && supplierId === undefined && line.expiresOn === lot.expiresOn) continue;
    await changeLot(trx, lot.lotId, { code, supplierId, expiresOn: line.expiresOn, at });
    returns.push(...(await redateReturns(trx, lot.lotId, { before: lot.expiresOn, after: line.expiresOn, at })));
  }
  if (before.date === body.date) return returns;
  const keptLotIds = new Set(prepared.map(({ line }) => line.lotId));
  const keptLines = before.lines.filter(({ lotId }) => keptLotIds.has(lotId));
  const opened = await findOpened(trx, body.kind, keptLines);
  await refusalsAsConflict(trx, [takenEarlierAt('date')], () => redateLots(trx, opened, body.date));
  return returns;
}

/**
 * Opens the lots of new lines, writes the rows of all and revises the movements of the adjustment, which has its row. Throws
 * 409 for lots with too little stock.
 */
async function postLines(
  trx: Trx,
  id: number,
  body: AdjustmentBody,
  prepared: readonly PreparedLine[],
  actor: Actor,
): Promise<PostedLine[]> {
  const withoutLot = prepared.filter(({ lot }) => lot === undefined);
  const lotIds = (await openLots(trx, await newLotsOf(trx, body, withoutLot), actor.at)).values();
  const withLot = prepared.map((each) => {
    const lotId = each.lot?.lotId ?? lotIds.next().value;
    if (lotId === undefined) throw new Error('fewer lots were opened than lines need');
    return { ...each, lotId };
  });
  const lines = await writeRows(trx, id, body.kind, withLot);
  const posted = lines.map((each) => ({ ...each, quantity: each.line.quantity }));
  await refusalsAsConflict(trx, [adjustedLotsRefused(linesOfLot(lines))], () =>
    reviseMovements(trx, { documentKind: 'adjustment', documentId: id }, adjustmentMovements(id, body, posted), actor),
  );
  return lines;
}

/** Claims of an opening stock's lots. */
function claimsOf({ kind }: AdjustmentBody, lines: readonly PostedLine[]): Map<number, Claim> {
  if (kind !== 'opening') return new Map();
  return new Map(lines.flatMap(({ lotId, line: { claim } }) => (claim ? [[lotId, claim]] : [])));
}

/** The holds of lots that a buyer's return opened. */
async function findReturnHolds(
  trx: Trx,
  { kind }: AdjustmentBody,
  lines: readonly PostedLine[],
): Promise<AuditEntry[]> {
  const opened = kind === 'buyerReturn' ? lines.filter(({ lot }) => lot === undefined) : [];
  return await findHeldFromStart(
    trx,
    opened.map(({ lotId }) => lotId),
  );
}

/** The lines, and the columns of a count that waits for the office. */
interface Prepared {
  lines: PreparedLine[];
  waiting: { waiting_since: string; counted_by: number } | undefined;
}

/** Locks and checks the records that the lines refer to. Throws 400 or 409 with all faulty fields. */
async function prepare({ trx, actor }: Write, body: AdjustmentBody, before: Adjustment | undefined): Promise<Prepared> {
  if (before && body.kind !== before.kind) throw conflictAt('kind', adjustmentTexts.kindFixed);
  const matched = pairByLot(body, before?.lines ?? []);
  checkFields(body, matched);
  const lines = await prepareLines(trx, body, matched, before);
  const waits =
    body.kind === 'count' &&
    !(await mayDo(trx, actor.userId, 'create', 'adjustments')) &&
    (await isBeyondTolerance(trx, lines));
  return { lines, waiting: waits ? { waiting_since: actor.at, counted_by: actor.userId } : undefined };
}

/** Posts the lines; returns the changes of lots for the history. */
async function save(
  { trx, actor }: Write,
  id: number,
  body: AdjustmentBody,
  { lines: prepared, waiting }: Prepared,
  before: Adjustment | undefined,
): Promise<AuditEntry[]> {
  if (waiting) {
    await addWaitingLines(trx, id, prepared);
    return [];
  }
  if (before?.state === 'waiting') await removeWaitingLines(trx, id);
  const posted = await postLines(trx, id, body, prepared, actor);
  const returns = before ? await changeLots(trx, body, prepared, before, actor.at) : [];
  const lotChanges = [
    ...returnChanges(returns),
    ...(await claimLots(trx, claimsOf(body, posted), actor.at)),
    ...(await findReturnHolds(trx, body, posted)),
  ];
  const keptLineIds = new Set(prepared.flatMap((each) => each.storedLine?.adjustmentLineId ?? []));
  const removedLines = before?.lines.filter(({ adjustmentLineId }) => !keptLineIds.has(adjustmentLineId)) ?? [];
  if (removedLines.length === 0) return lotChanges;
  const ids = removedLines.map(({ adjustmentLineId }) => adjustmentLineId);
  await trx.updateTable('adjustment_line').set({ deleted_at: actor.at }).where('id', 'in', ids).execute();
  await removeLots(trx, body.kind, removedLines, actor.at);
  return lotChanges;
}

/**
 * The writes of adjustments. A line keeps its lot and, where nothing changes, its movement. A change is a 409 where more has
 * left a lot than it would hold; a deletion where something has left a lot that it opened, or a later count of a lot would
 * be falsified. For restoring see restoring.ts.
 */
export const adjustmentDocument = defineDocument<Adjustment, AdjustmentBody, Prepared>({
  kind: 'adjustments',
  table: 'adjustment',
  idField: 'adjustmentId',
  ...adjustmentHistory,
  texts: adjustmentTexts,
  lines: { table: 'adjustment_line', column: 'adjustment_id' },
  find: findAdjustment,
  columns: (body, { waiting }, before) => ({
    ...(before ? {} : { kind: body.kind }),
    adjustment_date: body.date,
    reason: body.reason,
    supplier_id: body.kind === 'supplierReturn' ? body.supplierId : null,
    ...(waiting ?? { waiting_since: null }),
  }),
  prepare,
  save,
  async remove({ trx, actor }, before, mark) {
    await lockItems(
      trx,
      before.lines.map(({ itemId }) => itemId),
    );
    await checkNotCountedLater(trx, before);
    const deletedAt = await mark();
    const document = { documentKind: 'adjustment', documentId: before.adjustmentId } as const;
    await refusalsAsConflict(trx, [adjustedLotsRefused()], () => reviseMovements(trx, document, [], actor));
    await removeLots(trx, before.kind, before.lines, deletedAt);
  },
  restore: restoreMovements,
});

/**
 * Deletes a count that waits, for the office and for the person who counted. Throws 404, 403 for others, or 409 for one
 * that was posted.
 */
export async function discardCount(write: Write, id: number): Promise<{ message: string }> {
  await lockRecord(write.trx, 'adjustment', id);
  const count = await findAdjustment(write.trx, id);
  const { userId } = write.actor;
  if (count && count.countedById !== userId && !(await mayDo(write.trx, userId, 'delete', 'counts')))
    throw new ApiError('forbidden', countTexts.notOwn);
  if (count?.state === 'posted') throw conflict(countTexts.notWaiting);
  await adjustmentDocument.remove(write, id);
  return { message: countTexts.discarded };
}
