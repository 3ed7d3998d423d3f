/** Queries for a page of a list. The route's prefetch and the screen share the query key, so that it is fetched once. */
import type { RecordResource } from '#contract/kinds.ts';
import type { CallableEndpoint } from '#web/core/api/client.ts';
import { listQueryOf, queryClient } from '#web/core/api/queries.ts';
import { hasOthers, readListState, type ListState } from './listSearch.ts';
import type { ListEndpoint } from '#web/core/api/listEndpoint.ts';

export function pageQuery<Row>(endpoint: ListEndpoint<Row>, state: ListState, pageSize: number) {
  return listQueryOf(endpoint, { query: { ...state, pageSize } });
}

/** A list as its route knows it, before its screen is loaded. */
interface PrefetchedList {
  path: string;
  pageSize: number;
  /** Prefix of the URL parameters, on a screen with two lists. */
  prefix?: string;
}

export function ofMaster({ apiPath, pageSize }: RecordResource): PrefetchedList {
  return { path: apiPath, pageSize };
}

/** A route's loader: prefetches its lists while its code loads, on navigation and on hover. */
export function prefetchLists(...lists: PrefetchedList[]) {
  return ({ location }: { location: { search: Record<string, unknown> } }) => {
    for (const { path, pageSize, prefix = '' } of lists) {
      const query = { ...readListState(location.search, prefix), pageSize };
      // Only the screen knows the sortable columns and the filters of the list.
      if (query.sort !== undefined || (prefix === '' && hasOthers(location.search))) continue;
      const endpoint: CallableEndpoint = { method: 'GET', path, access: 'signed-in' };
      queryClient.prefetchQuery(listQueryOf(endpoint, { query })).catch(console.error);
    }
  };
}
