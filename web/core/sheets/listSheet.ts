/** The spreadsheet of a list: its columns as data. */
import type { SheetValue } from './sheetWorker.ts';

export interface SheetColumn<Row> {
  heading: string;
  width: number;
  value: (row: Row) => SheetValue;
}

export interface ListSheet<Row> {
  /** Name of the page; in small letters, with the day, also of the file. */
  name: string;
  headings: readonly string[];
  columnWidths: number[];
  /** The rows of the sheet that a row of the list is. */
  rowsOf: (row: Row) => SheetValue[][];
}

/** A sheet with a row for each line of a record, such as an ingredient of a recipe. */
export function sheetOfLines<Row, Line>(
  name: string,
  linesOf: (row: Row) => readonly Line[],
  columns: readonly SheetColumn<Line>[],
): ListSheet<Row> {
  return {
    name,
    headings: columns.map(({ heading }) => heading),
    columnWidths: columns.map(({ width }) => width),
    rowsOf: (row) => linesOf(row).map((line) => columns.map(({ value }) => value(line))),
  };
}

/** A sheet with a row for each record. */
export function sheetOf<Row>(name: string, columns: readonly SheetColumn<Row>[]): ListSheet<Row> {
  return sheetOfLines(name, (row) => [row], columns);
}

/** A day that may be missing. */
export function dayCell(day: string | null): SheetValue {
  return day === null ? null : { date: day };
}
