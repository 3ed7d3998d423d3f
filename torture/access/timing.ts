/** Whether response times reveal that an account exists. */
import type { Context } from '../runner/attack.ts';
import type { InProcess } from '../runner/inProcess.ts';
import { type Try, tryAt, WRONG_CODE } from './guessingClients.ts';

/** Samples of the long form, a quarter for each other call; the short form only checks whether a password is hashed. */
const TRIES = 2000;
const FEW_TRIES = 6;
export const LONG_FROM_ROUNDS = 100_000;
/** Allowed distance of two samples' ranks in standard deviations: exceeded by chance once in 10^6 runs. */
const CHANCE = 5;
/** An answer without a hash takes less than this part of the time. */
const PART = 0.1;
/** Anything quicker hashes no password. */
const QUICK_MS = 10;

interface Samples {
  known: number[];
  unknown: number[];
}

function median(times: readonly number[]): number {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

/** The Mann-Whitney rank statistic in standard deviations. */
function deviation({ known, unknown }: Samples): number {
  const all = [...known.map((ms) => ({ ms, one: 1 })), ...unknown.map((ms) => ({ ms, one: 0 }))];
  const ranks = all.toSorted((a, b) => a.ms - b.ms).reduce((sum, { one }, index) => sum + one * (index + 1), 0);
  const [m, n] = [known.length, unknown.length];
  return (ranks - (m * (m + n + 1)) / 2) / Math.sqrt((m * n * (m + n + 1)) / 12);
}

const signingIn = { password: 'a-guess' };
const calls: Record<string, (email: string) => [email: string, tried: Try][]> = {
  'signing in': (email) => [[email, signingIn]],
  'asking for a code': (email) => [[email, 'asking']],
  // Background work must not reveal it, either.
  'somebody signing in after that': (email) => [
    [email, 'asking'],
    ['nobody@example.in', signingIn],
  ],
  'using a code': (email) => [[email, { code: WRONG_CODE }]],
};

/** Processor time of this process in ms: with few samples, load of the machine must not count. */
function workDone(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** Times of a call, or of the last of several, for existing accounts and others, in random order, each within its limits. */
async function compare(
  server: InProcess,
  { random }: Context,
  tries: number,
  clockOf: () => number,
  emails: readonly string[],
  requests: (typeof calls)[string],
): Promise<Samples> {
  const { clock, settled } = server;
  const samples: Samples = { known: [], unknown: [] };
  for (let count = 0; count < tries; count += 1) {
    const isKnown = count < 2 ? count === 0 : random.chance(0.5);
    const email = isKnown ? random.pick(emails) : `nobody${random.whole(0, 9)}@example.in`;
    clock.now += 2 * 3_600_000;
    const remoteAddress = `198.18.${count >> 8}.${count & 255}`;
    let start = clockOf();
    for (const [who, tried] of requests(email)) {
      start = clockOf();
      await tryAt(server, who, tried, { remoteAddress });
    }
    samples[isKnown ? 'known' : 'unknown'].push(clockOf() - start);
    // Background work must not count to the next sample.
    await settled();
  }
  return samples;
}

/** Compares the calls that take an account: what can be distinguished is a fault. */
export async function checkTiming(server: InProcess, context: Context, emails: readonly string[]): Promise<void> {
  const { figures, faults } = context.found;
  for (const [name, requests] of Object.entries(calls)) {
    const tries = context.rounds < LONG_FROM_ROUNDS ? FEW_TRIES : name === 'signing in' ? TRIES : TRIES / 4;
    const isLong = tries > FEW_TRIES;
    const clockOf = isLong ? () => performance.now() : workDone;
    const samples = await compare(server, context, tries, clockOf, emails, requests);
    const [known, unknown, apart] = [median(samples.known), median(samples.unknown), deviation(samples)];
    const text = `${known.toFixed(2)} ms with an account, ${unknown.toFixed(2)} without, ${apart.toFixed(1)} deviations apart`;
    if (isLong) figures[name] = text;
    // The minimum of each: load makes answers slower, never quicker.
    const quickest = [Math.min(...samples.known), Math.min(...samples.unknown)];
    const slower = Math.max(...quickest);
    const isWhole = slower < QUICK_MS || Math.min(...quickest) > PART * slower;
    if (!isWhole || (isLong && Math.abs(apart) > CHANCE)) faults.push(`${name} can be told apart: ${text}`);
  }
}
