/** Rounds that alternate between a measurement and its limit, and load by autocannon. */
import autocannon, { type Request } from 'autocannon';
import type { BenchDatabase } from './databases.ts';

export const CONNECTIONS = 10;
const REQUEST_TIMEOUT_SECONDS = 60;
const EXACTNESS_MS = 50;

export interface Pace {
  /** Odd, so that there is a median. */
  rounds: number;
  /** Duration of one measurement in a round. */
  seconds: number;
  warmUpSeconds: number;
}

/** Subject and duration of the measurements. */
export interface Bench {
  /** The databases, the smallest first. */
  all: readonly BenchDatabase[];
  smallest: BenchDatabase;
  largest: BenchDatabase;
  pace: Pace;
}

/** A measurement beside its limit from the same run, in the same unit, and the required ratio. */
export interface Finding {
  what: string;
  unit: string;
  figure: number;
  limitWhat: string;
  limit: number;
  must: { atLeast: number } | { atMost: number };
}

/** Measures for so many seconds, or once where once takes longer. */
export type Measure = (seconds: number) => Promise<number>;

function median(values: readonly number[]): number {
  const middle = values.toSorted((a, b) => a - b)[(values.length - 1) / 2];
  if (middle === undefined) throw new Error('There is no middle one of an even number of values.');
  return middle;
}

/** The median of each measure, of alternating rounds after a warm-up. */
export async function takeTurns(pace: Pace, measures: readonly Measure[]): Promise<number[]> {
  for (const measure of measures) await measure(pace.warmUpSeconds);
  const found = measures.map((measure) => ({ measure, values: new Array<number>() }));
  for (let round = 0; round < pace.rounds; round += 1) {
    for (const { measure, values } of found) values.push(await measure(pace.seconds));
  }
  return found.map(({ values }) => median(values));
}

/** The medians of a measurement and of its limit. */
export async function compare(
  pace: Pace,
  ours: Measure,
  theLimit: Measure,
): Promise<{ figure: number; limit: number }> {
  const [figure = NaN, limit = NaN] = await takeTurns(pace, [ours, theLimit]);
  return { figure, limit };
}

/** The mean duration of `work` in milliseconds, repeated as often as the time allows. */
export function millisecondsOf(work: () => unknown): Measure {
  return async (seconds) => {
    const start = performance.now();
    let count = 0;
    do {
      await work();
      count += 1;
    } while (performance.now() - start < seconds * 1000);
    return (performance.now() - start) / count;
  };
}

/** How long each took, one after the other, for so many seconds. */
export async function timesOf(work: () => Promise<unknown>, seconds: number): Promise<number[]> {
  const times: number[] = [];
  const start = performance.now();
  do {
    const begun = performance.now();
    await work();
    times.push(performance.now() - begun);
  } while (performance.now() - start < seconds * 1000);
  return times;
}

/** The duration of `work` in milliseconds, once. */
export function millisecondsOnce(work: () => unknown): Measure {
  return async () => await millisecondsOf(work)(0);
}

/** Sends one request again and again over so many connections. Throws unless every answer is 2xx. */
async function send(url: string, request: Request, connections: number, seconds: number) {
  const times: number[] = [];
  const run = autocannon({
    url,
    connections,
    duration: seconds,
    sampleInt: EXACTNESS_MS,
    timeout: REQUEST_TIMEOUT_SECONDS,
    requests: [request],
  });
  run.on('response', (_client, _status, _bytes, time) => times.push(time));
  const result = await run;
  const failed = result.non2xx + result.errors + result.timeouts;
  if (failed > 0) throw new Error(`${failed} of the requests to ${url} failed, so their speed means nothing.`);
  return { times, perSecond: result['2xx'] / result.duration };
}

/** Requests per second. */
export function requestsPerSecond(url: string, request: Request, connections = CONNECTIONS): Measure {
  return async (seconds) => (await send(url, request, connections, seconds)).perSecond;
}

/** The time that this share of the times stays within. */
export function percentile(times: readonly number[], share: number): number {
  const time = times.toSorted((a, b) => a - b)[Math.floor(times.length * share)];
  if (time === undefined) throw new Error('Nothing was answered in time.');
  return time;
}

/** The 99th percentile of latency in milliseconds. */
export function slowestOfHundred(url: string, request: Request): Measure {
  return async (seconds) => percentile((await send(url, request, CONNECTIONS, seconds)).times, 0.99);
}

/** The median latency in milliseconds of requests one after the other. */
export function medianLatency(url: string, request: Request): Measure {
  return async (seconds) => percentile((await send(url, request, 1, seconds)).times, 0.5);
}
