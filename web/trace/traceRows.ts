/** What the tables of a trace show, read from its graph. */
import type { Trace, TraceEdge, TraceNode } from '#contract/trace.ts';

export interface BackRow {
  lot: TraceNode;
  /** What brought it in: an inward, or an adjustment. */
  source: TraceNode | undefined;
  supplier: TraceNode | undefined;
  edge: TraceEdge;
}

export interface RunRow {
  run: TraceNode;
  lot: TraceNode;
  edge: TraceEdge;
}

export interface ForwardRow {
  lot: TraceNode;
  /** A dispatch or an adjustment. */
  document: TraceNode;
  buyer: TraceNode | undefined;
  edge: TraceEdge;
}

export interface TraceRows {
  back: BackRow[];
  runs: RunRow[];
  forward: ForwardRow[];
}

/** The lots that came in from outside, what runs made of them, and what left. */
export function rowsOf({ nodes, edges }: Trace): TraceRows {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const into = Map.groupBy(edges, ({ to }) => to);
  const outOf = Map.groupBy(edges, ({ from }) => from);
  const rows: TraceRows = { back: [], runs: [], forward: [] };
  for (const edge of edges) {
    const [from, to] = [byId.get(edge.from), byId.get(edge.to)];
    if (!from || !to) continue;
    if (to.kind === 'lot' && (from.kind === 'inward' || from.kind === 'adjustment') && to.origin !== 'returned') {
      const supplier = byId.get(into.get(from.id)?.[0]?.from ?? '');
      rows.back.push({ lot: to, source: from, supplier: supplier?.kind === 'supplier' ? supplier : undefined, edge });
    } else if (from.kind === 'run' && to.kind === 'lot') rows.runs.push({ run: from, lot: to, edge });
    else if (from.kind === 'lot' && (to.kind === 'dispatch' || to.kind === 'adjustment')) {
      const buyer = byId.get(outOf.get(to.id)?.find((next) => next.to.startsWith('buyer-'))?.to ?? '');
      rows.forward.push({ lot: from, document: to, buyer, edge });
    }
  }
  // Gaps first: they are what one looks for.
  const weight = ({ lot }: BackRow) => (lot.gaps.length > 0 ? 0 : 1);
  rows.back.sort((a, b) => weight(a) - weight(b));
  return rows;
}
