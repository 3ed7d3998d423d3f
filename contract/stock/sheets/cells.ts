/** Reads the cells of a column as people in India write them: numbers, dates, phones, words for states. */
import { isCellError, isShortened, noResult } from '../../core/values/cellErrors.ts';
import {
  decimalsOf,
  readCellAmount,
  readCellNumber,
  readCellPrice,
  readCellQuantity,
  type DecimalSign,
} from '../../core/values/cellNumbers.ts';
import { formatDate, formatQuantity } from '../../core/values/format.ts';
import { withoutMark } from '../../core/values/formulaMarks.ts';
import { phoneDigits } from '../../core/values/phoneDigits.ts';
import { lastDayOf, orderOf, writtenDate, type DateOrder, type WrittenDate } from '../../core/values/sheetDates.ts';
import type { ImportColumn } from '../../core/importColumns.ts';
import { importTexts, type Ask } from '../importing.ts';

export type Cell = string | number | null;

/**
 * A read cell. `unit` is the one behind a quantity or price; `reading` is how it was understood, where that is not as it
 * stands. `ask` is the question whose answer the fault waits for.
 */
export type CellReading =
  | { value: string | number; unit?: string | undefined; reading?: string | undefined }
  | { fault: string; ask?: Ask };

/** Rules of a whole column; undefined where the column asks. */
export interface ColumnRules {
  dateOrder: DateOrder | undefined;
  decimals: DecimalSign | undefined;
}

type Filled = string | number;

const isFilled = (cell: Cell | undefined): cell is Filled =>
  cell !== null && cell !== undefined && !(typeof cell === 'string' && cell.trim() === '');

/** The rules of a column, as far as its cells say them. */
export function rulesOf(column: ImportColumn, cells: readonly (Cell | undefined)[]): ColumnRules {
  const filled = cells.filter(isFilled);
  const isNumber = ['number', 'price', 'quantity', 'percent'].includes(column.cell);
  return {
    dateOrder: column.cell === 'date' ? orderOf(filled.map((cell) => writtenDate(cell))) : 'day',
    decimals: isNumber ? decimalsOf(filled) : 'point',
  };
}

const notNumber = (cell: Filled): CellReading => ({ fault: importTexts.notNumber(String(cell)) });

/** Numbers of a column with decimal commas are shown as they were understood. */
function numberReading(cell: Filled, value: number): string | undefined {
  return typeof cell === 'string' && /[.,]/.test(cell) ? formatQuantity(value) : undefined;
}

function readNumber(
  column: ImportColumn,
  cell: Filled,
  read: (decimals: DecimalSign) => { value: number; unit?: string } | undefined,
  { decimals }: ColumnRules,
): CellReading {
  const point = read('point');
  if (decimals === 'point') return point ?? notNumber(cell);
  const comma = read('comma');
  // 250.00 can only be one number, such as that of a number cell.
  const found = comma ?? point;
  if (!found) return notNumber(cell);
  if (decimals === 'comma') return { ...found, reading: numberReading(cell, found.value) };
  // Equal in both ways.
  if (point && point.value === comma?.value) return point;
  return { fault: importTexts.decimalsUnanswered(column.label), ask: { about: 'decimals' } };
}

function numberCell(value: number | undefined): { value: number } | undefined {
  return value === undefined ? undefined : { value };
}

function dayByOrder(
  { byOrder }: Extract<WrittenDate, { byOrder: object }>,
  column: ImportColumn,
  cell: Filled,
  { dateOrder }: ColumnRules,
): CellReading {
  if (dateOrder === undefined) {
    return { fault: importTexts.dateOrderUnanswered(column.label), ask: { about: 'dateOrder' } };
  }
  const day = byOrder[dateOrder];
  if (day === null) return { fault: importTexts.notDate(String(cell)) };
  return { value: day, reading: dateOrder === 'month' ? formatDate(day) : undefined };
}

/** Days in digits stand for themselves, others show what they were read as. */
const plainDay = /^\d{1,4}[-/. ]\d{1,2}[-/. ]\d{1,4}$/;

