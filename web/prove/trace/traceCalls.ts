import type { TraceRoot } from '#contract/kinds.ts';
import { traceEndpoints, type TraceDirection } from '#contract/prove/trace.ts';
import { queryOf } from '#web/core/api/queries.ts';

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
  return queryOf(calls[of], { params: { id }, query: { direction } });
}
