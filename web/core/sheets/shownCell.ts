/** Cells of a workbook as a spreadsheet shows them (docs/decisions/125-one-reader-for-sheets.md). */
import { SSF, type CellObject } from '@e965/xlsx';
import { MONTH_NAMES } from '#contract/core/values/sheetDates.ts';
import { noResult } from '#contract/core/values/cellErrors.ts';

/** Excel keeps so many digits of a number. */
const KEPT_DIGITS = 15;

const DIGIT = '[#0?]';
/** Quoted texts and escaped signs of a format, and the commas between its digits. */
const grouping = new RegExp(`("[^"]*")|(?<=${DIGIT})\\\\?,(?=${DIGIT})|(\\\\.)`, 'g');

/** A format without grouping, which is written in many ways, and of which the library knows one. */
function ungrouped(format: string): string {
  return format.replaceAll(
    grouping,
    (_, quoted: string | undefined, escaped: string | undefined) => quoted ?? escaped ?? '',
  );
}

function general(value: number): string {
  return String(Number(value.toPrecision(KEPT_DIGITS)));
}

const monthOnly = /^(?:\p{L}[\p{L}\p{M}]*[-/., ']*(?:\d{4}|\d{2})|\d{1,2}[-/.]\d{4}|\d{4}[-/.]\d{1,2})$/u;
const twoDigits = (value: number) => String(value).padStart(2, '0');

/** Whether a format has a month and a year, and no day. */
function isMonthFormat(format: unknown): boolean {
  if (typeof format !== 'string') return false;
  const letters = format.replaceAll(/"[^"]*"|\\.|\[[^\]]*\]/g, '').toLowerCase();
  return letters.includes('m') && letters.includes('y') && !letters.includes('d');
}

/** A day with its month as a word, which can be read in one way; a month where no day is shown. */
function shownDate({ z: format, w: shown = '' }: CellObject, value: number, date1904: boolean): string {
  const { y: year, m: month, d: day } = SSF.parse_date_code(value, { date1904 });
  const name = MONTH_NAMES[month - 1] ?? '';
  if (isMonthFormat(format) || monthOnly.test(shown)) return `${name}-${year}`;
  // A time, or a year alone.
  return /\d.*\D+.*\d|\p{L}/u.test(shown) && !/^\d{1,2}:/.test(shown) ? `${twoDigits(day)}-${name}-${year}` : shown;
}

/** A written number with its grouping. */
const writtenNumber = /\d(?:[\d.,\s'’]*\d)?/;

/**
 * A number as a file has written it for its cell, without grouping and with a decimal point: of the two ways to read its
 * signs, the one that is the number of the cell.
 */
function plainNumber(shown: string, value: number): string {
  const [written = ''] = writtenNumber.exec(shown) ?? [];
  const size = Math.abs(value) * (shown.includes('%') ? 100 : 1);
  for (const setOff of [/[,\s'’]/g, /[.\s'’]/g]) {
    const plain = written.replaceAll(setOff, '').replace(',', '.');
    const [, decimals = ''] = plain.split('.');
    const rounding = 0.5000001 * 10 ** -decimals.length;
    if (Math.abs(Number(plain) - size) <= rounding) return shown.replace(written, plain);
  }
  return shown;
}

function formatted(cell: CellObject, value: number, date1904: boolean): string | undefined {
  const { z: format, w: shown } = cell;
  if (typeof format !== 'string') return shown === undefined ? undefined : plainNumber(shown, value);
  try {
    const text: unknown = SSF.format(ungrouped(format), value, { date1904 });
    return typeof text === 'string' ? text : undefined;
  } catch {
    // A format that the library doesn't know: the number as it is stored.
    return undefined;
  }
}

function shownNumber(cell: CellObject, value: number, date1904: boolean): string {
  const { z: format, w } = cell;
  if (format === 'General' || format === '@' || (format === undefined && w === undefined)) return general(value);
  if (typeof format === 'string' && SSF.is_date(format)) {
    return shownDate({ ...cell, w: (w ?? formatted(cell, value, date1904) ?? '').trim() }, value, date1904);
  }
  return formatted(cell, value, date1904)?.trim() ?? general(value);
}

/** The text of a cell; a formula without a kept result and an error are texts that no column takes. */
export function shownCell(cell: CellObject | undefined, date1904: boolean): string {
  if (!cell) return '';
  const { t: type, v: value, f: formula, w: shown } = cell;
  if (type === 'e') return shown ?? (formula === undefined ? '#ERROR!' : noResult);
  if (formula !== undefined && (type === 'z' || value === undefined || value === ''))
    return type === 's' ? '' : noResult;
  if (type === 'z' || value === undefined) return '';
  if (typeof value === 'number') return shownNumber(cell, value, date1904);
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  return typeof value === 'string' ? value.trim() : '';
}
