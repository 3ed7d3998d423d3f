/** Kysely's SQLite dialect, with what it lacks for a server that must not lose a write (design §7). */
import Sqlite from 'better-sqlite3';
import {
  CompiledQuery,
  SqliteAdapter,
  SqliteDialect,
  SqliteDriver,
  SqliteQueryCompiler,
  type DatabaseConnection,
  type Driver,
  type SelectModifierNode,
  type SqliteDialectConfig,
  type TransactionSettings,
} from 'kysely';
import { shareDatabase } from './lock.ts';

const STATEMENTS_KEPT = 500;
// Waiting for another process's lock blocks this whole process, so it is short; transactions are tried again anyway.
const BUSY_TIMEOUT_MS = 200;

/** A transaction takes the write lock when it begins: taken later it could fail after half of its work. */
class ImmediateDriver extends SqliteDriver {
  override async beginTransaction(connection: DatabaseConnection, settings?: TransactionSettings): Promise<void> {
    const statement = settings?.accessMode === 'read only' ? 'begin' : 'begin immediate';
    await connection.executeQuery(CompiledQuery.raw(statement));
  }

  /**
   * After some failures, such as a disk that is full, SQLite has rolled back by itself. To be told so when it is asked to
   * would hide the failure that matters.
   */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    try {
      await super.rollbackTransaction(connection);
    } catch (error) {
      if (!(error instanceof Error && /no transaction is active/.test(error.message))) throw error;
    }
  }
}

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
  readonly #config: SqliteDialectConfig;
  readonly #reading: Connection;

  constructor(config: SqliteDialectConfig, reading: Connection) {
    super(config);
    this.#config = config;
    this.#reading = reading;
  }

  override createDriver(): Driver {
    return new ImmediateDriver(this.#config);
  }

  override createQueryCompiler(): SqliteQueryCompiler {
    return new GodownSqliteCompiler();
  }

  override createAdapter(): SqliteAdapter {
    return new GodownSqliteAdapter(this.#reading);
  }
}

type OnStatement = (text: string) => void;

interface Connection {
  database: Sqlite.Database;
  onStatement: OnStatement;
}

/** Prepared statements by their text, the longest unused dropped first: preparing anew costs more than most queries. */
function withStatementCache({ database, onStatement }: Connection) {
  const statements = new Map<string, Sqlite.Statement<unknown[]>>();
  return (text: string): Sqlite.Statement<unknown[]> => {
    onStatement(text);
    const known = statements.get(text);
    const statement = known ?? database.prepare<unknown[]>(text);
    statements.delete(text);
    statements.set(text, statement);
    const oldest = statements.size > STATEMENTS_KEPT ? statements.keys().next().value : undefined;
    if (oldest !== undefined) statements.delete(oldest);
    return statement;
  };
}

interface Opened {
  dialect: SqliteDialect;
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
  const prepare = withStatementCache({ database: writing, onStatement });
  const dialect = new GodownSqliteDialect({ database: { prepare, close } }, { database: reading, onStatement });
  const version = reading.prepare<[], number>('pragma data_version').pluck();
  return { dialect, dataVersion: () => version.get() ?? 0 };
}
