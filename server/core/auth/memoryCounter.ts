/** Rate limits in memory. The library's own stores every key, of which a stranger with many networks makes millions. */
import { LRUCache } from 'lru-cache';
import { RateLimiterRes, type RateLimiterAbstract } from 'rate-limiter-flexible';

/** Keys of a limiter: beyond them the counts longest unused are forgotten, which takes as many attempts. */
const MAX_KEYS = 50_000;

/** Attempts by key in a window that begins with the first one: the part of the library's limiters that is used here. */
export type Counter = Pick<RateLimiterAbstract, 'consume' | 'reward' | 'delete'>;

/** Counts each key's attempts within `duration` seconds of its first, up to `points`, like the library's limiters. */
export class MemoryCounter implements Counter {
  readonly #points: number;
  readonly #counts: LRUCache<string, number>;

  constructor({ points, duration }: { points: number; duration: number }) {
    this.#points = points;
    this.#counts = new LRUCache({
      max: MAX_KEYS,
      ttl: duration * 1000,
      noUpdateTTL: true,
      ttlResolution: 0,
      perf: Date,
    });
  }

  #add(key: string, points: number): RateLimiterRes {
    const before = this.#counts.get(key);
    const count = (before ?? 0) + points;
    this.#counts.set(key, count);
    const left = Math.max(0, this.#points - count);
    return new RateLimiterRes(left, this.#counts.getRemainingTTL(key), count, before === undefined);
  }

  /** Counts an attempt. Rejects with its RateLimiterRes beyond the limit. */
  async consume(key: string): Promise<RateLimiterRes> {
    const counted = this.#add(key, 1);
    // The library rejects with it too, and it is no Error.
    return await (counted.consumedPoints > this.#points ? Promise.reject(counted) : Promise.resolve(counted));
  }

  /** Takes an attempt back. */
  async reward(key: string): Promise<RateLimiterRes> {
    return await Promise.resolve(this.#add(key, -1));
  }

  async delete(key: string): Promise<boolean> {
    return await Promise.resolve(this.#counts.delete(key));
  }
}
