/** Workbooks as LibreOffice and Gnumeric write them (test/sheets/fixtures/README.md), each with what a careful person reads in it. */
import { readFileSync } from 'node:fs';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { ImportKind } from '#contract/kinds.ts';
import { tablesOf } from '#web/core/sheets/sheetFile.ts';
import { soleTable } from '#web/core/sheets/readTable.ts';
import { FAULT, imported, importedFields } from './doors.ts';
import { workbook } from './workbooks.ts';

const read = (name: string) => tablesOf(readFileSync(new URL(`fixtures/${name}`, import.meta.url)));

// The library says so of each format with conditions in an .ods.
beforeEach(() => vi.spyOn(console, 'error').mockReturnValue(undefined));

/** The rows of the sheet that is shown, without its hidden rows. */
async function shownRows(kind: ImportKind, name: string) {
  const [table] = read(name).filter(({ isHidden }) => !isHidden);
  if (!table) throw new Error(`${name} has no sheet that is shown`);
  const rows = table.rows.map((cells, at) => (table.hiddenRows.includes(at) ? [] : cells));
  return await importedFields(kind, { ...table, rows }, {});
}

describe.each(['libreoffice.ods', 'libreoffice.xlsx', 'libreoffice.xls', 'gnumeric.ods', 'gnumeric.xls'])(
  'written as %s',
  (written) => {
    test('a sheet of stock has its units, merged cells, dates, formulas and an error', async () => {
      expect(await shownRows('opening-stock', `stock-${written}`)).toEqual([
        { itemName: 'Amla', quantity: 100, pricePerUnit: 1090.5, expiresOn: '2027-03-31', code: '000457' },
        { itemName: 'Amla', quantity: 50, pricePerUnit: 1092.5, expiresOn: '2027-03-31', code: 'MA-2' },
        { itemName: 'Saffron', quantity: 0.25, expiresOn: '2027-04-05', code: '000458' },
        { itemName: 'Amla', quantity: FAULT, pricePerUnit: 90, code: 'MA-3' },
        { itemName: 'Neem oil', quantity: 12.5, pricePerUnit: 410, expiresOn: '2026-12-09', code: '2.10' },
        { itemName: 'Label', quantity: 2140, pricePerUnit: 0.25, code: 'L-1' },
        { itemName: 'Saffron', quantity: 0.25, code: '1-2' },
      ]);
    });

    test('a workbook asks for its sheet and its hidden row', () => {
      const tables = read(`stock-${written}`);
      expect(tables.map(({ name, isHidden, hiddenRows }) => [name, isHidden, hiddenRows])).toEqual([
        ['Stock', false, [7]],
        ['Old', true, []],
      ]);
      expect(soleTable(tables)).toBeUndefined();
    });

    test('a sheet of recipes has its percentages as they are shown', async () => {
      const recipe = { productName: 'Honey', outputQuantity: 100 };
      expect(await shownRows('recipes', `recipes-${written}`)).toEqual([
        { ...recipe, itemName: 'Amla', quantity: 5.25, plannedLossPercent: 0.5, expectedYieldPercent: 98.5 },
        { ...recipe, itemName: 'Saffron', quantity: 0.25, plannedLossPercent: 12 },
      ]);
    });
  },
);

/** An OpenDocument sheet of quantities whose cells are written in another way. */
function ods(cells: readonly (readonly [value: number, shown: string])[]): Uint8Array {
  const rows = [['Item', 'Quantity'], ...cells.map(([value]) => ['Amla', value])];
  const files = unzipSync(workbook([{ rows }], 'ods'));
  const content = cells.reduce(
    (text, [value, shown]) => text.replace(`<text:p>${value}</text:p>`, `<text:p>${shown}</text:p>`),
    strFromU8(files['content.xml'] ?? new Uint8Array()),
  );
  return zipSync({ ...files, 'content.xml': strToU8(content) });
}

test('numbers of an .ods are those of their cells, whichever sign its language has before decimals', async () => {
  const file = ods([
    [1410.5, '1.410,50'],
    [1.411, '1,411'],
    [1411, '1,411'],
    [137_500.25, '1,37,500.25'],
    [250, '250 gm'],
  ]);
  const entered = await imported('opening-stock', file);
  if (!Array.isArray(entered)) throw new Error(JSON.stringify(entered));
  expect(entered.map(({ quantity }) => quantity)).toEqual([1410.5, 1.411, 1411, 137_500.25, 0.25]);
});
