import type { Database, Trx } from '../db/tables.ts';

export interface MaterialName {
  id: number;
  name: string;
  unit: string;
}

/** Names and units of raw materials that aren't deleted, by id. */
export async function findMaterialNames(
  db: Database | Trx,
  ids: readonly number[],
): Promise<Map<number, MaterialName>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('raw_material')
    .select(['id', 'name', 'unit'])
    .where('id', 'in', [...new Set(ids)])
    .where('deleted_at', 'is', null)
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}
