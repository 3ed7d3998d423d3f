/** Limits on guessing: per account and per network, shared by all servers on PostgreSQL (design §4). */
import { hash } from 'node:crypto';
import { isIP } from 'node:net';
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
const PER_NETWORK = 100;
const DAY_SECONDS = 24 * 60 * 60;
const CODES_PER_DAY = 20;

export interface SignInLimits {
  /** Counts an attempt before it is judged; throws 429 with Retry-After where there were too many. */
  count(account: string, address: string): Promise<void>;
  /** The same for asking for a code, of which an account also gets no more than 20 a day. */
  countCode(account: string, address: string): Promise<void>;
  /** Takes the attempt back: it was right. */
  forgive(account: string, address: string): Promise<void>;
}

function limiter(store: Store, keyPrefix: string, points: number, duration = WINDOW_SECONDS): RateLimiterAbstract {
  const options = { keyPrefix, points, duration };
  if (!store.pool) return new RateLimiterMemory(options);
  return new RateLimiterPostgres({ ...options, storeClient: store.pool, tableName: 'rate_limit', tableCreated: true });
}

/**
 * What of an address is counted: whoever has one IPv6 address has 2^64 of them, a network of 64 bits; and an IPv4
 * address may be written as one of IPv6.
 */
export function networkOf(address: string): string {
  if (isIP(address) !== 6) return address;
  const written = URL.parse(`http://[${address.replace(/%.*$/, '')}]`)?.hostname.slice(1, -1) ?? address;
  const [head = [], tail = []] = written.split('::').map((half) => half.split(':').filter((group) => group !== ''));
  const groups = [...head, ...Array<string>(8 - head.length - tail.length).fill('0'), ...tail];
  const isIpv4 = groups.slice(0, 6).join(':') === '0:0:0:0:0:ffff';
  const bytes = groups.slice(6).flatMap((group) => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 255]);
  return isIpv4 ? bytes.join('.') : groups.slice(0, 4).join(':');
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
  const byNetwork = limiter(store, 'sign-in-address', PER_NETWORK);
  const codesByDay = limiter(store, 'codes-by-day', CODES_PER_DAY, DAY_SECONDS);
  const count = async (account: string, address: string, more: RateLimiterAbstract[] = []) => {
    try {
      await byNetwork.consume(keyOf(networkOf(address)));
      for (const each of [byAccount, ...more]) await each.consume(keyOf(account));
    } catch (cause) {
      throw refusal(cause);
    }
  };
  return {
    count,
    countCode: async (account, address) => await count(account, address, [codesByDay]),
    async forgive(account, address) {
      await byAccount.delete(keyOf(account));
      await byNetwork.reward(keyOf(networkOf(address)));
    },
  };
}
