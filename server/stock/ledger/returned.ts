import { sql, type RawBuilder } from 'kysely';

/** Returned quantity of a dispatch line, in thousandths; `exceptId` leaves out one adjustment. */
export function returnedOfLine(dispatchLineId: RawBuilder<unknown>, exceptId?: number): RawBuilder<number> {
  const others = exceptId === undefined ? sql`` : sql` and r.adjustment_id <> ${exceptId}`;
  return sql<number>`(
    select cast(coalesce(sum(r.quantity), 0) as bigint) from adjustment_line r
    where r.dispatch_line_id = ${dispatchLineId} and r.deleted_at is null${others})`;
}
