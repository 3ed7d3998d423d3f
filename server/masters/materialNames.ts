import { sql } from 'kysely';
import { listed, runShape } from '../db/shapes.ts';
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
  const wanted = [...new Set(ids)];
  const { rows } = await runShape(
    db,
    `material names ${wanted.length}`,
    wanted,
    () => sql<MaterialName>`
      select id, name, unit from raw_material where id in ${listed(wanted)} and deleted_at is null`,
  );
  return new Map(rows.map((row) => [row.id, row]));
}
