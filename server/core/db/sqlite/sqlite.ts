/** Kysely's SQLite dialect, extended for durability on a server (docs/architecture/databases.md). */
import {
  SqliteAdapter,
  SqliteDialect,
  SqliteDriver,
  SqliteQueryCompiler,
  type Driver,
  type SelectModifierNode,
  type SqliteDatabase,
} from 'kysely';
import { shareDatabase } from '../lock.ts';
import { ReadThread, ThreadDriver } from './searches.ts';
import { QueuedSqliteDriver, type SqliteFiles } from './sqliteDriver.ts';
import { SqliteFile, type OnStatement } from './sqliteFile.ts';

/** The busy timeout while opening and reading, in which the process is blocked. */
const BUSY_TIMEOUT_MS = 200;

class GodownSqliteAdapter extends SqliteAdapter {
  /** SQLite can roll back DDL: Kysely then runs all migrations in one transaction, safe for several servers. */
  override get supportsTransactionalDdl(): boolean {
    return true;
  }

  /** The driver queues for the writing connection; Kysely's mutex would also block readers. */
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

class GodownSqliteCompiler extends SqliteQueryCompiler {
  /** With a unary +, SQLite ignores a parameter's value when planning, so it doesn't replan at each binding. */
  protected override getCurrentParameterPlaceholder(): string {
    return '+?';
  }

  /** A write transaction holds SQLite's only lock from its start: there are no row locks. */
  protected override visitSelectModifier(node: SelectModifierNode): void {
    if (node.modifier !== 'ForNoKeyUpdate' && node.modifier !== 'ForShare') super.visitSelectModifier(node);
  }
}

/** SQLite with Godown's own driver. */
class GodownSqliteDialect extends SqliteDialect {
  readonly #createDriver: () => Driver;

  constructor(database: SqliteDatabase, createDriver: () => Driver) {
    super({ database });
    this.#createDriver = createDriver;
  }

  override createDriver(): Driver {
    return this.#createDriver();
  }

  override createQueryCompiler(): SqliteQueryCompiler {
    return new GodownSqliteCompiler();
  }

  override createAdapter(): SqliteAdapter {
    return new GodownSqliteAdapter();
  }
}

/** Kysely lends the one connection exclusively, also for a whole transaction. */
class ReadOnlyDialect extends GodownSqliteDialect {
  override createAdapter(): SqliteAdapter {
    return new SqliteAdapter();
  }
}

/** A file that is only read from, by one reader after the other. */
export function readOnlyDialect(file: SqliteFile): SqliteDialect {
  return new ReadOnlyDialect(file, () => new SqliteDriver({ database: file }));
}

/** The threads of `searches` and `longReads`. */
export interface Threads {
  searches: ReadThread;
  longReads: ReadThread;
}

interface Opened {
  dialect: SqliteDialect;
  /** For slow reads, which block no other request; closed together with `dialect`. */
  searches: SqliteDialect;
  /** For long reads, which block no search either; closed together with `dialect`. */
  longReads: SqliteDialect;
  threads: Threads;
}

/**
 * Opens or creates the file; every commit is durable. `onStatement` is called for every statement. Throws
 * better-sqlite3's errors, and while a backup is being restored to the file.
 */
export function openSqlite(path: string, onStatement: OnStatement = () => undefined): Opened {
  const onClosed = shareDatabase(path);
  if (!onClosed) throw new Error('restore in progress');
  try {
    const files = { ...openFiles(path, onStatement), onClosed };
    const openThread = () => new ReadThread({ path, busyTimeoutMs: BUSY_TIMEOUT_MS }, onStatement);
    const threads = { searches: openThread(), longReads: openThread() };
    const dialectOf = (thread: ReadThread) => new GodownSqliteDialect(files.reader, () => new ThreadDriver(thread));
    return {
      dialect: new GodownSqliteDialect(
        files.writer,
        () => new QueuedSqliteDriver(files, [threads.searches, threads.longReads]),
      ),
      searches: dialectOf(threads.searches),
      longReads: dialectOf(threads.longReads),
      threads,
    };
  } catch (error) {
    onClosed();
    throw error;
  }
}

function openFiles(path: string, onStatement: OnStatement): Omit<SqliteFiles, 'onClosed'> {
  const writer = new SqliteFile(path, { timeout: BUSY_TIMEOUT_MS }, onStatement);
  writer.pragma('journal_mode = WAL');
  writer.pragma('synchronous = FULL');
  writer.pragma('foreign_keys = ON');
  // From here the driver waits for locks without blocking the process.
  writer.pragma('busy_timeout = 0');
  const openReader = () => new SqliteFile(path, { timeout: BUSY_TIMEOUT_MS, readonly: true }, onStatement);
  return { writer, reader: openReader(), openReader };
}
