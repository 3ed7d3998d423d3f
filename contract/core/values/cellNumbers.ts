/** Numbers in cells as people in India write them, in sheets and in pasted text: 1,250.5, ₹ 90/-, 95 %, 12 kg. */
import { asciiDigits } from './asciiDigits.ts';

/** The sign before the decimals; one column has one. */
export const decimalSigns = ['point', 'comma'] as const;
export type DecimalSign = (typeof decimalSigns)[number];

const currency = /^(-? ?)(?:₹|rs\.?|inr)\s*|(?: ?\/[-=])$|\s*(?:₹|rs\.?|inr)$/gi;
/**
 * Groups are set off by commas or by spaces. The last one has three digits (elsewhere, 12,50 is twelve and a half), and none
 * begins a number with 0: 0,500 is no five hundred.
 */
const grouped: Readonly<Record<DecimalSign, RegExp>> = {
  point: /^-? ?(?:\d+|[1-9]\d{0,2}(?:(?:,\d{2,3})*,|(?: \d{2,3})* )\d{3})?(?:(?<=\d)|(?=\.))(?:\.\d+)?$/,
  comma: /^-? ?(?:\d+|[1-9]\d{0,2}(?:(?:\.\d{2,3})*\.|(?: \d{2,3})* )\d{3})?(?:(?<=\d)|(?=,))(?:,\d+)?$/,
};

/** Hides the error of binary fractions in formulas, such as 0.30000000000000004: a spreadsheet shows no more digits. */
const SHOWN_DIGITS = 15;

const shown = (value: number) => Number(value.toPrecision(SHOWN_DIGITS));

/** Brackets, (-) and a minus behind a number say that it is below 0. */
function minusFirst(text: string): string {
  const [, inside] = /^\((.*\d.*)\)$/.exec(text) ?? [];
  if (inside !== undefined) return `-${inside.trim()}`;
  const [, behind] = /^(.*\d) ?-$/.exec(text) ?? /^\(-\) ?(.*)$/.exec(text) ?? [];
  return (behind === undefined ? text : `-${behind}`).replace('−', '-');
}

/** The number of a cell; undefined if it has none. `percent` is the value of 1 %: a spreadsheet shows 95 % for 0.95. */
export function readCellNumber(
  cell: string | number,
  percent = 0.01,
  decimals: DecimalSign = 'point',
): number | undefined {
  if (typeof cell === 'number') return shown(cell);
  const written = asciiDigits(cell).replaceAll(/\s/g, ' ').trim().replaceAll(currency, '$1').trim();
  const text = minusFirst(written).replaceAll(currency, '$1');
  const plain = text.replace(/ ?%$/, '');
  if (plain === '' || !grouped[decimals].test(plain)) return undefined;
  const ungrouped =
    decimals === 'point' ? plain.replaceAll(/[ ,]/g, '') : plain.replaceAll(/[ .]/g, '').replace(',', '.');
  const value = Number(ungrouped);
  return plain === text ? value : shown(value * percent);
}

/** Debit and credit behind an amount: stock that was bought is a debit. */
const side = /^(.*\d.*?)\s*(dr|cr)\.?$/i;

/** An amount, which may have Dr or Cr behind it; undefined if it is none. */
export function readCellAmount(cell: string | number, decimals: DecimalSign = 'point'): number | undefined {
  const [, amount, drOrCr = ''] = typeof cell === 'string' ? (side.exec(cell.trim()) ?? []) : [];
  if (amount === undefined) return readCellNumber(cell, undefined, decimals);
  const value = readCellNumber(amount, undefined, decimals);
  return value === undefined || drOrCr.toLowerCase() === 'dr' ? value : -value;
}

/** Letters behind a number, such as kg or Ltr. */
const withUnit = /^(.*\d\)?)\s*(\p{L}[\p{L}\p{M}. ]*)$/u;
/** The unit that a price is for: 2.75/gm, ₹ 90 per kg. */
const forUnit = /^(.*\d\)?)\s*(?:\/-)?\s*(?:\/|per\s)\s*(\p{L}[\p{L}\p{M}. ]*)$/iu;

function withBehind(
  cell: string | number,
  pattern: RegExp,
  decimals: DecimalSign,
): { value: number; unit?: string } | undefined {
  const [, number = '', unit = ''] = typeof cell === 'string' ? (pattern.exec(asciiDigits(cell).trim()) ?? []) : [];
  const value = number === '' || /^(?:dr|cr)\.?$/i.test(unit) ? undefined : readCellNumber(number, undefined, decimals);
  return value === undefined ? undefined : { value, unit: unit.trim() };
}

/** The quantity of a cell, with the unit behind it; undefined if it has none. */
export function readCellQuantity(
  cell: string | number,
  decimals: DecimalSign = 'point',
): { value: number; unit?: string } | undefined {
  const value = readCellNumber(cell, undefined, decimals);
  return value === undefined ? withBehind(cell, withUnit, decimals) : { value };
}

/** The price of a cell, with the unit that it is for; undefined if it has none. */
export function readCellPrice(
  cell: string | number,
  decimals: DecimalSign = 'point',
): { value: number; unit?: string } | undefined {
  const value = readCellAmount(cell, decimals);
  return value === undefined ? withBehind(cell, forUnit, decimals) : { value };
}

/** The sign of a column's decimals; undefined where a cell is written with a comma that can only be one, such as 13,75. */
export function decimalsOf(cells: readonly (string | number)[]): DecimalSign | undefined {
  const isNumber = (cell: string, sign: DecimalSign) =>
    (readCellQuantity(cell, sign) ?? readCellPrice(cell, sign)) !== undefined;
  const isOnlyComma = (cell: string | number) =>
    typeof cell === 'string' && cell.includes(',') && !isNumber(cell, 'point') && isNumber(cell, 'comma');
  return cells.some(isOnlyComma) ? undefined : 'point';
}
