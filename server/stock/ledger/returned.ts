import { sql, type RawBuilder } from 'kysely';

/** Returned quantity of a dispatch line, in thousandths; `exceptId` leaves out one adjustment. */
export function returnedOfLine(dispatchLineId: RawBuilder<unknown>, exceptId?: number): RawBuilder<number> {
  const others = exceptId === undefined ? sql`` : sql` and j.adjustment_id <> ${exceptId}`;
  return sql<number>`(
    select cast(coalesce(sum(j.quantity), 0) as bigint) from adjustment_line j
    where j.dispatch_line_id = ${dispatchLineId} and j.deleted_at is null${others})`;
}
