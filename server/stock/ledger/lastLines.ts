/** The newest inward line of a material: its last price and quantity. */
import { sql, type RawBuilder } from 'kysely';
import { ALWAYS } from '../../core/calendar.ts';
import { executeKeyed } from '../../core/db/statements.ts';
import type { Database, Trx } from '../../core/db/tables.ts';

interface LastLine {
  rawMaterialId: number;
  /** Paise. */
  pricePerUnit: number;
  /** Thousandths. */
  quantity: number;
}

/**
 * The columns (of `inward_line n`) of an item's newest inward line, by invoice date, that is also in `where`, as a query of
 * at most one row.
 */
export function newestLine(
  columns: RawBuilder<unknown>,
  itemId: RawBuilder<unknown>,
  where: RawBuilder<unknown> = sql`true`,
): RawBuilder<unknown> {
  return sql`
    select ${columns} from lot l join inward_line n on n.lot_id = l.id
    where l.item_id = ${itemId} and n.deleted_at is null and ${where}
    order by l.received_on desc, l.id desc limit 1`;
}

/** The lines that an inward is compared with: of other inwards, up to its date. */
interface ComparedLines {
  /** The inward itself. */
  exceptId?: number | undefined;
  /** Without it, up to the newest. */
  until?: string | undefined;
}

/** The last inward line of each material, by invoice date, among `compared`; by material id. */
export async function findLastLines(
  db: Database | Trx,
  rawMaterialIds: readonly number[],
  { exceptId = 0, until = ALWAYS.to }: ComparedLines,
): Promise<Map<number, LastLine>> {
  const ids = [...new Set(rawMaterialIds)];
  if (ids.length === 0) return new Map();
  const values = ids.flatMap((id) => [id, exceptId, until]);
  const { rows } = await executeKeyed(db, `last lines ${ids.length}`, values, () => {
    const columns = sql`n.raw_material_id as "rawMaterialId", n.price_per_unit as "pricePerUnit", n.quantity`;
    // One index range per material: a combined query would read all lines of these materials.
    const walks = ids.map((id) => {
      const itemId = sql`(select id from item where raw_material_id = ${id})`;
      const where = sql`n.inward_id <> ${exceptId} and l.received_on <= ${until}`;
      return sql`select * from (${newestLine(columns, itemId, where)}) as newest`;
    });
    return sql<LastLine>`${sql.join(walks, sql` union all `)}`;
  });
  return new Map(rows.map((line) => [line.rawMaterialId, line]));
}
