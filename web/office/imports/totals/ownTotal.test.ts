import { expect, test } from 'vitest';
import { sheetOf } from '../sheetText.ts';
import { differingRows, ownTotal } from './ownTotal.ts';

const NBSP = '\u{A0}';
const stockOf = (value: number, quantity: number, unit = 'kg') => ({
  lots: 2,
  quantities: [{ unit, quantity }],
  value,
  unpriced: 0,
});

/** A sheet of opening stock as the screen has it; the columns are taken for these fields. */
function sheetWith(rows: string[][], mapping: Record<string, string>) {
  return { ...sheetOf('opening-stock', '', { rows, isText: false }), mapping };
}

const item = { Item: 'itemName', Qty: 'quantity', Rate: 'pricePerUnit' };

test.each([
  ['Value', 155.5, undefined],
  ['Amount (Rs)', 155.51, `₹${NBSP}0.01`],
  ['Stock value in Rs.', 154.5, `₹${NBSP}1.00`],
])('a total below %s is compared to the paisa', (heading, value, difference) => {
  const rows = [
    ['Item', 'Qty', 'Rate', heading],
    ['Amla', '2.5', '62', '155'],
    ['Tulsi', '1', '0.5', '0.50'],
    ['Grand Total', '3.5', '', '155.50'],
  ];
  expect(ownTotal(sheetWith(rows, item), stockOf(value, 3.5))).toEqual({
    row: 4,
    stated: `₹${NBSP}155.50`,
    difference,
  });
});

test('the closing value belongs to the closing quantity', () => {
  const rows = [
    ['Particulars', 'Opening Balance', '', 'Closing Balance', ''],
    ['', 'Quantity', 'Value', 'Quantity', 'Value'],
    ['Amla', '500', '45,000.00', '40', '3,680.00'],
    ['Grand Total', '500', '45,000.00', '40', '3,680.00'],
  ];
  const of = (balance: string) => ({ Particulars: 'itemName', [`${balance} Balance · Quantity`]: 'quantity' });
  expect(ownTotal(sheetWith(rows, of('Closing')), stockOf(3680, 40))?.difference).toBeUndefined();
  expect(ownTotal(sheetWith(rows, of('Opening')), stockOf(3680, 40))?.stated).toBe(`₹${NBSP}45,000.00`);
});

test('totals of pages without a grand total add up, and one that adds up the others counts alone', () => {
  const head = ['Item', 'Qty', 'Value'];
  const pages = [head, ['Amla', '1', '10'], ['Total', '1', '10'], ['Tulsi', '2', '30'], ['Total', '2', '30']];
  expect(ownTotal(sheetWith(pages, item), stockOf(40, 3))?.difference).toBeUndefined();
  const summed = [...pages, ['Total', '3', '40']];
  expect(ownTotal(sheetWith(summed, item), stockOf(40, 3))).toMatchObject({ row: 6, difference: undefined });
});

test('without values the quantities are compared, where all are in one unit', () => {
  const rows = [
    ['Item', 'Qty', 'Lot'],
    ['Amla', '2.5', 'A'],
    ['Tulsi', '1', 'B'],
    ['Total', '3.500', ''],
  ];
  expect(ownTotal(sheetWith(rows, item), stockOf(0, 3.5))).toMatchObject({ stated: '3.500 kg', difference: undefined });
  expect(ownTotal(sheetWith(rows, item), stockOf(0, 3.25))?.difference).toBe('0.250 kg');
  const two = { ...stockOf(0, 2.5), quantities: [...stockOf(0, 2.5).quantities, { unit: 'pcs', quantity: 1 }] };
  expect(ownTotal(sheetWith(rows, item), two)).toBeUndefined();
  expect(ownTotal(sheetWith(rows.slice(0, 3), item), stockOf(0, 3.5))).toBeUndefined();
});

test('rows that bring stock whose own value is another one are named', () => {
  const rows = [
    ['Item', 'Qty', 'Rate', 'Value'],
    ['Amla', '2.5', '62', '155.00'],
    ['Tulsi', '3', '33.33', '100.00'],
    ['Neem', '3', '', '12'],
    ['Haldi', '2', '7', '14'],
  ];
  const worth = new Map([
    [2, 155],
    [3, 99.99],
  ]);
  const resultOf = (row: number) =>
    row === 5
      ? { outcome: 'skip' as const, existing: 'H-1' }
      : { outcome: 'create' as const, existing: null, worth: worth.get(row) };
  expect(differingRows(sheetWith(rows, item), resultOf)).toEqual([
    { row: 3, item: 'Tulsi', own: 100, worth: 99.99 },
    { row: 4, item: 'Neem', own: 12, worth: undefined },
  ]);
});
