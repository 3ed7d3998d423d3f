/** What was answered before, while nothing has been written since (docs/decisions/031). */
import type { Store } from '../db/connect.ts';

const ANSWERS_KEPT = 500;
const LONGEST_KEPT = 16 * 1024;

/** JSON as it is sent, and what else is sent with it. */
export interface TextAnswer {
  text: string;
}

/**
 * Keeps answers until the engine says that something was written, by this or by another process, so none is ever stale. An
 * engine that can't say so at once keeps none.
 */
export class KeptAnswers<Answer extends TextAnswer> {
  readonly #dataVersion: Store['dataVersion'];
  readonly #answers = new Map<string, Answer>();
  /** What is being found: whoever asks for the same meanwhile waits for it, too. */
  readonly #underWay = new Map<string, Promise<Answer>>();
  #version: number | undefined;

  constructor({ dataVersion }: Store) {
    this.#dataVersion = dataVersion;
  }

  /** What was asked for, kept or found: `find` must look at nothing but the database. */
  async answer(asked: string, find: () => Promise<Answer>): Promise<Answer> {
    const version = this.#dataVersion?.();
    if (version === undefined) return await find();
    if (version !== this.#version) {
      this.#answers.clear();
      this.#underWay.clear();
    }
    this.#version = version;
    const kept = this.#answers.get(asked) ?? this.#underWay.get(asked);
    if (kept) return await kept;
    const finding = find();
    this.#underWay.set(asked, finding);
    try {
      const found = await finding;
      if (this.#version === version && found.text.length <= LONGEST_KEPT) this.#keep(asked, found);
      return found;
    } finally {
      if (this.#underWay.get(asked) === finding) this.#underWay.delete(asked);
    }
  }

  #keep(asked: string, found: Answer): void {
    this.#answers.set(asked, found);
    const oldest = this.#answers.size > ANSWERS_KEPT ? this.#answers.keys().next().value : undefined;
    if (oldest !== undefined) this.#answers.delete(oldest);
  }
}
