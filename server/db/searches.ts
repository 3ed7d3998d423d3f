/**
 * Readings of SQLite that may take long, such as a search that goes by no index: a thread of their own answers them, one after
 * another, so that the server's thread goes on with all else (docs/decisions/037).
 */
import Sqlite from 'better-sqlite3';
import { CompiledQuery, DummyDriver, type DatabaseConnection, type QueryResult } from 'kysely';
import type { Piscina } from 'piscina';
import type { Search, Searched, SearchedFile } from './searchThread.ts';

/** A thread takes some memory; it ends when nobody has searched for so long. */
const IDLE_MS = 60_000;

/** The thread of one database: it begins with the first search. */
export class Searches {
  readonly #file: SearchedFile;
  readonly #onStatement: (text: string) => void;
  #thread: Piscina<Search> | undefined;
  #isClosed = false;

  constructor(file: SearchedFile, onStatement: (text: string) => void) {
    this.#file = file;
    this.#onStatement = onStatement;
  }

  /** The rows of a statement that reads. Throws what SQLite throws. */
  async find<Row>(search: Search): Promise<Row[]> {
    this.#onStatement(search.text);
    const thread = this.#thread ?? (await this.#begin());
    if (this.#isClosed) throw new Error('the database is closed');
    const found: Searched<Row> = await thread.run(search);
    if ('failed' in found) throw new Sqlite.SqliteError(found.failed.message, found.failed.code);
    return found.rows;
  }

  /** Ends the thread as soon as SQLite lets go of what it does. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#thread?.destroy();
  }

  /** One thread, which is given one search at a time: to Kysely this engine has one connection. */
  async #begin(): Promise<Piscina<Search>> {
    // Whoever never searches needs nothing of it.
    const { Piscina: Threads } = await import('piscina');
    const thread = new Threads<Search>({
      filename: new URL('searchThread.ts', import.meta.url).href,
      workerData: this.#file,
      minThreads: 0,
      maxThreads: 1,
      idleTimeout: IDLE_MS,
      recordTiming: false,
    });
    // It could not begin, and whoever waits for it must hear so: they are refused, and the next search tries anew.
    thread.on('error', () => {
      if (this.#thread === thread) this.#thread = undefined;
      void thread.destroy();
    });
    this.#thread = thread;
    return thread;
  }
}

class SearchConnection implements DatabaseConnection {
  readonly #searches: Searches;

  constructor(searches: Searches) {
    this.#searches = searches;
  }

  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    return { rows: await this.#searches.find<Row>({ text: sql, parameters }) };
  }

  streamQuery(): never {
    throw new Error('a search is answered at once');
  }
}

/** Kysely's way to the thread. */
export class SearchDriver extends DummyDriver {
  readonly #connection: SearchConnection;

  constructor(searches: Searches) {
    super();
    this.#connection = new SearchConnection(searches);
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    return await Promise.resolve(this.#connection);
  }

  // Kysely lends this connection to one after another, so nobody else's search comes in between.
  override async beginTransaction(): Promise<void> {
    await this.#connection.executeQuery(CompiledQuery.raw('begin'));
  }

  override async commitTransaction(): Promise<void> {
    await this.#connection.executeQuery(CompiledQuery.raw('commit'));
  }

  override async rollbackTransaction(): Promise<void> {
    await this.#connection.executeQuery(CompiledQuery.raw('rollback'));
  }
}
