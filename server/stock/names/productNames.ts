import type { Trx } from '../../core/db/tables.ts';

interface ProductName {
  id: number;
  name: string;
  unit: string;
}

/** Names and units of undeleted products, by id. */
export async function findProductNames(trx: Trx, ids: readonly number[]): Promise<Map<number, ProductName>> {
  if (ids.length === 0) return new Map();
  const query = trx
    .selectFrom('product')
    .select(['id', 'name', 'unit'])
    .where('id', 'in', [...new Set(ids)]);
  const rows = await query.where('deleted_at', 'is', null).execute();
  return new Map(rows.map((row) => [row.id, row]));
}
