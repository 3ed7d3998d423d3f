import { expect, test } from 'vitest';
import { sheetOf, withItemHeads, withoutItemHeads } from './sheetText.ts';
import { differingRows, ownTotal } from './ownTotal.ts';
import { allRowsOf } from './allRows.ts';

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

test('rows whose own value is another one are named', () => {
  const rows = [
    ['Item', 'Qty', 'Rate', 'Value'],
    ['Amla', '2.5', '62', '155.00'],
    ['Tulsi', '3', '33.33', '100.00'],
    ['Neem', '3', '', '12'],
  ];
  const worth = new Map([
    [2, 155],
    [3, 99.99],
  ]);
  const resultOf = (row: number) => ({ outcome: 'create' as const, existing: null, worth: worth.get(row) });
  expect(differingRows(sheetWith(rows, item), resultOf)).toEqual([
    { row: 3, item: 'Tulsi', own: 100, worth: 99.99 },
    { row: 4, item: 'Neem', own: 12, worth: undefined },
  ]);
});

const PERIOD = '1-Apr-2026 to 27-Nov-2026';
const headed = (...head: string[][]) => [...head, ['Item', 'Opening stock', 'Closing stock'], ['Amla', '2', '3']];

test.each([
  ['Closing stock', '2026-11-27'],
  ['Opening stock', '2026-04-01'],
])('the date of all rows is the one that the head says of the %s', (quantity, value) => {
  const sheet = sheetWith(headed([PERIOD]), { Item: 'itemName', [quantity]: 'quantity' });
  const values = allRowsOf('opening-stock', sheet);
  expect(values.map(({ field, isOpen }) => [field, isOpen])).toEqual([
    ['date', false],
    ['claim', true],
    ['supplierName', false],
  ]);
  expect(values[0]?.value).toBe(value);
  expect(allRowsOf('opening-stock', sheet, { date: '2026-05-01', claim: 'Organic' })).toMatchObject([
    { value: '2026-05-01' },
    { value: 'Organic', isOpen: false },
    {},
  ]);
});

test('a date that is not there is open, also where one row lacks it', () => {
  expect(allRowsOf('opening-stock', sheetWith(headed(), item))[0]).toMatchObject({ value: '', isOpen: true });
  const dated = [
    ['Item', 'Qty', 'As on'],
    ['Amla', '2', '1 Apr 2026'],
    ['Tulsi', '2', ''],
  ];
  const mapping = { ...item, 'As on': 'date' };
  expect(allRowsOf('opening-stock', sheetWith(dated, mapping))[0]).toMatchObject({ isOpen: true, isForGaps: true });
  expect(allRowsOf('opening-stock', sheetWith(dated.slice(0, 2), mapping)).map(({ field }) => field)).toEqual([
    'claim',
    'supplierName',
  ]);
  expect(allRowsOf('suppliers', sheetWith(dated, mapping))).toEqual([]);
});

test('rows that add up those below are asked about, and can be items with their batches', () => {
  const rows = [
    ['Particulars', 'Quantity', 'Rate', 'Value'],
    ['Amla', '150', '90', '13,500'],
    ['000457', '100', '90', '9,000'],
    ['MA-2', '50', '90', '4,500'],
    ['Tulsi', '30.5', '20', '610'],
    ['T-1', '30', '20', '600'],
    ['T-2', '0.5', '20', '10'],
    ['Grand Total', '', '', '14,110'],
  ];
  const sheet = sheetOf('opening-stock', '', { rows, isText: false });
  expect([sheet.heads, sheet.rows.length]).toEqual(['open', 4]);
  const mapping = { Particulars: 'itemName', Quantity: 'quantity', Rate: 'pricePerUnit', Value: '' };
  const found = withItemHeads(sheet, mapping);
  expect(found.mapping).toEqual({ ...mapping, Particulars: 'code', Item: 'itemName' });
  expect(withoutItemHeads(sheet, found.mapping)).toEqual(mapping);
  expect(found.read.rows.map(({ cells }) => cells.slice(0, 3))).toEqual([
    ['Amla', '000457', '100'],
    ['Amla', 'MA-2', '50'],
    ['Tulsi', 'T-1', '30'],
    ['Tulsi', 'T-2', '0.5'],
  ]);
  expect(found.read.aside.map(({ number, why }) => [number, why])).toEqual([
    [2, 'the item of rows 3 to 4'],
    [5, 'the item of rows 6 to 7'],
    [8, 'a total'],
  ]);
  expect(ownTotal({ ...found.read, mapping: found.mapping }, stockOf(14_110, 180.5))?.difference).toBeUndefined();
  // With a column of batches, such rows can only be groups.
  const withBatches = rows.map((cells, at) => [...cells, at === 0 ? 'Batch' : `B-${at}`]);
  expect(sheetOf('opening-stock', '', { rows: withBatches, isText: false }).heads).toBeUndefined();
});
