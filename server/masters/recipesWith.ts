import { sql } from 'kysely';
import type { Trx } from '../core/db/tables.ts';

/** The product of the first recipe whose newest version has an ingredient, and how many more such recipes there are. */
export async function findRecipesWith(
  trx: Trx,
  column: 'raw_material_id' | 'product_id',
  id: number,
): Promise<{ first: string | undefined; more: number }> {
  const { rows } = await sql<{ name: string }>`
    select p.name from recipe r join product p on p.id = r.product_id
    where r.deleted_at is null and r.id in (
      select v.recipe_id from recipe_line x join recipe_version v on v.id = x.recipe_version_id
      where ${sql.ref(`x.${column}`)} = ${id}
        and v.version = (select max(w.version) from recipe_version w where w.recipe_id = v.recipe_id))
    order by r.id`.execute(trx);
  return { first: rows[0]?.name, more: Math.max(0, rows.length - 1) };
}
