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

const STATEMENTS_KEPT = 500;
// Waiting for another process's lock blocks this whole process, so it is short; transactions are tried again anyway.
const BUSY_TIMEOUT_MS = 200;

/** A transaction takes the write lock when it begins: taken later it could fail after half of its work. */
class ImmediateDriver extends SqliteDriver {
  override async beginTransaction(connection: DatabaseConnection, settings?: TransactionSettings): Promise<void> {
    const statement = settings?.accessMode === 'read only' ? 'begin' : 'begin immediate';
    await connection.executeQuery(CompiledQuery.raw(statement));
  }
}

/** SQLite can undo table changes; told so, Kysely runs all migrations in one transaction, safe for several servers. */
class TransactionalDdlAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
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
    if (node.modifier !== 'ForNoKeyUpdate') super.visitSelectModifier(node);
  }
}

class GodownSqliteDialect extends SqliteDialect {
  readonly #config: SqliteDialectConfig;

  constructor(config: SqliteDialectConfig) {
    super(config);
    this.#config = config;
  }

  override createDriver(): Driver {
    return new ImmediateDriver(this.#config);
  }

  override createQueryCompiler(): SqliteQueryCompiler {
    return new GodownSqliteCompiler();
  }

  override createAdapter(): SqliteAdapter {
    return new TransactionalDdlAdapter();
  }
}

/** Prepared statements by their text, the longest unused dropped first: preparing anew costs more than most queries. */
function withStatementCache(database: Sqlite.Database) {
  const statements = new Map<string, Sqlite.Statement<unknown[]>>();
  return {
    close: () => database.close(),
    prepare(text: string): Sqlite.Statement<unknown[]> {
      const known = statements.get(text);
      const statement = known ?? database.prepare<unknown[]>(text);
      statements.delete(text);
      statements.set(text, statement);
      const oldest = statements.size > STATEMENTS_KEPT ? statements.keys().next().value : undefined;
      if (oldest !== undefined) statements.delete(oldest);
      return statement;
    },
  };
}

/** Opens (or makes) the file, durable to the disk on every commit. Throws what better-sqlite3 throws. */
export function openSqlite(path: string): SqliteDialect {
  const database = new Sqlite(path, { timeout: BUSY_TIMEOUT_MS });
  database.pragma('journal_mode = WAL');
  database.pragma('synchronous = FULL');
  database.pragma('foreign_keys = ON');
  return new GodownSqliteDialect({ database: withStatementCache(database) });
}
