/** What stands in the way of taking a lot back: the documents that took from it. */
import { movementKinds, type DocumentKind } from '#contract/stock.ts';
import type { Trx } from '../db/tables.ts';
import { signOf } from './kinds.ts';
import { liveMovements } from './movements.ts';

/** What one document took from one lot, in thousandths. */
export interface Departure {
  lotId: number;
  documentKind: DocumentKind;
  documentId: number;
  occurredOn: string;
  quantity: number;
}

/** A lot that would hold less than what has already left it; thousandths. */
export interface Overdrawn {
  lotId: number;
  wentOut: number;
}

/** Thrown where a change would leave a lot with less than was taken from it. */
export class LotsInUseError extends Error {
  readonly lots: readonly Overdrawn[];

  constructor(lots: readonly Overdrawn[]) {
    super(`lots ${lots.map(({ lotId }) => lotId).join(', ')} are in use`);
    this.lots = lots;
  }
}

const out = movementKinds.filter((kind) => signOf(kind) === -1);

/** What documents took from lots, newest day first. */
export async function findDepartures(trx: Trx, lotIds: readonly number[]): Promise<Departure[]> {
  if (lotIds.length === 0) return [];
  const rows = await liveMovements(trx).where('m.lot_id', 'in', lotIds).where('m.kind', 'in', out).execute();
  const same = Map.groupBy(rows, (row) => `${row.lotId} ${row.documentKind} ${row.documentId}`);
  const departures = [...same.values()].flatMap(([first, ...others]): Departure[] => {
    if (!first) return [];
    const { lotId, documentKind, documentId, occurredOn } = first;
    const quantity = -[first, ...others].reduce((sum, row) => sum + row.quantity, 0);
    return [{ lotId, documentKind, documentId, occurredOn, quantity }];
  });
  return departures.sort((a, b) => (a.occurredOn < b.occurredOn ? 1 : a.occurredOn > b.occurredOn ? -1 : 0));
}
