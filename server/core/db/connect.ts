import { join } from 'node:path';
import { Kysely } from 'kysely';
import type pg from 'pg';
import { StartError, type Config } from '../config.ts';
import { ensureFolder, ensureWritable, unusableFolder } from '../folders.ts';
import { isDamaged } from './faults.ts';
import { openPostgres, type PostgresOptions } from './postgres/postgres.ts';
import { openSqlite, type Threads } from './sqlite/sqlite.ts';
import type { Database, Tables } from './tables.ts';

export type Engine = 'sqlite' | 'postgres';

export interface Store {
  db: Database;
  /** For reads that may be slow: SQLite runs them one after the other on a thread of their own. */
  searches: Database;
  /** For reads of many rows, for which no search waits: on SQLite a thread of their own, too. */
  longReads: Database;
  /** The threads of both; undefined on PostgreSQL. */
  threads: Threads | undefined;
  engine: Engine;
  /** The pool of `db` on PostgreSQL, for libraries that need one. */
  pool: pg.Pool | undefined;
}

/** The path of the built-in database. */
export function databaseFile({ dataDir }: Pick<Config, 'dataDir'>): string {
  return join(dataDir, 'godown.db');
}

/** Throws a StartError on PostgreSQL, whose own tools make and restore backups. */
export function ensureSqlite({ databaseUrl }: Pick<Config, 'databaseUrl'>): void {
  if (databaseUrl === undefined) return;
  throw new StartError(
    'This is for the built-in database, and DATABASE_URL names a PostgreSQL: docs/how-to/back-up-postgresql.md shows its own tools.',
  );
}

/** Message to the operator about a damaged built-in database: another folder would begin an empty Godown. */
export function damagedText(reason: string): string {
  return (
    `Godown cannot start: its database is damaged (${reason}). It was left as it is. ` +
    'Put a backup in its place with npm run restore -- FILE --replace; docs/how-to/back-up.md tells where they are.'
  );
}

/** The databases over an opened file, for every kind of read. */
export function databasesOf({ dialect, searches, longReads, threads }: ReturnType<typeof openSqlite>) {
  return {
    db: new Kysely<Tables>({ dialect }),
    searches: new Kysely<Tables>({ dialect: searches }),
    longReads: new Kysely<Tables>({ dialect: longReads }),
    threads,
  };
}

/** Opens PostgreSQL by DATABASE_URL, else SQLite in DATA_DIR. Throws a StartError. */
export function openStore(
  config: Pick<Config, 'databaseUrl' | 'dataDir'>,
  onIdleError: (error: Error) => void,
  options: PostgresOptions = {},
): Store {
  if (config.databaseUrl !== undefined) {
    const { dialect, pool } = openPostgres(config.databaseUrl, onIdleError, options);
    const db = new Kysely<Tables>({ dialect });
    return { db, searches: db, longReads: db, threads: undefined, engine: 'postgres', pool };
  }
  const path = databaseFile(config);
  ensureFolder('data', config.dataDir);
  ensureWritable(path);
  try {
    return { ...databasesOf(openSqlite(path)), engine: 'sqlite', pool: undefined };
  } catch (cause) {
    if (isDamaged(cause)) {
      throw new StartError(damagedText(cause instanceof Error ? cause.message : String(cause)), { cause });
    }
    throw unusableFolder('data', config.dataDir, cause);
  }
}
