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

test('rows have the numbers of the file, where the lines above and the empty ones count', () => {
  const { headings, rows } = sheetOf('suppliers', 'vendors.xlsx', table);
  expect(headings).toEqual(['Party Name', 'Mobile']);
  expect(rows.map(({ number, cells }) => [number, cells[0]])).toEqual([
    [5, 'Ram Farms'],
    [6, 'Shyam'],
  ]);
});

test('a sheet that was kept has the numbers of its file still, and how many rows were left out', () => {
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
