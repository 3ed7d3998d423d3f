/**
 * Work that would hold up the thread that answers, such as rendering a PDF: done in threads of its own, until the client
 * disconnects, the server stops, or it takes too long or too much memory (docs/decisions/095).
 */
import type { Piscina } from 'piscina';
import { ApiError, OverloadedError } from '../errors.ts';
import type { Requester } from './slots.ts';

/** A thread ends after so long without work, to free its memory. */
const IDLE_MS = 60_000;
/** Room for new objects: `npm start` gives the server's own thread little. */
const YOUNG_MB = 24;

export interface WorkerOptions {
  /** The module whose default export does the work. */
  module: URL;
  /** As many as the slots of its kind of work, or fewer. */
  threads: number;
  /** Limit of each thread's heap. */
  memoryMb: number;
  longestMs: number;
  /** Shown to the person where it takes longer or more memory. */
  tooMuch: string;
}

interface Pool<Task, Result> {
  threads: Piscina<Task, Result>;
  /** The error with which a thread could not start. */
  failure?: unknown;
}

const isOf = (error: unknown, code: string) => error instanceof Error && 'code' in error && error.code === code;

/** Threads for one kind of work; they start with the first task. */
export class WorkerThreads<Task, Result extends object> {
  readonly #options: WorkerOptions;
  readonly #stopped = new AbortController();
  #pool: Promise<Pool<Task, Result>> | undefined;

  constructor(options: WorkerOptions) {
    this.#options = options;
  }

  /**
   * Runs a task, for a request until its connection closes. Throws 413 if it is too much, OverloadedError where the client
   * left or the server stops.
   */
  async run(task: Task, connection?: Requester['connection']): Promise<Result> {
    const { longestMs, tooMuch } = this.#options;
    const left = new AbortController();
    const leave = () => left.abort();
    connection?.once('close', leave);
    const late = AbortSignal.timeout(longestMs);
    const signal = AbortSignal.any([left.signal, this.#stopped.signal, late]);
    let pool: Pool<Task, Result> | undefined;
    try {
      if (connection?.closed) leave();
      signal.throwIfAborted();
      // Stores the promise, so that a second concurrent task does not start threads of its own.
      pool = await (this.#pool ??= this.#begin());
      return await pool.threads.run(task, { signal });
    } catch (error) {
      if (left.signal.aborted || this.#stopped.signal.aborted) throw new OverloadedError({ isReading: true });
      if (late.aborted || isOf(error, 'ERR_WORKER_OUT_OF_MEMORY')) throw new ApiError('too_large', tooMuch);
      throw pool?.failure ?? error;
    } finally {
      connection?.off('close', leave);
    }
  }

  /** Ends all work at once. */
  async stop(): Promise<void> {
    this.#stopped.abort();
    await (await this.#pool)?.threads.destroy();
  }

  #begin(): Promise<Pool<Task, Result>> {
    const begun = this.#open(() => {
      if (this.#pool === begun) this.#pool = undefined;
    });
    return begun;
  }

  async #open(onError: () => void): Promise<Pool<Task, Result>> {
    // Loaded lazily, since most processes never need it.
    const { Piscina: Threads } = await import('piscina');
    const { module, threads, memoryMb } = this.#options;
    const pool: Pool<Task, Result> = {
      threads: new Threads({
        filename: module.href,
        minThreads: 0,
        maxThreads: threads,
        idleTimeout: IDLE_MS,
        resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: YOUNG_MB },
        recordTiming: false,
      }),
    };
    // A thread could not start: its tasks are rejected, and the next one starts new threads.
    pool.threads.on('error', (failure) => {
      pool.failure = failure;
      onError();
      void pool.threads.destroy();
    });
    return pool;
  }
}
