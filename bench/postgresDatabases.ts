/** The databases of SQLite, copied into a PostgreSQL that runs for the measurements: both engines measure the same rows. */
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import Sqlite from 'better-sqlite3';
import { sql } from 'kysely';
import { readConfig } from '#server/core/config.ts';
import { openStore, type Store } from '#server/core/db/connect.ts';
import { migrate } from '#server/core/db/migrate.ts';
import { inTransaction } from '#server/core/db/transaction.ts';
import type { Trx } from '#server/core/db/tables.ts';
import { startPostgres } from '#test/postgres.ts';
import { onPostgres } from '#test/testDatabases.ts';
import { type BenchDatabases, copySeeded, keptAs } from './databases.ts';

const ROWS_PER_INSERT = 2000;

function nameOf(size: number): string {
  return `godown_bench_${size}`;
}

function addressOf(url: string, size: number): string {
  const address = new URL(url);
  address.pathname = `/${nameOf(size)}`;
  return address.href;
}

/** Opens a database with all migrations of this version. */
async function openMigrated(environment: NodeJS.ProcessEnv): Promise<Store> {
  const store = openStore(readConfig(environment), () => undefined);
  await migrate(store);
  return store;
}

/** Tables and columns that hold data on both engines; generated ones are computed on PostgreSQL. */
async function findColumns(trx: Trx, from: Sqlite.Database): Promise<Map<string, string[]>> {
  const own = from.prepare<[string], { name: string }>('select name from pragma_table_info(?)');
  const { rows } = await sql<{ table: string; column: string }>`
    select c.table_name as "table", c.column_name as "column"
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = current_schema() and t.table_type = 'BASE TABLE' and c.is_generated = 'NEVER'
      and c.table_name not like 'kysely_%'
  `.execute(trx);
  const columns = new Map<string, string[]>();
  for (const [table, each] of Map.groupBy(rows, (row) => row.table)) {
    const onSqlite = new Set(own.all(table).map(({ name }) => name));
    const both = each.map(({ column }) => column).filter((column) => onSqlite.has(column));
    if (both.length > 0) columns.set(table, both);
  }
  return columns;
}

/** JSON of rows as PostgreSQL reads it: bytes as hexadecimal text. */
function jsonOf(rows: readonly Record<string, unknown>[]): string {
  const valueOf = (value: unknown) => (Buffer.isBuffer(value) ? `\\x${value.toString('hex')}` : value);
  return JSON.stringify(
    rows.map((row) => Object.fromEntries(Object.entries(row).map(([column, value]) => [column, valueOf(value)]))),
  );
}

async function copyTable(trx: Trx, from: Sqlite.Database, table: string, columns: readonly string[]): Promise<void> {
  await sql`delete from ${sql.table(table)}`.execute(trx);
  const names = sql.join(columns.map((column) => sql.ref(column)));
  let chunk: Record<string, unknown>[] = [];
  const insert = async () => {
    if (chunk.length === 0) return;
    await sql`
      insert into ${sql.table(table)} (${names})
      select ${names} from json_populate_recordset(null::${sql.table(table)}, ${jsonOf(chunk)})
    `.execute(trx);
    chunk = [];
  };
  const list = columns.map((column) => `"${column}"`).join(', ');
  for (const row of from.prepare<[], Record<string, unknown>>(`select ${list} from "${table}"`).iterate()) {
    chunk.push(row);
    if (chunk.length === ROWS_PER_INSERT) await insert();
  }
  await insert();
  if (columns.includes('id'))
    await sql`
      select setval(pg_get_serial_sequence(${table}, 'id'), (select max(id) from ${sql.table(table)}))
      where pg_get_serial_sequence(${table}, 'id') is not null
    `.execute(trx);
}

/** Copies all rows of the SQLite file in the folder into a new PostgreSQL database. */
async function copyIntoPostgres(folder: string, url: string): Promise<void> {
  const source = await openMigrated({ DATA_DIR: folder });
  await source.db.destroy();
  const { db } = await openMigrated({ DATABASE_URL: url });
  const from = new Sqlite(path.join(folder, 'godown.db'), { readonly: true });
  await inTransaction(db, async (trx) => {
    // Neither triggers nor foreign keys: the rows were checked when they were entered, and counts are among them.
    await sql`set local session_replication_role = replica`.execute(trx);
    for (const [table, columns] of await findColumns(trx, from)) await copyTable(trx, from, table, columns);
  });
  from.close();
  await db.destroy();
}

/** Copies a database of each size, and keeps the folder of their PostgreSQL. */
async function copyAll(sizes: readonly number[], temporary: string, kept: string): Promise<void> {
  const { databases } = await copySeeded(temporary, sizes);
  const { url, stop } = await startPostgres();
  let keepAs: string | undefined;
  try {
    for (const { productions, folder } of databases) {
      console.log(`Copying ${productions.toLocaleString('en')} productions into PostgreSQL …`);
      await onPostgres(url, `create database ${nameOf(productions)}`);
      await copyIntoPostgres(folder, addressOf(url, productions));
      await onPostgres(addressOf(url, productions), 'vacuum analyze');
    }
    keepAs = kept;
  } finally {
    await stop(keepAs);
  }
}

/** Starts a PostgreSQL that is durable, as in service, over a copy of the databases; their servers log in `folder`. */
export async function preparePostgres(folder: string, sizes: readonly number[]): Promise<BenchDatabases> {
  const own = path.join(folder, 'postgres');
  mkdirSync(own);
  const from = await keptAs(`postgres ${sizes.join(' ')}`, async (kept) => await copyAll(sizes, folder, kept));
  const { url, stop } = await startPostgres({ from, isDurable: true });
  const databases = sizes.map((productions) => {
    const logs = path.join(own, String(productions));
    mkdirSync(logs);
    return { productions, folder: logs, databaseUrl: addressOf(url, productions) };
  });
  return { databases, remove: async () => await stop() };
}
