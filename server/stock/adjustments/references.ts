/** Records of other documents and masters that adjustments refer to. */
import { sql } from 'kysely';
import { forUpdate } from '../../core/db/locking.ts';
import { listed } from '../../core/db/statements.ts';
import type { Trx } from '../../core/db/tables.ts';
import { lockRecord } from '../../core/records/crudQueries.ts';
import { withSupplier } from '../names/lotSuppliers.ts';
import { returnedOfLine } from '../ledger/returned.ts';

/** Locks suppliers against deletion, in the order of their ids. Returns those that exist. */
export async function lockSuppliers(trx: Trx, ids: readonly number[]): Promise<Set<number>> {
  const existing = new Set<number>();
  for (const id of [...new Set(ids)].sort((a, b) => a - b)) {
    if (await lockRecord(trx, 'supplier', id)) existing.add(id);
  }
  return existing;
}

/** A line of a dispatch, with the quantity that other adjustments returned; thousandths. */
export interface DispatchedLine {
  dispatchLineId: number;
  dispatchDate: string;
  buyerId: number | null;
  lotId: number;
  quantity: number;
  returned: number;
}

/** Locks the dispatches of these lines against change, in the order of their ids. Returns which of them are deleted. */
export async function lockDispatches(trx: Trx, dispatchLineIds: readonly number[]): Promise<number[]> {
  const ids = [...new Set(dispatchLineIds)];
  if (ids.length === 0) return [];
  const { rows } = await sql<{ id: number; deletedAt: string | null }>`
    select id, deleted_at as "deletedAt" from dispatch
    where id in (select dispatch_id from dispatch_line where id in ${listed(ids)})
    order by id ${forUpdate}`.execute(trx);
  return rows.flatMap(({ id, deletedAt }) => (deletedAt === null ? [] : id));
}

/** Existing lines of dispatches, by id; quantities that the adjustment `exceptId` returned are left out. */
export async function findDispatchedLines(
  trx: Trx,
  dispatchLineIds: readonly number[],
  exceptId: number,
): Promise<Map<number, DispatchedLine>> {
  const ids = [...new Set(dispatchLineIds)];
  if (ids.length === 0) return new Map();
  const { rows } = await sql<DispatchedLine>`
    select x.id as "dispatchLineId", d.dispatch_date as "dispatchDate", d.buyer_id as "buyerId", x.lot_id as "lotId",
      x.quantity, ${returnedOfLine(sql`x.id`, exceptId)} as returned
    from dispatch_line x join dispatch d on d.id = x.dispatch_id
    where x.id in ${listed(ids)} and x.deleted_at is null and d.deleted_at is null`.execute(trx);
  return new Map(rows.map((row) => [row.dispatchLineId, row]));
}

/** Which of these lots were bought from a supplier. */
export async function findLotsOfSupplier(
  trx: Trx,
  lotIds: readonly number[],
  supplierId: number,
): Promise<ReadonlySet<number>> {
  if (lotIds.length === 0) return new Set();
  const { rows } = await sql<{ id: number }>`
    select l.id from lot l ${withSupplier} where l.id in ${listed(lotIds)} and s.id = ${supplierId}`.execute(trx);
  return new Set(rows.map(({ id }) => id));
}
