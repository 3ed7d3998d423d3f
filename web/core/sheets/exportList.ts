/** Exports a list: all that its search and filters find, in its order, not only the page shown. */
import { callRows } from '#web/core/api/client.ts';
import { today } from '#web/core/ui/today.ts';
import { narrowingOf, type Narrowing } from '#web/core/filters/filterWords.ts';
import { exportSheet, type Progress } from './downloadSheet.ts';
import type { ListEndpoint } from '#web/core/api/listEndpoint.ts';
import type { ListSheet } from './listSheet.ts';
import type { Filters } from '#web/core/filters/useFilters.ts';

interface Exported<Row> {
  endpoint: ListEndpoint<Row>;
  sheet: ListSheet<Row>;
  filters: Filters;
  search: string;
  sort?: string;
  order?: 'asc' | 'desc';
  /** How many rows there are. */
  total: number;
}

/** Reading is half of it, writing the other. */
const HALF = 50;

export async function exportList<Row>(exported: Exported<Row>, onProgress: Progress, signal: AbortSignal) {
  const { endpoint, sheet, filters, search, sort, order, total } = exported;
  const rows = await callRows(endpoint, {
    query: { ...filters, search: search || undefined, sort, order },
    signal,
    onRead: (read) => onProgress(Math.min(HALF, Math.floor((read / Math.max(1, total)) * HALF))),
  });
  const narrowing = await narrowingOf(endpoint, filters, search);
  await exportRows(sheet, rows, narrowing, (percent) => onProgress(HALF + Math.floor(percent / 2)), signal);
}

/** Exports rows that are loaded already. */
export async function exportRows<Row>(
  { name, headings, columnWidths, rowsOf, totalsOf }: ListSheet<Row>,
  rows: readonly Row[],
  narrowing: Narrowing,
  onProgress: Progress = () => {},
  signal?: AbortSignal,
) {
  await exportSheet(
    { name, headings, columnWidths: [...columnWidths], rows: rows.flatMap(rowsOf), totals: totalsOf(rows) },
    `${name.toLowerCase().replaceAll(' ', '_')}_${today()}.xlsx`,
    narrowing,
    onProgress,
    signal,
  );
}
