/** How many rows of a table aren't deleted, without counting them: triggers keep the number (docs/decisions/026). */
import { sql, type RawBuilder } from 'kysely';

/** Tables whose rows are counted. */
export const countedTables = [
  'app_user',
  'supplier',
  'buyer',
  'category',
  'raw_material',
  'product',
  'inward',
  'production',
  'finished_good',
] as const;
export type CountedTable = (typeof countedTables)[number];

/** The number as an expression. PostgreSQL keeps it in several rows, so that writers seldom wait for each other. */
export function rowCount(table: CountedTable): RawBuilder<number> {
  return sql`(select cast(coalesce(sum(records), 0) as bigint) from row_count where counted = ${sql.lit(table)})`;
}
