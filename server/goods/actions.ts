/** Finished goods: a master whose batch numbers are unique and sort as people count. */
import type { z } from 'zod';
import { goodSort, goodTexts, type goodBody } from '#contract/goods.ts';
import { masters } from '#contract/resources.ts';
import type { Database } from '../db/tables.ts';
import { isUniqueViolation } from '../db/faults.ts';
import { conflict } from '../http/errors.ts';
import type { Write } from '../http/write.ts';
import { masterActions, type MasterDefinition } from '../masters/crudRoutes.ts';
import { batchKey, batchOrder } from './batchOrder.ts';
import type { Good } from './queries.ts';

type Body = z.output<typeof goodBody>;

const ofProduct = { table: 'product', via: 'product_id' } as const;

export const goods: MasterDefinition = {
  master: masters.goods,
  table: 'finished_good',
  idField: masters.goods.idField,
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
  heldBy: () => Promise.resolve(undefined),
};

export const goodActions = masterActions<Good>(goods);

function stored(body: Body) {
  return { ...body, batchKey: batchKey(body.batchNumber), batchOrder: batchOrder(body.batchNumber) };
}

/** Runs a write; a batch number that another good has is a 409 in the specification's words. */
async function withUniqueBatch(body: Body, work: () => Promise<Good>): Promise<Good> {
  try {
    return await work();
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw conflict(goodTexts.batchUsed(body.batchNumber), { batchNumber: [goodTexts.batchUsedInline] });
  }
}

/** Adds a finished good. Throws 400, or 409 'Batch number "…" is already used!'. */
export async function createGood(write: Write, body: Body): Promise<Good> {
  return await withUniqueBatch(body, () => goodActions.create(write, stored(body)));
}

/** Changes a finished good. Throws 400, 404, or 409 where the batch number is used or someone else changed the record. */
export async function updateGood(write: Write, id: number, body: Body): Promise<Good> {
  return await withUniqueBatch(body, () => goodActions.update(write, id, stored(body)));
}

/** Whether another finished good has this batch number. */
export async function isBatchUsed(db: Database, batchNumber: string, exceptId: number | undefined): Promise<boolean> {
  const other = await db
    .selectFrom('finished_good')
    .select('id')
    .where('batch_key', '=', batchKey(batchNumber))
    .where('deleted_at', 'is', null)
    .where('id', '<>', exceptId ?? 0)
    .executeTakeFirst();
  return other !== undefined;
}
