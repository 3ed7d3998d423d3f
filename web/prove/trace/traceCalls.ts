import type { TraceRoot } from '#contract/kinds.ts';
import { traceEndpoints, type TraceDirection } from '#contract/prove/trace.ts';
import { call } from '#web/core/api/client.ts';

/** The root of a trace, as in the URL. */
export interface Traced {
  of: TraceRoot;
  id: string;
  direction: TraceDirection;
}

const calls = {
  lots: traceEndpoints.lots,
  goods: traceEndpoints.goods,
  inwards: traceEndpoints.inwards,
  suppliers: traceEndpoints.suppliers,
  'production-runs': traceEndpoints.runs,
  dispatches: traceEndpoints.dispatches,
  buyers: traceEndpoints.buyers,
} as const satisfies Record<TraceRoot, unknown>;

/** The trace of the root in the URL. */
export function traceQuery({ of, id, direction }: Traced) {
  return {
    queryKey: ['/trace', of, id, direction],
    queryFn: ({ signal }: { signal: AbortSignal }) => call(calls[of], { params: { id }, query: { direction }, signal }),
  };
}
