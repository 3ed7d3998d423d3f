/** What writes are made of, by chance that can be repeated, and the secrets that were sent with them. */
import type { Dice } from '#server/seed/dice.ts';

const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'.split('');
/** What markup, formulas, other scripts and patterns bring. */
const ODDITIES = ['<b>&amp;', '=SUM(1)', 'हल्दी', '"x" \\ \'y\'', '🌿', 'a - b', '%_', '--;'];

export class Content {
  /** Texts that must never be in the history. */
  readonly secrets = new Set<string>();
  readonly dice: Dice;
  #count = 0;

  constructor(dice: Dice) {
    this.dice = dice;
  }

  /** A number that no other text has. */
  number(): number {
    return (this.#count += 1);
  }

  /** A text that nothing else has, of at most so many characters. */
  text(longest: number): string {
    return `${this.dice.pick(ODDITIES)} ${this.number()} ${'z'.repeat(this.dice.whole(0, longest - 30))}`.trim();
  }

  maybe<T>(value: T): T | null {
    return this.dice.chance(0.3) ? null : value;
  }

  /** A day of a month that is given as yyyy-mm. */
  date(month: string): string {
    return `${month}-${String(this.dice.whole(1, 28)).padStart(2, '0')}`;
  }

  /** A new password. */
  password(): string {
    const letters = Array.from({ length: 16 }, () => this.dice.pick(LETTERS)).join('');
    this.secrets.add(letters);
    return letters;
  }
}
