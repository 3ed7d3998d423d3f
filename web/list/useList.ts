/** Every list of every screen: its state is in the address, its rows come a page at a time. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { queryClient } from '#web/api/queries.ts';
import { whenIdle } from '#web/ui/lazyWithPreload.ts';
import type { ListEndpoint } from './listEndpoint.ts';
import type { ListState } from './listSearch.ts';
import { pageQuery } from './pages.ts';
import { useListState } from './useListState.ts';

export interface List<Row> {
  rows: Row[];
  total: number;
  page: number;
  pageSize: number;
  pages: number;
  search: string;
  sort?: string;
  order?: 'asc' | 'desc';
  /** Nothing has been shown yet. */
  loading: boolean;
  /** The rows shown are those of the page before. */
  stale: boolean;
  error: Error | null;
  retry: () => void;
  setSearch: (search: string) => void;
  setPage: (page: number) => void;
  /** Without it the rows have one order only. */
  toggleSort?: (name: string) => void;
}

interface ListOptions {
  pageSize: number;
  /** Before the names in the address, where a screen has two lists. */
  prefix?: string;
  /** What else narrows the list, by the names that its endpoint has for it. */
  filters?: Record<string, string | number | undefined>;
  /** Whether to ask already; a list may have to wait for something that its rows need. */
  enabled?: boolean;
}

export function useList<Row>(
  endpoint: ListEndpoint<Row>,
  { pageSize, prefix = '', filters, enabled = true }: ListOptions,
): List<Row> {
  const [written, show] = useListState(prefix);
  // An address with a column that this list does not sort by, from an old link, still shows the list.
  const known = endpoint.query.safeParse(written).success;
  const state = known ? written : { ...written, sort: undefined, order: undefined };
  const { data, isPlaceholderData, isPending, error, refetch } = useQuery({
    ...pageQuery(endpoint, { ...filters, ...state }, pageSize),
    placeholderData: keepPreviousData,
    enabled,
  });
  const total = data?.total ?? 0;
  const pages = Math.max(1, Math.ceil(total / pageSize));

  const settled = data !== undefined && !isPlaceholderData;
  const shown = useEffectEvent(() => {
    if (!settled) return;
    // The last row of the last page was deleted, or the address names a page that is no more.
    if (state.page > pages) show({ page: pages });
    else if (state.page < pages) {
      const next = pageQuery(endpoint, { ...filters, ...state, page: state.page + 1 }, pageSize);
      whenIdle(() => {
        queryClient.prefetchQuery(next).catch(console.error);
      });
    }
  });
  useEffect(() => shown(), [settled, state.page, pages, data]);

  return {
    rows: data?.rows ?? [],
    total,
    pages,
    pageSize,
    page: state.page,
    search: state.search,
    sort: state.sort,
    order: state.order,
    loading: isPending,
    stale: isPlaceholderData,
    error,
    retry: () => {
      refetch().catch(console.error);
    },
    setSearch: (search) => show({ search, page: 1 }),
    setPage: (page) => show({ page }),
    toggleSort: (name) => show({ ...nextSort(state, name), page: 1 }),
  };
}

/** Up, down, then as at first. */
function nextSort(state: ListState, name: string): Pick<ListState, 'sort' | 'order'> {
  if (state.sort !== name) return { sort: name, order: 'asc' };
  if (state.order === 'asc') return { sort: name, order: 'desc' };
  return { sort: undefined, order: undefined };
}
