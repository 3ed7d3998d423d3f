/** Trigram indexes for substring searches. */
import { sql, type RawBuilder } from 'kysely';
import type { Dialect } from './dialect.ts';

/** SQLite: a trigram index without its own copy of the texts, maintained by triggers. */
function wordsOnSqlite(table: string, columns: readonly string[]): RawBuilder<unknown>[] {
  const words = sql.ref(`${table}_words`);
  const names = sql.join(columns.map((column) => sql.ref(column)));
  const values = (row: 'new' | 'old') => sql.join(columns.map((column) => sql`${sql.raw(row)}.${sql.ref(column)}`));
  const forget = sql`insert into ${words} (${words}, rowid, ${names}) values ('delete', old.id, ${values('old')});`;
  const learn = sql`insert into ${words} (rowid, ${names}) values (new.id, ${values('new')});`;
  const trigger = (event: string, when: RawBuilder<unknown>, steps: RawBuilder<unknown>) => sql`
    create trigger ${sql.ref(`${table}_words_on_${event}`)} after ${when} on ${sql.table(table)} begin ${steps} end`;
  return [
    sql`
      create virtual table ${words}
      using fts5(${names}, content=${sql.lit(table)}, content_rowid='id', tokenize='trigram', columnsize=0)`,
    sql`insert into ${words} (${words}) values ('rebuild')`,
    trigger('insert', sql`insert`, learn),
    trigger('update', sql`update of ${names}`, sql`${forget} ${learn}`),
    trigger('delete', sql`delete`, forget),
  ];
}

/** PostgreSQL: a trigram index, which it uses for LIKE by itself. */
function wordsOnPostgres(
  table: string,
  columns: readonly string[],
  { trigramClass }: Dialect,
  fold: Fold,
): RawBuilder<unknown>[] {
  const texts = columns.map((column) => sql`${sql.raw(fold)}(${sql.ref(column)}) ${trigramClass}`);
  return [sql`create index ${sql.ref(`${table}_words`)} on ${sql.table(table)} using gin (${sql.join(texts)})`];
}

/**
 * Case folding on PostgreSQL: `lower`, of A to Z alone, until migration 014 creates `fold`. SQLite's index folds all
 * letters by itself.
 */
type Fold = 'lower' | 'fold';

/** Creates trigram indexes on a table's text columns. */
export function indexWords(
  table: string,
  columns: readonly string[],
  dialect: Dialect,
  fold: Fold = 'fold',
): RawBuilder<unknown>[] {
  return dialect.engine === 'sqlite' ? wordsOnSqlite(table, columns) : wordsOnPostgres(table, columns, dialect, fold);
}
