/** Signing in, against the bare hash, and the latency of other requests meanwhile. */
import { setTimeout as delay } from 'node:timers/promises';
import { isPassword, hashPassword } from '#server/core/auth/passwords.ts';
import { credentials, type Godown, withGodown } from './godown.ts';
import {
  type Bench,
  compare,
  CONNECTIONS,
  type Finding,
  type Measure,
  millisecondsOf,
  requestsPerSecond,
  slowestOfHundred,
  takeTurns,
} from './measuring.ts';

const SETTLING_MS = 1000;

/** Sign-ins per second, one after the other on each connection. */
export function signIns({ url }: Godown, connections: number): Measure {
  const perSecond = requestsPerSecond(
    `${url}/api/Auth/checkUserAuthentication`,
    { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(credentials) },
    connections,
  );
  return async (seconds) => {
    const count = await perSecond(seconds);
    // Wait for requests in flight: together with the next ones they would exceed the account's limit.
    await delay(SETTLING_MS);
    return count;
  };
}

/** Measures sign-ins a second, and pages while ten people sign in again and again. */
export async function measureSignIn({ largest, pace }: Bench): Promise<Finding[]> {
  console.log('Measuring: sign-in …');
  const hash = await hashPassword(credentials.userPassword);
  const hashMs = millisecondsOf(async () => await isPassword(credentials.userPassword, hash));
  return await withGodown(largest, async (godown) => {
    const ten = signIns(godown, CONNECTIONS);
    const pages = slowestOfHundred(`${godown.url}/api/suppliers?page=1&pageSize=15`, { headers: godown.headers });
    const hashes: Measure = async (seconds) => 1000 / (await hashMs(seconds));
    const [alone = NaN, together = NaN, hashed = NaN] = await takeTurns(pace, [signIns(godown, 1), ten, hashes]);
    const meanwhile: Measure = async (seconds) => (await Promise.all([pages(seconds), ten(seconds)]))[0];
    const signing = { unit: '/s', limit: hashed, limitWhat: 'one argon2id hash', must: { atLeast: 0.8 } };
    return [
      { ...signing, what: 'Sign-ins, one after the other', figure: alone },
      { ...signing, what: `Sign-ins, ${CONNECTIONS} connections`, figure: together },
      {
        what: `99 of 100 pages of 15 suppliers within, while ${CONNECTIONS} sign in`,
        unit: 'ms',
        ...(await compare(pace, meanwhile, pages)),
        limitWhat: 'while nobody does',
        must: { atMost: 2 },
      },
    ];
  });
}
