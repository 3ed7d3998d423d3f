/** Reads the cells of a sheet as people in India write them: numbers, dates, phones, words for states. */
import { importTexts } from '#contract/imports.ts';
import type { ImportColumn } from '#contract/importSheets.ts';
import { parseDay } from '#contract/parseDay.ts';
import { phoneDigits } from '#contract/phoneDigits.ts';

export type Cell = string | number | null;

/** What a cell says, with the unit that stands behind a quantity; `fault` where that cannot be told. */
type ReadCell = { value: string | number; unit?: string } | { fault: string };

const currency = /^(?:₹|rs\.?|inr)\s*| ?\/-$/gi;
/**
 * Groups are set off by commas or by spaces. The last one has three digits (elsewhere, 12,50 is twelve and a half), and none
 * begins a number with 0: 0,500 is no five hundred.
 */
const grouped = /^-? ?(?:\d+|[1-9]\d{0,2}(?:(?:,\d{2,3})*,|(?: \d{2,3})* )\d{3})(?:\.\d+)?$/;

/** What binary fractions of a formula add, such as 0.30000000000000004, is below what a spreadsheet shows. */
const SHOWN_DIGITS = 15;

const shown = (value: number) => ({ value: Number(value.toPrecision(SHOWN_DIGITS)) });

/** `percent` is what 1 % is in the column: a spreadsheet shows 95 % for 0.95. */
function readNumber(cell: string | number, percent: number): ReadCell {
  if (typeof cell === 'number') return shown(cell);
  const text = cell.replaceAll(/\s/g, ' ').trim().replace(currency, '');
  const plain = text.replace(/ ?%$/, '');
  if (!grouped.test(plain)) return { fault: importTexts.notNumber(cell) };
  const value = Number(plain.replaceAll(/[ ,]/g, ''));
  return plain === text ? { value } : shown(value * percent);
}

/** Letters behind a number, such as kg, Ltr. or g/m. */
const withUnit = /^(.*\d)\s*(\p{L}[\p{L}\p{M}./ ]*)$/u;

function readQuantity(cell: string | number): ReadCell {
  const [, number = '', unit = ''] = typeof cell === 'string' ? (withUnit.exec(cell.trim()) ?? []) : [];
  const read = number === '' ? undefined : readNumber(number, 0.01);
  return read && 'value' in read ? { ...read, unit: unit.trim() } : readNumber(cell, 0.01);
}

const DAY_MS = 24 * 60 * 60 * 1000;
/** Day 0 of spreadsheets, which count a 29 February 1900 that never was. */
const DAY_ZERO = Date.UTC(1899, 11, 30);
/** From 1927 to 2173: other numbers are no serials of days. */
const SERIALS = { least: 10_000, most: 100_000 } as const;

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const worded = /^(\d{1,2})[-/. ]([a-z]{3})[a-z]*[-/., ]+(\d{4}|\d{2})$/i;
const timestamp = /^(\d{4}-\d{2}-\d{2})[T ]\d{2}:\d{2}/;

function dayOfText(text: string): string | null {
  const [, day = '', month = '', year = ''] = worded.exec(text) ?? [];
  const number = months.indexOf(month.toLowerCase()) + 1;
  return parseDay(number > 0 ? `${day}-${number}-${year}` : (timestamp.exec(text)?.[1] ?? text));
}

function readDate(cell: string | number): ReadCell {
  const number = typeof cell === 'number' || /^\d{5}$/.test(cell) ? Number(cell) : undefined;
  if (number !== undefined && number >= SERIALS.least && number <= SERIALS.most) {
    return { value: new Date(DAY_ZERO + Math.floor(number) * DAY_MS).toISOString().slice(0, 10) };
  }
  const day = dayOfText(String(cell).trim());
  return day === null ? { fault: importTexts.notDate(String(cell)) } : { value: day };
}

function readChoice(cell: string | number, { choices = {}, otherChoices = {} }: ImportColumn): ReadCell {
  const said = String(cell).trim().toLowerCase();
  const taken = [...Object.entries(choices), ...Object.entries(otherChoices)];
  const found = taken.find(([label]) => label.toLowerCase() === said);
  return found ? { value: found[1] } : { fault: importTexts.notChoice(Object.keys(choices)) };
}

/** What a sheet puts before a text that would else be taken for a formula, as the file that is kept of an import does. */
const marked = /^'(?=[+\-=@])/;

/** Reads a cell of a column; undefined for an empty one. */
export function readCell(column: ImportColumn, cell: Cell): ReadCell | undefined {
  if (cell === null || (typeof cell === 'string' && cell.trim() === '')) return undefined;
  return readFilled(column, typeof cell === 'string' ? cell.replace(marked, '') : cell);
}

function readFilled(column: ImportColumn, cell: string | number): ReadCell {
  switch (column.cell) {
    case 'number':
      return readNumber(cell, 0.01);
    case 'quantity':
      return readQuantity(cell);
    case 'percent':
      return readNumber(cell, 1);
    case 'date':
      return readDate(cell);
    case 'phone':
      return { value: phoneDigits(String(cell).trim()) };
    case 'choice':
      return readChoice(cell, column);
    case 'text':
      return { value: String(cell) };
    default:
      throw new Error(`cells of the kind ${String(column.cell)} cannot be read`);
  }
}
