/** The active content of stored files: looked for when a file is read, in a thread of its own, and remembered. */
import { LRUCache } from 'lru-cache';
import PQueue from 'p-queue';
import type { ActiveContent } from '#contract/attachments.ts';
import { WorkerThreads } from '../http/workerThreads.ts';

/** Files whose result is remembered; files are immutable. */
const REMEMBERED = 10_000;
const LONGEST_MS = 10_000;
const MEMORY_MB = 256;

/** Examines files one after the other; the thread starts with the first one. */
export class ExaminedFiles {
  readonly #known = new LRUCache<number, ActiveContent[]>({ max: REMEMBERED });
  readonly #onFailure: (error: unknown) => void;
  readonly #queue = new PQueue({ concurrency: 1 });
  readonly #threads = new WorkerThreads<Uint8Array<ArrayBuffer>, ActiveContent[]>({
    module: new URL('activeContent.ts', import.meta.url),
    threads: 1,
    memoryMb: MEMORY_MB,
    longestMs: LONGEST_MS,
    tooMuch: 'the file is too large to be examined',
  });

  constructor(onFailure: (error: unknown) => void) {
    this.#onFailure = onFailure;
  }

  /**
   * What of a stored file acts; `read` gives its bytes where it was not examined yet, and its failures are thrown. A file
   * that can't be examined, or not in ten seconds, is 'unchecked'.
   */
  async activeContentOf(id: number, read: () => Promise<Uint8Array<ArrayBuffer>>): Promise<ActiveContent[]> {
    const known = this.#known.get(id);
    if (known) return known;
    const found = await this.#queue.add(async () => {
      const bytes = await read();
      return await this.#threads.run(bytes).catch((error: unknown): ActiveContent[] => {
        this.#onFailure(error);
        return ['unchecked'];
      });
    });
    this.#known.set(id, found);
    return found;
  }

  /** Ends the thread. */
  async close(): Promise<void> {
    await this.#threads.stop();
  }
}
