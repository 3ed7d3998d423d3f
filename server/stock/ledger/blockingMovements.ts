/** Documents that block removing a lot: those that took from it or counted it. */
import { movementKinds } from '#contract/stock/stock.ts';
import type { DocumentKind } from '#contract/kinds.ts';
import type { Trx } from '../../core/db/tables.ts';
import { signOf } from './kinds.ts';
import { liveMovements } from './movements.ts';

/** Net quantity that one document took from one lot, or added to it as a surplus, in thousandths. */
export interface BlockingMovement {
  lotId: number;
  documentKind: DocumentKind;
  documentId: number;
  occurredOn: string;
  quantity: number;
}

/** Kinds that take from a lot, and the surplus of counts. */
const others = movementKinds.filter((kind) => signOf(kind) === -1 || kind === 'found');

/** Quantities that documents took from lots, or added as a surplus, newest day first. */
export async function findBlockingMovements(trx: Trx, lotIds: readonly number[]): Promise<BlockingMovement[]> {
  if (lotIds.length === 0) return [];
  const rows = await liveMovements(trx).where('v.lot_id', 'in', lotIds).where('v.kind', 'in', others).execute();
  const same = Map.groupBy(rows, (row) => `${row.lotId} ${row.documentKind} ${row.documentId}`);
  const blocking = [...same.values()].flatMap(([first, ...more]): BlockingMovement[] => {
    if (!first) return [];
    const { lotId, documentKind, documentId, occurredOn } = first;
    const quantity = Math.abs([first, ...more].reduce((sum, row) => sum + row.quantity, 0));
    return [{ lotId, documentKind, documentId, occurredOn, quantity }];
  });
  return blocking.sort((a, b) => (a.occurredOn < b.occurredOn ? 1 : a.occurredOn > b.occurredOn ? -1 : 0));
}

/** The counts of lots from a day on, newest first: a count without a difference has no movement. */
export async function findCounts(
  trx: Trx,
  lotIds: readonly number[],
  since = '0001-01-01',
): Promise<BlockingMovement[]> {
  if (lotIds.length === 0) return [];
  const rows = await trx
    .selectFrom('adjustment_line as j')
    .innerJoin('adjustment as a', 'a.id', 'j.adjustment_id')
    .select(['j.lot_id as lotId', 'a.id as documentId', 'a.adjustment_date as occurredOn'])
    .where('j.lot_id', 'in', lotIds)
    .where('j.deleted_at', 'is', null)
    .where('a.deleted_at', 'is', null)
    .where('a.kind', '=', 'count')
    .where('a.adjustment_date', '>=', since)
    .orderBy('a.adjustment_date', 'desc')
    .orderBy('a.id', 'desc')
    .execute();
  return rows.map((row) => ({ ...row, documentKind: 'adjustment', quantity: 0 }));
}
