/** Restores a deleted adjustment with its lots and movements. */
import type { AuditEntry } from '../../core/records/auditEntry.ts';
import { stockRefusals } from '#contract/stock/stockRefusals.ts';
import { z } from 'zod';
import { adjustmentTexts } from '#contract/stock/adjustments/adjustmentTexts.ts';
import { formatDate, formatQuantityWithUnit } from '#contract/core/values/format.ts';
import { fromThousandths } from '#contract/core/values/numbers.ts';
import type { Trx } from '../../core/db/tables.ts';
import { conflict } from '../../core/http/errors.ts';
import { recallChanges } from '../documents/recallChanges.ts';
import { refuseMissingReferences } from '../../core/records/restoring.ts';
import { lotsRefused, refusalsAsConflict } from '../documents/refusals.ts';
import { findDeletedLots } from '../documents/restoredLots.ts';
import type { Write } from '../../core/records/write.ts';
import { findBlocking } from '../names/documentLabels.ts';
import { reviseMovements } from '../ledger/documentMovements.ts';
import { findItemNames, lockItems } from '../ledger/items.ts';
import { findLots, restoreLots } from '../ledger/lots.ts';
import { recallReturned } from '../ledger/recalled.ts';
import { earlyText } from './receivedFirst.ts';
import { adjustmentMovements } from './movements.ts';
import { checkNotCountedLater, checkNotRecounted, checkReceived } from './countSequence.ts';
import { findOpened, type Adjustment } from './queries.ts';
import {
  findDispatchedLines,
  findLotsOfSupplier,
  lockDispatches,
  lockSuppliers,
  type DispatchedLine,
} from './references.ts';

/** The refusal of lots that have less than an adjustment takes out of them. */
export const adjustedLotsRefused = (fieldsOf: Parameters<typeof lotsRefused>[1] = () => []) =>
  lotsRefused(adjustmentTexts, fieldsOf, ' ');

/** A 409 for a dispatch that was changed since the return was deleted. */
async function dispatchChanged(
  trx: Trx,
  sentence: (dispatch: string) => string,
  { dispatchId }: Adjustment['lines'][number],
) {
  const documents = await findBlocking(trx, [{ documentKind: 'dispatch', documentId: dispatchId ?? 0 }]);
  return conflict(sentence(documents[0]?.label ?? ''), undefined, documents);
}

const returnRecord = z.object({
  lines: z.array(
    z.object({
      dispatchLineId: z.int().nullable(),
      // Older events have no buyer.
      buyerId: z.int().nullable().default(null),
      buyerName: z.string().nullable().default(null),
    }),
  ),
});

/** The buyer who had returned each line of a dispatch, by its id: the return itself has its present buyer. */
async function findBuyers(trx: Trx, adjustmentId: number) {
  const deletion = await trx
    .selectFrom('audit_event')
    .select('before')
    .where('resource', '=', 'adjustments')
    .where('record_id', '=', adjustmentId)
    .where('action', '=', 'delete')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  const { lines } = returnRecord.parse(JSON.parse(deletion?.before ?? '{"lines":[]}'));
  return new Map(lines.map((line) => [line.dispatchLineId, line]));
}

/** Throws 409 where the dispatch no longer has the line, is now dated after its return, or now has another buyer. */
async function checkDispatches(
  trx: Trx,
  { adjustmentId, date, lines }: Adjustment,
  dispatched: ReadonlyMap<number, DispatchedLine>,
): Promise<void> {
  if (lines.every(({ dispatchLineId }) => dispatchLineId === null)) return;
  const buyers = await findBuyers(trx, adjustmentId);
  for (const line of lines) {
    const { dispatchDate, buyerId } = dispatched.get(line.dispatchLineId ?? 0) ?? {};
    if (dispatchDate === undefined) {
      throw await dispatchChanged(trx, (label) => stockRefusals.restoredWithoutLine(label, line.itemName), line);
    }
    if (dispatchDate > date) {
      throw await dispatchChanged(
        trx,
        (label) => stockRefusals.restoredBeforeDispatch(label, formatDate(dispatchDate)),
        line,
      );
    }
    const returnedBy = buyers.get(line.dispatchLineId);
    if (returnedBy && returnedBy.buyerId !== null && returnedBy.buyerId !== buyerId) {
      const sentence = (label: string) => stockRefusals.restoredOfOther(label, returnedBy.buyerName ?? '');
      throw await dispatchChanged(trx, sentence, line);
    }
  }
}

/**
 * Locks the suppliers, dispatches and items of an adjustment. Throws 409 if one of them is deleted, a dispatch was changed
 * (checkDispatches), or other returns leave less with the buyer than this one returned.
 */
