/** Attacks on kept devices: guessed, copied and foreign cookies, and those of accounts that have changed. */
import { PASSWORD } from '../clients/people.ts';
import { type Caller, keptCookie } from '../clients/caller.ts';
import type { InProcess } from '../runner/inProcess.ts';
import { HOUR_MS, PER_ACCOUNT } from './guessingLimits.ts';

const PER_NETWORK = 10;
/** A retired cookie opens sessions for so long, by the decision. */
const GRACE_MS = 60_000;
const guessed = `godown_kept=${'x'.repeat(32)}.${'y'.repeat(43)}`;

/** Keeps a device by a sign-in with the password of all accounts; returns its cookie and the user's id. */
async function keep({ app }: InProcess, email: string): Promise<{ cookie: string; userId: number }> {
  const payload = { userName: email, userPassword: PASSWORD, keepSignedIn: true };
  const answer = await app.inject({
    method: 'POST',
    url: '/api/Auth/checkUserAuthentication',
    payload,
    remoteAddress: '192.0.2.240',
  });
  const cookie = keptCookie({ headers: answer.headers });
  if (cookie === '') throw new Error(`${email} got no cookie: ${answer.statusCode}`);
  return { cookie, userId: answer.json().userData.userId };
}

/** Guesses and copies cookies of an account that nobody else guesses at; returns faults. */
export async function cookieFaults(server: InProcess, email: string, other: string): Promise<string[]> {
  const { app, clock } = server;
  const faults: string[] = [];
  const reopen = async (what: string, userId: number, cookie: string, network: number, expected: number) => {
    const answer = await app.inject({
      method: 'POST',
      url: '/api/Auth/reopen-session',
      payload: { userId },
      headers: { cookie },
      remoteAddress: `192.0.2.${network}`,
    });
    if (answer.statusCode !== expected) faults.push(`${what}: ${answer.statusCode}, not ${expected}`);
    return keptCookie({ headers: answer.headers });
  };
  const owner = await keep(server, email);
  for (let count = 0; count < PER_ACCOUNT; count += 1) {
    await reopen(`guessed cookie ${count + 1}`, owner.userId, guessed, 1 + Math.floor(count / PER_NETWORK), 401);
  }
  await reopen('one guessed cookie more for a network', owner.userId, guessed, 1, 429);
  await reopen('one guessed cookie more for an account', owner.userId, guessed, 100, 429);
  const second = await reopen('the owner meanwhile', owner.userId, owner.cookie, 1, 200);
  clock.now += HOUR_MS + 1;
  const stranger = await keep(server, other);
  await reopen("another account's cookie", owner.userId, stranger.cookie, 1, 401);
  await reopen("the owner's cookie for another account", stranger.userId, second, 1, 401);
  const third = await reopen('the owner after that', owner.userId, second, 1, 200);
  await reopen('the next cookie', owner.userId, third, 1, 200);
  clock.now += GRACE_MS;
  await reopen('a copy that was replaced twice', owner.userId, second, 2, 401);
  await reopen('the device of which there is a copy', owner.userId, third, 1, 401);
  return faults;
}

/** Keeps a device of an account; returns its cookie. */
export async function keptBy(call: Caller, email: string, headers: Record<string, string>): Promise<string> {
  const credentials = { userName: email, userPassword: PASSWORD, keepSignedIn: true };
  return keptCookie(await call('POST', '/Auth/checkUserAuthentication', credentials, headers));
}

/** Whether the cookie opens a session of the account. */
export async function isKept(
  call: Caller,
  userId: number,
  cookie: string,
  headers: Record<string, string>,
): Promise<boolean> {
  const answer = await call('POST', '/Auth/reopen-session', { userId }, { ...headers, cookie });
  return answer?.status === 200;
}
