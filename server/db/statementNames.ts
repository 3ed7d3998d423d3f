/** Names under which the connections of PostgreSQL keep statements prepared. */

/** A text gets a name when it comes for this time: what is asked for once or twice isn't worth keeping. */
const NAMED_FROM = 3;
/** Each connection keeps the plan of each name that it has met, so there mustn't be more and more of them. */
const MOST_NAMES = 300;
const TEXTS_COUNTED = 1000;

/** The names that one server gives; the same text has the same name on all of its connections. */
export class StatementNames {
  readonly #names = new Map<string, string>();
  readonly #uses = new Map<string, number>();

  /** The name of a statement that comes again and again; undefined for others, and when all names are given. */
  nameOf(text: string): string | undefined {
    const known = this.#names.get(text);
    if (known !== undefined || this.#names.size === MOST_NAMES) return known;
    const uses = (this.#uses.get(text) ?? 0) + 1;
    this.#uses.delete(text);
    if (uses < NAMED_FROM) {
      this.#uses.set(text, uses);
      // The one that was not asked for the longest is forgotten first.
      const oldest = this.#uses.size > TEXTS_COUNTED ? this.#uses.keys().next().value : undefined;
      if (oldest !== undefined) this.#uses.delete(oldest);
      return undefined;
    }
    const name = `godown_${this.#names.size + 1}`;
    this.#names.set(text, name);
    return name;
  }
}
