/** Reads workbooks of spreadsheets: xlsx, xls, xlsb, ods, and the HTML and XML tables that are called .xls. */
import { unzipSync } from 'fflate';
import { read, SSF, type CellObject, type Range, type WorkBook, type WorkSheet } from '@e965/xlsx';
import { decimalsOf } from '#contract/core/values/cellNumbers.ts';
import { fileTexts } from '#contract/core/fileTexts.ts';
import { hiddenInOds } from './hiddenInOds.ts';
import { readLimits, UnreadableFileError, type ReadTable } from './readTable.ts';
import { rowLooks } from './rowLooks.ts';
import { shownCell } from './shownCell.ts';

/** Refuses a file that would unpack to more than memory has room for, before anything is unpacked. */
export function checkUnpackedSize(bytes: Uint8Array): void {
  let unpacked = 0;
  try {
    unzipSync(bytes, {
      filter: ({ originalSize }) => {
        unpacked += originalSize;
        return false;
      },
    });
  } catch {
    throw new UnreadableFileError(fileTexts.damaged);
  }
  if (unpacked > readLimits.unpackedBytes) throw new UnreadableFileError(fileTexts.tooLarge);
}

function parse(bytes: Uint8Array): WorkBook {
  try {
    // Styles say which rows are hidden; the texts of an HTML table stay as they are written.
    return read(bytes, { type: 'array', dense: true, cellNF: true, cellStyles: true, raw: true });
  } catch (error) {
    const isLocked = error instanceof Error && /password/i.test(error.message);
    throw new UnreadableFileError(isLocked ? fileTexts.locked : fileTexts.damaged);
  }
}

/** A merged cell counts for all rows that it covers. */
function fillMerged(rows: string[][], merges: readonly Range[]): void {
  for (const { s: first, e: last } of merges) {
    const text = rows[first.r]?.[first.c] ?? '';
    if (text === '') continue;
    for (let at = first.r + 1; at <= Math.min(last.r, rows.length - 1); at += 1) {
      const row = rows[at];
      if (!row) continue;
      while (row.length <= first.c) row.push('');
      row[first.c] = text;
    }
  }
}

/** A number with three decimals, which in a column of decimal commas would be thousands. */
const threeDecimals = /(?<![\d.,])([1-9]\d{0,2}\.\d{3})(?![\d.,])/;

/**
 * In a column where people wrote decimal commas, a number cell gets a fourth decimal, so that its point is no sign of
 * thousands.
 */
function setOffNumbers(rows: string[][], isNumber: (row: number, column: number) => boolean): void {
  const width = Math.max(0, ...rows.map((row) => row.length));
  for (let column = 0; column < width; column += 1) {
    if (decimalsOf(rows.map((row) => row[column] ?? '')) === 'point') continue;
    for (const [at, row] of rows.entries()) {
      if (isNumber(at, column)) row[column] = (row[column] ?? '').replace(threeDecimals, '$10');
    }
  }
}

const isFilled = (row: readonly string[]): boolean => row.some((cell) => cell !== '');

/** OpenDocument files have the text of each cell, and formats whose conditions the library drops: only dates need them. */
function asWritten(cell: CellObject | undefined): CellObject | undefined {
  if (cell?.w === undefined || typeof cell.v !== 'number' || (cell.z !== undefined && SSF.is_date(String(cell.z))))
    return cell;
  return { ...cell, z: undefined };
}

function rowsOf(sheet: WorkSheet, date1904: boolean, isOds: boolean): string[][] {
  const cells: readonly (readonly (CellObject | undefined)[] | undefined)[] = sheet['!data'] ?? [];
  const rows: string[][] = [];
  let filled = 0;
  for (let at = 0; at < cells.length; at += 1) {
    const row = Array.from(cells[at] ?? [], (cell) => shownCell(isOds ? asWritten(cell) : cell, date1904));
    row.length = row.findLastIndex((cell) => cell !== '') + 1;
    if (row.length > readLimits.columns) throw new UnreadableFileError(fileTexts.tooManyColumns);
    if (isFilled(row)) filled += 1;
    if (filled > readLimits.rows) throw new UnreadableFileError(fileTexts.tooManyRows);
    rows.push(row);
  }
  setOffNumbers(rows, (at, column) => cells[at]?.[column]?.t === 'n');
  fillMerged(rows, sheet['!merges'] ?? []);
  rows.length = rows.findLastIndex(isFilled) + 1;
  return rows;
}

/** Files of the newer formats are packed. */
const isZip = ([first, second]: Uint8Array): boolean => first === 0x50 && second === 0x4b;

/** The sheets of a workbook that have cells. Throws a sentence. */
export function tablesOfWorkbook(bytes: Uint8Array): ReadTable[] {
  const { SheetNames: names, Sheets: sheets, Workbook: about } = parse(bytes);
  const date1904 = about?.WBProps?.date1904 === true;
  const hidden = isZip(bytes) ? hiddenInOds(bytes) : [];
  const looks = isZip(bytes) ? rowLooks(bytes) : [];
  return names.flatMap((name, index): ReadTable[] => {
    const sheet = sheets[name];
    if (!sheet) return [];
    const rows = rowsOf(sheet, date1904, hidden.length > 0);
    if (rows.length === 0) return [];
    const hiddenRows = [...(sheet['!rows'] ?? []).entries()].flatMap(([at, row]) =>
      row?.hidden === true && isFilled(rows[at] ?? []) ? [at] : [],
    );
    const own = hidden[index];
    for (const { from, to } of own?.rows ?? []) {
      for (let at = from; at < Math.min(to, rows.length); at += 1) if (isFilled(rows[at] ?? [])) hiddenRows.push(at);
    }
    const isHidden = own?.isHidden === true || (about?.Sheets?.[index]?.Hidden ?? 0) > 0;
    return [{ name, isHidden, rows, hiddenRows, isText: false, looks: looks[index] }];
  });
}
