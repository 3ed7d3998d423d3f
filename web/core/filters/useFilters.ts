/** Filters of a screen, stored in the URL by the names of the query parameters. */
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { z } from 'zod';
import { limits } from '#contract/core/fields.ts';
import { filterNames } from '#contract/core/filters.ts';

/** A filter with several values is a list: rows with one of them are shown. */
export type Filters = Record<string, string | string[] | undefined>;
export type Parameters = Record<string, string | undefined>;

interface Narrowed {
  query: z.ZodType;
}

/** The values of a filter: none, one or several. */
export function valuesOf(filter: Filters[string]): readonly string[] {
  return typeof filter === 'string' ? [filter] : (filter ?? []);
}

/** The value of a filter that has one, such as an end of a range. */
export function valueOf(filter: Filters[string]): string | undefined {
  return valuesOf(filter)[0];
}

/** The values as a filter: one alone is no list. */
export function filterOf(values: string[]): Filters[string] {
  return values.length > 1 ? values : values[0];
}

/** The values of a parameter that are set in an address and that the endpoint's query understands. */
function understood({ query }: Narrowed, name: string, address: Record<string, unknown>): string[] {
  const values: unknown[] = [address[name]].flat();
  const texts = values.flatMap((value) =>
    (typeof value === 'string' && value !== '') || typeof value === 'number' ? [String(value)] : [],
  );
  return [...new Set(texts)].filter((text) => query.safeParse({ [name]: text }).success).slice(0, limits.filterValues);
}

/** The values with another at a place, or without the one at it. */
export function withValue(values: readonly string[], index: number, value: string | undefined): string[] {
  return [...new Set(values.toSpliced(index, 1, ...(value === undefined ? [] : [value])))];
}

/** The filters of a list that are set in an address and that it understands. */
export function filtersIn(endpoint: Narrowed, address: Record<string, unknown>): Filters {
  const active = filterNames(endpoint.query).flatMap((name) => {
    const values = understood(endpoint, name, address);
    if (values.length === 0) return [];
    // An end of a range takes one.
    const takesAll = endpoint.query.safeParse({ [name]: values }).success;
    return [[name, takesAll ? filterOf(values) : values[0]]];
  });
  return Object.fromEntries(active);
}

/** Sets some parameters of the address, and goes back to the first page. */
function useShow(): (next: Filters) => void {
  const navigate = useNavigate();
  return (next) => {
    navigate({
      to: '.',
      search: (before) => ({ ...before, ...next, page: undefined }),
      replace: true,
      resetScroll: false,
    }).catch(console.error);
  };
}

/** The filters of a list that are set and that it understands, and a setter for some of them. */
export function useFilters(endpoint: Narrowed): [filters: Filters, show: (next: Filters) => void] {
  return [filtersIn(endpoint, useSearch({ strict: false })), useShow()];
}

/** Parameters of one value each of a screen that is no list, and a setter for some of them. */
export function useParameters(
  endpoint: Narrowed,
  names: readonly string[],
): [parameters: Parameters, show: (next: Parameters) => void] {
  const address: Record<string, unknown> = useSearch({ strict: false });
  const values = names.flatMap((name) =>
    understood(endpoint, name, address)
      .slice(0, 1)
      .map((value) => [name, value]),
  );
  return [Object.fromEntries(values), useShow()];
}
