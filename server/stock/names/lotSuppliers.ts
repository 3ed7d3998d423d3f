/** Suppliers of lots: a received lot has that of its inward, opening stock may name its supplier (decision 88). */
import { sql, type RawBuilder, type SqlBool } from 'kysely';

/** The id of the supplier of lot l, in a query with its inward w, if any; null if unknown. */
export const supplierOfLot = sql<number | null>`coalesce(w.supplier_id, l.supplier_id)`;

/** Joins to lot l its inward line n, its inward w and its supplier s, where it has them. */
export const withSupplier = sql`
  left join inward_line n on n.lot_id = l.id left join inward w on w.id = n.inward_id
  left join supplier s on s.id = ${supplierOfLot}`;

/** Selects the ids of all lots of some suppliers, deleted ones too; `comparison` compares an id with theirs, as `= ?` does. */
export function lotsOfSuppliers(comparison: RawBuilder<unknown>): RawBuilder<{ id: number }> {
  return sql<{ id: number }>`
    select n.lot_id as id from inward w join inward_line n on n.inward_id = w.id where w.supplier_id ${comparison}
    union all select l.id from lot l where l.supplier_id ${comparison}`;
}

/**
 * Whether lot l is of some suppliers, in a query with its inward w, where it has one: for searches of all lots, which read no
 * further column of each by it. `suppliers` is a query of ids in brackets.
 */
export function isOfSuppliers(suppliers: RawBuilder<unknown>): RawBuilder<SqlBool> {
  return sql<SqlBool>`
    (w.supplier_id in ${suppliers} or l.id in (select named.id from lot named where named.supplier_id in ${suppliers}))`;
}
