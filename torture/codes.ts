/** The codes of a forgotten password: what was mailed, and how often one may be tried and asked for. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Place } from '#test/places.ts';
import type { InProcess } from './inProcess.ts';

/** What the limits on guessing must be, written down once more. */
export const WINDOW_MS = 15 * 60_000;
export const DAY_MS = 24 * 3_600_000;
export const PER_ACCOUNT = 10;
export const CODES_PER_DAY = 20;
const TRIES = 5;
/** No other guess of an attack comes from there. */
const remoteAddress = '192.0.2.77';

/** The code in the last mail to an address: without SMTP the server writes its mails into a folder. */
export function mailedCode({ dataDir }: Place, email: string): string | undefined {
  const outbox = path.join(dataDir, 'outbox');
  const names = readdirSync(outbox).toSorted((a, b) => (a < b ? -1 : 1));
  const mails = names.map((name) => readFileSync(path.join(outbox, name), 'utf8'));
  return mails.findLast((mail) => mail.includes(email))?.match(/Subject: (\d{6}) /)?.[1];
}

/** Tries the codes of an account, whose password stays, and asks for as many as a day allows; answers what was wrong. */
export async function codeFaults(
  { app, clock, settled }: InProcess,
  place: Place,
  email: string,
  password: string,
): Promise<string[]> {
  const faults: string[] = [];
  const expectAnswer = (what: string, found: number, expected: number) => {
    if (found !== expected) faults.push(`${what}: ${found}, not ${expected}`);
  };
  const ask = async (what: string, expected: number) => {
    const answer = await app.inject({ url: `/api/Auth/reset-password-otp?email=${email}`, remoteAddress });
    await settled();
    expectAnswer(what, answer.statusCode, expected);
  };
  const use = async (what: string, otp: string | undefined, expected: number) => {
    const payload = { email, otp, password };
    const answer = await app.inject({ method: 'POST', url: '/api/Auth/verify-otp', payload, remoteAddress });
    expectAnswer(what, answer.statusCode, expected);
  };
  for (const wrong of [TRIES - 1, TRIES]) {
    await ask('a code', 200);
    const code = mailedCode(place, email);
    for (let guess = 0; guess < wrong; guess += 1) await use('a wrong code', 'guess0', 400);
    await use(`the code after ${wrong} wrong ones`, code, wrong < TRIES ? 200 : 400);
    await use('the code once more', code, 400);
    clock.now += WINDOW_MS;
  }
  for (let asked = 2; asked < CODES_PER_DAY; asked += 1) {
    if (asked % PER_ACCOUNT === 0) clock.now += WINDOW_MS;
    await ask(`code ${asked + 1} of a day`, 200);
  }
  clock.now += WINDOW_MS;
  await ask(`code ${CODES_PER_DAY + 1} of a day`, 429);
  clock.now += DAY_MS;
  await ask('a code on the next day', 200);
  return faults;
}
