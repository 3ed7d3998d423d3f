import { expect, test } from 'vitest';
import { withoutAside } from './asideRows.ts';

const table = (headings: string[], ...cells: string[][]) => ({
  headings,
  rows: cells.map((row, index) => ({ number: index + 2, cells: row })),
});

test('group heads, totals, repeated headings and notes are left out, each with why', () => {
  const headings = ['Particulars', 'Quantity', 'Rate'];
  const { rows, aside } = withoutAside(
    table(
      headings,
      ['Spices', '150', ''],
      ['Pepper', '100', '90'],
      ['Cardamom', '50', '2750'],
      ['(contd.)', '', ''],
      headings,
      ['Herbs', '30.3', ''],
      ['Amla', '10.1', '90'],
      ['Tulsi', '20.2', '90'],
      ['Grand Total', '180.3', ''],
      ['Checked by: SK', '', ''],
    ),
    1,
  );
  expect(rows.map(({ cells }) => cells[0])).toEqual(['Pepper', 'Cardamom', 'Amla', 'Tulsi']);
  expect(aside.map(({ number, why }) => [number, why])).toEqual([
    [2, 'group head, the sum of rows 3 to 4'],
    [5, 'carried from page to page'],
    [6, 'the headings again'],
    [7, 'group head, the sum of rows 8 to 9'],
    [10, 'a total'],
    [11, 'a note below the table'],
  ]);
});

test('a name without a quantity above rows that have one is a group head', () => {
  const { rows, aside } = withoutAside(table(['Item', 'Qty', 'Rate'], ['Spices', '', ''], ['Pepper', '5', '90']), 1);
  expect([rows.length, aside.map(({ why }) => why)]).toEqual([1, ['group head without a quantity']]);
});

test.each([
  // One row that happens to be the sum of the next two, and others beside them.
  [
    ['Pepper', '30'],
    ['Cardamom', '10'],
    ['Amla', '20'],
    ['Tulsi', '5'],
  ],
  [
    ['Total Care tea', '3'],
    ['Amla', '2'],
  ],
  // Names alone.
  [
    ['Haldi', '3'],
    ['Adrak', ''],
    ['Amla', ''],
  ],
])('rows %j are records', (...cells) => {
  const { rows, aside } = withoutAside(table(['Item', 'Qty', 'Unit'], ...cells), 1);
  expect([rows.length, aside]).toEqual([cells.length, []]);
});
