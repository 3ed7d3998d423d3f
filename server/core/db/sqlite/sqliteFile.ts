/** An open connection to a SQLite file, with a cache of prepared statements. */
import Sqlite from 'better-sqlite3';
import { LRUCache } from 'lru-cache';
import { addFold } from '../fold.ts';

/** Bounds of a connection's prepared statements: how many, and the characters of their texts. */
const STATEMENTS = { max: 500, maxSize: 2_000_000 } as const;
/**
 * A connection that only reads is opened again after so many: a statement that left the cache is freed by the garbage
 * collector alone, which sees a few bytes of its 40 kB and is in no hurry.
 */
const MAX_PREPARED = 1000;

/** Called with the text of every statement. */
export type OnStatement = (text: string) => void;

/** Kysely's view of a connection, and whether its statements write. */
export class SqliteFile {
  readonly #path: string;
  readonly #options: Sqlite.Options;
  readonly #onStatement: OnStatement;
  readonly #statements = new LRUCache<string, Sqlite.Statement<unknown[]>>({
    ...STATEMENTS,
    sizeCalculation: (_, text) => text.length,
  });
  readonly #pragmas: string[] = [];
  #database: Sqlite.Database;
  /** How many statements were prepared on the connection. */
  #prepared = 0;

  constructor(path: string, options: Sqlite.Options, onStatement: OnStatement = () => undefined) {
    this.#path = path;
    this.#options = options;
    this.#onStatement = onStatement;
    this.#database = this.#open();
  }

  /** Whether a transaction is open. SQLite rolls back by itself after some errors, such as a full disk. */
  get inTransaction(): boolean {
    return this.#database.inTransaction;
  }

  /** Sets the pragma for as long as the file is open. */
  pragma(text: string): void {
    this.#database.pragma(text);
    this.#pragmas.push(text);
  }

  #open(): Sqlite.Database {
    const database = new Sqlite(this.#path, this.#options);
    addFold(database);
    // SQLite's own advice for files that others may have changed.
    database.pragma('trusted_schema = OFF');
    return database;
  }

  #openAgain(): void {
    const opened = this.#open();
    for (const pragma of this.#pragmas) opened.pragma(pragma);
    this.#statements.clear();
    this.#database.close();
    this.#database = opened;
    this.#prepared = 0;
  }

  #statement(text: string): Sqlite.Statement<unknown[]> {
    // Before a statement that is known, too: the one that begins a snapshot always is, and all others are within it.
    if (this.#prepared >= MAX_PREPARED && this.#options.readonly && !this.inTransaction) this.#openAgain();
    const known = this.#statements.get(text);
    if (known) return known;
    const statement = this.#database.prepare<unknown[]>(text);
    this.#prepared += 1;
    this.#statements.set(text, statement);
    return statement;
  }

  /** Prepares a statement for execution and reports it to `onStatement`. */
  prepare(text: string): Sqlite.Statement<unknown[]> {
    this.#onStatement(text);
    return this.#statement(text);
  }

  run(text: string): void {
    this.prepare(text).run();
  }

  readsOnly(text: string): boolean {
    return this.#statement(text).readonly;
  }

  close(): void {
    this.#database.close();
  }
}
