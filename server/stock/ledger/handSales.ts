/**
 * Batches that people set to sold by hand are dispatched without a buyer, until one is named
 * (docs/domain.md, Production).
 */
import { insertNumbered } from '../../core/db/statements.ts';
import type { Trx } from '../../core/db/tables.ts';
import { dispatchedMovement } from './dispatchedMovement.ts';
import { replaceMovements, reviseMovements } from './documentMovements.ts';
import type { Actor } from '../../core/records/journal.ts';

/** A dispatch without a buyer, for the history. */
export interface HandSale {
  dispatchId: number;
  dispatchDate: string;
  buyerName: null;
  /** Thousandths. */
  quantity: number;
}

interface HandSaleRow extends HandSale {
  lineId: number;
}

/** Thrown if a sale by hand with returns would be reversed; quantity in thousandths. */
export class HandSaleReturnedError extends Error {
  readonly lotId: number;
  readonly quantity: number;

  constructor(lotId: number, quantity: number) {
    super(`${quantity} of lot ${lotId} came back`);
    this.lotId = lotId;
    this.quantity = quantity;
  }
}

/** The dispatches of a lot without a buyer: those that exist, or those that were deleted at `deletedAt`. */
async function findHandSales(trx: Trx, lotId: number, deletedAt: string | null): Promise<HandSaleRow[]> {
  const is = deletedAt === null ? 'is' : '=';
  const rows = await trx
    .selectFrom('dispatch as d')
    .innerJoin('dispatch_line as x', 'x.dispatch_id', 'd.id')
    .select(['d.id as dispatchId', 'd.dispatch_date as dispatchDate', 'x.id as lineId', 'x.quantity as quantity'])
    .where('x.lot_id', '=', lotId)
    .where('x.deleted_at', is, deletedAt)
    .where('d.buyer_id', 'is', null)
    .where('d.deleted_at', is, deletedAt)
    .orderBy('d.id')
    .execute();
  return rows.map((row) => ({ ...row, buyerName: null }));
}

/** Deletes a dispatch with its lines at a time, or with null restores it. */
async function mark(trx: Trx, dispatchId: number, deletedAt: string | null, at: string): Promise<void> {
  const changed = { deleted_at: deletedAt, updated_at: at };
  await trx.updateTable('dispatch').set(changed).where('id', '=', dispatchId).execute();
  await trx.updateTable('dispatch_line').set({ deleted_at: deletedAt }).where('dispatch_id', '=', dispatchId).execute();
}

const toHistory = ({ lineId: _, ...sale }: HandSaleRow): HandSale => sale;

/** Dispatches all that is left of a lot, whose item is locked, without a buyer. Throws a LotsRefusedError where it is on hold. */
export async function sellByHand(
  trx: Trx,
  { lotId, itemId }: { lotId: number; itemId: number },
  dispatchDate: string,
  actor: Actor,
): Promise<HandSale | undefined> {
  const { on_hand: quantity } = await trx
    .selectFrom('lot')
    .select('on_hand')
    .where('id', '=', lotId)
    .executeTakeFirstOrThrow();
  if (quantity === 0) return undefined;
  const [dispatchId = 0] = await insertNumbered(trx, 'dispatch', [
    {
      buyer_id: null,
      dispatch_date: dispatchDate,
      invoice_number: '',
      vehicle: '',
      transport_document: '',
      transaction_certificate: '',
      note: '',
      created_at: actor.at,
      updated_at: actor.at,
    },
  ]);
  const [lineId = 0] = await insertNumbered(trx, 'dispatch_line', [
    { dispatch_id: dispatchId, position: 0, lot_id: lotId, quantity },
  ]);
  const sent = dispatchedMovement({ lotId, itemId, lineId, quantity }, { dispatchId, dispatchDate });
  await replaceMovements(trx, [], [sent], actor);
  return { dispatchId, dispatchDate, buyerName: null, quantity };
}

/** Returned quantity of dispatch lines, in thousandths. */
async function sumReturned(trx: Trx, lineIds: readonly number[]): Promise<number> {
  if (lineIds.length === 0) return 0;
  const lines = await trx
    .selectFrom('adjustment_line as j')
    .innerJoin('adjustment as a', 'a.id', 'j.adjustment_id')
    .select('j.quantity as quantity')
    .where('j.dispatch_line_id', 'in', lineIds)
    .where('j.deleted_at', 'is', null)
    .where('a.deleted_at', 'is', null)
    .execute();
  return lines.reduce((sum, { quantity }) => sum + quantity, 0);
}

/** Reverts the sales by hand of a lot, whose item is locked. Throws a HandSaleReturnedError or a SentRecalledError. */
export async function revertHandSales(trx: Trx, lotId: number, actor: Actor): Promise<HandSale[]> {
  const sales = await findHandSales(trx, lotId, null);
  const returned = await sumReturned(
    trx,
    sales.map(({ lineId }) => lineId),
  );
  if (returned > 0) throw new HandSaleReturnedError(lotId, returned);
  for (const { dispatchId } of sales) {
    await reviseMovements(trx, { documentKind: 'dispatch', documentId: dispatchId }, [], actor);
    await mark(trx, dispatchId, actor.at, actor.at);
  }
  return sales.map(toHistory);
}

/** The day of a lot's sale by hand that was reversed last. */
export async function findLastSaleDay(trx: Trx, lotId: number): Promise<string | undefined> {
  const row = await trx
    .selectFrom('dispatch as d')
    .innerJoin('dispatch_line as x', 'x.dispatch_id', 'd.id')
    .select('d.dispatch_date as day')
    .where('x.lot_id', '=', lotId)
    .where('d.buyer_id', 'is', null)
    .where('d.deleted_at', 'is not', null)
    .orderBy('d.deleted_at', 'desc')
    .orderBy('d.id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.day;
}

/** Restores sales by hand of a lot, whose item is locked, that were reverted with its batch, at `deletedAt`. */
export async function restoreHandSales(
  trx: Trx,
  { lotId, itemId }: { lotId: number; itemId: number },
  deletedAt: string,
  actor: Actor,
): Promise<HandSale[]> {
  const sales = await findHandSales(trx, lotId, deletedAt);
  for (const { dispatchId } of sales) await mark(trx, dispatchId, null, actor.at);
  await replaceMovements(
    trx,
    [],
    sales.map((sale) => dispatchedMovement({ ...sale, lotId, itemId }, sale)),
    actor,
  );
  return sales.map(toHistory);
}
