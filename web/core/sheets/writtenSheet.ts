/** Writes the bytes of spreadsheets. */
import { withoutRefused } from '#contract/core/values/characters.ts';
import writeXlsxFile from 'write-excel-file/browser';

/** `date` is an ISO date; `timestamp` is shown in the user's time zone; null is an empty cell. */
export type SheetValue = string | number | { date: string } | { timestamp: string } | null;

export interface Sheet {
  name: string;
  columnWidths: number[];
  headings: readonly string[];
  rows: SheetValue[][];
  /** Below the rows. */
  totals?: SheetValue[][];
  /** A second page. */
  notes?: { name: string; headings: readonly string[]; rows: SheetValue[][] };
}

/** Spreadsheets have no time zones, and the library writes UTC: shifts local time to UTC. */
function localAsUtc(timestamp: string): Date {
  const at = new Date(timestamp);
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000);
}

/** Readers of xlsx take _x0041_ for the letter with that number: its first sign is written by its own. */
const escaped = (text: string) => text.replaceAll(/_(?=x[\dA-Fa-f]{4}_)/g, '_x005F_');

/** Cells are typed, so that a text that begins with = is no formula. Refused characters of older records get a sign: the library drops them. */
function cellOf(value: SheetValue) {
  if (value === null) return null;
  if (typeof value === 'string') return { value: escaped(withoutRefused(value)), type: String };
  if (typeof value === 'number') return { value, type: Number };
  if ('date' in value) return { value: new Date(value.date), type: Date, format: 'dd-mm-yyyy' };
  return { value: localAsUtc(value.timestamp), type: Date, format: 'dd-mm-yyyy hh:mm AM/PM' };
}

const NOTE_WIDTH = 32;

/** A row's first cell: its getter reports the progress when the library writes the row, once per percent. */
function firstCellOf(row: number, rows: number, first: SheetValue, onPercent: (percent: number) => void) {
  const percentAfter = (written: number) => Math.floor((written / rows) * 100);
  const percent = percentAfter(row + 1);
  const cell = cellOf(first);
  if (cell === null || percent === percentAfter(row)) return cell;
  const { value } = cell;
  return Object.defineProperty(cell, 'value', {
    enumerable: true,
    get: () => {
      onPercent(percent);
      return value;
    },
  });
}

/** Headings, or sums. */
const boldRow = (values: readonly SheetValue[]) =>
  values.map((value) => {
    const cell = cellOf(value);
    return cell && { ...cell, fontWeight: 'bold' as const };
  });

/** The spreadsheet as an xlsx file. */
export async function writtenSheet(
  { name, columnWidths, headings, rows, totals = [], notes }: Sheet,
  onPercent: (percent: number) => void,
): Promise<Blob> {
  const columns = columnWidths.map((width) => ({ width }));
  const cells = rows.map((row, index) =>
    row.map((value, column) => (column === 0 ? firstCellOf(index, rows.length, value, onPercent) : cellOf(value))),
  );
  const first = { data: [boldRow(headings), ...cells, ...totals.map(boldRow)], sheet: name, columns };
  const second = notes && {
    data: [boldRow(notes.headings), ...notes.rows.map((row) => row.map(cellOf))],
    sheet: notes.name,
    columns: notes.headings.map(() => ({ width: NOTE_WIDTH })),
  };
  return await writeXlsxFile(second ? [first, second] : [first]).toBlob();
}
