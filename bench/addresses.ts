/** Addresses that are asked for in turn. */
import type { Request } from 'autocannon';

/** Sizes and pages together make more addresses than Godown keeps answers of (docs/decisions/031): it has to find each anew. */
const SIZES = 13;
const PAGES = 40;
/** So many rows are at most on as many pages of 15, give or take six. */
const ROWS_PASSED = PAGES * 21;

/** What is asked for, and what then, each time. */
export interface Asking {
  path: string;
  another?: () => string;
}

/** The request that autocannon sends again and again, each time for another address where there are several. */
export function requestFor({ another }: Asking, headers: Record<string, string>): Request {
  return {
    headers,
    ...(another ? { setupRequest: (each) => ({ ...each, path: `/api${another()}` }) } : {}),
  };
}

/** Pages of so many rows, give or take six, the first of them beyond `rowsBefore` rows and none beyond 840 more. */
export function pagesOf(list: string, rowsBefore = 0, rows = 15): Required<Asking> {
  const address = (count: number) => {
    const pageSize = rows - Math.floor(SIZES / 2) + (count % SIZES);
    const page = 1 + Math.floor(rowsBefore / pageSize) + (Math.floor(count / SIZES) % PAGES);
    return `${list}?page=${page}&pageSize=${pageSize}`;
  };
  let count = 0;
  return { path: address(0), another: () => address((count += 1)) };
}

/** Pages that nine tenths of so many rows lie before. */
export function farPagesOf(list: string, rows: number): Required<Asking> {
  return pagesOf(list, Math.max(0, rows * 0.9 - ROWS_PASSED));
}
