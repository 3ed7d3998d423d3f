/**
 * Slow reads of SQLite, such as a search without an index, run one after the other on a worker thread, so that the main
 * thread stays responsive (docs/decisions/037); long ones on another such thread, so that no search waits for them
 * (docs/decisions/113).
 */
import Sqlite from 'better-sqlite3';
import { CompiledQuery, type DatabaseConnection, type Driver, type QueryResult } from 'kysely';
import type { Piscina } from 'piscina';
import type { Failed, Search, SearchedFile } from './searchThread.ts';

/** A thread ends after so long without a read, to free its memory. */
const IDLE_MS = 60_000;

/**
 * Memory for new objects in the thread, against the little that `npm start` gives the server's own: a tenth less time
 * for a long read.
 */
const YOUNG_MB = 24;

/**
 * Connections for snapshots, so that of several statements each may wait for other requests without keeping anybody else's
 * from the thread.
 */
const SNAPSHOTS = 4;
/** So many reads are handed over before the thread asks for the next one, which would wait for other requests. */
const HANDED_OVER = 8;

/** A thread that reads one database; it starts with the first read. */
export class ReadThread {
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

  /** Runs the default export of a module on a task in the thread (threadReads.ts). Throws SQLite's errors. */
  async runModule<Answer extends object | undefined>(module: string, task: unknown): Promise<Answer> {
    return await this.#run<Answer>(task, module);
  }

  async #run<Result extends object | undefined>(task: unknown, module?: string): Promise<Result> {
    // Stores the promise, so that a second concurrent read does not start a thread of its own.
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

  #begin(): Promise<Piscina> {
    const begun = this.#open(() => {
      if (this.#thread === begun) this.#thread = undefined;
    });
    return begun;
  }

  async #open(onError: () => void): Promise<Piscina> {
    // Loaded lazily, since many processes never read slowly.
    const { Piscina: Threads } = await import('piscina');
    const thread = new Threads({
      filename: new URL('searchThread.ts', import.meta.url).href,
      workerData: this.#file,
      minThreads: 0,
      maxThreads: 1,
      concurrentTasksPerWorker: HANDED_OVER,
      idleTimeout: IDLE_MS,
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB },
      recordTiming: false,
    });
    // The thread failed to start: reject pending reads; the next read starts a new one.
    thread.on('error', () => {
      onError();
      void thread.destroy();
    });
    return thread;
  }
}

class ThreadConnection implements DatabaseConnection {
  readonly #thread: ReadThread;
  /** In the thread: 0 for single statements, which no snapshot holds up. */
  number = 0;

  constructor(thread: ReadThread) {
    this.#thread = thread;
  }

  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    return { rows: await this.#thread.find<Row>({ connection: this.number, text: sql, parameters }) };
  }

  streamQuery(): never {
    throw new Error('streaming not supported on the search thread');
  }
}

/** Kysely's driver for a thread. */
export class ThreadDriver implements Driver {
  readonly #thread: ReadThread;
  readonly #idle = Array.from({ length: SNAPSHOTS }, (_, index) => index + 1);
  readonly #waiting: ((connection: number) => void)[] = [];

  constructor(thread: ReadThread) {
    this.#thread = thread;
  }

  async init(): Promise<void> {
    // The thread starts with the first read.
  }

  async destroy(): Promise<void> {
    // The thread ends with the database.
  }

  async acquireConnection(): Promise<ThreadConnection> {
    return await Promise.resolve(new ThreadConnection(this.#thread));
  }

  async releaseConnection(): Promise<void> {
    // Only snapshots have one in the thread, until their end.
  }

  async beginTransaction(connection: ThreadConnection): Promise<void> {
    connection.number = this.#idle.pop() ?? (await this.#oneGivenBack());
    try {
      await connection.executeQuery(CompiledQuery.raw('begin'));
    } catch (error) {
      this.#giveBack(connection);
      throw error;
    }
  }

  /** Kysely rolls back where it throws. */
  async commitTransaction(connection: ThreadConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('commit'));
    this.#giveBack(connection);
  }

  async rollbackTransaction(connection: ThreadConnection): Promise<void> {
    try {
      await connection.executeQuery(CompiledQuery.raw('rollback'));
    } finally {
      this.#giveBack(connection);
    }
  }

  async #oneGivenBack(): Promise<number> {
    const { promise, resolve } = Promise.withResolvers<number>();
    this.#waiting.push(resolve);
    return await promise;
  }

  #giveBack(connection: ThreadConnection): void {
    const { number } = connection;
    connection.number = 0;
    const next = this.#waiting.shift();
    if (next) next(number);
    else this.#idle.push(number);
  }
}
