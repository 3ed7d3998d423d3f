/** Limits on guessing: per account and per address, shared by all servers on PostgreSQL (design §4). */
import { hash } from 'node:crypto';
import {
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRes,
  type RateLimiterAbstract,
} from 'rate-limiter-flexible';
import { loginTexts } from '#contract/auth.ts';
import type { Store } from '../db/connect.ts';
import { ApiFault } from '../http/errors.ts';

const WINDOW_SECONDS = 15 * 60;
const PER_ACCOUNT = 10;
const PER_ADDRESS = 100;

export interface SignInLimits {
  /** Counts an attempt before it is judged; throws 429 with Retry-After where there were too many. */
  count(account: string, address: string): Promise<void>;
  /** Takes the attempt back: it was right. */
  forgive(account: string, address: string): Promise<void>;
}

function limiter(store: Store, keyPrefix: string, points: number): RateLimiterAbstract {
  const options = { keyPrefix, points, duration: WINDOW_SECONDS };
  if (!store.pool) return new RateLimiterMemory(options);
  return new RateLimiterPostgres({ ...options, storeClient: store.pool, tableName: 'rate_limit', tableCreated: true });
}

/** An address as long as an e-mail may be doesn't fit the library's key column; its digest does. */
function keyOf(account: string): string {
  return hash('sha256', account);
}

function refusal(cause: unknown): unknown {
  if (!(cause instanceof RateLimiterRes)) return cause;
  const retryAfterSeconds = Math.max(1, Math.ceil(cause.msBeforeNext / 1000));
  return new ApiFault('too_many_requests', loginTexts.tooMany, { retryAfterSeconds });
}

/** The limits for a store: in memory beside SQLite, which has one server; in a table on PostgreSQL, which may have many. */
export function signInLimits(store: Store): SignInLimits {
  const byAccount = limiter(store, 'sign-in-account', PER_ACCOUNT);
  const byAddress = limiter(store, 'sign-in-address', PER_ADDRESS);
  return {
    async count(account, address) {
      try {
        await byAddress.consume(address);
        await byAccount.consume(keyOf(account));
      } catch (cause) {
        throw refusal(cause);
      }
    },
    async forgive(account, address) {
      await byAccount.delete(keyOf(account));
      await byAddress.reward(address);
    },
  };
}
