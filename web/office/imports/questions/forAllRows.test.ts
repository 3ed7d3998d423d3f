import { expect, test } from 'vitest';
import { sheetOf } from '../sheetText.ts';
import { forAllRows } from './forAllRows.ts';

/** A sheet of opening stock as the screen has it; the columns are taken for these fields. */
function sheetWith(rows: string[][], mapping: Record<string, string>) {
  return { ...sheetOf('opening-stock', '', { rows, isText: false }), mapping };
}

const item = { Item: 'itemName', Qty: 'quantity', Rate: 'pricePerUnit' };
const PERIOD = '1-Apr-2026 to 27-Nov-2026';
const headed = (...above: string[][]) => [...above, ['Item', 'Opening stock', 'Closing stock'], ['Amla', '2', '3']];

test.each([
  ['Closing stock', '2026-11-27'],
  ['Opening stock', '2026-04-01'],
])('the date of all rows is the one above the headings, of the %s', (quantity, value) => {
  const sheet = sheetWith(headed([PERIOD]), { Item: 'itemName', [quantity]: 'quantity' });
  const values = forAllRows('opening-stock', sheet);
  expect(values.map(({ field, isOpen }) => [field, isOpen])).toEqual([
    ['date', false],
    ['claim', true],
    ['supplierName', false],
  ]);
  expect(values[0]?.value).toBe(value);
  expect(forAllRows('opening-stock', sheet, { date: '2026-05-01', claim: 'Organic' })).toMatchObject([
    { value: '2026-05-01' },
    { value: 'Organic', isOpen: false },
    {},
  ]);
});

test('a date that is not there is an open question, also where one row lacks it', () => {
  expect(forAllRows('opening-stock', sheetWith(headed(), item))[0]).toMatchObject({ value: '', isOpen: true });
  const dated = [
    ['Item', 'Qty', 'As on'],
    ['Amla', '2', '1 Apr 2026'],
    ['Tulsi', '2', ''],
  ];
  const mapping = { ...item, 'As on': 'date' };
  expect(forAllRows('opening-stock', sheetWith(dated, mapping))[0]).toMatchObject({ isOpen: true, isForGaps: true });
  expect(forAllRows('opening-stock', sheetWith(dated.slice(0, 2), mapping)).map(({ field }) => field)).toEqual([
    'claim',
    'supplierName',
  ]);
  expect(forAllRows('suppliers', sheetWith(dated, mapping))).toEqual([]);
});
