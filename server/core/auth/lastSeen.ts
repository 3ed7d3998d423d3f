/**
 * Updates when a session was last used, which extends it by the idle limit. At most once a minute and after the answer,
 * so that reads don't wait for a write.
 */
import { sql } from 'kysely';
import type { SessionLimits } from '../config.ts';
import { param, prepared } from '../db/statements.ts';
import type { Database } from '../db/tables.ts';
import type { SignedIn } from './sessions.ts';

const EVERY_MS = 60_000;
const REMEMBERED = 10_000;

// Sessions of an older version have no ends_at; their expiry is fixed.
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
  /** The last attempt per session: parallel requests, or an engine that refuses, cost one attempt. */
  readonly #tried = new Map<string, number>();

  constructor(db: Database, limits: SessionLimits) {
    this.#db = db;
    this.#limits = limits;
  }

  /** The update for a use at `now`; undefined within a minute of the last one. */
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
