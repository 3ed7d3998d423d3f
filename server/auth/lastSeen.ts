/**
 * Writes down that a session is used, which moves its end by the idle time. Not at each request: once a minute, behind the
 * answer, so that reading stays reading. Whoever uses a session again within that minute loses nothing but exactness.
 */
import { sql } from 'kysely';
import type { SessionLimits } from '../config.ts';
import { param, prepared } from '../db/statements.ts';
import type { Database } from '../db/tables.ts';
import type { SignedIn } from './sessions.ts';

const EVERY_MS = 60_000;
const REMEMBERED = 10_000;

// A session of an older version has no ends_at and keeps the end that it was given.
const note = prepared<never>(
  () => sql`
    update session set last_seen_at = ${param('now')}, address = ${param('address')},
      expires_at = case when ends_at is null then expires_at when ends_at < ${param('idleEnd')} then ends_at
        else ${param('idleEnd')} end
    where token_hash = ${param('tokenHash')} and (last_seen_at is null or last_seen_at < ${param('before')})`,
);

export class LastSeen {
  readonly #db: Database;
  readonly #limits: SessionLimits;
  /** When this server last tried for a session, so that many requests at once, or an engine that refuses, cost one try. */
  readonly #tried = new Map<string, number>();

  constructor(db: Database, limits: SessionLimits) {
    this.#db = db;
    this.#limits = limits;
  }

  /** What is to be written down of a use at `now`; undefined where less than a minute has gone by. */
  due({ tokenHash, lastSeenAt }: SignedIn, address: string, now: Date): (() => Promise<void>) | undefined {
    const at = now.getTime();
    if (lastSeenAt !== null && at - Date.parse(lastSeenAt) < EVERY_MS) return undefined;
    const tried = this.#tried.get(tokenHash);
    if (tried !== undefined && at - tried < EVERY_MS) return undefined;
    if (this.#tried.size >= REMEMBERED) this.#tried.clear();
    this.#tried.set(tokenHash, at);
    return async () => {
      await note(this.#db, {
        tokenHash,
        address,
        now: now.toISOString(),
        before: new Date(at - EVERY_MS).toISOString(),
        idleEnd: new Date(at + this.#limits.idleMs).toISOString(),
      });
    };
  }
}
