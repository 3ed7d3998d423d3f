import { expect, test } from 'vitest';
import { mappingWithoutItems, sheetOf, sheetOfDraft, withItemColumn } from './sheetText.ts';
import { ownTotal } from './totals/ownTotal.ts';

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
  expect([sheet.groupRows, sheet.rows.length]).toEqual(['unanswered', 4]);
  const mapping = { Particulars: 'itemName', Quantity: 'quantity', Rate: 'pricePerUnit', Value: '' };
  const items = withItemColumn(sheet, mapping);
  expect(items.mapping).toEqual({ ...mapping, Particulars: 'code', Item: 'itemName' });
  expect(mappingWithoutItems(sheet, items.mapping)).toEqual(mapping);
  expect(items.sheet.rows.map(({ cells }) => cells.slice(0, 3))).toEqual([
    ['Amla', '000457', '100'],
    ['Amla', 'MA-2', '50'],
    ['Tulsi', 'T-1', '30'],
    ['Tulsi', 'T-2', '0.5'],
  ]);
  expect(items.sheet.aside.map(({ number, why }) => [number, why])).toEqual([
    [2, 'the item of rows 3 to 4'],
    [5, 'the item of rows 6 to 7'],
    [8, 'a total'],
  ]);
  const stock = { lots: 4, quantities: [{ unit: 'kg', quantity: 180.5 }], value: 14_110, unpriced: 0 };
  expect(ownTotal({ ...items.sheet, mapping: items.mapping }, stock)?.difference).toBeUndefined();
  // With a column of batches, such rows can only be groups.
  const withBatches = rows.map((cells, at) => [...cells, at === 0 ? 'Batch' : `B-${at}`]);
  expect(sheetOf('opening-stock', '', { rows: withBatches, isText: false }).groupRows).toBeUndefined();
});
