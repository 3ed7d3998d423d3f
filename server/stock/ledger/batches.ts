/** Batches: each finished good is a produced lot, whose code is its batch number (docs/domain.md, Production). */
import { sql } from 'kysely';
import type { Claim, LotState } from '#contract/stock/stock.ts';
import { forUpdate } from '../../core/db/locking.ts';
import { insertNumbered, listed } from '../../core/db/statements.ts';
import type { Trx } from '../../core/db/tables.ts';
import type { StoredCode } from '../../core/db/batchOrder.ts';
import { replaceMovements, reviseMovements } from './documentMovements.ts';
import {
  deleteLots,
  findLotUse,
  openLots,
  redateLots,
  redateReturns,
  renameLot,
  restoreLots,
  type RedatedReturn,
} from './lots.ts';
import type { Movement } from './movements.ts';
import type { Actor } from '../../core/records/journal.ts';

/** Fields of a batch; quantity in thousandths, dates yyyy-mm-dd. */
export interface Batch {
  productId: number;
  batch: StoredCode;
  quantity: number;
  status: 'available' | 'expired';
  manufactureDate: string | null;
  expiryDate: string | null;
  runId: number | null;
}

/** A batch that is not deleted. */
export interface StoredBatch {
  goodId: number;
  lotId: number;
  itemId: number;
  receivedOn: string;
  /** Day of production: without a date of its own, the present date of its run. */
  madeOn: string;
  /** Day of production without a date of its own: that of its run, or of its recording. */
  undatedOn: string;
  batchKey: string;
  expiresOn: string | null;
  runId: number | null;
  state: LotState;
  /** As entered of it. */
  claim: Claim | null;
}

/** Thrown if a batch number would change after something has left the batch: labels carry it. */
export class BatchNumberFixedError extends Error {}

/** Thrown if the product of a batch on hold or recalled would change: its lot would be another one, and released. */
export class BatchHeldError extends Error {
  readonly state: LotState;

  constructor(state: LotState) {
    super(`the batch is ${state}`);
    this.state = state;
  }
}

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

