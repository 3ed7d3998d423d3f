/** The number of rows that aren't deleted, maintained by triggers (docs/decisions/054). */
import { sql, type RawBuilder } from 'kysely';
import type { Database, Trx } from './tables.ts';

/** The number as an expression. PostgreSQL spreads it over several rows to reduce lock contention. */
export function rowCount(table: string): RawBuilder<number> {
  return sql`(select cast(coalesce(sum(records), 0) as bigint) from row_count where counted = ${sql.lit(table)})`;
}

/** The tables of records (`RecordTable`) that the triggers count, from the database. */
export async function findRecordTables(db: Database | Trx): Promise<string[]> {
  const tables = await db.introspection.getTables();
  const isOfRecords = (names: readonly string[]) => names.includes('created_at') && names.includes('deleted_at');
  return tables.filter(({ columns }) => isOfRecords(columns.map(({ name }) => name))).map(({ name }) => name);
}
