import { expect, test } from 'vitest';
import { dateAbove } from './sheetDate.ts';

const APRIL = '2026-04-01';
const MARCH = '2026-03-31';

const above = (...rows: string[][]) => rows.map((cells, index) => ({ index, cells }));

test.each<[text: string, day: string]>([
  ['Stock as on 01.04.2026', APRIL],
  ['STOCK STATEMENT AS ON : 31-03-2026', MARCH],
  ['Closing stock as at 31-Mar-2026', MARCH],
  ['Stock as of March 31, 2026', MARCH],
  ['Opening stock (as on 1st April 2026)', APRIL],
  ['As on date 1.4.26', APRIL],
  ['Raw material stock as on 31/03/2026 of Nagpur', MARCH],
  ['as at 2026-03-31', MARCH],
  ['as on 1 अप्रैल 2026', APRIL],
])('“%s” is %s', (text, day) => {
  expect(dateAbove(above(['Gauri Organics'], ['', text]))).toEqual({ cell: 'B2', text, day });
});

test('a label has its day beside it', () => {
  expect(dateAbove(above(['Stock as on', '', '31-Mar-2026']))).toMatchObject({ cell: 'A1', day: MARCH });
});

test('a period is the last day, and the first one for its opening balance', () => {
  const text = '1-Apr-2026 to 27-Nov-2026';
  expect(dateAbove(above(['Stock Summary'], [text]))).toEqual({ cell: 'A2', text, day: '2026-11-27', from: APRIL });
});

test.each([
  // The day or the month may come first.
  [[['Stock as on 05-06-2026']]],
  [[['Stock as on 31.03.2026'], ['as on 30.03.2026']]],
])('%j leaves it open', (rows) => {
  expect(dateAbove(above(...rows))).toMatchObject({ day: undefined });
});

test.each([
  // A day of printing is none of the stock.
  [[['Gauri Organics'], ['Printed on 29-11-2026']]],
  [[['Date: 29-11-2026']]],
  [[['As on', 'Item', 'Qty']]],
  [[['Pomegranate as of old']]],
])('%j has none', (rows) => {
  expect(dateAbove(above(...rows))).toBeUndefined();
});
