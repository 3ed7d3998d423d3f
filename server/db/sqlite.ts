/** Kysely's SQLite dialect, with what it lacks for a server that must not lose a write (design §7). */
import {
  SqliteAdapter,
  SqliteDialect,
  SqliteQueryCompiler,
  type Driver,
  type SelectModifierNode,
  type SqliteDatabase,
} from 'kysely';
import { shareDatabase } from './lock.ts';
import { SearchDriver, Searches } from './searches.ts';
import { QueuedSqliteDriver, type SqliteFiles } from './sqliteDriver.ts';
import { SqliteFile, type OnStatement } from './sqliteFile.ts';

/** Opening a file and reading it may meet a lock for a moment; waiting for it blocks the process, so not for long. */
const BUSY_TIMEOUT_MS = 200;

class GodownSqliteAdapter extends SqliteAdapter {
  /** SQLite can undo table changes; told so, Kysely runs all migrations in one transaction, safe for several servers. */
  override get supportsTransactionalDdl(): boolean {
    return true;
  }

  /** The driver has a queue for the connection that writes; Kysely's would hold up readers, too. */
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

class GodownSqliteCompiler extends SqliteQueryCompiler {
  /** Behind a sign, SQLite doesn't look at a parameter's value when it plans, so it needn't plan anew at every binding. */
  protected override getCurrentParameterPlaceholder(): string {
    return '+?';
  }

  /** A transaction that writes holds SQLite's only lock from its beginning: there are no rows to lock. */
  protected override visitSelectModifier(node: SelectModifierNode): void {
    if (node.modifier !== 'ForNoKeyUpdate' && node.modifier !== 'ForShare') super.visitSelectModifier(node);
  }
}

/** SQLite as this program uses it, through a driver of its own. */
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

/** Kysely lends the search thread to one after another, so that a transaction has it to itself. */
class SearchDialect extends GodownSqliteDialect {
  override createAdapter(): SqliteAdapter {
    return new SqliteAdapter();
  }
}

interface Opened {
  dialect: SqliteDialect;
  /** For readings that may take long: they hold up nobody, and end when `dialect` is closed. */
  searches: SqliteDialect;
}

/**
 * Opens (or makes) the file, durable to the disk on every commit. `onStatement` hears of every statement that is run.
 * Throws what better-sqlite3 throws, and while a backup is put in its place.
 */
export function openSqlite(path: string, onStatement: OnStatement = () => undefined): Opened {
  const onClosed = shareDatabase(path);
  if (!onClosed) throw new Error('a backup is being put in its place just now');
  try {
    const files = { ...openFiles(path, onStatement), onClosed };
    const searches = new Searches({ path, busyTimeoutMs: BUSY_TIMEOUT_MS }, onStatement);
    return {
      dialect: new GodownSqliteDialect(files.writer, () => new QueuedSqliteDriver(files, searches)),
      searches: new SearchDialect(files.reader, () => new SearchDriver(searches)),
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
  // From now on the driver waits for locks, without blocking the process.
  writer.pragma('busy_timeout = 0');
  const openReader = () => new SqliteFile(path, { timeout: BUSY_TIMEOUT_MS, readonly: true }, onStatement);
  return { writer, reader: openReader(), openReader };
}
