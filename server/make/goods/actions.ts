/** Finished goods, as the wire names batches: each is a lot of its product (server/stock/ledger/batches.ts). */
import type { z } from 'zod';
import { goodTexts, type goodBody, type goodEndpoints } from '#contract/make/goods.ts';
import { entryAt } from '#contract/core/values/entryAt.ts';
import { restoreTexts } from '#contract/core/restore.ts';
import { batchKey, storedCode, type StoredCode } from '../../core/db/batchOrder.ts';
import { isUniqueViolation } from '../../core/db/faults.ts';
import type { Database, Trx } from '../../core/db/tables.ts';
import { conflict, invalid, notFound } from '../../core/http/errors.ts';
import { lockRecord } from '../../core/records/crudQueries.ts';
import type { Actor } from '../../core/records/journal.ts';
import type { AuditEntry } from '../../core/records/auditEntry.ts';
import { touchRunOfBatch } from '../../stock/documents/touchRunOfBatch.ts';
import { changedAt, checkBodyId, checkUnchanged } from '../../core/records/optimisticLock.ts';
import { refuseExpiredUses } from '../../stock/documents/afterExpiry.ts';
import { recallChanges } from '../../stock/documents/recallChanges.ts';
import { refuseMissingReferences, markRestored } from '../../core/records/restoring.ts';
import { refusal, refusalsAsConflict, takenEarlierAt, type Refusal } from '../../stock/documents/refusals.ts';
import { returnChanges } from '../../stock/documents/returnChanges.ts';
import type { Write } from '../../core/records/write.ts';
import {
  BatchHeldError,
  BatchNumberFixedError,
  deleteBatch,
  findBatch,
  makeBatches,
  restoreBatch,
  reviseBatch,
  type Batch,
  type StoredBatch,
} from '../../stock/ledger/batches.ts';
import { isSameCode } from '../../stock/ledger/codes.ts';
import { findDocumentLabels } from '../../stock/names/documentLabels.ts';
import { LotsRefusedError } from '../../stock/ledger/documentMovements.ts';
import { restoreHandSales, sellByHand, revertHandSales, type HandSale } from '../../stock/ledger/handSales.ts';
import { findItemIds, lockItems } from '../../stock/ledger/items.ts';
import { refuseGain } from '../production/runGains.ts';
import { findRunGain } from '../production/runQueries.ts';
import { storeRunDays } from '../../stock/ledger/runDays.ts';
import { recallOutputs } from '../../stock/ledger/recalled.ts';
import { findFinishedGood, type FinishedGood } from './queries.ts';

type FinishedGoodBody = z.output<typeof goodBody>;

/** A change of a finished good. Without a status, one that people set stays, and else the ledger determines it. */
type FinishedGoodChange = Omit<FinishedGoodBody, 'status'> & { status: FinishedGoodBody['status'] | undefined };

const atField = (field: string, text: string) => conflict(text, { [field]: [text] });

/** Refusals of a batch, each at its field. */
const batchRefusals = (batchNumber: string): Refusal[] => [
  (error) =>
    isUniqueViolation(error)
      ? conflict(goodTexts.batchUsed(batchNumber), { batchNumber: [goodTexts.batchUsedInline] })
      : undefined,
  takenEarlierAt('manufactureDate'),
  refusal(BatchNumberFixedError, () => atField('batchNumber', goodTexts.numberFixed)),
  refusal(BatchHeldError, ({ state }) => atField('productId', goodTexts.productFixed(state))),
  refusal(LotsRefusedError, ({ lots }) => atField('status', goodTexts.held(lots[0]?.lot?.state ?? 'onHold'))),
];

/** Locks a product's item, with `furtherItemIds`, and returns its id. Throws 400 for a product that does not exist. */
async function lockProductItem(trx: Trx, productId: number, furtherItemIds: readonly number[] = []): Promise<number> {
  if (!(await lockRecord(trx, 'product', productId))) throw invalid({ productId: [goodTexts.productUnknown] });
  const itemId = entryAt(await findItemIds(trx, [{ rawMaterialId: null, productId }]), 0);
  await lockItems(trx, [itemId, ...furtherItemIds]);
  return itemId;
}

