/** Stock summaries with groups in bold, items below them and batches below these, each indented further than the one above. */
import { expect, test } from 'vitest';
import { importColumns } from '#contract/office/importSheets.ts';
import { matchHeadings } from '#contract/stock/sheets/headings.ts';
import { tablesOf } from '#web/core/sheets/sheetFile.ts';
import { sheetOf, withItemColumn } from '#web/office/imports/sheetText.ts';
import { outlinedWorkbook } from './workbooks.ts';

type Rows = Parameters<typeof outlinedWorkbook>[0];

const kg = (v: number) => ({ v, z: '"" 0.000" kg"' });
const pieces = (v: number) => ({ v, z: '"" 0" pcs"' });
const head: Rows = [
  { indent: 0, isBold: true, cells: ['Gauri Organics'] },
  { indent: 0, cells: ['as on 1-Apr-2026'] },
  { indent: 0, isBold: true, cells: ['Particulars', 'Quantity', 'Rate', 'Value'] },
];
const total = (value: number) => ({ indent: 0, isBold: true, cells: ['Grand Total', null, null, value] });

const withBatches: Rows = [
  ...head,
  { indent: 0, isBold: true, cells: ['Raw Materials', null, null, 16_200] },
  { indent: 1, isBold: true, cells: ['Herbs', kg(165.5), 90, 14_895] },
  { indent: 2, cells: ['Amla', kg(150), 90, 13_500] },
  { indent: 3, cells: ['AM-1', kg(100), 90, 9000] },
  { indent: 3, cells: ['AM-2', kg(50), 90, 4500] },
  { indent: 2, cells: ['Tulsi', kg(15.5), 90, 1395] },
  { indent: 3, cells: ['Primary Batch', kg(15.5), 90, 1395] },
  // In pieces: the group above has no quantity.
  { indent: 1, isBold: true, cells: ['Packing', pieces(1305), 1, 1305] },
  { indent: 2, cells: ['Label', pieces(1305), 1, 1305] },
  total(16_200),
];

function read(rows: Rows) {
  const [table] = tablesOf(outlinedWorkbook(rows));
  if (!table) throw new Error('no table');
  const sheet = sheetOf('opening-stock', '', table);
  const { mapping } = matchHeadings(importColumns('opening-stock'), sheet.headings);
  return { sheet, items: withItemColumn(sheet, mapping).sheet };
}
const cellsIn = (rows: readonly { cells: readonly string[] }[]) => rows.map(({ cells }) => cells.slice(0, 3));

test('groups, items and batches are told apart, whatever is below an item', () => {
  const { sheet, items } = read(withBatches);
  expect(sheet.groupRows).toBe('unanswered');
  expect(cellsIn(items.rows)).toEqual([
    ['Amla', 'AM-1', '100.000 kg'],
    ['Amla', 'AM-2', '50.000 kg'],
    ['Tulsi', '', '15.500 kg'],
    ['Label', '', '1305 pcs'],
  ]);
  expect(items.aside.map(({ number, why }) => [number, why])).toEqual([
    [4, 'group head, the sum of rows 5 to 12'],
    [5, 'group head, the sum of rows 6 to 10'],
    [6, 'the item of rows 7 to 8'],
    [9, 'the item of row 10'],
    [11, 'group head, the sum of row 12'],
    [13, 'a total'],
  ]);
});

test('an indented row that is not the sum of those below it leaves all rows as they are', () => {
  const wrong = withBatches.map((row) =>
    row.cells[0] === 'Amla' ? { ...row, cells: ['Amla', kg(151), 90, 13_590] } : row,
  );
  expect(read(wrong).sheet.rows).toHaveLength(withBatches.length - head.length - 1);
});

test('indents without sums, as of a list that is only set out so, say nothing', () => {
  const { sheet } = read([
    ...head,
    { indent: 0, cells: ['Amla', kg(10), 90, 900] },
    { indent: 1, cells: ['Tulsi', kg(5), 90, 450] },
    { indent: 1, cells: ['Neem', kg(6), 90, 540] },
  ]);
  expect([sheet.rows.length, sheet.groupRows]).toEqual([3, undefined]);
});
