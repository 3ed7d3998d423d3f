/** Lines of an invoice that were copied from a spreadsheet, or that a file has. */
import { materialStockEndpoints, type StockRecord } from '#contract/stock/items/materialStock.ts';
import { readCellNumber, readCellQuantity } from '#contract/core/values/cellNumbers.ts';
import { inwardLineColumns } from '#contract/buy/inwardLineColumns.ts';
import { matchHeadings } from '#contract/core/importColumns.ts';
import { importTexts } from '#contract/stock/importing.ts';
import { nameKey, normalizeName } from '#contract/core/values/names.ts';
import { unitKey } from '#contract/stock/items/units.ts';
import { callList } from '#web/core/api/client.ts';
import { downloadSheet } from '#web/core/sheets/downloadSheet.ts';
import { cellsOf } from '#web/core/sheets/pastedCells.ts';
import { readFile } from '#web/core/sheets/readFile.ts';
import { materialChoice, type Material } from '#web/stock/items/materialChoice.ts';
import type { InwardLine } from '../inwardDraft.ts';
import { blankLine } from '../inwardValues.ts';
import { columnOfNumbers, pastedColumns } from './pastedColumns.ts';

const PAGE_SIZE = 50;
const TEMPLATE_WIDTH = 24;

type Fields = Record<string, string>;

function fieldsOfRows(table: readonly string[][]): Fields[] {
  const [first = [], ...below] = table.filter((cells) => cells.some((cell) => cell !== ''));
  const mapping = matchHeadings(inwardLineColumns, first);
  const isNumber = (cell: string) => readCellQuantity(cell) !== undefined;
  const hasHeadings = Object.values(mapping).includes('rawMaterialName') && !first.some(isNumber);
  if (!hasHeadings) {
    const { name, quantity, price } = pastedColumns([first, ...below]);
    return [first, ...below].map((cells) => ({
      rawMaterialName: cells[name] ?? '',
      quantity: cells[quantity] ?? '',
      pricePerUnit: cells[price] ?? '',
    }));
  }
  return below.map((cells) =>
    Object.fromEntries(first.map((heading, index) => [mapping[heading] ?? '', cells[index] ?? ''])),
  );
}

/** The material of a name, behind however many whose names contain it. */
async function findMaterial(name: string): Promise<StockRecord | undefined> {
  for (let page = 1; ; page += 1) {
    const query = { search: normalizeName(name), page, pageSize: PAGE_SIZE };
    const { rows } = await callList(materialStockEndpoints.list, { query });
    const match = rows.find((row) => nameKey(row.rawMaterialName) === nameKey(name));
    if (match || rows.length < PAGE_SIZE) return match;
  }
}

/** A cell in another unit than the material's stays as it is: nothing is converted, and the field has the fault that it is no number. */
function quantityText(cell: string, material: Material | undefined): string {
  const { value, unit } = readCellQuantity(cell) ?? {};
  const isOther = unit !== undefined && unitKey(unit) !== unitKey(material?.unit ?? '');
  return value === undefined || isOther ? cell : String(value);
}

/** The lines of a pasted table. */
export async function pastedLines(text: string): Promise<InwardLine[]> {
  return await linesOfTable(cellsOf(text));
}

/** A field of a line that a column of numbers can be pasted into. */
export interface NumberPlace {
  index: number;
  name: 'quantity' | 'pricePerUnit';
}

export interface FilledDown {
  lines: InwardLine[];
  /** How many numbers there is no line for. */
  beyond: number;
}

/**
 * The lines with a pasted column of numbers from one of their fields down; undefined if something else was pasted. An
 * empty cell leaves its line as it is.
 */
export function filledDown(
  text: string,
  { index: first, name }: NumberPlace,
  lines: readonly InwardLine[],
): FilledDown | undefined {
  const cells = columnOfNumbers(cellsOf(text.trimEnd()));
  if (!cells) return undefined;
  const read = (cell: string, { material }: InwardLine) =>
    name === 'quantity' ? quantityText(cell, material ?? undefined) : String(readCellNumber(cell) ?? cell);
  return {
    lines: lines.map((line, index) => {
      const cell = index < first ? '' : (cells[index - first] ?? '');
      return cell === '' ? line : { ...line, [name]: read(cell, line) };
    }),
    beyond: cells.slice(Math.max(0, lines.length - first)).filter((cell) => cell !== '').length,
  };
}

/** The lines of a file. */
export async function linesOfFile(file: File): Promise<InwardLine[]> {
  const lines = await linesOfTable(await readFile(file, new AbortController().signal));
  if (lines.length === 0) throw new Error(importTexts.noRows);
  return lines;
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

async function linesOfTable(table: readonly string[][]): Promise<InwardLine[]> {
  const rows = fieldsOfRows(table);
  const names = [
    ...new Set(rows.flatMap(({ rawMaterialName = '' }) => (rawMaterialName === '' ? [] : [rawMaterialName]))),
  ];
  const materials = new Map(await Promise.all(names.map(async (name) => [name, await findMaterial(name)] as const)));
  return rows.map(({ rawMaterialName = '', quantity = '', pricePerUnit = '', supplierLotNumber = '' }) => {
    const material = materials.get(rawMaterialName);
    return {
      ...blankLine(),
      material: material ? materialChoice.parse(material) : null,
      unknownName: material ? '' : rawMaterialName,
      quantity: quantityText(quantity, material),
      pricePerUnit: String(readCellNumber(pricePerUnit) ?? pricePerUnit),
      supplierLotNumber,
    };
  });
}
