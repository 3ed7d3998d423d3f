/** The spreadsheet of a list: its columns as data. */
import { exportTexts } from '#contract/core/sharedTexts.ts';
import type { SheetValue } from './writtenSheet.ts';

export interface SheetColumn<Row> {
  heading: string;
  width: number;
  value: (row: Row) => SheetValue;
  /** Sums the column's numbers exactly; columns of several units have no sum. */
  sum?: (numbers: readonly number[]) => number;
}

/** A row below all others. */
export interface SheetTotal<Row> {
  label: string;
  /** Whether a row counts; without it all do. */
  counts?: (row: Row) => boolean;
}

/** All rows together. */
export const inTotal: readonly SheetTotal<unknown>[] = [{ label: exportTexts.total }];

export interface ListSheet<Row> {
  /** Name of the page; in small letters, with the day, also of the file. */
  name: string;
  headings: readonly string[];
  columnWidths: number[];
  /** The rows of the sheet that a row of the list is. */
  rowsOf: (row: Row) => SheetValue[][];
  /** The rows below them, of what they come to; those that nothing counts for are left out. */
  totalsOf: (rows: readonly Row[]) => SheetValue[][];
}

/** A row of sums, in the order of the columns, with its label left of the first. */
export function totalRow(label: string, sums: readonly (number | null)[]): SheetValue[] {
  const first = sums.findIndex((sum) => sum !== null);
  return sums.map((sum, index) => (index === first - 1 ? label : sum));
}

/** A sheet with a row for each line of a record, such as an ingredient of a recipe. */
export function sheetOfLines<Row, Line>(
  name: string,
  linesOf: (row: Row) => readonly Line[],
  columns: readonly SheetColumn<Line>[],
  totals: readonly SheetTotal<Line>[] = [],
): ListSheet<Row> {
  const sumsOf = (lines: readonly Line[]) =>
    columns.map(({ sum, value }) => {
      if (!sum) return null;
      return sum(lines.map(value).filter((cell) => typeof cell === 'number'));
    });
  return {
    name,
    headings: columns.map(({ heading }) => heading),
    columnWidths: columns.map(({ width }) => width),
    rowsOf: (row) => linesOf(row).map((line) => columns.map(({ value }) => value(line))),
    totalsOf: (rows) => {
      const lines = totals.length === 0 ? [] : rows.flatMap(linesOf);
      return totals.flatMap(({ label, counts = () => true }) => {
        const own = lines.filter(counts);
        return own.length === 0 ? [] : [totalRow(label, sumsOf(own))];
      });
    },
  };
}

/** A sheet with a row for each record. */
export function sheetOf<Row>(
  name: string,
  columns: readonly SheetColumn<Row>[],
  totals?: readonly SheetTotal<Row>[],
): ListSheet<Row> {
  return sheetOfLines(name, (row) => [row], columns, totals);
}

/** A day that may be missing. */
export function dayCell(day: string | null): SheetValue {
  return day === null ? null : { date: day };
}