async function mustFind(trx: Trx, id: number, today: string): Promise<FinishedGood> {
  const finishedGood = await findFinishedGood(trx, id, today);
  if (!finishedGood) throw notFound(goodTexts.notFound);
  return finishedGood;
}

async function mustFindBatch(trx: Trx, id: number): Promise<StoredBatch> {
  const batch = await findBatch(trx, id);
  if (!batch) throw new Error(`finished good ${id} has no lot`);
  return batch;
}

function batchOf(body: FinishedGoodChange, number: StoredCode, status: Batch['status'], runId: number | null): Batch {
  const { productId, quantity, manufactureDate, expiryDate } = body;
  return { productId, batch: number, quantity, status, manufactureDate, expiryDate, runId };
}

function saleEvent(action: 'create' | 'delete', sale: HandSale): AuditEntry {
  const sides = action === 'create' ? { before: null, after: sale } : { before: sale, after: null };
  return { action, resource: 'dispatches', recordId: sale.dispatchId, ...sides };
}

/** Dispatches the rest of a batch without a buyer. Throws 409 where its item allows nothing after its date, or needs a reason. */
async function sell(trx: Trx, lot: { lotId: number; itemId: number }, day: string, actor: Actor) {
  const sale = await sellByHand(trx, lot, day, actor);
  const reasons = ['', ''] as const;
  if (sale) {
    const taking = { kind: 'dispatch', id: sale.dispatchId } as const;
    await refuseExpiredUses(trx, taking, { before: [], reasons, fieldsOf: () => ['status'] });
  }
  return sale;
}

/** Adds a finished good on a day. Throws 400, or 409 'Batch number "…" is already used!'. */
export async function createFinishedGood(
  { trx, actor, audit }: Write,
  body: FinishedGoodBody,
  today: string,
): Promise<FinishedGood> {
  const itemId = await lockProductItem(trx, body.productId);
  return await refusalsAsConflict(trx, batchRefusals(body.batchNumber), async () => {
    const status = body.status === 'expired' ? 'expired' : 'available';
    const batch = batchOf(body, storedCode(body.batchNumber), status, null);
    const { goodId, lotId } = entryAt(await makeBatches(trx, [{ itemId, of: batch, day: today }], actor), 0);
    const sale = body.status === 'sold' ? await sell(trx, { lotId, itemId }, today, actor) : undefined;
    const after = await mustFind(trx, goodId, today);
    const created = { action: 'create', resource: 'goods', recordId: goodId, before: null, after } as const;
    await audit(created, ...(sale ? [saleEvent('create', sale)] : []));
    return after;
  });
}

