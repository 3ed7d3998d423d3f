import { sql, type RawBuilder } from 'kysely';
import { executeKeyed, listed } from '../../core/db/statements.ts';
import type { Database, Trx } from '../../core/db/tables.ts';
import { matchesByWords, type ParsedTerm } from '../../core/lists/search.ts';

export interface MaterialName {
  id: number;
  name: string;
  unit: string;
  /** Thousandths. */
  minProductionQuantity: number;
}

/** Names, units and minimum quantities of undeleted raw materials, by id. */
export async function findMaterialNames(
  db: Database | Trx,
  ids: readonly number[],
): Promise<Map<number, MaterialName>> {
  if (ids.length === 0) return new Map();
  const uniqueIds = [...new Set(ids)];
  const { rows } = await executeKeyed(
    db,
    `material names ${uniqueIds.length}`,
    uniqueIds,
    () => sql<MaterialName>`
      select id, name, unit, min_production_quantity as "minProductionQuantity" from raw_material where id in ${listed(uniqueIds)} and deleted_at is null`,
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/**
 * The ids of the raw materials whose name a search matches. Deleted ones are included, since their past uses are still
 * listed.
 */
export function matchingMaterials(term: ParsedTerm): RawBuilder<unknown> {
  return sql`select id from raw_material where ${matchesByWords(term, 'raw_material_words', 'id', ['name'])}`;
}