function producedMovement(
  goodId: number,
  lot: { lotId: number; itemId: number },
  day: string,
  quantity: number,
): Movement {
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

function lotOf(itemId: number, { batch, expiryDate }: Batch, receivedOn: string) {
  return { itemId, itemName: '', origin: 'produced', receivedOn, code: batch, expiresOn: expiryDate } as const;
}

/** A batch to make, of a product whose item is locked; `day` is when it was made, where its own date doesn't say so. */
interface NewBatch {
  itemId: number;
  of: Batch;
  day: string;
}

/** Makes batches with their lots; returns their ids in order. Throws a unique violation where a number is used. */
export async function makeBatches(
  trx: Trx,
  batches: readonly NewBatch[],
  actor: Actor,
): Promise<{ goodId: number; lotId: number }[]> {
  const newBatches = batches.map(({ itemId, of, day }) => ({ itemId, of, receivedOn: of.manufactureDate ?? day }));
  const lots = newBatches.map(({ itemId, of, receivedOn }) => lotOf(itemId, of, receivedOn));
  const lotIds = await openLots(trx, lots, actor.at);
  const times = { created_at: actor.at, updated_at: actor.at };
  const rows = newBatches.map(({ of }, index) => ({ ...columnsOf(of), lot_id: lotIds[index] ?? 0, ...times }));
  const goodIds = await insertNumbered(trx, 'finished_good', rows);
  const ids = goodIds.map((goodId, index) => ({ goodId, lotId: lotIds[index] ?? 0 }));
  const movements = newBatches.map(({ itemId, of, receivedOn }, index) => {
    const { goodId = 0, lotId = 0 } = ids[index] ?? {};
    return producedMovement(goodId, { lotId, itemId }, receivedOn, of.quantity);
  });
  await replaceMovements(trx, [], movements, actor);
  return ids;
}

/** Locks batches until the transaction ends; before their items, as everybody does. */
export async function lockBatches(trx: Trx, goodIds: readonly number[]): Promise<void> {
  if (goodIds.length === 0) return;
  const ids = [...new Set(goodIds)];
  await sql`select id from finished_good where id in ${listed(ids)} order by id ${forUpdate}`.execute(trx);
}

/** A batch with its lot; undefined if it does not exist. */
export async function findBatch(trx: Trx, goodId: number): Promise<StoredBatch | undefined> {
  return await trx
    .selectFrom('finished_good as g')
    .innerJoin('lot as l', 'l.id', 'g.lot_id')
    .leftJoin('production_run as r', 'r.id', 'g.run_id')
    .select([
      'g.id as goodId',
      'l.id as lotId',
      'l.item_id as itemId',
      'l.received_on as receivedOn',
      sql<string>`case when g.manufacture_date is null then coalesce(r.production_date, l.received_on)
        else l.received_on end`.as('madeOn'),
      sql<string>`case when g.manufacture_date is null then l.received_on
        else coalesce(r.production_date, l.received_on) end`.as('undatedOn'),
      'g.batch_key as batchKey',
      'l.expires_on as expiresOn',
      'g.run_id as runId',
      'l.state as state',
      'l.claim as claim',
    ])
    .where('g.id', '=', goodId)
    .where('g.deleted_at', 'is', null)
    .executeTakeFirst();
}

/**
 * Changes a batch whose old and new product's items are locked: another product has a lot of its own. Without a date of
 * its own its date is `day`, by default the present one or, if that is removed, that of its run. Returns its lot, with
 * the returns whose expiry date follows. Throws a LotsInUseError if more has left it than its new quantity, a
 * BatchNumberFixedError or a BatchHeldError.
 */
export async function reviseBatch(
  trx: Trx,
  before: StoredBatch,
  itemId: number,
  of: Batch,
  { day = before.undatedOn, at, actor }: { day?: string; at: string; actor: Actor },
): Promise<{ lotId: number; returns: RedatedReturn[] }> {
  const { goodId } = before;
  const receivedOn = of.manufactureDate ?? day;
  const isOther = itemId !== before.itemId;
  if (isOther && before.state !== 'released') throw new BatchHeldError(before.state);
  const isRenamed = of.batch.code_key !== before.batchKey;
  if (isRenamed && !isOther && ((await findLotUse(trx, [before.lotId])).get(before.lotId)?.outQty ?? 0) > 0) {
    throw new BatchNumberFixedError();
  }
  await trx
    .updateTable('finished_good')
    .set({ ...columnsOf(of), updated_at: at })
    .where('id', '=', goodId)
    .execute();
  const [lotId = before.lotId] = isOther
    ? await openLots(trx, [{ ...lotOf(itemId, of, receivedOn), claim: before.claim }], at)
    : [];
  const document = { documentKind: 'goods', documentId: goodId } as const;
  await reviseMovements(trx, document, [producedMovement(goodId, { lotId, itemId }, receivedOn, of.quantity)], actor);
  if (isOther) {
    await trx.updateTable('finished_good').set({ lot_id: lotId }).where('id', '=', goodId).execute();
    await deleteLots(trx, [before.lotId], at);
  } else {
    await renameLot(trx, lotId, { code: of.batch, expiresOn: of.expiryDate, at });
    if (receivedOn !== before.receivedOn) await redateLots(trx, [lotId], receivedOn);
  }
  return { lotId, returns: await redateReturns(trx, lotId, { before: before.expiresOn, after: of.expiryDate, at }) };
}

/** A temporary key that no batch number has: keys contain no invisible characters. */
const unnumbered = sql`cast(id as text) || ${'\u200B'}`;

/** Sets the numbers of locked batches free, so that others can take them; `reviseBatch` gives each of them its new one. */
export async function freeNumbers(trx: Trx, goodIds: readonly number[]): Promise<void> {
  if (goodIds.length === 0) return;
  const ids = listed(goodIds);
  await sql`update finished_good set batch_key = ${unnumbered} where id in ${ids}`.execute(trx);
  await sql`update lot set code_key = ${unnumbered} where id in (
    select lot_id from finished_good where id in ${ids})`.execute(trx);
}

/** Deletes a batch with its lot. Throws a LotsInUseError where something has left it. */
export async function deleteBatch(trx: Trx, { goodId, lotId }: StoredBatch, actor: Actor): Promise<void> {
  const deleted = { deleted_at: actor.at, updated_at: actor.at };
  await trx.updateTable('finished_good').set(deleted).where('id', '=', goodId).execute();
  await reviseMovements(trx, { documentKind: 'goods', documentId: goodId }, [], actor);
  await deleteLots(trx, [lotId], actor.at);
}

/**
 * Restores the lot of a restored batch with its produced quantity (thousandths), on the present day of its run; its
 * item is locked. Throws a LotCodeTakenError.
 */
export async function restoreBatch(
  trx: Trx,
  { goodId, lotId, itemId, receivedOn, madeOn }: StoredBatch,
  quantity: number,
  actor: Actor,
): Promise<void> {
  await restoreLots(trx, [lotId], actor.at);
  const document = { documentKind: 'goods', documentId: goodId } as const;
  await reviseMovements(trx, document, [producedMovement(goodId, { lotId, itemId }, madeOn, quantity)], actor);
  if (madeOn !== receivedOn) await redateLots(trx, [lotId], madeOn);
}