/** The batch number to store: an unchanged one keeps its key, which may differ from today's key of it (migration 14). */
async function revisedNumber(trx: Trx, id: number, batchNumber: string): Promise<StoredCode> {
  const stored = await trx
    .selectFrom('finished_good')
    .select(['batch_number as code', 'batch_key as code_key', 'batch_order as code_order'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return isSameCode(stored.code, batchNumber) ? stored : storedCode(batchNumber);
}

/**
 * The status to store. A missing one, or 'expired' where the batch reads as expired, stays as stored.
 */
async function revisedStatus(trx: Trx, before: FinishedGood, { status }: FinishedGoodChange): Promise<Batch['status']> {
  if (status === 'available' || status === 'sold') return 'available';
  if (status === 'expired' && before.status !== 'expired') return 'expired';
  const row = trx.selectFrom('finished_good').select('status').where('id', '=', before.finishedGoodId);
  return (await row.executeTakeFirstOrThrow()).status;
}

/** Changes a batch and applies its status: sold dispatches the rest without a buyer, any other status reverses that. */
async function reviseWithSale(
  { trx, actor }: Write,
  stored: StoredBatch,
  before: FinishedGood,
  body: FinishedGoodChange,
  { itemId, batch, saleDay }: { itemId: number; batch: Batch; saleDay: string },
): Promise<AuditEntry[]> {
  const isSameBatch = itemId === stored.itemId && isSameCode(before.batchNumber, body.batchNumber);
  const isSoldAgain = isSameBatch && body.quantity !== before.quantity;
  // A batch that stays sold keeps its dispatch, so reviseBatch refuses another product or number.
  const isSameStatus = body.status === undefined || (body.status === 'sold' && before.status === 'sold');
  const staysSold = isSameStatus && !isSoldAgain;
  const reversedSales = staysSold ? [] : await revertHandSales(trx, stored.lotId, actor);
  const at = changedAt(actor.at, before.updatedAt);
  const { lotId, returns } = await reviseBatch(trx, stored, itemId, batch, { at, actor });
  // A corrected sale keeps its day, but is never before the batch.
  const madeOn = batch.manufactureDate ?? stored.undatedOn;
  const days = reversedSales.map(({ dispatchDate }) => dispatchDate);
  const soldOn = days.length === 0 ? saleDay : ([...days, madeOn].toSorted().at(-1) ?? saleDay);
  // Quantities that buyers got are no sale by hand: nothing beyond them is sold automatically.
  const isSold = isSameStatus ? reversedSales.length > 0 : body.status === 'sold';
  // A sale that was there stays, with another quantity.
  const sellRest = isSameStatus ? sellByHand : sell;
  const sale = isSold ? await sellRest(trx, { lotId, itemId }, soldOn, actor) : undefined;
  return [
    ...reversedSales.map((reversed) => saleEvent('delete', reversed)),
    ...(sale ? [saleEvent('create', sale)] : []),
    ...returnChanges(returns),
  ];
}

/**
 * Changes a finished good on a day; a status of sold counts from `saleDay`. Throws 400, 404, or 409 if the batch number
 * is used or fixed, if more has left the batch than its new quantity, if its run would make more than went in, if a sale to be taken back has returns, if the
 * product of a batch on hold or recalled would change, or after a concurrent change.
 */
export async function updateFinishedGood(
  write: Write,
  id: number,
  body: FinishedGoodChange,
  today: string,
  saleDay = today,
): Promise<FinishedGood> {
  const { trx, actor, audit } = write;
  checkBodyId(id, body.finishedGoodId, 'finishedGoodId');
  await touchRunOfBatch(trx, id, actor.at);
  await lockRecord(trx, 'finished_good', id);
  const before = await mustFind(trx, id, today);
  await checkUnchanged(write, { resource: 'goods', recordId: id, updatedAt: before.updatedAt }, body.updatedAt);
  const stored = await mustFindBatch(trx, id);
  const itemId = await lockProductItem(trx, body.productId, [stored.itemId]);
  const number = await revisedNumber(trx, id, body.batchNumber);
  const batch = batchOf(body, number, await revisedStatus(trx, before, body), stored.runId);
  const { runId } = stored;
  const gainBefore = runId === null ? undefined : await findRunGain(trx, runId);
  return await refusalsAsConflict(trx, batchRefusals(body.batchNumber), async () => {
    const sales = await reviseWithSale(write, stored, before, body, { itemId, batch, saleDay });
    if (runId !== null) {
      await storeRunDays(trx, runId);
      await refuseGain(trx, runId, gainBefore, () => 'quantity');
    }
    const after = await mustFind(trx, id, today);
    if (after.status === 'sold' && body.status !== undefined && body.status !== 'sold') {
      throw conflict(goodTexts.dispatched, { status: [goodTexts.dispatched] });
    }
    await audit({ action: 'update', resource: 'goods', recordId: id, before, after }, ...sales);
    return after;
  });
}

/** Deletes a finished good with its lot. Throws 404, or 409 if something has left it, or its sale has returns. */
export async function deleteFinishedGood(
  { trx, actor, audit }: Write,
  id: number,
  today: string,
): Promise<{ message: string }> {
  await touchRunOfBatch(trx, id, actor.at);
  await lockRecord(trx, 'finished_good', id);
  const before = await mustFind(trx, id, today);
  const stored = await mustFindBatch(trx, id);
  await lockItems(trx, [stored.itemId]);
  return await refusalsAsConflict(trx, batchRefusals(before.batchNumber), async () => {
    const sales = await revertHandSales(trx, stored.lotId, actor);
    await deleteBatch(trx, stored, actor);
    if (stored.runId !== null) await storeRunDays(trx, stored.runId);
    const deleted = { action: 'delete', resource: 'goods', recordId: id, before, after: null } as const;
    await audit(deleted, ...sales.map((each) => saleEvent('delete', each)));
    return { message: goodTexts.deleted };
  });
}

/** Restores a batch whose item is locked, with its sale by hand. */
async function restoreStock(
  { trx, actor }: Write,
  stored: StoredBatch,
  { quantity }: FinishedGood,
  deletedAt: string,
): Promise<AuditEntry[]> {
  await restoreBatch(trx, stored, quantity, actor);
  const sales = await restoreHandSales(trx, stored, deletedAt, actor);
  const recalled = stored.runId === null ? [] : await recallOutputs(trx, stored.runId, actor.at);
  const restoredSales = sales.map((sale): AuditEntry => {
    return { action: 'restore', resource: 'dispatches', recordId: sale.dispatchId, before: null, after: sale };
  });
  return [...restoredSales, ...recallChanges(recalled)];
}

/** The name of the run that created a batch, if it is deleted. */
async function findDeletedRuns(trx: Trx, { runId }: StoredBatch): Promise<string[]> {
  if (runId === null || (await lockRecord(trx, 'production_run', runId))) return [];
  const labels = await findDocumentLabels(trx, [{ documentKind: 'run', documentId: runId }]);
  return [...labels.values()];
}

/**
 * Restores a deleted finished good with its lot and its sale by hand. Throws 404, or 409 if it is not deleted, its
 * batch number is used again, or its product or run is now deleted.
 */
export async function restoreFinishedGood(write: Write, id: number, today: string): Promise<{ message: string }> {
  const { trx, actor, audit } = write;
  const { batchNumber = '', runId = null } =
    (await trx
      .selectFrom('finished_good')
      .select(['batch_number as batchNumber', 'run_id as runId'])
      .where('id', '=', id)
      .executeTakeFirst()) ?? {};
  const gainBefore = runId === null ? undefined : await findRunGain(trx, runId);
  return await refusalsAsConflict(trx, batchRefusals(batchNumber), async () => {
    const texts = { at: actor.at, notFoundText: goodTexts.notFound };
    await touchRunOfBatch(trx, id, actor.at);
    const deletedAt = await markRestored(trx, 'finished_good', id, texts);
    const deleted = await mustFind(trx, id, today);
    const stored = await mustFindBatch(trx, id);
    const hasProduct = await lockRecord(trx, 'product', deleted.productId);
    const deletedRuns = await findDeletedRuns(trx, stored);
    refuseMissingReferences([...(hasProduct ? [] : [deleted.productName]), ...deletedRuns]);
    await lockItems(trx, [stored.itemId]);
    const changes = await restoreStock(write, stored, deleted, deletedAt);
    if (runId !== null) {
      await storeRunDays(trx, runId);
      await refuseGain(trx, runId, gainBefore, () => 'quantity');
    }
    const after = await mustFind(trx, id, today);
    await audit({ action: 'restore', resource: 'goods', recordId: id, before: null, after }, ...changes);
    return { message: restoreTexts.restored('goods') };
  });
}

type BatchNumberUse = z.output<typeof goodEndpoints.batchNumberUse.answer>;

/** Whether a batch other than `exceptId` has this batch number, and which one. */
export async function findBatchNumberUse(db: Database, batchNumber: string, exceptId = 0): Promise<BatchNumberUse> {
  const batches = await db
    .selectFrom('finished_good')
    .select(['id', 'batch_number as batchNumber', 'product_id as productId', 'run_id as runId'])
    .where((batch) => batch.or([batch('batch_key', '=', batchKey(batchNumber)), batch('id', '=', exceptId)]))
    .where('deleted_at', 'is', null)
    .execute();
  const edited = batches.find(({ id }) => id === exceptId);
  const isUnchanged = edited !== undefined && isSameCode(edited.batchNumber, batchNumber);
  const other = isUnchanged ? undefined : batches.find(({ id }) => id !== exceptId);
  if (!other) return { used: false, batch: null };
  return { used: true, batch: { finishedGoodId: other.id, productId: other.productId, runId: other.runId } };
}
