/** Pages that were answered before, while nothing has been written since (docs/decisions/031). */
import type { Store } from '../db/connect.ts';

const ANSWERS_KEPT = 500;
const LONGEST_KEPT = 16 * 1024;

interface Page {
  /** JSON, as it is sent. */
  text: string;
  total: number;
}

/**
 * Keeps pages until the engine says that something was written, by this or by another process, so none is ever stale. An
 * engine that can't say so at once keeps none.
 */
export class KeptAnswers {
  readonly #dataVersion: Store['dataVersion'];
  readonly #pages = new Map<string, Page>();
  #version: number | undefined;

  constructor({ dataVersion }: Store) {
    this.#dataVersion = dataVersion;
  }

  /** What was asked for, kept or found. */
  async page(asked: string, find: () => Promise<Page>): Promise<Page> {
    const version = this.#dataVersion?.();
    if (version === undefined) return await find();
    if (version !== this.#version) this.#pages.clear();
    this.#version = version;
    const kept = this.#pages.get(asked);
    if (kept) return kept;
    const found = await find();
    if (this.#version === version && found.text.length <= LONGEST_KEPT) this.#keep(asked, found);
    return found;
  }

  #keep(asked: string, found: Page): void {
    this.#pages.set(asked, found);
    const oldest = this.#pages.size > ANSWERS_KEPT ? this.#pages.keys().next().value : undefined;
    if (oldest !== undefined) this.#pages.delete(oldest);
  }
}
