/** Kysely's SQLite dialect, with what it lacks for a server that must not lose a write (design §7). */
import Sqlite from 'better-sqlite3';
import {
  SqliteAdapter,
  SqliteDialect,
  SqliteQueryCompiler,
  type Driver,
  type SelectModifierNode,
  type SqliteDialectConfig,
} from 'kysely';
import { shareDatabase } from './lock.ts';
import { SearchDriver, Searches } from './searches.ts';
import { SharedCommitDriver, type Writing } from './sqliteDriver.ts';
import { statementCache } from './statementCache.ts';

// Waiting for another process's lock blocks this whole process, so it is short; transactions are tried again anyway.
const BUSY_TIMEOUT_MS = 200;

/** Reads at once: rows of a statement with these values. */
type ReadNow<Row> = (values: readonly unknown[]) => Row[];

/** What the engine needs to know of SQLite, and a way to it that Kysely lacks. */
export class GodownSqliteAdapter extends SqliteAdapter {
  readonly #reading: Connection;

  constructor(reading: Connection) {
    super();
    this.#reading = reading;
  }

  /** SQLite can undo table changes; told so, Kysely runs all migrations in one transaction, safe for several servers. */
  override get supportsTransactionalDdl(): boolean {
    return true;
  }

  /** The driver lends the one connection that writes by itself: that it is lent to one alone, Kysely would see to too early. */
  override get supportsMultipleConnections(): boolean {
    return true;
  }

  /**
   * Prepares a statement on a connection that only reads: it sees what is committed, and neither waits for a transaction
   * nor in line. Undefined where the statement writes.
   */
  prepareReading<Row>(text: string): ReadNow<Row> | undefined {
    const { database, onStatement } = this.#reading;
    const statement = database.prepare<unknown[], Row>(text);
    if (!statement.readonly) return undefined;
    return (values) => {
      onStatement(text);
      return statement.all(values);
    };
  }
}

class GodownSqliteCompiler extends SqliteQueryCompiler {
  /** Behind a sign, SQLite doesn't look at a parameter's value when it plans, so it needn't plan anew at every binding. */
  protected override getCurrentParameterPlaceholder(): string {
    return '+?';
  }

  /** A transaction that writes holds SQLite's only lock from its beginning: there are no rows to lock. */
  protected override visitSelectModifier(node: SelectModifierNode): void {
    if (node.modifier !== 'ForNoKeyUpdate') super.visitSelectModifier(node);
  }
}

class GodownSqliteDialect extends SqliteDialect {
  readonly #writing: Writing;
  readonly #reading: Connection;
  readonly #searches: Searches;

  constructor(writing: Writing, reading: Connection, searches: Searches) {
    super({ database: writing });
    this.#writing = writing;
    this.#reading = reading;
    this.#searches = searches;
  }

  override createDriver(): Driver {
    return new SharedCommitDriver(this.#writing, this.#searches);
  }

  override createQueryCompiler(): SqliteQueryCompiler {
    return new GodownSqliteCompiler();
  }

  override createAdapter(): SqliteAdapter {
    return new GodownSqliteAdapter(this.#reading);
  }
}

/** The same SQL, for what may take long. */
class SearchDialect extends SqliteDialect {
  readonly #searches: Searches;

  constructor(config: SqliteDialectConfig, searches: Searches) {
    super(config);
    this.#searches = searches;
  }

  override createDriver(): Driver {
    return new SearchDriver(this.#searches);
  }

  override createQueryCompiler(): SqliteQueryCompiler {
    return new GodownSqliteCompiler();
  }
}

type OnStatement = (text: string) => void;

interface Connection {
  database: Sqlite.Database;
  onStatement: OnStatement;
}

interface Opened {
  dialect: SqliteDialect;
  /** For readings that may take long: they hold up nobody, and end when `dialect` is closed. */
  searches: SqliteDialect;
  dataVersion: () => number;
}

/**
 * Opens (or makes) the file, durable to the disk on every commit. `dataVersion` answers another number after each commit, of
 * this or of another process. `onStatement` hears of every statement that is run. Throws what better-sqlite3
 * throws, and while a backup is put in its place.
 */
export function openSqlite(path: string, onStatement: OnStatement = () => undefined): Opened {
  const letGo = shareDatabase(path);
  if (!letGo) throw new Error('a backup is being put in its place just now');
  try {
    return openBoth(path, onStatement, letGo);
  } catch (error) {
    letGo();
    throw error;
  }
}

/** The connection that writes, and the one that reads; `onClosed` is told when both are closed. */
function openBoth(path: string, onStatement: OnStatement, onClosed: () => void): Opened {
  const writing = new Sqlite(path, { timeout: BUSY_TIMEOUT_MS });
  writing.pragma('journal_mode = WAL');
  writing.pragma('synchronous = FULL');
  writing.pragma('foreign_keys = ON');
  const reading = new Sqlite(path, { timeout: BUSY_TIMEOUT_MS, readonly: true });
  const close = () => {
    reading.close();
    writing.close();
    onClosed();
  };
  const prepared = statementCache(writing);
  const prepare = (text: string) => {
    onStatement(text);
    return prepared(text);
  };
  const lent = { prepare, close, isInTransaction: () => writing.inTransaction };
  const searches = new Searches({ path, busyTimeoutMs: BUSY_TIMEOUT_MS }, onStatement);
  const dialect = new GodownSqliteDialect(lent, { database: reading, onStatement }, searches);
  const version = reading.prepare<[], number>('pragma data_version').pluck();
  return { dialect, searches: new SearchDialect({ database: lent }, searches), dataVersion: () => version.get() ?? 0 };
}
