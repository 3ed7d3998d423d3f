/** Random content of writes, and the secrets that were sent with them. */
import type { SeededRandom } from '#seed/seededRandom.ts';

const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'.split('');
/** Markup, formulas, other scripts, quotes and patterns. */
const ODDITIES = ['<b>&amp;', '=SUM(1)', 'हल्दी', '"x" \\ \'y\'', '🌿', 'a - b', '%_', '--;'];

export class Content {
  /** Texts that must never be in the history. */
  readonly secrets = new Set<string>();
  readonly random: SeededRandom;
  #count = 0;

  constructor(random: SeededRandom) {
    this.random = random;
  }

  number(): number {
    return (this.#count += 1);
  }

  /** A unique text of at most so many characters. */
  text(longest: number): string {
    return `${this.random.pick(ODDITIES)} ${this.number()} ${'z'.repeat(this.random.whole(0, longest - 30))}`.trim();
  }

  maybe<T>(value: T): T | null {
    return this.random.chance(0.3) ? null : value;
  }

  /** A day of a month that is given as yyyy-mm. */
  date(month: string): string {
    return `${month}-${String(this.random.whole(1, 28)).padStart(2, '0')}`;
  }

  password(): string {
    const letters = Array.from({ length: 16 }, () => this.random.pick(LETTERS)).join('');
    this.secrets.add(letters);
    return letters;
  }
}
