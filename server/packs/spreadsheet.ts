/** The spreadsheets of a pack. */
import { unzipSync, zipSync } from 'fflate';
import writeXlsxFile from 'write-excel-file/node';
import { withoutRefused } from '#contract/characters.ts';
import { fromPaise, fromThousandths } from '#contract/numbers.ts';
import { PACKED_ON } from './file/packFile.ts';
import type { Cell, Column } from './section.ts';

/** Cells are typed, so that a text that begins with = is no formula. Refused characters of older records get a sign: the library drops them. */
function cellOf(cell: Cell) {
  if (cell === null || cell === '') return null;
  if (typeof cell === 'string') return { value: withoutRefused(cell), type: String };
  if ('count' in cell) return { value: cell.count, type: Number };
  if ('quantity' in cell) return { value: fromThousandths(cell.quantity), type: Number };
  if ('paise' in cell) return { value: fromPaise(cell.paise), type: Number };
  return { value: new Date(cell.day), type: Date, format: 'dd-mm-yyyy' };
}

/** Widths of columns in characters, for each share of a PDF's width. */
const CHARACTERS = 6;

/** A spreadsheet of one table; the same for the same rows. */
export async function makeSpreadsheet(
  title: string,
  columns: readonly Column[],
  rows: readonly Cell[][],
): Promise<Uint8Array> {
  const head = columns.map((column) => ({ value: column.title, type: String, fontWeight: 'bold' as const }));
  const widths = columns.map(({ width }) => ({ width: width * CHARACTERS }));
  const sheet = writeXlsxFile([head, ...rows.map((row) => row.map(cellOf))], {
    sheet: title.slice(0, 31),
    columns: widths,
    stickyRowsCount: 1,
  });
  // The library notes the time in it.
  return zipSync(unzipSync(await sheet.toBuffer()), { mtime: PACKED_ON });
}
