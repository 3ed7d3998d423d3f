/** The state of every list: stored in the URL, loaded a page at a time. */
import { keepPreviousData, useQuery, type UseQueryOptions } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import { callRows } from '#web/core/api/client.ts';
import { queryClient } from '#web/core/api/queries.ts';
import { whenIdle } from '#web/core/ui/loading/lazyWithPreload.ts';
import type { ListEndpoint } from '#web/core/api/listEndpoint.ts';
import { readListState, writeListState, type ListSearch, type ListState } from './listSearch.ts';
import { pageQuery } from './pages.ts';
import { filtersIn, type Filters } from '#web/core/filters/useFilters.ts';
import { useListState } from './useListState.ts';

export type CountQuery = Pick<UseQueryOptions<{ total: number }>, 'queryKey' | 'queryFn'>;

export interface List<Row> {
  rows: Row[];
  total: number;
  /** The total; undefined while it is unknown. */
  count?: number;
  /** How many there are without its search and filters; undefined if it is not narrowed, or while it is unknown. */
  whole?: number;
  page: number;
  pageSize: number;
  pages: number;
  search: string;
  sort?: string;
  order?: 'asc' | 'desc';
  /** No rows were loaded yet. */
  loading: boolean;
  /** The rows are those of the previous query. */
  stale: boolean;
  error: Error | null;
  /** Loads the rows again. */
  retry: () => Promise<unknown>;
  /** Reason why the list is narrowed: its search, its filters, or both. */
  narrowed?: 'search' | 'filters' | 'both';
  /** Shows the whole list again. */
  clear: () => void;
  /** Reads all rows under the search and filters, in order; without it only visible rows can be selected. */
  readAll?: () => Promise<Row[]>;
  /** Reads the row at a position of the whole list, counted from 1, with the address of the list's page that has it. */
  rowAt?: (position: number) => Promise<{ row?: Row; total: number; search: ListSearch }>;
  /** The query of how many rows there are at another address of the list. */
  countQuery: (address: Record<string, unknown>) => CountQuery;
  setSearch: (search: string) => void;
  setPage: (page: number) => void;
  /** Without it the list cannot be sorted. */
  toggleSort?: (name: string) => void;
}

interface ListOptions {
  pageSize: number;
  /** Prefix of the URL parameters, on a screen with two lists. */
  prefix?: string;
  /** Further query parameters of the endpoint. */
  filters?: Record<string, number | Filters[string]>;
  /** Query parameters that define the list itself: they stay when filters are cleared. */
  scope?: Record<string, string>;
  /** False while the list waits for another query. */
  enabled?: boolean;
}

export function useList<Row>(
  endpoint: ListEndpoint<Row>,
  { pageSize, prefix = '', filters: chosenOf, scope, enabled = true }: ListOptions,
): List<Row> {
  const [urlState, show] = useListState(prefix);
  const address = useSearch({ strict: false });
  const navigate = useNavigate();
  // Others are part of the screen, such as the buyer whose page shows the dispatches.
  const chosen = Object.keys(chosenOf ?? {}).filter((name) => chosenOf?.[name] !== undefined && name in address);
  const filters = { ...scope, ...chosenOf };
  // An old link may sort by a column that this list does not sort by any more.
  const isValid = endpoint.query.safeParse(urlState).success;
  const state = isValid ? urlState : { ...urlState, sort: undefined, order: undefined };
  const { data, isPlaceholderData, isPending, error, refetch } = useQuery({
    ...pageQuery(endpoint, { ...filters, ...state }, pageSize),
    placeholderData: keepPreviousData,
    enabled,
  });
  const narrowed = chosen.length === 0 ? (state.search ? 'search' : undefined) : state.search ? 'both' : 'filters';
  const others = Object.fromEntries(Object.entries(filters).filter(([name]) => !chosen.includes(name)));
  const countQuery = (other: Record<string, unknown>) => {
    const { search } = readListState(other, prefix);
    return pageQuery(endpoint, { ...others, ...filtersIn(endpoint, other), search, page: 1 }, 1);
  };
  const whole = useQuery({ ...countQuery({}), enabled: enabled && narrowed !== undefined });
  const total = data?.total ?? 0;
  const pages = Math.max(1, Math.ceil(total / pageSize));

  const settled = data !== undefined && !isPlaceholderData;
  const onSettled = useEffectEvent(() => {
    if (!settled) return;
    // The last row of the last page was deleted, or the URL names a page past the end.
    if (state.page > pages) show({ page: pages });
    else if (state.page < pages) {
      const next = pageQuery(endpoint, { ...filters, ...state, page: state.page + 1 }, pageSize);
      whenIdle(() => {
        queryClient.prefetchQuery(next).catch(console.error);
      });
    }
  });
  useEffect(() => onSettled(), [settled, state.page, pages, data]);

  return {
    rows: data?.rows ?? [],
    total,
    count: isPending || error ? undefined : total,
    whole: narrowed && whole.data?.total,
    pages,
    pageSize,
    page: state.page,
    search: state.search,
    sort: state.sort,
    order: state.order,
    loading: isPending,
    stale: isPlaceholderData,
    error,
    retry: refetch,
    narrowed,
    clear: () => {
      const withoutFilters = Object.fromEntries(chosen.map((name) => [name, undefined]));
      navigate({
        to: '.',
        search: (before) => ({
          ...before,
          ...withoutFilters,
          ...writeListState({ ...state, search: '', page: 1 }, prefix),
        }),
        replace: true,
        resetScroll: false,
      }).catch(console.error);
    },
    readAll: async () => {
      const { search, sort, order } = state;
      return await callRows(endpoint, { query: { ...filters, search: search || undefined, sort, order } });
    },
    rowAt: async (position) => {
      const query = pageQuery(endpoint, { ...filters, ...state, page: position }, 1);
      const { rows, total: now } = await queryClient.fetchQuery(query);
      const page = Math.ceil(position / pageSize);
      return { row: rows[0], total: now, search: { ...address, ...writeListState({ ...state, page }, prefix) } };
    },
    countQuery,
    setSearch: (search) => show({ search, page: 1 }),
    setPage: (page) => show({ page }),
    toggleSort: (name) => show({ ...nextSort(state, name), page: 1 }),
  };
}

/** Ascending, descending, unsorted. */
function nextSort(state: ListState, name: string): Pick<ListState, 'sort' | 'order'> {
  if (state.sort !== name) return { sort: name, order: 'asc' };
  if (state.order === 'asc') return { sort: name, order: 'desc' };
  return { sort: undefined, order: undefined };
}
