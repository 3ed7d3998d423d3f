/** Rows of a trace's tables, read from its graph. */
import type { Trace, TraceEdge, TraceNode } from '#contract/prove/trace.ts';

export interface BackRow {
  lot: TraceNode;
  /** The document that brought it in: an inward, or an adjustment. */
  source: TraceNode | undefined;
  /** The supplier, or the buyer who sent it back. */
  party: TraceNode | undefined;
  edge: TraceEdge;
}

export interface RunRow {
  run: TraceNode;
  lot: TraceNode;
  edge: TraceEdge;
}

export interface ForwardRow {
  lot: TraceNode;
  /** A dispatch; for a loss, an adjustment. */
  document: TraceNode;
  buyer: TraceNode | undefined;
  edge: TraceEdge;
}

export interface StoreRow {
  lot: TraceNode;
  edge: TraceEdge;
}

/**
 * Every edge of the graph but those between documents and their parties, which have columns; and the remaining stock.
 */
export interface TraceRows {
  back: BackRow[];
  /** Inputs of runs. */
  taken: RunRow[];
  runs: RunRow[];
  forward: ForwardRow[];
  /** Quantities that adjustments took out: lost, written off, or returned to the supplier. */
  lost: ForwardRow[];
  /** Returns of buyers, as lots of their own. */
  returned: BackRow[];
  store: StoreRow[];
}

/** Remaining stock as a row like that of a movement; its share in the trace is left out. */
function inStore(lot: TraceNode): TraceEdge {
  return {
    from: lot.id,
    to: '',
    quantity: lot.onHandQty ?? null,
    unit: lot.unit ?? '',
    grams: null,
    shareGrams: null,
  };
}

/** Rows of incoming lots, inputs and outputs of runs, outgoing quantities, returns and remaining stock. */
export function rowsOf({ nodes, edges }: Trace): TraceRows {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const into = Map.groupBy(edges, ({ to }) => to);
  const outOf = Map.groupBy(edges, ({ from }) => from);
  const rows: TraceRows = { back: [], taken: [], runs: [], forward: [], lost: [], returned: [], store: [] };
  const buyerOf = (document: string): TraceNode | undefined =>
    byId.get(outOf.get(document)?.find((next) => next.to.startsWith('buyer-'))?.to ?? '');
  /** The supplier of an inward; for opening stock that of the lot, since its document may have lots of several. */
  const supplierOf = (to: string): TraceNode | undefined =>
    byId.get(into.get(to)?.find((before) => before.from.startsWith('supplier-'))?.from ?? '');
  for (const edge of edges) {
    const [from, to] = [byId.get(edge.from), byId.get(edge.to)];
    if (!from || !to) continue;
    if (to.kind === 'lot' && (from.kind === 'inward' || from.kind === 'adjustment')) {
      const party = byId.get(edge.returnedBy ?? '') ?? supplierOf(from.id) ?? supplierOf(to.id);
      const row = { lot: to, source: from, party, edge };
      if (to.origin === 'returned') rows.returned.push(row);
      else rows.back.push(row);
    } else if (from.kind === 'lot' && to.kind === 'run') rows.taken.push({ run: to, lot: from, edge });
    else if (from.kind === 'run' && to.kind === 'lot') rows.runs.push({ run: from, lot: to, edge });
    else if (from.kind === 'lot' && (to.kind === 'dispatch' || to.kind === 'adjustment')) {
      const row = { lot: from, document: to, buyer: buyerOf(to.id), edge };
      if (to.kind === 'adjustment') rows.lost.push(row);
      else rows.forward.push(row);
    }
  }
  for (const lot of nodes) if ((lot.onHandQty ?? 0) > 0) rows.store.push({ lot, edge: inStore(lot) });
  // Gaps first: they are the reason to look.
  const weight = ({ lot }: BackRow) => (lot.gaps.length > 0 ? 0 : 1);
  rows.back.sort((a, b) => weight(a) - weight(b));
  return rows;
}
