/** Addresses that are requested in turn. */
import type { Godown } from './godown.ts';
import { type Measure, requestsPerSecond } from './measuring.ts';

const PAGES = 40;

/** A request, and the one that follows it each time. */
export interface Asking {
  path: string;
  another?: () => string;
}

/** Requests per second of an address, the next one each time; by default of the server itself. */
export function readsPerSecond(
  godown: Godown,
  { path, another }: Asking,
  connections?: number,
  url = godown.url,
): Measure {
  const request = {
    headers: godown.headers,
    ...(another ? { setupRequest: (each: object) => ({ ...each, path: `/api${another()}` }) } : {}),
  };
  return requestsPerSecond(`${url}/api${path}`, request, connections);
}

/** Forty pages of a list in turn, the first of them behind so many rows. */
export function pagesOf(list: string, rowsBefore = 0, pageSize = 15): Required<Asking> {
  const first = 1 + Math.floor(rowsBefore / pageSize);
  const address = (count: number) => `${list}?page=${first + (count % PAGES)}&pageSize=${pageSize}`;
  let count = 0;
  return { path: address(0), another: () => address((count += 1)) };
}

/** Pages that nine tenths of so many rows lie before. */
export function farPagesOf(list: string, rows: number): Required<Asking> {
  return pagesOf(list, Math.max(0, rows * 0.9 - PAGES * 15));
}
