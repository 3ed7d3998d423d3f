/** Addresses that are asked for in turn. */
import type { Request } from 'autocannon';

const PAGES = 40;

/** What is asked for, and what then, each time. */
export interface Asking {
  path: string;
  another?: () => string;
}

/** The autocannon request, with the next address each time. */
export function requestFor({ another }: Asking, headers: Record<string, string>): Request {
  return {
    headers,
    ...(another ? { setupRequest: (each) => ({ ...each, path: `/api${another()}` }) } : {}),
  };
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
