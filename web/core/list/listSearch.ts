/** List state stored in the URL: search, page, sort and order. A second list on a screen has a prefix. */
import type { SearchSchemaInput } from '@tanstack/react-router';
import { cutText } from '#contract/core/values/cutText.ts';
import { limits } from '#contract/core/fields.ts';

export interface ListState {
  search: string;
  page: number;
  sort?: string;
  order?: 'asc' | 'desc';
}

export type ListSearch = Record<string, string | number | string[] | undefined>;

/** The URL parameter: 'page', or with a prefix 'stockPage'. */
function paramName(prefix: string, part: keyof ListState): string {
  return prefix ? prefix + part.charAt(0).toUpperCase() + part.slice(1) : part;
}

function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}

function textsOf(value: unknown): string | string[] | undefined {
  if (Array.isArray(value)) return value.slice(0, limits.filterValues).flatMap((each) => textsOf(each) ?? []);
  return cutText(textOf(value), limits.search) || undefined;
}

export function readListState(address: Record<string, unknown>, prefix: string): ListState {
  const page = Number(address[paramName(prefix, 'page')]);
  const order = address[paramName(prefix, 'order')];
  return {
    search: cutText(textOf(address[paramName(prefix, 'search')]), limits.search),
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

/** The names of the parameters of a list, without its filters. */
function paramNames(prefix: string): string[] {
  return (['search', 'page', 'sort', 'order'] as const).map((part) => paramName(prefix, part));
}

/** Whether there are parameters other than those of every list. */
export function hasOthers(address: Record<string, unknown>): boolean {
  const own = paramNames('');
  return Object.keys(address).some((name) => address[name] !== undefined && !own.includes(name));
}

/**
 * A route's validateSearch. Other parameters stay as texts: the query schema of the list, which only its screen loads,
 * defines the filters among them and checks each.
 */
export function listSearch(...prefixes: string[]) {
  return (address: Record<string, unknown> & SearchSchemaInput): ListSearch => {
    const own = prefixes.flatMap(paramNames);
    const others = Object.keys(address).filter((name) => !own.includes(name));
    return Object.assign(
      Object.fromEntries(others.map((name) => [name, textsOf(address[name])])),
      ...prefixes.map((prefix) => writeListState(readListState(address, prefix), prefix)),
    );
  };
}
