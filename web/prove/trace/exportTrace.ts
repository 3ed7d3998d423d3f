/** Exports a trace: every row of its tables, in one sheet. */
import { exportTexts } from '#contract/core/sharedTexts.ts';
import { traceExport } from '#contract/prove/trace.ts';
import { exportSheet, type Progress } from '#web/core/sheets/downloadSheet.ts';
import { today } from '#web/core/ui/today.ts';
import { traceCells } from './traceCells.ts';
import type { TraceRows } from './traceRows.ts';

export async function exportTrace(rows: TraceRows, subject: string, onProgress: Progress): Promise<void> {
  const sheet = {
    name: traceExport.sheet,
    columnWidths: [14, 20, 32, 40, 26, 14, 22, 12, 10, 12, 30],
    headings: traceExport.headings,
    rows: traceCells(rows),
  };
  await exportSheet(sheet, traceExport.fileName(today()), [[exportTexts.about.subject, subject]], onProgress);
}