async function lockReferences(trx: Trx, adjustment: Adjustment): Promise<void> {
  const { adjustmentId, supplierId, supplierName, lines } = adjustment;
  const supplierNames = new Map([
    [supplierId, supplierName],
    ...lines.map((line) => [line.supplierId, line.supplierName] as const),
  ]);
  const existing = await lockSuppliers(
    trx,
    [...supplierNames.keys()].filter((id) => id !== null),
  );
  const missingSuppliers = [...supplierNames]
    .filter(([id]) => id !== null && !existing.has(id))
    .sort(([a], [b]) => (a ?? 0) - (b ?? 0));
  const dispatchLineIds = lines.flatMap(({ dispatchLineId }) => dispatchLineId ?? []);
  const deletedDispatches = await findBlocking(
    trx,
    (await lockDispatches(trx, dispatchLineIds)).map((id) => ({ documentKind: 'dispatch', documentId: id })),
  );
  const dispatched = await findDispatchedLines(trx, dispatchLineIds, adjustmentId);
  const itemIds = lines.map(({ itemId }) => itemId);
  await lockItems(trx, itemIds);
  const names = await findItemNames(trx, itemIds);
  refuseMissingReferences([
    ...missingSuppliers.map(([, name]) => name ?? ''),
    ...deletedDispatches.map(({ label }) => label),
    ...lines.filter(({ itemId }) => !names.has(itemId)).map(({ itemName }) => itemName),
  ]);
  await checkDispatches(trx, adjustment, dispatched);
  for (const { dispatchLineId, quantity, returned } of dispatched.values()) {
    const returns = lines.filter((line) => line.dispatchLineId === dispatchLineId);
    const left = Math.max(0, quantity - returned);
    if (returns.reduce((sum, line) => sum + line.quantity, 0) <= left) continue;
    throw conflict(
      adjustmentTexts.tooMuchReturned(formatQuantityWithUnit(fromThousandths(left), returns[0]?.unit ?? '')),
    );
  }
}

/** Throws 409 where a counted lot is now received after the count, was counted later, or an earlier count of it changed. */
async function checkCounted(trx: Trx, adjustment: Adjustment, lotIds: readonly number[], deletedAt: string) {
  checkReceived(adjustment, await findLots(trx, lotIds));
  await checkNotCountedLater(trx, adjustment);
  await checkNotRecounted(trx, adjustment, deletedAt);
}

/** Throws 409 for lots that were returned to a supplier and are now of another one. */
async function checkSupplier(trx: Trx, { supplierId, lines }: Adjustment, lotIds: readonly number[]): Promise<void> {
  if (supplierId === null) return;
  const lotsOfSupplier = await findLotsOfSupplier(trx, lotIds, supplierId);
  const others = lines.filter(({ lotId }) => !lotsOfSupplier.has(lotId));
  if (others.length === 0) return;
  throw conflict(others.map(({ lotCode }) => adjustmentTexts.supplierOfOther(lotCode)).join(' '));
}

/**
 * Posts the movements of a restored adjustment again. Throws 409 if a record that it names is deleted, another lot now has
 * the code of one that it opened, a lot has too little left or now came in later, or a later count of a lot would be falsified.
 */
export async function restoreMovements(
  { trx, actor }: Write,
  restored: Adjustment,
  deletedAt: string,
): Promise<AuditEntry[]> {
  const { adjustmentId: documentId, kind, state, lines } = restored;
  if (state === 'waiting') return [];
  await lockReferences(trx, restored);
  const opened = await findOpened(trx, kind, lines);
  await refusalsAsConflict(trx, [], () => restoreLots(trx, opened, actor.at));
  const lotIds = lines.map(({ lotId }) => lotId);
  // A count without a difference moved nothing, so the ledger would not refuse it.
  refuseMissingReferences(await findDeletedLots(trx, lotIds));
  await checkSupplier(trx, restored, lotIds);
  const early = earlyText(kind, restored.date, (await findLots(trx, lotIds)).values());
  if (early !== undefined) throw conflict(early);
  if (kind === 'count') await checkCounted(trx, restored, lotIds, deletedAt);
  await refusalsAsConflict(trx, [adjustedLotsRefused()], () =>
    reviseMovements(
      trx,
      { documentKind: 'adjustment', documentId },
      adjustmentMovements(documentId, restored, lines),
      actor,
    ),
  );
  // A part of a lot that is now recalled is recalled with it.
  return recallChanges(await recallReturned(trx, kind === 'buyerReturn' ? opened : [], actor.at));
}
