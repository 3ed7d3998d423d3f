/** The query cache. */
import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './client.ts';

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

/** After a write: refetches everything shown and invalidates everything prefetched. */
export function invalidateAll() {
  // A prefetch in flight may have been answered before the write, yet would count as fresh.
  queryClient.cancelQueries({ type: 'inactive' }).catch(console.error);
  queryClient.invalidateQueries().catch(console.error);
}
