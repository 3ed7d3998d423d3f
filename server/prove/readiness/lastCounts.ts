import { sql } from 'kysely';

/**
 * The last count of each lot in stock, with the ledger's present quantity for the end of its day (decision 83). Entries
 * for that day that were recorded after the count happened after it; corrections and deletions of earlier entries did
 * not.
 */
export const lastCounts = sql`(
  select n.id, n.lot_id, n.quantity, n.day, (
    select cast(coalesce(sum(v.quantity), 0) as bigint) from movement v
    where v.lot_id = n.lot_id and (v.occurred_on < n.day or (v.occurred_on = n.day and (
      (v.document_kind = 'adjustment' and v.document_id = n.id) or exists (
        select 1 from movement f where f.lot_id = v.lot_id and f.document_kind = v.document_kind
          and f.document_id = v.document_id and f.recorded_at <= n.created_at))))) as ledger
  from (
    select a.id, a.adjustment_date as day, a.created_at, s.lot_id, s.quantity,
      row_number() over (partition by s.lot_id order by a.adjustment_date desc, a.id desc) as nth
    from adjustment a join adjustment_line s on s.adjustment_id = a.id and s.deleted_at is null
      join lot o on o.id = s.lot_id and o.on_hand > 0
    where a.kind = 'count' and a.deleted_at is null) n
  where n.nth = 1) c`;
