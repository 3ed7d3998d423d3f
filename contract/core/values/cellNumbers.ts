/** Numbers in cells as people in India write them, in sheets and in pasted text: 1,250.5, ₹ 90/-, 95 %, 12 kg. */

const currency = /^(?:₹|rs\.?|inr)\s*| ?\/-$/gi;
/**
 * Groups are set off by commas or by spaces. The last one has three digits (elsewhere, 12,50 is twelve and a half), and none
 * begins a number with 0: 0,500 is no five hundred.
 */
const grouped = /^-? ?(?:\d+|[1-9]\d{0,2}(?:(?:,\d{2,3})*,|(?: \d{2,3})* )\d{3})(?:\.\d+)?$/;

/** Hides the error of binary fractions in formulas, such as 0.30000000000000004: a spreadsheet shows no more digits. */
const SHOWN_DIGITS = 15;

const shown = (value: number) => Number(value.toPrecision(SHOWN_DIGITS));

/** The number of a cell; undefined if it has none. `percent` is the value of 1 %: a spreadsheet shows 95 % for 0.95. */
export function readCellNumber(cell: string | number, percent = 0.01): number | undefined {
  if (typeof cell === 'number') return shown(cell);
  const text = cell.replaceAll(/\s/g, ' ').trim().replace(currency, '');
  const plain = text.replace(/ ?%$/, '');
  if (!grouped.test(plain)) return undefined;
  const value = Number(plain.replaceAll(/[ ,]/g, ''));
  return plain === text ? value : shown(value * percent);
}

/** Letters behind a number, such as kg, Ltr. or g/m. */
const withUnit = /^(.*\d)\s*(\p{L}[\p{L}\p{M}./ ]*)$/u;

/** The quantity of a cell, with the unit behind it; undefined if it has none. */
export function readCellQuantity(cell: string | number): { value: number; unit?: string } | undefined {
  const [, number = '', unit = ''] = typeof cell === 'string' ? (withUnit.exec(cell.trim()) ?? []) : [];
  const measured = number === '' ? undefined : readCellNumber(number);
  if (measured !== undefined) return { value: measured, unit: unit.trim() };
  const value = readCellNumber(cell);
  return value === undefined ? undefined : { value };
}
