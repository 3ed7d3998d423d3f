import { expect, test } from 'vitest';
import { columnOfNumbers, pastedColumns } from './pastedColumns.ts';

/** Cells that are read as material, quantity and price of the first row. */
function cellsRead(...lines: string[]): (string | undefined)[] {
  const rows = lines.map((line) => line.split('|').map((cell) => cell.trim()));
  const { name, quantity, price } = pastedColumns(rows);
  return [name, quantity, price].map((column) => rows[0]?.[column]);
}

const turmeric = ['Turmeric powder', '50', '120.25'];

test.each([
  ['1 | Turmeric powder | 09103030 | 50 | 120.25 | 6012.50', turmeric],
  ['1. | Turmeric powder | 09103030 | 5% | 50 | 120.25 | kg | 5 % | 6,012.50 | 300.63 | 6313.13', turmeric],
  // The amount in whole rupees, or none.
  ['1 | Turmeric powder | 09103030 | 50 | 120.25 | 6013', turmeric],
  ['Turmeric powder | 091030 | 50 | 120.25', turmeric],
  ['Turmeric powder | 50 | kg | 120.25', turmeric],
  ['Turmeric powder | 2 | 25 | 50 | 120.25 | 6012.5', turmeric],
  ['Turmeric powder | 10 kg | Rs. 1,200', ['Turmeric powder', '10 kg', 'Rs. 1,200']],
  // As long as an HSN code, and none.
  ['Turmeric powder | 1200 | 85', ['Turmeric powder', '1200', '85']],
  ['Turmeric powder | 0910 | 1200 | 85', ['Turmeric powder', '1200', '85']],
  ['Turmeric powder | 50 | 1200 | 12', ['Turmeric powder', '50', '1200']],
  ['Turmeric powder | fifty | 3', ['Turmeric powder', 'fifty', '3']],
])('the pasted line %s is split into material, quantity and price', (line, expected) => {
  expect(cellsRead(line)).toEqual(expected);
});

test('the columns are found from all lines, without those that have a faulty cell', () => {
  const lines = ['Clove | 4 | 2 | 8 | 16', 'Mace | 3 | 2 | six | 18', 'Nutmeg | 5 | 1 | 10 | 10'];
  expect(cellsRead(...lines)).toEqual(['Clove', '2', '8']);
});

test('a single column of numbers is recognised with empty cells, and not with names or several columns', () => {
  const column = (...cells: string[]) => cells.map((cell) => [cell]);
  expect(columnOfNumbers(column('12.5', '', '₹ 1,200', '3 kg'))).toEqual(['12.5', '', '₹ 1,200', '3 kg']);
  expect(columnOfNumbers(column('12.5', 'Clove'))).toBeUndefined();
  expect(columnOfNumbers([['12.5', '90']])).toBeUndefined();
});