function readDate(column: ImportColumn, cell: Filled, rules: ColumnRules): CellReading {
  const date = writtenDate(cell);
  if (!date) return { fault: importTexts.notDate(String(cell)) };
  if ('byOrder' in date) return dayByOrder(date, column, cell, rules);
  if ('month' in date) {
    if (column.endsMonth !== true) return { fault: importTexts.dayMissing(String(cell)) };
    const day = lastDayOf(date.month);
    return { value: day, reading: formatDate(day) };
  }
  const isShown = plainDay.test(String(cell).trim()) || /\p{L}/u.test(String(cell));
  return { value: date.day, reading: isShown ? undefined : formatDate(date.day) };
}

function readChoice(cell: Filled, { choices = {}, otherChoices = {} }: ImportColumn): CellReading {
  const text = String(cell).trim().toLowerCase();
  const taken = [...Object.entries(choices), ...Object.entries(otherChoices)];
  const choice = taken.find(([label]) => label.toLowerCase() === text);
  return choice ? { value: choice[1] } : { fault: importTexts.notChoice(Object.keys(choices)) };
}

/** A date cell as the reader of files writes it. */
const dateCell = /^(?:\d{2}-)?(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)-\d{4}$/;

function readText(cell: Filled, isCode: boolean): CellReading {
  const text = String(cell);
  if (isShortened(text)) return { fault: importTexts.shortened(text.trim()) };
  const code = text.trim().replace(/^'/, '');
  if (!isCode || !dateCell.test(code)) return { value: text };
  // The mark of a text, as in a spreadsheet: the label has it so.
  return code === text.trim() ? { fault: importTexts.dateForCode(code) } : { value: code, reading: code };
}

function readCode(cell: Filled, { label, digits }: ImportColumn): CellReading {
  const plain = String(cell).replaceAll(/\s/g, '');
  if (digits === undefined || !/^\d+$/.test(plain) || plain.length === digits) return readText(cell, true);
  return { fault: importTexts.digits(String(cell).trim(), label, digits) };
}

/** A number with the code of a town in front, set off or in brackets: no mobile, though it may have as many digits. */
const landline = /^(?:\(0\d{2,4}\)|0\d{2,4}[- ])[\d -]+$/;

function readPhone(text: string): CellReading {
  if (isShortened(text)) return { fault: importTexts.shortened(text) };
  return landline.test(text) ? { fault: importTexts.landline(text) } : { value: phoneDigits(text) };
}

/** Words for a business without a GSTIN. */
const withoutGstin = /^(?:urp?|unregistered|un-registered|n\.?a\.?|nil|none|no|-+|\.+|0)$/i;

/**
 * Reads a cell of a column; undefined for an empty one, and for a word that stands for none. A ' at the beginning is a part of
 * a text, such as a name; before anything else it is a mark that a spreadsheet left.
 */
export function readCell(column: ImportColumn, cell: Cell | undefined, rules: ColumnRules): CellReading | undefined {
  if (!isFilled(cell)) return undefined;
  if (column.cell === 'gstin' && withoutGstin.test(String(cell).trim())) return undefined;
  if (typeof cell === 'string') {
    if (cell.trim() === noResult) return { fault: importTexts.formulaEmpty };
    if (isCellError(cell)) return { fault: importTexts.cellError(cell.trim()) };
  }
  const isText = ['text', 'code', 'gstin'].includes(column.cell);
  return readFilled(column, typeof cell === 'string' && !isText ? withoutMark(cell) : cell, rules);
}

function readFilled(column: ImportColumn, cell: Filled, rules: ColumnRules): CellReading {
  switch (column.cell) {
    case 'number':
      return readNumber(column, cell, (decimals) => numberCell(readCellAmount(cell, decimals)), rules);
    case 'price':
      return readNumber(column, cell, (decimals) => readCellPrice(cell, decimals), rules);
    case 'quantity':
      return readNumber(column, cell, (decimals) => readCellQuantity(cell, decimals), rules);
    case 'percent':
      return readNumber(column, cell, (decimals) => numberCell(readCellNumber(cell, 1, decimals)), rules);
    case 'date':
      return readDate(column, cell, rules);
    case 'phone':
      return readPhone(String(cell).trim());
    case 'gstin':
      return readText(String(cell).replaceAll(/[\s-]/g, ''), true);
    case 'choice':
      return readChoice(cell, column);
    case 'text':
      return readText(cell, false);
    case 'code':
      return readCode(cell, column);
    default:
      throw new Error(`cells of the kind ${String(column.cell)} cannot be read`);
  }
}
