/**
 * Slow reads of SQLite, such as a search without an index, run one after the other on a worker thread, so that the main
 * thread stays responsive (docs/decisions/037).
 */
import Sqlite from 'better-sqlite3';
import { CompiledQuery, DummyDriver, type DatabaseConnection, type QueryResult } from 'kysely';
import type { Piscina } from 'piscina';
import type { Failed, Search, SearchedFile } from './searchThread.ts';

/** The thread ends after so long without a search, to free its memory. */
const IDLE_MS = 60_000;

/**
 * Memory for new objects in the thread, against the little that `npm start` gives the server's own: a tenth less time
 * for a long read.
 */
const YOUNG_MB = 24;

/** The search thread of one database; it starts with the first search. */
export class Searches {
  readonly #file: SearchedFile;
  readonly #onStatement: (text: string) => void;
  #thread: Promise<Piscina> | undefined;
  #isClosed = false;

  constructor(file: SearchedFile, onStatement: (text: string) => void) {
    this.#file = file;
    this.#onStatement = onStatement;
  }

  /** Runs a read-only statement. Throws SQLite's errors. */
  async find<Row>(search: Search): Promise<Row[]> {
    this.#onStatement(search.text);
    return await this.#run<Row[]>(search);
  }

  /** Runs the default export of a module on a task in the thread (longReads.ts). Throws SQLite's errors. */
  async runModule(module: string, task: unknown): Promise<Uint8Array | undefined> {
    return await this.#run<Uint8Array | undefined>(task, module);
  }

  async #run<Result extends object | undefined>(task: unknown, module?: string): Promise<Result> {
    // Stores the promise, so that a second concurrent search does not start a thread of its own.
    const thread = await (this.#thread ??= this.#begin());
    if (this.#isClosed) throw new Error('the database is closed');
    const result: Result | Failed = await thread.run(task, module === undefined ? {} : { filename: module });
    if (result && 'failed' in result) throw new Sqlite.SqliteError(result.failed.message, result.failed.code);
    return result;
  }

  /** Ends the thread as soon as SQLite's current statement ends. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await (await this.#thread)?.destroy();
  }

  /** One thread with one task at a time: for Kysely, one connection. */
  #begin(): Promise<Piscina> {
    const begun = this.#open(() => {
      if (this.#thread === begun) this.#thread = undefined;
    });
    return begun;
  }

  async #open(onError: () => void): Promise<Piscina> {
    // Loaded lazily, since many processes never search.
    const { Piscina: Threads } = await import('piscina');
    const thread = new Threads({
      filename: new URL('searchThread.ts', import.meta.url).href,
      workerData: this.#file,
      minThreads: 0,
      maxThreads: 1,
      idleTimeout: IDLE_MS,
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB },
      recordTiming: false,
    });
    // The thread failed to start: reject pending searches; the next search starts a new one.
    thread.on('error', () => {
      onError();
      void thread.destroy();
    });
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
    throw new Error('streaming not supported on the search thread');
  }
}

/** Kysely's driver for the thread. */
export class SearchDriver extends DummyDriver {
  readonly #connection: SearchConnection;

  constructor(searches: Searches) {
    super();
    this.#connection = new SearchConnection(searches);
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    return await Promise.resolve(this.#connection);
  }

  // Kysely lends this connection to one user at a time, so no other search can interleave.
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
