/** The query cache, and the queries of the API's calls. */
import { QueryClient, queryOptions, type QueryKey } from '@tanstack/react-query';
import type { Endpoint } from '#contract/core/endpoint.ts';
import { ApiError, call, callList, pathOf, type CallableEndpoint, type CallOptions } from './client.ts';

const DEFAULT_RETRY_MS = 1000;

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // Also while the browser is offline: the server may run on this machine.
      networkMode: 'always',
      staleTime: 10_000,
      // Only a missing answer and 503 are worth a retry; any other error would repeat.
      retry: (failures, fault) => failures < 1 && (!(fault instanceof ApiError) || fault.status === 503),
      retryDelay: (_failures, fault) => (fault instanceof ApiError && fault.retryAfterMs) || DEFAULT_RETRY_MS,
    },
    // Writes are never queued until the network returns: they fail, and the user decides.
    mutations: { networkMode: 'always' },
  },
});

type Read<E extends CallableEndpoint> = Pick<CallOptions<E>, 'params' | 'query'>;

/** Ids are text in it: a record is one cache entry, whether its id is from the address or from another record. */
function keyOf<E extends CallableEndpoint>(endpoint: E, { params, query }: Read<E>, ...more: string[]): QueryKey {
  return [pathOf(endpoint.path, params), query, ...more];
}

/** The query of a call. */
export function queryOf<E extends Endpoint>(endpoint: E, read: Read<E> = {}) {
  return queryOptions({
    queryKey: keyOf(endpoint, read),
    queryFn: ({ signal }) => call(endpoint, { ...read, signal }),
  });
}

/** The query of a page of a list. Its cache entry is not that of `queryOf`: it has the total, too. */
export function listQueryOf<E extends CallableEndpoint>(endpoint: E, read: Read<E>) {
  return queryOptions({
    queryKey: keyOf(endpoint, read, 'page'),
    queryFn: ({ signal }) => callList(endpoint, { ...read, signal }),
  });
}

/** After a write: refetches everything shown and invalidates everything prefetched. */
export function invalidateAll() {
  // A prefetch in flight may have been answered before the write, yet would count as fresh.
  queryClient.cancelQueries({ type: 'inactive' }).catch(console.error);
  queryClient.invalidateQueries().catch(console.error);
}
