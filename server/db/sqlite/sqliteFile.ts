/** An open connection to a SQLite file, with a cache of prepared statements. */
import Sqlite from 'better-sqlite3';
import { LRUCache } from 'lru-cache';
import { addFold } from '../fold.ts';

const STATEMENTS = 500;

/** Called with the text of every statement. */
export type OnStatement = (text: string) => void;

/** Kysely's view of a connection, and whether its statements write. */
export class SqliteFile {
  readonly #database: Sqlite.Database;
  readonly #onStatement: OnStatement;
  readonly #statements = new LRUCache<string, Sqlite.Statement<unknown[]>>({ max: STATEMENTS });

  constructor(path: string, options: Sqlite.Options, onStatement: OnStatement = () => undefined) {
    this.#database = new Sqlite(path, options);
    addFold(this.#database);
    // SQLite's own advice for files that others may have changed.
    this.#database.pragma('trusted_schema = OFF');
    this.#onStatement = onStatement;
  }

  /** Whether a transaction is open. SQLite rolls back by itself after some errors, such as a full disk. */
  get inTransaction(): boolean {
    return this.#database.inTransaction;
  }

  pragma(text: string): void {
    this.#database.pragma(text);
  }

  #prepared(text: string): Sqlite.Statement<unknown[]> {
    const known = this.#statements.get(text);
    if (known) return known;
    const statement = this.#database.prepare<unknown[]>(text);
    this.#statements.set(text, statement);
    return statement;
  }

  /** Prepares a statement for execution and reports it to `onStatement`. */
  prepare(text: string): Sqlite.Statement<unknown[]> {
    this.#onStatement(text);
    return this.#prepared(text);
  }

  run(text: string): void {
    this.prepare(text).run();
  }

  readsOnly(text: string): boolean {
    return this.#prepared(text).readonly;
  }

  close(): void {
    this.#database.close();
  }
}
