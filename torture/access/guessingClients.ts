/** Clients that sign in, request and use codes at a server in this process, each with an address and a device. */
import type { InjectOptions } from 'fastify';
import { hashPassword } from '#server/core/auth/passwords.ts';
import type { TestDatabase } from '#test/testDatabases.ts';
import { findMailedCode, insertAccount, PASSWORD } from '../clients/people.ts';
import type { InProcess } from '../runner/inProcess.ts';
import { CODES, DAY_MS, PER_ACCOUNT, WINDOW_MS } from './guessingLimits.ts';

export const WRONG_CODE = 'guess0';

/** Adds accounts that share one password and hash. */
export async function addAccounts({ store, clock }: InProcess, emails: readonly string[]): Promise<void> {
  const passwordHash = await hashPassword(PASSWORD);
  for (const email of emails) await insertAccount(store, email, { passwordHash, at: new Date(clock.now) });
}

/** The name of a device, by its number; also the id that its browser sends before it has one of the server. */
export function deviceId(number: number): string {
  return `device${number}`.padEnd(32, '-');
}

export interface Origin {
  remoteAddress: string;
  forwarded?: string | undefined;
  /** A browser, with the cookies that the server has set in it. */
  device?: string | undefined;
  /** An id of a device that the client sends as it likes. */
  claimed?: string | undefined;
}

/** The cookies of each device, by server. */
const jars = new WeakMap<InProcess, Map<string, Record<string, string>>>();

/** One try: a password, a code (with the new password), or a request for a code. */
export type Try = { password: string } | { code: string } | 'asking';

function requestOf(email: string, what: Try): InjectOptions {
  if (what === 'asking') return { url: `/api/Auth/reset-password-otp?email=${email}` };
  const post = { method: 'POST', url: '/api/Auth/checkUserAuthentication' } as const;
  if ('password' in what) return { ...post, payload: { userName: email.toUpperCase(), userPassword: what.password } };
  return { ...post, url: '/api/Auth/verify-otp', payload: { email, otp: what.code, password: PASSWORD } };
}

/** Makes a guess at an account; returns the status and Retry-After. */
export async function tryAt(
  server: InProcess,
  email: string,
  what: Try,
  { remoteAddress, forwarded, device, claimed = device }: Origin,
) {
  const request = requestOf(email, what);
  const jar = jars.get(server) ?? new Map<string, Record<string, string>>();
  jars.set(server, jar);
  const stored = device === undefined ? undefined : jar.get(device);
  const { statusCode, headers, cookies } = await server.app.inject({
    ...request,
    remoteAddress,
    headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
    cookies: stored ?? (claimed === undefined ? {} : { godown_device: claimed }),
  });
  if (device !== undefined && cookies.length > 0) {
    jar.set(device, { ...stored, ...Object.fromEntries(cookies.map(({ name, value }) => [name, value])) });
  }
  return { status: statusCode, retryAfter: Number(headers['retry-after'] ?? 0) };
}

const TRIES = 5;

/** A client in a network of its own, by number. */
const from = (network: number, device?: number): Origin => ({
  remoteAddress: `192.0.2.${network}`,
  device: device === undefined ? undefined : deviceId(device),
});

/** Tries the codes of an account without other guesses; returns faults. */
export async function codeFaults(server: InProcess, database: TestDatabase, email: string): Promise<string[]> {
  const { clock, settled } = server;
  const faults: string[] = [];
  const expectStatus = async (what: string, tried: Try, origin: Origin, expected: number) => {
    const { status } = await tryAt(server, email, tried, origin);
    if (tried === 'asking') await settled();
    if (status !== expected) faults.push(`${what}: ${status}, not ${expected}`);
  };
  /** Requests a code and returns it. */
  const ask = async (what: string, origin: Origin, expected = 200) => {
    // Mails are sorted by time.
    clock.now += 1;
    await expectStatus(what, 'asking', origin, expected);
    return { code: findMailedCode(database, email) ?? '' };
  };
  const wrong = { code: WRONG_CODE };

  for (const tries of [TRIES - 1, TRIES]) {
    const origin = from(1, tries);
    const right = await ask('a code', origin);
    for (let count = 0; count < tries; count += 1) await expectStatus('a wrong code', wrong, origin, 400);
    await expectStatus(`the code after ${tries} wrong ones`, right, origin, tries < TRIES ? 200 : 400);
    await expectStatus('the code once more', right, origin, 400);
    clock.now += WINDOW_MS;
  }
  // From here on device 4 is known. Strangers have used two of the day's codes.
  const known = from(1, TRIES - 1);
  for (let count = 2; count < CODES.perNetwork; count += 1) await ask(`code ${count + 1} of a network`, from(1));
  await ask('one code more for a network', from(1), 429);
  for (let count = CODES.perNetwork; count < CODES.perAccount; count += 1) {
    await ask(`code ${count + 1} of an account`, from(2 + Math.floor(count / CODES.perNetwork)));
  }
  await ask('one code more for strangers', from(50), 429);

  const right = await ask("an owner's code", known);
  for (let count = 0; count < TRIES + 1; count += 1) {
    await expectStatus("a stranger's wrong code", wrong, from(60 + count, 60), 400);
  }
  await expectStatus("the owner's code, which strangers have tried, elsewhere", right, from(70, 70), 400);
  await expectStatus("the owner's code where it was asked for", right, known, 200);
  // The new password has made it a new device.
  for (let count = 0; count < CODES.perDevice; count += 1) {
    if (count === 5) clock.now += WINDOW_MS;
    await ask(`code ${count + 1} of a known device`, known);
  }
  clock.now += WINDOW_MS;
  await ask('one code more for a known device', known, 429);
  clock.now += DAY_MS;
  await ask('a code on the next day', from(1));
  await ask('a code on the next day, of a known device', known);
  return faults;
}

/** Guesses at an account from many networks, each within its limit; returns a fault if all are refused. */
export async function accountFaults(server: InProcess, email: string, password: string): Promise<string[]> {
  const faults: string[] = [];
  const known: Origin = { remoteAddress: '192.0.2.200', device: deviceId(200) };
  const signIn = async (what: string, origin: Origin, tried: string, expected: number) => {
    const { status } = await tryAt(server, email, { password: tried }, origin);
    if (status !== expected) faults.push(`${what}: ${status}, not ${expected}`);
  };
  await signIn('the owner', known, password, 200);
  for (let count = 0; count < PER_ACCOUNT; count += 1) {
    await signIn(`guess ${count + 1} at an account`, from(100 + Math.floor(count / 10)), 'guess', 401);
  }
  await signIn('one guess more', from(150), 'guess', 429);
  await signIn('the owner at a device of theirs, meanwhile', known, password, 200);
  return faults;
}
