import { expect, test } from 'vitest';
import {
  withAnswer,
  withAsideRow,
  withCell,
  withColumn,
  withGroupRows,
  withoutLastChange,
  withRows,
  type SheetEdits,
} from './sheetEdits.ts';
import { sheetOf } from './sheetText.ts';

const table = [
  ['Particulars', 'Quantity', 'Other'],
  ['Amla', '150', ''],
  ['A-1', '100', ''],
  ['A-2', '50', ''],
  ['Grand Total', '150', ''],
];
const read = sheetOf('opening-stock', '', { rows: table, isText: false });
const start: SheetEdits = {
  sheet: read,
  mapping: { Particulars: 'itemName', Quantity: 'quantity', Other: '' },
  answers: {},
  without: [],
  past: [],
  revision: 0,
};
const corrected = withCell(start, 3, 0, 'Tulsi');

/** The rows by number and first cell, how many changes can be undone, and how many there were. */
const stateOf = ({ sheet: { rows }, past, revision }: SheetEdits) => [
  rows.map(({ number, cells }) => `${number} ${cells[0]}`),
  past.length,
  revision,
];

test.each<[string, SheetEdits, string[], number, number]>([
  ['a cell is typed', corrected, ['3 Tulsi', '4 A-2'], 1, 1],
  ['the last change is undone', withoutLastChange(corrected), ['3 A-1', '4 A-2'], 0, 2],
  ['nothing is undone before the first change', withoutLastChange(start), ['3 A-1', '4 A-2'], 0, 0],
  ['rows are left out', withRows(corrected, corrected.sheet.rows.slice(1)), ['4 A-2'], 2, 2],
  [
    'an aside row is taken, after which nothing is undone',
    withAsideRow(corrected, 2),
    ['2 Amla', '3 Tulsi', '4 A-2'],
    0,
    2,
  ],
  ['a row that is none is not taken', withAsideRow(start, 9), ['3 A-1', '4 A-2'], 0, 0],
  ['group rows are items', withGroupRows(corrected, read, 'items'), ['3 Amla', '4 Amla'], 0, 2],
  [
    'group rows are groups, and cells stay as typed',
    withGroupRows(corrected, read, 'groups'),
    ['3 Tulsi', '4 A-2'],
    0,
    2,
  ],
  [
    'group rows are groups after all',
    withGroupRows(withGroupRows(start, read, 'items'), read, 'groups'),
    ['3 A-1', '4 A-2'],
    0,
    2,
  ],
])('%s', (_, edits, rows, past, revision) => {
  expect(stateOf(edits)).toEqual([rows, past, revision]);
  expect(stateOf(start)).toEqual([['3 A-1', '4 A-2'], 0, 0]);
});

test('at most 101 changes can be undone', () => {
  let edits = start;
  for (let count = 0; count < 200; count += 1) edits = withCell(edits, 3, 0, String(count));
  expect(edits.past).toHaveLength(101);
});

test('a taken total is named in the call, and is an aside row no more', () => {
  const { sheet } = withAsideRow(start, 5);
  expect([sheet.takenTotals, sheet.aside.map(({ number }) => number)]).toEqual([[5], [2]]);
});

test.each<[string, SheetEdits, object]>([
  [
    'takes the field from its earlier column',
    withColumn(start, 'Other', 'quantity'),
    { Quantity: '', Other: 'quantity' },
  ],
  ['or from all of them', withColumn(start, undefined, 'quantity'), { Quantity: '', Other: '' }],
  ['items take the field of names', withGroupRows(start, read, 'items'), { Particulars: 'code', Item: 'itemName' }],
])('a column %s', (_, { mapping }, expected) => {
  expect(mapping).toMatchObject(expected);
});

test('a field of no column is remembered until one is taken', () => {
  const none = withColumn(start, undefined, 'quantity');
  expect(none.without).toEqual(['quantity']);
  expect(withColumn(none, 'Other', 'quantity').without).toEqual([]);
});

test('answers are by subject', () => {
  const first = withAnswer(start, 'unitSize', 'bag', '30 kg');
  expect(withAnswer(first, 'unitSize', 'box', '2 kg').answers).toEqual({ unitSize: { bag: '30 kg', box: '2 kg' } });
});
