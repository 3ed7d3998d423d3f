/** What the screens have asked of the server, and for how long an answer stands. */
import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './client.ts';

/** Before the second try, where the server doesn't say how long to wait. */
const USUAL_RETRY_MS = 1000;

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // What the browser takes for a lost network is tried all the same: the server may be on this very machine.
      networkMode: 'always',
      staleTime: 10_000,
      // What the server refuses it will refuse again; only what did not arrive is worth a second try.
      retry: (failures, fault) => failures < 1 && (!(fault instanceof ApiError) || fault.status === 503),
      retryDelay: (_failures, fault) => (fault instanceof ApiError && fault.retryAfterMs) || USUAL_RETRY_MS,
    },
    // A write is never kept back until the network returns: the person is told, and decides.
    mutations: { networkMode: 'always' },
  },
});

/** After a write: everything shown is asked anew, and nothing that was fetched ahead before it is shown any more. */
export function readAnew() {
  // An answer that is on its way may be from before the write, and coming after it would count as new.
  queryClient.cancelQueries({ type: 'inactive' }).catch(console.error);
  queryClient.invalidateQueries().catch(console.error);
}
