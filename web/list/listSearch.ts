/** List state kept in the URL: search, page, sort and order. A second list on a screen has a prefix. */
import type { SearchSchemaInput } from '@tanstack/react-router';
import { limits } from '#contract/fields.ts';

export interface ListState {
  search: string;
  page: number;
  sort?: string;
  order?: 'asc' | 'desc';
}

type ListSearch = Record<string, string | number | undefined>;

/** The URL parameter: 'page', or with a prefix 'stockPage'. */
function paramName(prefix: string, part: keyof ListState): string {
  return prefix ? prefix + part.charAt(0).toUpperCase() + part.slice(1) : part;
}

function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}

export function readListState(address: Record<string, unknown>, prefix: string): ListState {
  const page = Number(address[paramName(prefix, 'page')]);
  const order = address[paramName(prefix, 'order')];
  return {
    search: textOf(address[paramName(prefix, 'search')]).slice(0, limits.search),
    page: Number.isInteger(page) && page > 0 && page <= 1_000_000_000 ? page : 1,
    sort: textOf(address[paramName(prefix, 'sort')]) || undefined,
    order: order === 'asc' || order === 'desc' ? order : undefined,
  };
}

/** The state as URL parameters, without defaults. */
export function writeListState(state: ListState, prefix: string): ListSearch {
  return {
    [paramName(prefix, 'search')]: state.search || undefined,
    [paramName(prefix, 'page')]: state.page > 1 ? state.page : undefined,
    [paramName(prefix, 'sort')]: state.sort,
    [paramName(prefix, 'order')]: state.sort && state.order,
  };
}

/** The same for a screen whose lists have filters: they are kept as texts. */
export function filteredListSearch(filters: readonly string[], ...prefixes: string[]) {
  const ofLists = listSearch(...prefixes);
  return (address: Record<string, unknown> & SearchSchemaInput): ListSearch => ({
    ...ofLists(address),
    ...Object.fromEntries(filters.map((name) => [name, textOf(address[name]) || undefined])),
  });
}

/** A route's validateSearch: drops all parameters but those of its lists. */
export function listSearch(...prefixes: string[]) {
  return (address: Record<string, unknown> & SearchSchemaInput): ListSearch =>
    Object.assign({}, ...prefixes.map((prefix) => writeListState(readListState(address, prefix), prefix)));
}
