/**
 * Case folding for all scripts in searches (docs/decisions/046), and one key for batch numbers that read the same
 * (docs/decisions/047).
 */
import { sql, type QueryExecutorProvider, type RawBuilder } from 'kysely';
import { batchKey, batchOrder } from '../batchOrder.ts';
import { searchedTexts } from './006-search-indexes.ts';
import { run, type Dialect, type MigrationSteps } from './dialect.ts';
import { indexWords } from './trigramIndex.ts';

interface Good {
  id: number;
  batchNumber: string;
  key: string;
  isDeleted: number;
}

/** Batch numbers whose key may have changed: those not only of visible ASCII characters and single spaces. */
function isUnusual({ engine }: Dialect): RawBuilder<unknown> {
  const signs = engine === 'sqlite' ? sql`batch_number glob '*[^ -~]*'` : sql`batch_number ~ '[^ -~]'`;
  return sql`(${signs} or batch_number like '%  %')`;
}

async function isTaken(db: QueryExecutorProvider, key: string, id: number): Promise<boolean> {
  const { rows } = await sql`
    select id from finished_good where batch_key = ${key} and deleted_at is null and id <> ${id}`.execute(db);
  return rows.length > 0;
}

/**
 * Updates the key of each good to the present rule. Among goods that differ only in invisible characters, the first
 * gets it; the others get a key that no number can have, until their number is changed.
 */
export async function renewBatchKeys(db: QueryExecutorProvider, dialect: Dialect): Promise<void> {
  const { rows } = await sql<Good>`
    select id, batch_number as "batchNumber", batch_key as key, case when deleted_at is null then 0 else 1 end as "isDeleted"
    from finished_good where ${isUnusual(dialect)} order by id`.execute(db);
  for (const { id, batchNumber, key, isDeleted } of rows) {
    const wanted = batchKey(batchNumber);
    if (key === wanted) continue;
    const isFree = isDeleted === 1 || !(await isTaken(db, wanted, id));
    await sql`
      update finished_good set batch_key = ${isFree ? wanted : `${wanted}\u200B${id}`}, batch_order = ${batchOrder(batchNumber)}
      where id = ${id}`.execute(db);
  }
}

export const up: MigrationSteps = async (db, dialect) => {
  if (dialect.engine === 'postgres') {
    await run(db, [
      sql`
        create function fold(value text) returns text language sql immutable parallel safe
        return replace(lower(value collate "und-x-icu"), 'ς', 'σ')`,
      ...Object.entries(searchedTexts).flatMap(([table, texts]) => [
        sql`drop index ${sql.ref(`${table}_words`)}`,
        ...indexWords(table, texts, dialect),
      ]),
    ]);
  }
  await renewBatchKeys(db, dialect);
};
