/** The newest inward line of a material: its last price and quantity. */
import { sql, type RawBuilder } from 'kysely';
import { executeKeyed } from '../../core/db/statements.ts';
import type { Database, Trx } from '../../core/db/tables.ts';

interface LastLine {
  rawMaterialId: number;
  /** Paise. */
  pricePerUnit: number;
  /** Thousandths. */
  quantity: number;
}

/** The columns (of `inward_line n`) of an item's newest inward line, by invoice date, as a query of at most one row. */
export function newestLine(
  columns: RawBuilder<unknown>,
  itemId: RawBuilder<unknown>,
  exceptInward: RawBuilder<unknown> = sql.lit(0),
): RawBuilder<unknown> {
  return sql`
    select ${columns} from lot l join inward_line n on n.lot_id = l.id
    where l.item_id = ${itemId} and n.inward_id <> ${exceptInward} and n.deleted_at is null
    order by l.received_on desc, l.id desc limit 1`;
}

/** The last inward line of each material, by invoice date, excluding inward `exceptId`; by material id. */
export async function findLastLines(
  db: Database | Trx,
  rawMaterialIds: readonly number[],
  exceptId = 0,
): Promise<Map<number, LastLine>> {
  const ids = [...new Set(rawMaterialIds)];
  if (ids.length === 0) return new Map();
  const values = ids.flatMap((id) => [id, exceptId]);
  const { rows } = await executeKeyed(db, `last lines ${ids.length}`, values, () => {
    const columns = sql`n.raw_material_id as "rawMaterialId", n.price_per_unit as "pricePerUnit", n.quantity`;
    // One index range per material: a combined query would read all lines of these materials.
    const walks = ids.map((id) => {
      const itemId = sql`(select id from item where raw_material_id = ${id})`;
      return sql`select * from (${newestLine(columns, itemId, sql`${exceptId}`)}) as newest`;
    });
    return sql<LastLine>`${sql.join(walks, sql` union all `)}`;
  });
  return new Map(rows.map((line) => [line.rawMaterialId, line]));
}
