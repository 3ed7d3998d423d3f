/** Lines of an invoice that were copied from a spreadsheet, or that a file has. */
import { inwardLineColumns, matchHeadings } from '#contract/importSheets.ts';
import { importTexts } from '#contract/imports.ts';
import { productionEndpoints, type StockRecord } from '#contract/production.ts';
import { callList } from '#web/api/client.ts';
import { downloadSheet } from '#web/sheets/downloadSheet.ts';
import { cellsOf } from '#web/sheets/pastedCells.ts';
import { readFile } from '#web/sheets/readFile.ts';
import type { InwardLine } from './inwardDraft.ts';
import { blankLine } from './inwardValues.ts';

const MOST_FOUND = 50;
const TEMPLATE_WIDTH = 24;

/** A number as people write it: with commas, spaces and ₹. */
function numberText(cell: string): string {
  return cell.replaceAll(/[₹,\s]/g, '').replace(/^rs\.?/i, '');
}

const isNumber = (cell: string) => /^\d+(\.\d+)?$/.test(numberText(cell));

type Fields = Record<string, string>;

/**
 * Without headings, the column with the most texts is the material, and the first two with a number are quantity and price.
 * A faulty cell stays in its column: with fewer than two columns of numbers, the two after the material are taken as they
 * come.
 */
function byPlace(rows: readonly string[][]): Fields[] {
  const columns = Array.from({ length: Math.max(0, ...rows.map((cells) => cells.length)) }, (_, index) => index);
  const countOf = (column: number, fits: (cell: string) => boolean) =>
    rows.filter((cells) => fits(cells[column] ?? '')).length;
  const texts = columns.map((column) => countOf(column, (cell) => cell !== '' && !isNumber(cell)));
  const name = texts.indexOf(Math.max(...texts));
  const numbers = columns.filter((column) => column !== name && countOf(column, isNumber) > 0);
  const [quantity = -1, price = -1] = numbers.length > 1 ? numbers : [name + 1, name + 2];
  return rows.map((cells) => ({
    rawMaterialName: cells[name] ?? '',
    quantity: cells[quantity] ?? '',
    pricePerUnit: cells[price] ?? '',
  }));
}

function rowsOf(table: readonly string[][]): Fields[] {
  const [first = [], ...below] = table.filter((cells) => cells.some((cell) => cell !== ''));
  const mapping = matchHeadings(inwardLineColumns, first);
  const isHead = Object.values(mapping).includes('rawMaterialName') && !first.some(isNumber);
  if (!isHead) return byPlace([first, ...below]);
  return below.map((cells) =>
    Object.fromEntries(first.map((heading, index) => [mapping[heading] ?? '', cells[index] ?? ''])),
  );
}

async function findMaterial(name: string): Promise<StockRecord | undefined> {
  const query = { search: name, page: 1, pageSize: MOST_FOUND };
  const { rows } = await callList(productionEndpoints.stock, { query });
  return rows.find((row) => row.rawMaterialName.toLowerCase() === name.toLowerCase());
}

/** The lines of a pasted table. */
export async function pastedLines(text: string): Promise<InwardLine[]> {
  return await linesOf(cellsOf(text));
}

/** The lines of a file. */
export async function linesOfFile(file: File): Promise<InwardLine[]> {
  const found = await linesOf(await readFile(file, new AbortController().signal));
  if (found.length === 0) throw new Error(importTexts.noRows);
  return found;
}

/** A sheet with the headings of lines and an example. */
export async function downloadLineTemplate(): Promise<void> {
  await downloadSheet(
    {
      name: 'Lines',
      columnWidths: inwardLineColumns.map(() => TEMPLATE_WIDTH),
      headings: inwardLineColumns.map(({ label }) => label),
      rows: [inwardLineColumns.map(({ example }) => example)],
    },
    'inward lines template.xlsx',
    () => undefined,
  );
}

async function linesOf(table: readonly string[][]): Promise<InwardLine[]> {
  const rows = rowsOf(table);
  const names = [
    ...new Set(rows.flatMap(({ rawMaterialName = '' }) => (rawMaterialName === '' ? [] : [rawMaterialName]))),
  ];
  const found = new Map(await Promise.all(names.map(async (name) => [name, await findMaterial(name)] as const)));
  return rows.map(({ rawMaterialName = '', quantity = '', pricePerUnit = '', supplierLotNumber = '' }) => {
    const material = found.get(rawMaterialName);
    return {
      ...blankLine(),
      rawMaterialId: material ?? null,
      unknownName: material ? '' : rawMaterialName,
      quantity: numberText(quantity),
      pricePerUnit: numberText(pricePerUnit),
      supplierLotNumber,
    };
  });
}
