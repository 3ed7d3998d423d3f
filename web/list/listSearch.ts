/** What of a list stands in the address: search, page, sort and order. A second list on a screen has a prefix. */
import type { SearchSchemaInput } from '@tanstack/react-router';
import { limits } from '#contract/fields.ts';

export interface ListState {
  search: string;
  page: number;
  sort?: string;
  order?: 'asc' | 'desc';
}

type ListSearch = Record<string, string | number | undefined>;

/** The name that a part of the state has in the address: 'page', or with a prefix 'stockPage'. */
function searchName(prefix: string, part: keyof ListState): string {
  return prefix ? prefix + part.charAt(0).toUpperCase() + part.slice(1) : part;
}

function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}

export function readListState(address: Record<string, unknown>, prefix: string): ListState {
  const page = Number(address[searchName(prefix, 'page')]);
  const order = address[searchName(prefix, 'order')];
  return {
    search: textOf(address[searchName(prefix, 'search')]).slice(0, limits.search),
    page: Number.isInteger(page) && page > 0 && page <= 1_000_000_000 ? page : 1,
    sort: textOf(address[searchName(prefix, 'sort')]) || undefined,
    order: order === 'asc' || order === 'desc' ? order : undefined,
  };
}

/** The state as parts of the address; what is as at first is left out. */
export function writeListState(state: ListState, prefix: string): ListSearch {
  return {
    [searchName(prefix, 'search')]: state.search || undefined,
    [searchName(prefix, 'page')]: state.page > 1 ? state.page : undefined,
    [searchName(prefix, 'sort')]: state.sort,
    [searchName(prefix, 'order')]: state.sort && state.order,
  };
}

/** For a route: keeps of an address only what its lists understand. */
export function listSearch(...prefixes: string[]) {
  return (address: Record<string, unknown> & SearchSchemaInput): ListSearch =>
    Object.assign({}, ...prefixes.map((prefix) => writeListState(readListState(address, prefix), prefix)));
}
