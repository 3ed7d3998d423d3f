/** Puts the rows of a trace on the clipboard, with tabs between cells as spreadsheets paste them. */
import { Button } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { formatDate } from '#contract/core/values/format.ts';
import { traceExport, traceTexts, type Trace } from '#contract/prove/trace.ts';
import { toastDone, toastFailed } from '#web/core/ui/toast.tsx';
import { traceCells } from './traceCells.ts';
import { rowsOf } from './traceRows.ts';

type Cell = ReturnType<typeof traceCells>[number][number];

function textOf(cell: Cell): string {
  if (cell === null) return '';
  // A line break or tab of a name would begin another row or cell.
  return typeof cell === 'object' ? formatDate(cell.date) : String(cell).replaceAll(/\s+/g, ' ');
}

async function copy(trace: Trace): Promise<void> {
  const rows = traceCells(rowsOf(trace));
  const lines = [traceExport.headings, ...rows.map((row) => row.map(textOf))].map((cells) => cells.join('\t'));
  try {
    await navigator.clipboard.writeText(lines.join('\n'));
    toastDone(traceTexts.copied(rows.length === 1 ? '1 row' : `${rows.length} rows`));
  } catch {
    toastFailed(traceTexts.copyFailed);
  }
}

export function CopyTrace({ trace }: { trace: Trace }) {
  return (
    <Button
      variant="default"
      flex="none"
      leftSection={<IconCopy size={16} aria-hidden />}
      disabled={trace.edges.length === 0}
      onClick={() => void copy(trace)}
    >
      {traceTexts.copy}
    </Button>
  );
}
