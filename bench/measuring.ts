import autocannon, { type Request } from 'autocannon';

export const ROUNDS = 3;

/** What was measured, and the figure that it can't exceed on this machine; both per second, median of all rounds. */
export interface Finding {
  what: string;
  unit: string;
  figure: number;
  limitWhat: string;
  limit: number;
}

/** The middle one of an odd number of values. */
export function median(values: readonly number[]): number {
  const middle = values.toSorted((a, b) => a - b)[(values.length - 1) / 2];
  if (middle === undefined) throw new Error('There is no middle one of an even number of values.');
  return middle;
}

/** Sends one request again and again over so many connections; answers how many a second were answered with 2xx. */
export async function requestsPerSecond(
  url: string,
  request: Request,
  connections: number,
  seconds: number,
): Promise<number> {
  const result = await autocannon({ url, connections, duration: seconds, requests: [request] });
  const failed = result.non2xx + result.errors + result.timeouts;
  if (failed > 0) throw new Error(`${failed} of the requests to ${url} failed, so their speed means nothing.`);
  return result['2xx'] / result.duration;
}
