import { expect, test } from 'vitest';
import { sumOfAmounts, sumOfQuantities } from '#contract/core/values/numbers.ts';
import { inTotal, sheetOf, sheetOfLines } from './listSheet.ts';

interface Row {
  name: string;
  amount: number | null;
  isOpen: boolean;
}

const columns = [
  { heading: 'Name', width: 9, value: ({ name }: Row) => name },
  { heading: 'Amount', width: 9, value: ({ amount }: Row) => amount, sum: sumOfAmounts },
  { heading: 'Open', width: 9, value: ({ isOpen }: Row) => (isOpen ? 'yes' : 'no') },
];
const rows = [
  { name: 'a', amount: 0.1, isOpen: true },
  { name: 'b', amount: 0.2, isOpen: false },
  { name: 'c', amount: null, isOpen: true },
];

test('the rows below a list sum its columns exactly, with their label left of the first sum', () => {
  const sheet = sheetOf('Bills', columns, [...inTotal, { label: 'of which open', counts: ({ isOpen }) => isOpen }]);
  expect(sheet.totalsOf(rows)).toEqual([
    ['Total', 0.3, null],
    ['of which open', 0.1, null],
  ]);
});

test('a list without sums, and one without rows, have no row below', () => {
  expect(sheetOf('Bills', columns).totalsOf(rows)).toEqual([]);
  expect(sheetOf('Bills', columns, inTotal).totalsOf([])).toEqual([]);
});

test('a sheet with a row for each line sums the lines', () => {
  const sheet = sheetOfLines(
    'Lines',
    ({ quantities }: { quantities: number[] }) => quantities.map((quantity) => ({ quantity })),
    [
      { heading: 'Unit', width: 9, value: () => 'kg' },
      { heading: 'Quantity', width: 9, value: ({ quantity }) => quantity, sum: sumOfQuantities },
    ],
    inTotal,
  );
  expect(sheet.totalsOf([{ quantities: [0.1, 0.2] }, { quantities: [1.001] }])).toEqual([['Total', 1.301]]);
});
