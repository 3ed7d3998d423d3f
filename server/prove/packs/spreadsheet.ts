/** The spreadsheets of a pack. */
import { unzipSync, zipSync } from 'fflate';
import writeXlsxFile from 'write-excel-file/node';
import { withoutRefused } from '#contract/core/values/characters.ts';
import { cutText } from '#contract/core/values/cutText.ts';
import { fromPaise, fromThousandths } from '#contract/core/values/numbers.ts';
import { PACKED_ON } from './file/packFile.ts';
import type { Cell, Column } from './sections/section.ts';

/** Limit of a cell in spreadsheet programs. */
const MAX_CHARACTERS = 32_767;
const CUT = ' …';

/** Refused characters of older records get a sign: the library drops them. */
function textCell(stored: string) {
  const text = withoutRefused(stored);
  const value = text.length > MAX_CHARACTERS ? cutText(text, MAX_CHARACTERS - CUT.length) + CUT : text;
  return { value, type: String };
}

/** Cells are typed, so that a text that begins with = is no formula. An invalid day is written unchanged. */
function cellOf(cell: Cell) {
  if (cell === null || cell === '') return null;
  if (typeof cell === 'string') return textCell(cell);
  if ('count' in cell) return { value: cell.count, type: Number };
  if ('quantity' in cell) return { value: fromThousandths(cell.quantity), type: Number };
  if ('paise' in cell) return { value: fromPaise(cell.paise), type: Number };
  const day = new Date(cell.day);
  return Number.isNaN(day.getTime()) ? textCell(cell.day) : { value: day, type: Date, format: 'dd-mm-yyyy' };
}

/** Widths of columns in characters, for each share of a PDF's width. */
const CHARACTERS = 6;

/** A spreadsheet of one table; the same for the same rows. */
export async function buildSpreadsheet(
  title: string,
  columns: readonly Column[],
  rows: readonly Cell[][],
): Promise<Uint8Array> {
  const head = columns.map((column) => ({ value: column.title, type: String, fontWeight: 'bold' as const }));
  const widths = columns.map(({ width }) => ({ width: width * CHARACTERS }));
  const sheet = writeXlsxFile([head, ...rows.map((row) => row.map(cellOf))], {
    sheet: cutText(title, 31),
    columns: widths,
    stickyRowsCount: 1,
  });
  // The library notes the time in it.
  return zipSync(unzipSync(await sheet.toBuffer()), { mtime: PACKED_ON });
}
