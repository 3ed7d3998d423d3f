/** Which columns of a pasted invoice are material, quantity and price, where it has no headings. */
import { readCellNumber, readCellQuantity } from '#contract/core/values/cellNumbers.ts';

interface PastedColumns {
  name: number;
  quantity: number;
  price: number;
}

/** A number as people write it; undefined inside another term, such as 5 % GST. */
function numberIn(cell = ''): number | undefined {
  return cell.includes('%') ? undefined : readCellQuantity(cell)?.value;
}

const HSN_CODE = /^(?:\d{4}|\d{6}|\d{8})$/;
/** Amounts are rounded to the paisa. */
const HALF_PAISA = 0.0051;

/**
 * The column with the most texts is the material; quantity and price are right of it. An amount determines both: it is
 * their product. Otherwise they are the first two numbers, without HSN codes before them. A faulty cell stays in its
 * column: with fewer than two columns of numbers, the two columns after the material are used.
 */
export function pastedColumns(rows: readonly (readonly string[])[]): PastedColumns {
  const columns = Array.from({ length: Math.max(0, ...rows.map((cells) => cells.length)) }, (_, index) => index);
  const cellsOf = (column: number) => rows.map((cells) => cells[column] ?? '').filter((cell) => cell !== '');
  const isText = (cell: string) => /\p{L}/u.test(cell) && readCellNumber(cell) === undefined;
  const texts = columns.map((column) => cellsOf(column).filter(isText).length);
  const name = texts.indexOf(Math.max(...texts));
  const numbers = columns.filter(
    (column) => column > name && cellsOf(column).some((cell) => numberIn(cell) !== undefined),
  );
  const isAmount = (amount: number, quantity: number, price: number) => {
    const sums = rows.flatMap((cells) => {
      const [product, one, other] = [amount, quantity, price].map((column) => numberIn(cells[column]));
      return product && one && other ? [Math.abs(one * other - product) < HALF_PAISA] : [];
    });
    return sums.length > 0 && sums.every(Boolean);
  };
  for (const [place, amount] of [...numbers.entries()].toReversed()) {
    const before = numbers.slice(0, place);
    for (const [index, quantity] of before.entries()) {
      const price = before.slice(index + 1).find((column) => isAmount(amount, quantity, column));
      if (price !== undefined) return { name, quantity, price };
    }
  }
  const codes = numbers.findIndex((column) => !cellsOf(column).every((cell) => HSN_CODE.test(cell)));
  const [quantity = name + 1, price = name + 2] =
    numbers.length < 2 ? [] : numbers.slice(Math.max(0, Math.min(codes, numbers.length - 2)));
  return { name, quantity, price };
}

/** The cells of a single column of numbers, such as the quantities of existing lines; undefined for any other table. */
export function columnOfNumbers(rows: readonly (readonly string[])[]): string[] | undefined {
  const isNumber = (cell: string) => cell === '' || numberIn(cell) !== undefined;
  const cells = rows.map(([cell = '']) => cell);
  return rows.every((row) => row.length <= 1) && cells.every(isNumber) ? cells : undefined;
}
