/** Deterministic random numbers: the same sequence for a seed on every machine (mulberry32). */
export class SeededRandom {
  #state: number;

  constructor(seed: number) {
    this.#state = seed | 0;
  }

  /** At least 0, less than 1. */
  next(): number {
    this.#state = (this.#state + 0x6d_2b_79_f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** A whole number from `least` to `most`, both included. */
  whole(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1));
  }

  /** An independent generator, whose numbers don't depend on calls of this one. */
  fork(): SeededRandom {
    return new SeededRandom(this.whole(1, 2 ** 30));
  }

  bytes(length: number): Buffer {
    return Buffer.from(Array.from({ length }, () => this.whole(0, 255)));
  }

  chance(share: number): boolean {
    return this.next() < share;
  }

  /** A uniformly random element. Throws for an empty list. */
  pick<T>(list: readonly T[]): T {
    const found = list[Math.floor(this.next() * list.length)];
    if (found === undefined) throw new Error('nothing to pick from');
    return found;
  }

  /** A random element that favours the first ones: a few suppliers and materials make up most of a year. */
  pickFavoured<T>(list: readonly T[]): T {
    const found = list[Math.floor(this.next() ** 1.6 * list.length)];
    if (found === undefined) throw new Error('nothing to pick from');
    return found;
  }
}
