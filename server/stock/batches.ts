/** Batches: each finished good is a produced lot, whose code is its batch number (design §2). */
import { insertNumbered } from '../db/statements.ts';
import type { Trx } from '../db/tables.ts';
import type { StoredCode } from './codes.ts';
import { reviseMovements, postMovements } from './documents.ts';
import { deleteLots, findLotUse, openLots, redateLots, renameLot } from './lots.ts';
import type { Actor, Movement } from './movements.ts';

/** What a batch is; quantity in thousandths, dates yyyy-mm-dd. */
export interface Batch {
  productId: number;
  batch: StoredCode;
  quantity: number;
  status: 'available' | 'expired';
  manufactureDate: string | null;
  expiryDate: string | null;
  runId: number | null;
}

/** A batch that is there. */
export interface KeptBatch {
  goodId: number;
  lotId: number;
  itemId: number;
  receivedOn: string;
  batchKey: string;
  runId: number | null;
}

/** Thrown where a batch number would change after something has left the batch: labels carry it. */
export class BatchNumberFixedError extends Error {}

function columnsOf({ productId, batch, quantity, status, manufactureDate, expiryDate, runId }: Batch) {
  return {
    product_id: productId,
    batch_number: batch.code,
    batch_key: batch.code_key,
    batch_order: batch.code_order,
    quantity,
    status,
    manufacture_date: manufactureDate,
    expiry_date: expiryDate,
    run_id: runId,
  };
}

function produced(goodId: number, lot: { lotId: number; itemId: number }, day: string, quantity: number): Movement {
  return {
    lotId: lot.lotId,
    itemId: lot.itemId,
    kind: 'produced',
    quantity,
    occurredOn: day,
    documentKind: 'goods',
    documentId: goodId,
    lineId: goodId,
    reversesId: null,
  };
}

async function openLot(trx: Trx, itemId: number, of: Batch, receivedOn: string, at: string): Promise<number> {
  const lot = {
    itemId,
    itemName: '',
    origin: 'produced',
    receivedOn,
    code: of.batch,
    expiresOn: of.expiryDate,
  } as const;
  const [lotId = 0] = await openLots(trx, [lot], at);
  return lotId;
}

/**
 * Makes a batch with its lot, of a product whose item is locked; `day` is when it was made, where its own date doesn't say
 * so. Returns its id and lot. Throws a unique violation where its number is used.
 */
export async function makeBatch(
  trx: Trx,
  itemId: number,
  of: Batch,
  day: string,
  actor: Actor,
): Promise<{ goodId: number; lotId: number }> {
  const receivedOn = of.manufactureDate ?? day;
  const row = { ...columnsOf(of), created_at: actor.at, updated_at: actor.at };
  // First, so that a used number is the refusal of a batch.
  const [goodId = 0] = await insertNumbered(trx, 'finished_good', [row]);
  const lotId = await openLot(trx, itemId, of, receivedOn, actor.at);
  await trx.updateTable('finished_good').set({ lot_id: lotId }).where('id', '=', goodId).execute();
  await postMovements(trx, [produced(goodId, { lotId, itemId }, receivedOn, of.quantity)], actor);
  return { goodId, lotId };
}

/** A batch with its lot; undefined where it isn't there. */
export async function findBatch(trx: Trx, goodId: number): Promise<KeptBatch | undefined> {
  return await trx
    .selectFrom('finished_good as g')
    .innerJoin('lot as l', 'l.id', 'g.lot_id')
    .select([
      'g.id as goodId',
      'l.id as lotId',
      'l.item_id as itemId',
      'l.received_on as receivedOn',
      'g.batch_key as batchKey',
      'g.run_id as runId',
    ])
    .where('g.id', '=', goodId)
    .where('g.deleted_at', 'is', null)
    .executeTakeFirst();
}

/**
 * Changes a batch, of which the items of old and new product are locked: another product has a lot of its own. Returns
 * its lot. Throws a LotsInUseError where more has left it than would be in it, or a BatchNumberFixedError.
 */
export async function reviseBatch(
  trx: Trx,
  before: KeptBatch,
  itemId: number,
  of: Batch,
  { at, actor }: { at: string; actor: Actor },
): Promise<number> {
  const { goodId } = before;
  const receivedOn = of.manufactureDate ?? before.receivedOn;
  const isOther = itemId !== before.itemId;
  const isRenamed = of.batch.code_key !== before.batchKey;
  if (isRenamed && !isOther && ((await findLotUse(trx, [before.lotId])).get(before.lotId)?.wentOut ?? 0) > 0) {
    throw new BatchNumberFixedError();
  }
  await trx
    .updateTable('finished_good')
    .set({ ...columnsOf(of), updated_at: at })
    .where('id', '=', goodId)
    .execute();
  const lotId = isOther ? await openLot(trx, itemId, of, receivedOn, at) : before.lotId;
  const document = { documentKind: 'goods', documentId: goodId } as const;
  await reviseMovements(trx, document, [produced(goodId, { lotId, itemId }, receivedOn, of.quantity)], actor);
  if (isOther) {
    await trx.updateTable('finished_good').set({ lot_id: lotId }).where('id', '=', goodId).execute();
    await deleteLots(trx, [before.lotId], at);
  } else {
    await renameLot(trx, lotId, { code: of.batch, expiresOn: of.expiryDate, at });
    if (receivedOn !== before.receivedOn) await redateLots(trx, [lotId], receivedOn);
  }
  return lotId;
}

/** Deletes a batch with its lot. Throws a LotsInUseError where something has left it. */
export async function deleteBatch(trx: Trx, { goodId, lotId }: KeptBatch, actor: Actor): Promise<void> {
  const deleted = { deleted_at: actor.at, updated_at: actor.at };
  await trx.updateTable('finished_good').set(deleted).where('id', '=', goodId).execute();
  await reviseMovements(trx, { documentKind: 'goods', documentId: goodId }, [], actor);
  await deleteLots(trx, [lotId], actor.at);
}
