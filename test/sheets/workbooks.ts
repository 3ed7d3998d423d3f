/** Small workbooks with cells as a spreadsheet writes them, for tests of reading. */
import { utils, write, type BookType, type CellObject, type WorkBook, type WorkSheet } from '@e965/xlsx';

/** A number shown by a format, an error, or a formula without a kept result. */
export type TestCell = string | number | null | { v: number; z: string } | { e: string } | { f: string };

interface TestSheet {
  name?: string;
  rows: readonly (readonly TestCell[])[];
  hidden?: boolean;
  /** Places of hidden rows. */
  hiddenRows?: readonly number[];
  /** Such as D2:D4. */
  merges?: readonly string[];
}

const errorCodes: Readonly<Record<string, number>> = {
  '#DIV/0!': 7,
  '#VALUE!': 15,
  '#REF!': 23,
  '#NAME?': 29,
  '#N/A': 42,
};

function cellOf(cell: TestCell): CellObject | null {
  if (cell === null) return null;
  if (typeof cell === 'string') return { t: 's', v: cell };
  if (typeof cell === 'number') return { t: 'n', v: cell };
  if ('e' in cell) return { t: 'e', v: errorCodes[cell.e] ?? 42, w: cell.e };
  return 'f' in cell ? { t: 'n', f: cell.f } : { t: 'n', v: cell.v, z: cell.z };
}

function sheetOf({ rows, merges = [], hiddenRows = [] }: TestSheet): WorkSheet {
  const sheet = utils.aoa_to_sheet(rows.map((row) => row.map(cellOf)));
  sheet['!merges'] = merges.map((range) => utils.decode_range(range));
  if (hiddenRows.length > 0) {
    sheet['!rows'] = rows.map((_, at) => ({ hidden: hiddenRows.includes(at) }));
  }
  return sheet;
}

/** The bytes of a workbook of a kind. */
export function workbook(sheets: readonly TestSheet[], bookType: BookType = 'xlsx', date1904 = false): Uint8Array {
  const names = sheets.map(({ name }, index) => name ?? `Sheet${index + 1}`);
  const book: WorkBook = {
    SheetNames: names,
    Sheets: Object.fromEntries(sheets.map((sheet, index) => [names[index] ?? '', sheetOf(sheet)])),
    Workbook: { Sheets: sheets.map(({ hidden }) => ({ Hidden: hidden ? 1 : 0 })), WBProps: { date1904 } },
  };
  const written: ArrayBuffer = write(book, { type: 'array', bookType });
  return new Uint8Array(written);
}

export const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

export function utf16(text: string, isMarked: boolean): Uint8Array {
  const marked = isMarked ? `\uFEFF${text}` : text;
  return new Uint8Array(Buffer.from(marked, 'utf16le'));
}

/** Letters of Windows-1252 that have the same numbers in Unicode. */
export function windows1252(text: string): Uint8Array {
  return Uint8Array.from(text, (sign) => sign.charCodeAt(0));
}
