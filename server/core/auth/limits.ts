/**
 * Rate limits against guessing (docs/domain.md, Passwords and codes), shared by all servers on PostgreSQL, each for
 * passwords, for codes and for asking for codes apart. Attempts of strangers count per account and network, so that
 * guessing from elsewhere doesn't lock the owner out; per network; and per account, against guessing from many
 * networks. A known device has a limit of its own.
 */
import { hash } from 'node:crypto';
import { isIP } from 'node:net';
import { RateLimiterRes } from 'rate-limiter-flexible';
import { loginTexts } from '#contract/core/accounts/auth.ts';
import type { Store } from '../db/connect.ts';
import { ApiError } from '../http/errors.ts';
import { MemoryCounter, type Counter } from './memoryCounter.ts';
import { sharedCounter } from './sharedCounter.ts';

const WINDOW_SECONDS = 15 * 60;
const HOUR_SECONDS = 60 * 60;
const DAY_SECONDS = 24 * HOUR_SECONDS;
/** Per 15 minutes. */
const PER_ACCOUNT_AND_NETWORK = 10;
const PER_KNOWN_DEVICE = 10;
const PER_NETWORK = 100;
/** Per hour, from all unknown devices together. */
const PER_ACCOUNT = 100;
/** Per day: for strangers of one network, for all strangers, and for one known device. */
const CODES = { perNetwork: 5, perAccount: 20, perKnownDevice: 10 } as const;

/** An attempt at an account. */
export interface Attempt {
  what: 'sign in' | 'ask for a code' | 'use a code' | 'change the password' | 'set up' | 'reopen a session';
  account: string;
  /** The client's IP address. */
  address: string;
  /** The hash of the device id, if it is known for the account. */
  knownDevice: string | undefined;
}

export interface SignInLimits {
  /** Counts an attempt before it is checked; throws 429 with Retry-After beyond the limit. */
  count(attempt: Attempt): Promise<void>;
  /** Uncounts an attempt that succeeded. */
  forgive(attempt: Attempt): Promise<void>;
  /**
   * Uncounts the code of a day whose mail was not accepted. The tries of a quarter of an hour stay counted, so that an
   * address that the mail server refuses can't be requested without end.
   */
  giveBack(attempt: Attempt): Promise<void>;
}

/** An address as some gateways write it into X-Forwarded-For, 203.0.113.7:1000 or [2001:db8::1]:443, without its port. */
function withoutPort(written: string): string {
  const [, inBrackets, plain] = /^(?:\[(.*)\](?::\d+)?|([^:]*):\d+)$/.exec(written) ?? [];
  return inBrackets ?? plain ?? written;
}

/**
 * The network that is counted: the /64 of an IPv6 address, since one client has all of it, or as many groups of 16 bits
 * as given. An IPv4-mapped IPv6 address counts as IPv4, and a port doesn't count.
 */
export function networkOf(written: string, ipv6Groups = 4): string {
  const address = withoutPort(written);
  if (isIP(address) !== 6) return address;
  const canonical = URL.parse(`http://[${address.replace(/%.*$/, '')}]`)?.hostname.slice(1, -1) ?? address;
  const [head = [], tail = []] = canonical.split('::').map((half) => half.split(':').filter((group) => group !== ''));
  const groups = [...head, ...Array<string>(8 - head.length - tail.length).fill('0'), ...tail];
  const isIpv4 = groups.slice(0, 6).join(':') === '0:0:0:0:0:ffff';
  const bytes = groups.slice(6).flatMap((group) => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 255]);
  return isIpv4 ? bytes.join('.') : groups.slice(0, ipv6Groups).join(':');
}

/** A digest, since an e-mail address may be longer than the library's key column. */
function keyOf(...parts: string[]): string {
  return hash('sha256', JSON.stringify(parts));
}

function refusal(cause: unknown): unknown {
  if (!(cause instanceof RateLimiterRes)) return cause;
  const retryAfterSeconds = Math.max(1, Math.ceil(cause.msBeforeNext / 1000));
  return new ApiError('too_many_requests', loginTexts.tooMany, { retryAfterSeconds });
}

type Count = readonly [counter: Counter, key: string];

/** In memory with SQLite, which has one server; in a table on PostgreSQL, which may have several. */
export function signInLimits(store: Store, now: () => Date): SignInLimits {
  const counter = (keyPrefix: string, points: number, duration = WINDOW_SECONDS): Counter => {
    const options = { keyPrefix, points, duration };
    return store.engine === 'sqlite' ? new MemoryCounter(options) : sharedCounter(store.db, now, options);
  };
  const byDevice = counter('try-device', PER_KNOWN_DEVICE);
  const byBoth = counter('try-account-network', PER_ACCOUNT_AND_NETWORK);
  const byNetwork = counter('try-network', PER_NETWORK);
  const byAccount = counter('try-account', PER_ACCOUNT, HOUR_SECONDS);
  const codesByDevice = counter('codes-device', CODES.perKnownDevice, DAY_SECONDS);
  const codesByBoth = counter('codes-account-network', CODES.perNetwork, DAY_SECONDS);
  const codesByAccount = counter('codes-account', CODES.perAccount, DAY_SECONDS);

  /** The counters of an attempt, those of a day apart. */
  function countsOf({ what, account, address, knownDevice }: Attempt): { tries: Count[]; codes: Count[] } {
    const network = networkOf(address);
    const isCode = what === 'ask for a code';
    if (knownDevice !== undefined) {
      const key = keyOf(what, account, knownDevice);
      return { tries: [[byDevice, key]], codes: isCode ? [[codesByDevice, key]] : [] };
    }
    const [both, all] = [keyOf(what, account, network), keyOf(what, account)];
    // Setup has no account yet, so the account's counter is left out.
    const tries: Count[] = [
      [byNetwork, keyOf(what, network)],
      [byBoth, both],
    ];
    if (what !== 'set up') tries.push([byAccount, all]);
    const codes: Count[] = [
      [codesByBoth, both],
      [codesByAccount, all],
    ];
    return { tries, codes: isCode ? codes : [] };
  }

  return {
    async count(attempt) {
      const { tries, codes } = countsOf(attempt);
      try {
        for (const [each, key] of [...tries, ...codes]) await each.consume(key);
      } catch (cause) {
        throw refusal(cause);
      }
    },
    async forgive(attempt) {
      const { tries } = countsOf(attempt);
      for (const [each, key] of tries)
        await (each === byBoth || each === byDevice ? each.delete(key) : each.reward(key));
    },
    async giveBack(attempt) {
      for (const [each, key] of countsOf(attempt).codes) await each.reward(key);
    },
  };
}
