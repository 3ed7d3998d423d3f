import { sql, type RawBuilder } from 'kysely';
import { takingOrder, type LotTurn } from '#contract/stock/takingOrder.ts';

const columns: Readonly<Record<keyof LotTurn, string>> = { useBy: 'use_by', receivedOn: 'received_on', lotId: 'id' };

/** The columns of the order in which lots are taken, for `order by` and comparisons; `lot` is the name of the table. */
export function takingColumns(lot: string): RawBuilder<unknown> {
  return sql.join(takingOrder.map((field) => sql.ref(`${lot}.${columns[field]}`)));
}
