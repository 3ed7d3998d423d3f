/** The rows of a trace as cells, for its spreadsheet and for the clipboard. */
import { fromGrams } from '#contract/core/values/numbers.ts';
import { tracedClaim, traceExport, type TraceEdge, type TraceNode } from '#contract/prove/trace.ts';
import type { TraceRows } from './traceRows.ts';

interface Row {
  part: string;
  lot: TraceNode;
  edge: TraceEdge;
  party?: TraceNode | undefined;
  document?: TraceNode | undefined;
  day: string | null | undefined;
}

function cellsOf({ part, lot, edge, party, document, day }: Row) {
  const { quantity, unit, shareGrams } = edge;
  return [
    part,
    lot.label,
    lot.itemName ?? '',
    party?.label ?? '',
    document?.label ?? '',
    day ? { date: day } : null,
    tracedClaim(lot, document?.soldAs),
    lot.certificateNumber ?? '',
    quantity,
    unit,
    shareGrams === null ? null : fromGrams(shareGrams),
    lot.gaps.map((gap) => traceExport.gaps[gap]).join(', '),
  ];
}

/** The cells of all rows, below `traceExport.headings`. */
export function traceCells({ back, taken, runs, forward, lost, returned, store }: TraceRows) {
  const { parts } = traceExport;
  const rows: Row[] = [
    ...back.map(({ source, ...row }) => ({ ...row, part: parts.back, document: source, day: row.lot.day })),
    ...taken.map(({ run, ...row }) => ({ ...row, part: parts.taken, document: run, day: run.day })),
    ...runs.map(({ run, ...row }) => ({ ...row, part: parts.run, document: run, day: run.day })),
    ...forward.map(({ buyer, ...row }) => ({ ...row, part: parts.forward, party: buyer, day: row.document.day })),
    ...lost.map(({ document, ...row }) => ({
      ...row,
      part: parts.lost,
      document,
      day: document.day,
      party: undefined,
    })),
    ...returned.map(({ source, ...row }) => ({ ...row, part: parts.returned, document: source, day: row.lot.day })),
    ...store.map((row) => ({ ...row, part: parts.store, day: row.lot.day })),
  ];
  return rows.map(cellsOf);
}
