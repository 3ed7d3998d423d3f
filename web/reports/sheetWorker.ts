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

addEventListener('message', ({ data: { name, columnWidths, headings, rows } }: MessageEvent<Sheet>) => {
  const head = headings.map((value) => ({ value, type: String, fontWeight: 'bold' as const }));
  const columns = columnWidths.map((width) => ({ width }));
  const made = writeXlsxFile([head, ...rows.map((row) => row.map(cellOf))], { sheet: name, columns }).toBlob();
  // A fault that nobody takes does not leave a worker by itself: an undefined file says that there was one.
  made.then(postMessage, (fault: unknown) => {
    console.error(fault);
    postMessage(undefined);
  });
});
