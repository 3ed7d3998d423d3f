/** Filters of a list, kept in the URL by the names of their query parameters. */
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { z } from 'zod';
import { filterNames } from '#contract/filters.ts';

export type Filters = Record<string, string | undefined>;

/** The filters of the endpoint's query that are set in an address and that it understands. */
export function filtersIn(
  endpoint: { query: z.ZodType },
  address: Record<string, unknown>,
  names: readonly string[] = filterNames(endpoint.query),
): Filters {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = address[name];
      const text = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
      return text !== '' && endpoint.query.safeParse({ [name]: text }).success ? [[name, text]] : [];
    }),
  );
}

/**
 * The filters of the endpoint's query that are set and that it understands, and a setter for some of them, which goes back
 * to the first page. `names` is for a query that is no list's.
 */
export function useFilters(
  endpoint: { query: z.ZodType },
  names?: readonly string[],
): [filters: Filters, show: (next: Filters) => void] {
  const address: Record<string, unknown> = useSearch({ strict: false });
  const navigate = useNavigate();
  const filters = filtersIn(endpoint, address, names);
  const show = (next: Filters) => {
    navigate({
      to: '.',
      search: (before) => ({ ...before, ...next, page: undefined }),
      replace: true,
      resetScroll: false,
    }).catch(console.error);
  };
  return [filters, show];
}
