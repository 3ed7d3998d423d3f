/** Reads the cells of a sheet as people in India write them: numbers, dates, phones, words for states. */
import { readCellNumber, readCellQuantity } from '#contract/core/values/cellNumbers.ts';
import { withoutMark } from '#contract/core/values/formulaMarks.ts';
import { importTexts } from '#contract/stock/importing.ts';
import type { ImportColumn } from '#contract/core/importColumns.ts';
import { parseDay } from '#contract/core/values/parseDay.ts';
import { phoneDigits } from '#contract/core/values/phoneDigits.ts';

export type Cell = string | number | null;

/** Value of a cell, with the unit behind a quantity; `fault` if it cannot be read. */
type ReadCell = { value: string | number; unit?: string } | { fault: string };

const numberOr = (value: number | undefined, cell: string | number): ReadCell =>
  value === undefined ? { fault: importTexts.notNumber(String(cell)) } : { value };

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
  const text = String(cell).trim().toLowerCase();
  const taken = [...Object.entries(choices), ...Object.entries(otherChoices)];
  const choice = taken.find(([label]) => label.toLowerCase() === text);
  return choice ? { value: choice[1] } : { fault: importTexts.notChoice(Object.keys(choices)) };
}

/** Reads a cell of a column; undefined for an empty one. A ' begins a text, as in a name, and else is a mark that was left. */
export function readCell(column: ImportColumn, cell: Cell): ReadCell | undefined {
  if (cell === null || (typeof cell === 'string' && cell.trim() === '')) return undefined;
  return readFilled(column, typeof cell === 'string' && column.cell !== 'text' ? withoutMark(cell) : cell);
}

function readFilled(column: ImportColumn, cell: string | number): ReadCell {
  switch (column.cell) {
    case 'number':
      return numberOr(readCellNumber(cell), cell);
    case 'quantity':
      return readCellQuantity(cell) ?? numberOr(undefined, cell);
    case 'percent':
      return numberOr(readCellNumber(cell, 1), cell);
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
