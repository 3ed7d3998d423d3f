/** Makes a spreadsheet beside the screen, which goes on answering however many rows there are. */
import writeXlsxFile from 'write-excel-file/browser';

export interface Sheet {
  name: string;
  columnWidths: number[];
  headings: readonly string[];
  rows: (string | number)[][];
}

/** Typed, so that a name that begins with = stays a name and is no formula. */
function cellOf(value: string | number) {
  return typeof value === 'string' ? { value, type: String } : { value, type: Number };
}

/** What the worker tells: how many of a hundred rows are written, then the file; no file says that there was a fault. */
export type SheetNews = { percent: number } | { file: Blob | undefined };

function tell(news: SheetNews) {
  postMessage(news);
}

/** The cell that begins a row: it tells how far the sheet is when the row is written, once for each hundredth. */
function beginningOf(row: number, rows: number, value: string | number) {
  const percentAfter = (written: number) => Math.floor((written / rows) * 100);
  const percent = percentAfter(row + 1);
  if (percent === percentAfter(row)) return cellOf(value);
  const cell = cellOf(value);
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
