/** Attempts counted in the table `rate_limit` of PostgreSQL, which all servers share, by their common clock. */
import { sql } from 'kysely';
import { RateLimiterRes } from 'rate-limiter-flexible';
import type { Database } from '../db/tables.ts';
import { param, prepared } from '../db/statements.ts';
import type { Counter } from './memoryCounter.ts';

const add = prepared<{ points: number; expire: number }>(
  () => sql`
    insert into rate_limit (key, points, expire) values (${param('key')}, 1, ${param('end')})
    on conflict (key) do update set
      points = case when rate_limit.expire <= ${param('now')} then 1 else rate_limit.points + 1 end,
      expire = case when rate_limit.expire <= ${param('now')} then excluded.expire else rate_limit.expire end
    returning points, expire`,
);
const takeBack = prepared<never>(
  () => sql`
    update rate_limit set points = points - 1
    where key = ${param('key')} and expire > ${param('now')} and points > 0`,
);
const forget = prepared<never>(() => sql`delete from rate_limit where key = ${param('key')}`);

interface Window {
  keyPrefix: string;
  /** Attempts that a window allows, and its seconds. */
  points: number;
  duration: number;
}

/** A counter of that table. Its `consume` rejects with a RateLimiterRes beyond the limit, as the library's do. */
export function sharedCounter(db: Database, now: () => Date, { keyPrefix, points, duration }: Window): Counter {
  const keyOf = (key: string | number) => `${keyPrefix}:${key}`;
  return {
    async consume(key) {
      const at = now().getTime();
      const [row] = await add(db, { key: keyOf(key), now: at, end: at + duration * 1000 });
      if (!row) throw new Error('attempt counter returned no row');
      const state = new RateLimiterRes(Math.max(points - row.points, 0), row.expire - at, row.points);
      if (row.points > points) throw state;
      return state;
    },
    async reward(key) {
      await takeBack(db, { key: keyOf(key), now: now().getTime() });
      return new RateLimiterRes();
    },
    async delete(key) {
      await forget(db, { key: keyOf(key) });
      return true;
    },
  };
}

/** Deletes the counts of windows that have ended. */
export async function deleteOldCounts(db: Database, now: Date): Promise<void> {
  await sql`delete from rate_limit where expire < ${now.getTime()}`.execute(db);
}
