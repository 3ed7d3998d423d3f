/** The kinds of movements in the database: a new kind is a row in the contract, a column here and in its migration. */
import { movementDirections, type MovementKind } from '#contract/stock.ts';

/** The column of a kind's total, in lot and item. */
export const totalOf = {
  opening: 'opening',
  received: 'received',
  produced: 'produced',
  returnedByBuyer: 'returned_by_buyer',
  found: 'found',
  consumed: 'consumed',
  dispatched: 'dispatched',
  returnedToSupplier: 'returned_to_supplier',
  wasted: 'wasted',
  lost: 'lost',
} as const satisfies Record<MovementKind, string>;

/** 1 for what comes in, -1 for what goes out: totals are never negative. */
export function signOf(kind: MovementKind): 1 | -1 {
  return movementDirections[kind] === 'in' ? 1 : -1;
}
