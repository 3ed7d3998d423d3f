/** The engine alone, without the server. */
import Sqlite from 'better-sqlite3';
import pg from 'pg';
import type { BenchDatabase } from './databases.ts';

export interface BareEngine {
  /** Reads all rows of a query and answers how many there were. */
  read(query: string): Promise<number>;
  /** The number of rows of a table. */
  count(table: string): Promise<number>;
  close(): Promise<void>;
}

const ROWS_AT_ONCE = 1000;

function openSqlite(file: string): BareEngine {
  const database = new Sqlite(file, { readonly: true });
  return {
    read(query) {
      let count = 0;
      for (const _ of database.prepare(query).iterate()) count += 1;
      return Promise.resolve(count);
    },
    count: (table) => Promise.resolve(Number(database.prepare(`select count(*) from ${table}`).pluck().get())),
    close() {
      database.close();
      return Promise.resolve();
    },
  };
}

async function openPostgres(databaseUrl: string): Promise<BareEngine> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  return {
    async read(query) {
      await client.query('begin read only');
      await client.query(`declare bare_rows no scroll cursor for ${query}`);
      let count = 0;
      for (let rows = ROWS_AT_ONCE; rows === ROWS_AT_ONCE; count += rows) {
        rows = (await client.query(`fetch ${ROWS_AT_ONCE} from bare_rows`)).rows.length;
      }
      await client.query('rollback');
      return count;
    },
    async count(table) {
      const { rows } = await client.query<{ count: string }>(`select count(*) from ${table}`);
      return Number(rows[0]?.count);
    },
    close: async () => await client.end(),
  };
}

/** Opens the engine beside a running server, and closes it after `work`. */
export async function withEngine<T>(
  { databaseUrl, folder }: BenchDatabase,
  work: (engine: BareEngine) => Promise<T>,
): Promise<T> {
  const engine = databaseUrl === undefined ? openSqlite(`${folder}/godown.db`) : await openPostgres(databaseUrl);
  try {
    return await work(engine);
  } finally {
    await engine.close();
  }
}
