/** What is set to sold by hand is dispatched without a buyer, until one is named (design §2). */
import { insertNumbered } from '../db/statements.ts';
import type { Trx } from '../db/tables.ts';
import { postMovements, reviseMovements } from './documents.ts';
import type { Actor, Movement } from './movements.ts';

/** A dispatch without a buyer, for the history. */
export interface HandSale {
  dispatchId: number;
  dispatchDate: string;
  buyerName: null;
  /** Thousandths. */
  quantity: number;
}

/** The dispatches of a lot without a buyer. */
async function findHandSales(trx: Trx, lotId: number): Promise<HandSale[]> {
  const rows = await trx
    .selectFrom('dispatch as d')
    .innerJoin('dispatch_line as n', 'n.dispatch_id', 'd.id')
    .select(['d.id as dispatchId', 'd.dispatch_date as dispatchDate', 'n.quantity as quantity'])
    .where('n.lot_id', '=', lotId)
    .where('n.deleted_at', 'is', null)
    .where('d.buyer_id', 'is', null)
    .where('d.deleted_at', 'is', null)
    .orderBy('d.id')
    .execute();
  return rows.map((row) => ({ ...row, buyerName: null }));
}

interface SoldLine {
  lotId: number;
  itemId: number;
  dispatchId: number;
  lineId: number;
  dispatchDate: string;
  quantity: number;
}

function sold({ lotId, itemId, dispatchId, lineId, dispatchDate, quantity }: SoldLine): Movement {
  return {
    lotId,
    itemId,
    kind: 'dispatched',
    quantity: -quantity,
    occurredOn: dispatchDate,
    documentKind: 'dispatch',
    documentId: dispatchId,
    lineId,
    reversesId: null,
  };
}

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
  await postMovements(trx, [sold({ lotId, itemId, dispatchId, lineId, dispatchDate, quantity })], actor);
  return { dispatchId, dispatchDate, buyerName: null, quantity };
}

/** Takes back what of a lot, whose item is locked, went without a buyer. */
export async function takeBackHandSales(trx: Trx, lotId: number, actor: Actor): Promise<HandSale[]> {
  const sales = await findHandSales(trx, lotId);
  for (const { dispatchId } of sales) {
    await reviseMovements(trx, { documentKind: 'dispatch', documentId: dispatchId }, [], actor);
    const deleted = { deleted_at: actor.at };
    await trx
      .updateTable('dispatch')
      .set({ ...deleted, updated_at: actor.at })
      .where('id', '=', dispatchId)
      .execute();
    await trx.updateTable('dispatch_line').set(deleted).where('dispatch_id', '=', dispatchId).execute();
  }
  return sales;
}

/** Restores what went without a buyer of a lot, whose item is locked, and was taken back with its batch, at `deletedAt`. */
export async function restoreHandSales(
  trx: Trx,
  { lotId, itemId }: { lotId: number; itemId: number },
  deletedAt: string,
  actor: Actor,
): Promise<HandSale[]> {
  const lines = await trx
    .selectFrom('dispatch as d')
    .innerJoin('dispatch_line as n', 'n.dispatch_id', 'd.id')
    .select(['d.id as dispatchId', 'd.dispatch_date as dispatchDate', 'n.id as lineId', 'n.quantity as quantity'])
    .where('n.lot_id', '=', lotId)
    .where('n.deleted_at', '=', deletedAt)
    .where('d.buyer_id', 'is', null)
    .where('d.deleted_at', '=', deletedAt)
    .orderBy('d.id')
    .execute();
  for (const { dispatchId } of lines) {
    const again = { deleted_at: null };
    await trx
      .updateTable('dispatch')
      .set({ ...again, updated_at: actor.at })
      .where('id', '=', dispatchId)
      .execute();
    await trx.updateTable('dispatch_line').set(again).where('dispatch_id', '=', dispatchId).execute();
  }
  await postMovements(
    trx,
    lines.map((line) => sold({ ...line, lotId, itemId })),
    actor,
  );
  return lines.map(({ lineId: _, ...sale }) => ({ ...sale, buyerName: null }));
}
