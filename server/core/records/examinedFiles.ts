/** The active content of stored files: examined when a file is read, in a thread of its own, and cached. */
import { setTimeout as delay } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import PQueue from 'p-queue';
import type { ActiveContent } from '#contract/core/attachments.ts';
import { WorkerThreads } from '../http/limits/workerThreads.ts';

/** Files whose result is remembered; files are immutable. */
const REMEMBERED = 10_000;
const MAX_DURATION_MS = 5000;
const MEMORY_MB = 256;
/** A file that was not examined in time, as on a busy machine, is examined again after this. */
const RETRY_AFTER_MS = 10 * 60_000;
/** A request waits so long for a file, and then shows it as not checked yet. */
const WAIT_MS = 1500;
/** Files that wait to be examined; further ones are not checked yet. */
const MAX_PENDING = 100;

const unchecked: ActiveContent[] = ['unchecked'];

/** Examines files one after the other; the thread starts with the first one. */
export class ExaminedFiles {
  readonly #known = new LRUCache<number, ActiveContent[]>({ max: REMEMBERED, ttlResolution: 0, perf: Date });
  readonly #pending = new Map<number, Promise<ActiveContent[]>>();
  readonly #onFailure: (error: unknown) => void;
  readonly #queue = new PQueue({ concurrency: 1 });
  readonly #threads = new WorkerThreads<Uint8Array<ArrayBuffer>, ActiveContent[]>({
    module: new URL('activeContent.ts', import.meta.url),
    threads: 1,
    memoryMb: MEMORY_MB,
    longestMs: MAX_DURATION_MS,
    tooMuch: 'the file is too large to be examined',
  });

  constructor(onFailure: (error: unknown) => void) {
    this.#onFailure = onFailure;
  }

  /**
   * Active content of a stored file; `read` returns its bytes if it was not examined yet, and throws its failures. A
   * file that can't be examined, or not in five seconds, is 'unchecked' for ten minutes, and so is one in the queue.
   */
  async activeContentOf(id: number, read: () => Promise<Uint8Array<ArrayBuffer>>): Promise<ActiveContent[]> {
    const known = this.#known.get(id);
    if (known) return known;
    if (!this.#pending.has(id) && this.#pending.size >= MAX_PENDING) return ['unchecked'];
    const timer = new AbortController();
    const late = delay(WAIT_MS, unchecked, { signal: timer.signal, ref: false });
    try {
      return await Promise.race([this.#examination(id, read), late]);
    } finally {
      timer.abort();
      await late.catch(() => unchecked);
    }
  }

  /** The examination of a file: one, however many requests wait for it. */
  #examination(id: number, read: () => Promise<Uint8Array<ArrayBuffer>>): Promise<ActiveContent[]> {
    const pending = this.#pending.get(id);
    if (pending) return pending;
    const examination = this.#queue.add(async () => {
      const bytes = await read();
      try {
        const content = await this.#threads.run(bytes);
        this.#known.set(id, content);
        return content;
      } catch (error) {
        this.#onFailure(error);
        this.#known.set(id, unchecked, { ttl: RETRY_AFTER_MS });
        return unchecked;
      }
    });
    this.#pending.set(id, examination);
    const end = () => this.#pending.delete(id);
    examination.then(end, end);
    return examination;
  }

  /** Ends the thread. */
  async close(): Promise<void> {
    await this.#threads.stop();
  }
}
