/** Asking for a page of a list: by the screen that shows it, or ahead of it, in the same words, so that it is asked once. */
import type { MasterResource } from '#contract/resources.ts';
import { callList, type Called } from '#web/api/client.ts';
import { queryClient } from '#web/api/queries.ts';
import { readListState, type ListState } from './listSearch.ts';
import type { ListEndpoint } from './listEndpoint.ts';

/** The one question for a page of a list. */
export function pageQuery<Row>(endpoint: ListEndpoint<Row>, state: ListState, pageSize: number) {
  const query = { ...state, pageSize };
  return {
    queryKey: [endpoint.path, query],
    queryFn: ({ signal }: { signal: AbortSignal }) => callList(endpoint, { query, signal }),
  };
}

/** A list as its route knows it, before the code of its screen is there. */
interface ShownList {
  path: string;
  pageSize: number;
  /** Before the names in the address, where a screen has two lists. */
  prefix?: string;
}

/** The list of a master, as its screen asks for it. */
export function ofMaster({ apiPath, pageSize }: MasterResource): ShownList {
  return { path: apiPath, pageSize };
}

/** For a route: asks for the rows of its lists while its code is fetched, be it opened or only pointed at. */
export function fetchesAhead(...lists: ShownList[]) {
  return ({ location }: { location: { search: Record<string, unknown> } }) => {
    for (const { path, pageSize, prefix = '' } of lists) {
      const query = { ...readListState(location.search, prefix), pageSize };
      // Which columns a list can be sorted by only its screen knows.
      if (query.sort !== undefined) continue;
      const endpoint: Called = { method: 'GET', path, access: 'signed-in' };
      queryClient
        .prefetchQuery({ queryKey: [path, query], queryFn: ({ signal }) => callList(endpoint, { query, signal }) })
        .catch(console.error);
    }
  };
}
