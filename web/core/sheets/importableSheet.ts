/** The spreadsheet of a list that can be imported: with the headings and words of its import, so that it imports again. */
import { recordColumn, type ImportColumn, type ImportSheet } from '#contract/core/importColumns.ts';
import { sheetOfLines, type ListSheet, type SheetColumn, type SheetTotal } from './listSheet.ts';
import type { SheetValue } from './writtenSheet.ts';

const WIDTHS = {
  text: 32,
  code: 20,
  gstin: 20,
  phone: 16,
  number: 14,
  quantity: 14,
  price: 14,
  percent: 14,
  date: 14,
  choice: 12,
} as const;

function cellOf({ cell, choices = {} }: ImportColumn, value: unknown): SheetValue {
  if ((typeof value !== 'string' && typeof value !== 'number') || value === '') return null;
  if (cell === 'choice') return Object.entries(choices).find(([, means]) => means === value)?.[0] ?? value;
  if (cell === 'date') return { date: String(value) };
  return cell === 'number' || cell === 'quantity' || cell === 'price' || cell === 'percent'
    ? Number(value)
    : String(value);
}

/**
 * The spreadsheet of a list; `markOf` a line names its record (`recordMark`). `further` columns stand behind those of the import and are not imported, nor are totals, whose
 * labels and sums stand in such columns.
 */
export function importableSheet<Field extends string, Row, Line extends Readonly<Record<Field, unknown>>>(
  { listTitle, columns }: ImportSheet<Field>,
  linesOf: (row: Row) => readonly Line[],
  markOf: (line: Line) => string | null,
  further: readonly SheetColumn<Line>[],
  totals?: readonly SheetTotal<Line>[],
): ListSheet<Row> {
  const own = columns.map((column): SheetColumn<Line> => ({
    heading: column.label,
    width: WIDTHS[column.cell],
    value: (line) => cellOf(column, line[column.field]),
  }));
  const mark = { heading: recordColumn.label, width: WIDTHS.code, value: markOf };
  return sheetOfLines(listTitle, linesOf, [...own, ...further, mark], totals);
}
