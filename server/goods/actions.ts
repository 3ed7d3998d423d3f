/** Finished goods: a master whose batch numbers are unique and sort as people count. */
import { sql, type RawBuilder } from 'kysely';
import type { z } from 'zod';
import { goodSort, goodTexts, type GoodStatus, type goodBody } from '#contract/goods.ts';
import { normalizeName } from '#contract/names.ts';
import { finishedGoods } from '#contract/resources.ts';
import type { Database } from '../db/tables.ts';
import { isUniqueViolation } from '../db/faults.ts';
import { conflict } from '../http/errors.ts';
import type { Write } from '../records/write.ts';
import { masterActions, type MasterDefinition } from '../records/crudRoutes.ts';
import { batchKey, batchOrder } from '../db/batchOrder.ts';
import { statusOn, type Good } from './queries.ts';

type Body = z.output<typeof goodBody>;

const ofProduct = { table: 'product', via: 'product_id' } as const;

const stored: MasterDefinition = {
  resource: finishedGoods.resource,
  table: 'finished_good',
  idField: finishedGoods.idField,
  columns: {
    productId: 'product_id',
    batchNumber: 'batch_number',
    batchKey: 'batch_key',
    batchOrder: 'batch_order',
    quantity: 'quantity',
    status: 'status',
    manufactureDate: 'manufacture_date',
    expiryDate: 'expiry_date',
  },
  readAlong: { productName: { ...ofProduct, column: 'name' }, unit: { ...ofProduct, column: 'unit' } },
  search: ['batchNumber', 'productName', 'status'],
  sort: goodSort,
  texts: goodTexts,
  references: { productId: { table: 'product', message: goodTexts.productUnknown } },
  beforeUpdate: (_trx, _id, before, fields) =>
    Promise.resolve({ ...fields, ...changedBatch(before, fields), ...changedStatus(before, fields) }),
  findReferences: () => Promise.resolve(undefined),
};

/** Finished goods with their status on the given day. */
export function goodsWith(status: RawBuilder<GoodStatus>): MasterDefinition {
  return { ...stored, derived: { status } };
}

function actionsOn(today: string) {
  return masterActions<Good>(goodsWith(statusOn(sql`${today}`)));
}

/** The columns of a batch number: text, unique key and sort key. */
function storedBatch(batchNumber: string) {
  return { batchNumber, batchKey: batchKey(batchNumber), batchOrder: batchOrder(batchNumber) };
}

/** Whether a batch number is unchanged, ignoring invisible characters that an older version stored. */
function isSameBatch(before: unknown, batchNumber: unknown): boolean {
  return typeof before === 'string' && normalizeName(before) === batchNumber;
}

type Fields = Readonly<Record<string, unknown>>;

/**
 * A status that was read as expired and is sent back as expired stays as stored: perhaps only its date is wrong and is
 * being corrected.
 */
function changedStatus(before: Fields, { status }: Fields) {
  return before['status'] === 'expired' && status === 'expired' ? { status: undefined } : {};
}

/** An unchanged batch number keeps its key, which may differ from today's key of that number (migration 14). */
function changedBatch(before: Fields, { batchNumber }: Fields) {
  const stays = isSameBatch(before['batchNumber'], batchNumber) || typeof batchNumber !== 'string';
  return stays ? { batchNumber: undefined } : storedBatch(batchNumber);
}

/** Runs a write; a duplicate batch number is a 409 with the specification's message. */
async function withUniqueBatch(body: Body, work: () => Promise<Good>): Promise<Good> {
  try {
    return await work();
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw conflict(goodTexts.batchUsed(body.batchNumber), { batchNumber: [goodTexts.batchUsedInline] });
  }
}

/** Adds a finished good on a day. Throws 400, or 409 'Batch number "…" is already used!'. */
export async function createGood(write: Write, body: Body, today: string): Promise<Good> {
  const fields = { ...body, ...storedBatch(body.batchNumber) };
  return await withUniqueBatch(body, () => actionsOn(today).create(write, fields));
}

/** Changes a finished good on a day. Throws 400, 404, or 409 where the batch number is used or someone else changed the record. */
export async function updateGood(write: Write, id: number, body: Body, today: string): Promise<Good> {
  return await withUniqueBatch(body, () => actionsOn(today).update(write, id, body));
}

/** Deletes a finished good. Throws 404. */
export async function deleteGood(write: Write, id: number, today: string): Promise<{ message: string }> {
  return await actionsOn(today).remove(write, id);
}

/** Whether another finished good than `exceptId` has this batch number. */
export async function isBatchUsed(db: Database, batchNumber: string, exceptId = 0): Promise<boolean> {
  const some = await db
    .selectFrom('finished_good')
    .select(['id', 'batch_number as batchNumber'])
    .where((or) => or.or([or('batch_key', '=', batchKey(batchNumber)), or('id', '=', exceptId)]))
    .where('deleted_at', 'is', null)
    .execute();
  const own = some.find(({ id }) => id === exceptId);
  return !isSameBatch(own?.batchNumber, batchNumber) && some.some(({ id }) => id !== exceptId);
}
