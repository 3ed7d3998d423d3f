import { expect, test } from 'vitest';
import { sheetOf, sheetOfDraft } from './sheetText.ts';

const table = [
  ['Ram Organics, vendors'],
  [],
  ['Party Name', 'Mobile'],
  [],
  ['Ram Farms', '9876500001'],
  ['Shyam', '1'],
];

test('rows have their line numbers in the file, with lines above and empty ones counted', () => {
  const { headings, rows } = sheetOf('suppliers', 'vendors.xlsx', { rows: table, isText: false });
  expect(headings).toEqual(['Party Name', 'Mobile']);
  expect(rows.map(({ number, cells }) => [number, cells[0]])).toEqual([
    [5, 'Ram Farms'],
    [6, 'Shyam'],
  ]);
});

test('a draft of a sheet has the line numbers of its file, and the number of left out rows', () => {
  const values = {
    fileName: 'vendors.xlsx',
    headings: ['Party Name', 'Mobile'],
    rows: [['Shyam', '1']],
    rowNumbers: [6],
    leftOut: 1,
    mapping: { 'Party Name': 'name', Mobile: 'phone' },
    onExisting: 'skip',
  };
  const kept = { form: 'imports', idempotencyKey: 'key', values };
  expect(sheetOfDraft({ ...kept, keptAt: 0 })).toMatchObject({ rows: [{ number: 6 }], leftOut: 1 });
});

test('the sums below an exported list are no rows, a record that is called like one is', () => {
  const label = 'Value of the opening stock listed';
  const headings = ['Item', 'Quantity', 'Before the count', 'Value, ₹'];
  const exported = [headings, ['Turmeric', '5', '', '50'], [label, '1', label, ''], ['', '', label, '50']];
  const { rows, aside, leftOut } = sheetOf('opening-stock', 'adjustments.xlsx', { rows: exported, isText: false });
  expect(rows.map(({ cells }) => cells[0])).toEqual(['Turmeric', label]);
  expect(aside.map(({ number, why }) => [number, why])).toEqual([[4, 'a total']]);
  expect(leftOut).toBe(0);
});
