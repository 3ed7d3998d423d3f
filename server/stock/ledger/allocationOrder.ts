import { sql, type RawBuilder } from 'kysely';
import { allocationOrder, type AllocationKey } from '#contract/stock/lots/allocationOrder.ts';

const columns: Readonly<Record<keyof AllocationKey, string>> = {
  useBy: 'use_by',
  receivedOn: 'received_on',
  lotId: 'id',
};

/** The columns of the order in which lots are allocated, for `order by` and comparisons; `lot` is the name of the table. */
export function allocationColumns(lot: string): RawBuilder<unknown> {
  return sql.join(allocationOrder.map((field) => sql.ref(`${lot}.${columns[field]}`)));
}
