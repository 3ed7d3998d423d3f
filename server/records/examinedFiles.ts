/** The active content of stored files: looked for when a file is read, in a thread of its own, and remembered. */
import { LRUCache } from 'lru-cache';
import PQueue from 'p-queue';
import type { Piscina } from 'piscina';
import type { ActiveContent } from '#contract/attachments.ts';

/** Files whose result is remembered; files are immutable. */
const REMEMBERED = 10_000;
/** The thread ends after so long without a file, to free its memory. */
const IDLE_MS = 60_000;
const LONGEST_MS = 10_000;
const MEMORY_MB = 256;

/** Examines files one after the other; the thread starts with the first one. */
export class ExaminedFiles {
  readonly #known = new LRUCache<number, ActiveContent[]>({ max: REMEMBERED });
  readonly #onFailure: (error: unknown) => void;
  readonly #queue = new PQueue({ concurrency: 1 });
  #thread: Promise<Piscina> | undefined;

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
      return await this.#examine(bytes).catch((error: unknown): ActiveContent[] => {
        this.#onFailure(error);
        return ['unchecked'];
      });
    });
    this.#known.set(id, found);
    return found;
  }

  /** Ends the thread. */
  async close(): Promise<void> {
    await (await this.#thread)?.destroy();
  }

  async #examine(bytes: Uint8Array<ArrayBuffer>): Promise<ActiveContent[]> {
    // The promise is stored: of two files at once, the second must not start a thread of its own.
    const thread = await (this.#thread ??= this.#open());
    const signal = AbortSignal.timeout(LONGEST_MS);
    const found: ActiveContent[] = await thread.run(bytes, { transferList: [bytes.buffer], signal });
    return found;
  }

  async #open(): Promise<Piscina> {
    const { Piscina: Threads } = await import('piscina');
    const thread = new Threads({
      filename: new URL('activeContent.ts', import.meta.url).href,
      name: 'findActiveContent',
      minThreads: 0,
      maxThreads: 1,
      idleTimeout: IDLE_MS,
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
      recordTiming: false,
    });
    thread.on('error', this.#onFailure);
    return thread;
  }
}
