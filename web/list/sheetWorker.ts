/** Makes a spreadsheet beside the screen, which goes on answering however many rows there are. */
import writeXlsxFile from 'write-excel-file/browser';

/** A calendar date, 2026-11-20; a timestamp, shown by the clock of whoever exports; null stays empty. */
export type SheetValue = string | number | { date: string } | { timestamp: string } | null;

export interface Sheet {
  name: string;
  columnWidths: number[];
  headings: readonly string[];
  rows: SheetValue[][];
}

/** A spreadsheet knows no zones, and the library writes what UTC says: so the clock on the wall becomes UTC. */
function onTheWall(timestamp: string): Date {
  const at = new Date(timestamp);
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000);
}

/** Typed, so that a name that begins with = stays a name and is no formula. Dates are written as on the screens. */
function cellOf(value: SheetValue) {
  if (value === null) return null;
  if (typeof value === 'string') return { value, type: String };
  if (typeof value === 'number') return { value, type: Number };
  if ('date' in value) return { value: new Date(value.date), type: Date, format: 'dd-mm-yyyy' };
  return { value: onTheWall(value.timestamp), type: Date, format: 'dd-mm-yyyy hh:mm AM/PM' };
}

/** What the worker tells: how many of a hundred rows are written, then the file; no file says that there was a fault. */
export type SheetNews = { percent: number } | { file: Blob | undefined };

function tell(news: SheetNews) {
  postMessage(news);
}

/** The cell that begins a row: it tells how far the sheet is when the row is written, once for each hundredth. */
function beginningOf(row: number, rows: number, first: SheetValue) {
  const percentAfter = (written: number) => Math.floor((written / rows) * 100);
  const percent = percentAfter(row + 1);
  const cell = cellOf(first);
  if (cell === null || percent === percentAfter(row)) return cell;
  const { value } = cell;
  return Object.defineProperty(cell, 'value', {
    enumerable: true,
    get: () => {
      tell({ percent });
      return value;
    },
  });
}

addEventListener('message', ({ data: { name, columnWidths, headings, rows } }: MessageEvent<Sheet>) => {
  const head = headings.map((value) => ({ value, type: String, fontWeight: 'bold' as const }));
  const columns = columnWidths.map((width) => ({ width }));
  const cells = rows.map((row, index) =>
    row.map((value, column) => (column === 0 ? beginningOf(index, rows.length, value) : cellOf(value))),
  );
  const made = writeXlsxFile([head, ...cells], { sheet: name, columns }).toBlob();
  made.then(
    (file) => tell({ file }),
    (fault: unknown) => {
      // A fault that nobody takes does not leave a worker by itself.
      console.error(fault);
      tell({ file: undefined });
    },
  );
});
