/** Exports a trace: every row of its tables, in one sheet. */
import { traceExport, type TraceEdge, type TraceNode } from '#contract/trace.ts';
import { downloadSheet, type Progress } from '#web/list/downloadSheet.ts';
import { today } from '#web/ui/today.ts';
import type { TraceRows } from './traceRows.ts';

const GRAMS_IN_KG = 1000;

interface Row {
  part: string;
  lot: TraceNode;
  edge: TraceEdge;
  party?: TraceNode | undefined;
  document?: TraceNode | undefined;
  day: string | null;
}

function cellsOf({ part, lot, edge, party, document, day }: Row) {
  const { quantity, unit, shareGrams } = edge;
  return [
    part,
    lot.label,
    lot.itemName ?? '',
    party?.label ?? '',
    document?.label ?? '',
    day === null ? null : { date: day },
    lot.certificateNumber ?? '',
    quantity,
    unit,
    shareGrams === null ? null : shareGrams / GRAMS_IN_KG,
    lot.gaps.map((gap) => traceExport.gaps[gap]).join(', '),
  ];
}

export async function exportTrace({ back, runs, forward }: TraceRows, onProgress: Progress): Promise<void> {
  const { parts } = traceExport;
  const rows: Row[] = [
    ...back.map(({ lot, edge, supplier, source }) => {
      return { part: parts.back, lot, edge, party: supplier, document: source, day: lot.day };
    }),
    ...runs.map(({ lot, edge, run }) => ({ part: parts.run, lot, edge, document: run, day: run.day })),
    ...forward.map(({ lot, edge, buyer, document }) => {
      return { part: parts.forward, lot, edge, party: buyer, document, day: document.day };
    }),
  ];
  const sheet = {
    name: traceExport.sheet,
    columnWidths: [14, 20, 32, 40, 26, 14, 22, 12, 10, 12, 30],
    headings: traceExport.headings,
    rows: rows.map(cellsOf),
  };
  await downloadSheet(sheet, traceExport.fileName(today()), onProgress);
}
