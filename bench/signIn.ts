/** Signing in, against the bare hash, and the latency of other requests meanwhile. */
import { setTimeout as delay } from 'node:timers/promises';
import { isPassword, hashPassword } from '#server/auth/passwords.ts';
import type { BenchDatabase } from './databases.ts';
import { credentials, type Godown, withGodown } from './godown.ts';
import {
  compare,
  CONNECTIONS,
  type Finding,
  millisecondsOf,
  type Pace,
  requestsPerSecond,
  slowestOfHundred,
  takeTurns,
} from './measuring.ts';

const SETTLING_MS = 1000;
const PAGE = '/api/suppliers?page=1&pageSize=15';

/** Sign-ins per second, one after the other on each connection. */
export function signIns(godown: Godown, connections: number) {
  const request = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(credentials),
  } as const;
  return async (seconds: number) => {
    const path = '/api/Auth/checkUserAuthentication';
    const perSecond = await requestsPerSecond(`${godown.url}${path}`, request, connections, seconds);
    // Wait for requests in flight: together with the next ones they would exceed the account's limit.
    await delay(SETTLING_MS);
    return perSecond;
  };
}

/** Measures sign-ins a second, and pages while ten people sign in again and again. */
export async function measureSignIn(database: BenchDatabase, pace: Pace): Promise<Finding[]> {
  console.log('Measuring: sign-in …');
  const hash = await hashPassword(credentials.userPassword);
  return await withGodown(database, async (godown) => {
    const one = signIns(godown, 1);
    const ten = signIns(godown, CONNECTIONS);
    const pages = async (seconds: number) =>
      await slowestOfHundred(godown.url + PAGE, { headers: godown.headers }, CONNECTIONS, seconds);
    const hashes = async (seconds: number) =>
      1000 / (await millisecondsOf(async () => await isPassword(credentials.userPassword, hash), seconds));
    const [alone = NaN, together = NaN, hashed = NaN] = await takeTurns(pace, [one, ten, hashes]);
    const meanwhile = await compare(
      pace,
      async (seconds) => {
        const [slowest] = await Promise.all([pages(seconds), ten(seconds)]);
        return slowest;
      },
      pages,
    );
    const signing = { unit: '/s', limit: hashed, limitWhat: 'one argon2id hash', must: { atLeast: 0.8 } };
    return [
      { ...signing, what: 'Sign-ins, one after the other', figure: alone },
      { ...signing, what: `Sign-ins, ${CONNECTIONS} connections`, figure: together },
      {
        what: `99 of 100 pages of 15 suppliers within, while ${CONNECTIONS} sign in`,
        unit: 'ms',
        ...meanwhile,
        limitWhat: 'while nobody does',
        must: { atMost: 2 },
      },
    ];
  });
}
