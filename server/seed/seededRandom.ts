/** Random numbers that can be repeated: the same seed gives the same, on every machine (the generator is mulberry32). */
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

  /** Another generator, for what goes on beside this one: their numbers don't depend on each other's turns. */
  fork(): SeededRandom {
    return new SeededRandom(this.whole(1, 2 ** 30));
  }

  bytes(length: number): Buffer {
    return Buffer.from(Array.from({ length }, () => this.whole(0, 255)));
  }

  chance(share: number): boolean {
    return this.next() < share;
  }

  /** One of a list, each as likely. Throws where there is none. */
  pick<T>(list: readonly T[]): T {
    const found = list[Math.floor(this.next() * list.length)];
    if (found === undefined) throw new Error('nothing to pick from');
    return found;
  }

  /** One of a list, the first ones more often: a few suppliers and materials make up most of a year. */
  pickFavoured<T>(list: readonly T[]): T {
    const found = list[Math.floor(this.next() ** 1.6 * list.length)];
    if (found === undefined) throw new Error('nothing to pick from');
    return found;
  }
}
