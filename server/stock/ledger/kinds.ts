/** The kinds of movements in the database: a new kind is a row in the contract, a column here and in its migration. */
import { sql, type RawBuilder } from 'kysely';
import { movementDirections, movementKinds, type MovementKind } from '#contract/stock/stock.ts';

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

/** 1 for incoming, -1 for outgoing: totals are never negative. */
export function signOf(kind: MovementKind): 1 | -1 {
  return movementDirections[kind] === 'in' ? 1 : -1;
}

/** The kinds that take something out, as a list in SQL. */
export const departures = sql`(${sql.join(
  movementKinds.filter((kind) => movementDirections[kind] === 'out').map((kind) => sql.lit(kind)),
)})`;

/** Sum of all incoming, or of all outgoing, totals of a lot or an item that is called `table` in the query. */
export function moved(direction: 'in' | 'out', table: string): RawBuilder<number> {
  const columns = movementKinds.filter((kind) => movementDirections[kind] === direction).map((kind) => totalOf[kind]);
  return sql<number>`${sql.join(
    columns.map((column) => sql.ref(`${table}.${column}`)),
    sql` + `,
  )}`;
}
