import { expect, test } from 'vitest';
import { openingStockSheet } from '../adjustments/openingStockSheet.ts';
import { headingUnit, matchHeadings } from './headings.ts';
import { entryAt } from '../../core/values/entryAt.ts';

const { columns } = openingStockSheet;
const quantity = entryAt(
  columns.filter(({ field }) => field === 'quantity'),
  0,
);
const price = entryAt(
  columns.filter(({ field }) => field === 'pricePerUnit'),
  0,
);

test.each([
  ['Qty (gm)', 'gm'],
  ['Quantity in Kgs.', 'Kgs.'],
  ['Qty/kg', 'kg'],
  ['Qty Nos', undefined],
  ['Stock in Nos', 'Nos'],
  ['Quantity', undefined],
  ['Qty (kg) in bags', undefined],
])('the heading %s names the unit %s of quantities', (heading, unit) => {
  expect(headingUnit(quantity, heading)).toBe(unit);
});

test.each([
  ['Rate per Qtl', 'Qtl'],
  ['Rate (per gm)', 'gm'],
  ['Price / kg', 'kg'],
  ['Rate (₹)', undefined],
  ['Price per unit', undefined],
])('the heading %s names the unit %s of prices', (heading, unit) => {
  expect(headingUnit(price, heading)).toBe(unit);
});

test.each([
  [['Item', 'Qty (gm)', 'Rate per Qtl'], { Item: 'itemName', 'Qty (gm)': 'quantity', 'Rate per Qtl': 'pricePerUnit' }],
  // Money, tax: what a bracket says is never thrown away.
  [
    ['Item', 'Balance (Rs)', 'Rate (Incl. of Tax)'],
    { Item: 'itemName', 'Balance (Rs)': '', 'Rate (Incl. of Tax)': '' },
  ],
  [['Item (as on bill)', 'Rate (₹)'], { 'Item (as on bill)': 'itemName', 'Rate (₹)': 'pricePerUnit' }],
])('the headings %j are taken for their fields', (headings, mapping) => {
  expect(matchHeadings(columns, headings).mapping).toEqual(mapping);
});

test('columns that could be one field alike are none, and are asked about', () => {
  const { mapping, rivals } = matchHeadings(columns, ['Item', 'Opening Stock', 'Purchase', 'Closing Stock']);
  expect(mapping).toEqual({ Item: 'itemName', 'Opening Stock': '', Purchase: '', 'Closing Stock': '' });
  expect([...rivals]).toEqual([['quantity', ['Opening Stock', 'Closing Stock']]]);
});
