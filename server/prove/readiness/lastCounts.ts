import { sql } from 'kysely';

/**
 * The last count of each lot in stock, with the ledger's present quantity for the end of its day (decision 83). Entries
 * for that day that were recorded after the count happened after it; corrections and deletions of earlier entries did
 * not.
 */
export const lastCounts = sql`(
  select counted.id, counted.lot_id, counted.quantity, counted.day, (
    select cast(coalesce(sum(v.quantity), 0) as bigint) from movement v
    where v.lot_id = counted.lot_id and (v.occurred_on < counted.day or (v.occurred_on = counted.day and (
      (v.document_kind = 'adjustment' and v.document_id = counted.id) or exists (
        select 1 from movement earlier where earlier.lot_id = v.lot_id and earlier.document_kind = v.document_kind
          and earlier.document_id = v.document_id and earlier.recorded_at <= counted.created_at))))) as ledger
  from (
    select a.id, a.adjustment_date as day, a.created_at, j.lot_id, j.quantity,
      row_number() over (partition by j.lot_id order by a.adjustment_date desc, a.id desc) as nth
    from adjustment a join adjustment_line j on j.adjustment_id = a.id and j.deleted_at is null
      join lot l on l.id = j.lot_id and l.on_hand > 0
    where a.kind = 'count' and a.deleted_at is null) counted
  where counted.nth = 1) c`;
