/** Lines of an invoice that were copied from a spreadsheet, or that a file has. */
import { materialStockEndpoints, type StockRecord } from '#contract/stock/items/materialStock.ts';
import { readCellAmount, readCellQuantity } from '#contract/core/values/cellNumbers.ts';
import { inwardLineColumns } from '#contract/buy/inwardLineColumns.ts';
import { nameKey, normalizeName } from '#contract/core/values/names.ts';
import { quantityIn } from '#contract/stock/sheets/itemUnit.ts';
import { questionTexts } from '#contract/stock/sheets/questionTexts.ts';
import { callList } from '#web/core/api/client.ts';
import { downloadSheet } from '#web/core/sheets/downloadSheet.ts';
import { soleTable, type ReadTable } from '#web/core/sheets/readTable.ts';
import { pastedTable } from '#web/core/sheets/pastedCells.ts';
import { materialChoice, type Material } from '#web/stock/items/materialChoice.ts';
import type { InwardLine } from '../inwardValues.ts';
import { lineSheetOf, namesOf, readLines, unusedOf, type LineSheet } from './lineSheet.ts';
import { columnOfNumbers } from './pastedColumns.ts';

const PAGE_SIZE = 50;
const TEMPLATE_WIDTH = 24;

/** The material of a name, behind however many whose names contain it. */
async function findMaterial(name: string): Promise<StockRecord | undefined> {
  for (let page = 1; ; page += 1) {
    const query = { search: normalizeName(name), page, pageSize: PAGE_SIZE };
    const { rows } = await callList(materialStockEndpoints.list, { query });
    const match = rows.find((row) => nameKey(row.rawMaterialName) === nameKey(name));
    if (match || rows.length < PAGE_SIZE) return match;
  }
}

/** The fields of a line that a cell of numbers fills: a unit that can't be converted stays, and the field has the fault. */
function quantityFields(cell: string, material: Material | null): Pick<InwardLine, 'quantity' | 'quantityReading'> {
  const { value, unit } = readCellQuantity(cell) ?? {};
  if (value === undefined || unit === undefined) return { quantity: String(value ?? cell), quantityReading: '' };
  const item = { name: material?.rawMaterialName ?? '', unit: material?.unit ?? '' };
  const found = quantityIn(value, unit, item, new Map());
  if ('fault' in found) return { quantity: cell, quantityReading: '' };
  const reading = found.reading === undefined ? '' : questionTexts.was(cell, found.reading);
  return { quantity: String(found.value), quantityReading: reading };
}

/** A field of a line that a column of numbers can be pasted into. */
export interface NumberPlace {
  index: number;
  name: 'quantity' | 'pricePerUnit';
}

export interface FilledDown {
  lines: InwardLine[];
  /** The count of numbers below the last line, which are dropped. */
  surplus: number;
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
  const cells = columnOfNumbers(pastedTable(text.trimEnd()).rows);
  if (!cells) return undefined;
  const read = (cell: string, { material }: InwardLine): Partial<InwardLine> =>
    name === 'quantity'
      ? quantityFields(cell, material)
      : { pricePerUnit: String(readCellAmount(cell) ?? cell), priceReading: '' };
  return {
    lines: lines.map((line, index) => {
      const cell = index < first ? '' : (cells[index - first] ?? '');
      return cell === '' ? line : { ...line, ...read(cell, line) };
    }),
    surplus: cells.slice(Math.max(0, lines.length - first)).filter((cell) => cell !== '').length,
  };
}

/** The materials that the lines of a sheet name, by these names. */
export async function findMaterials(sheet: LineSheet): Promise<Map<string, Material>> {
  const found = await Promise.all(
    namesOf(sheet).map(async (name) => {
      const material = await findMaterial(name);
      return material ? [[name, materialChoice.parse(material)] as const] : [];
    }),
  );
  return new Map(found.flat());
}

/** A column that changes what a line costs must not go unseen. */
const changesPrice = /disc|rebate|scheme|free/i;

interface UnaskedLines {
  lines: InwardLine[];
  /** Headings of columns that no line takes. */
  unused: string[];
}

/** The lines of a file or of pasted cells; undefined where something must be asked or seen before (`LinesDialog`). */
export async function unaskedLines(tables: readonly ReadTable[]): Promise<UnaskedLines | undefined> {
  const table = soleTable(tables);
  const sheet = table && lineSheetOf(table);
  if (!sheet || sheet.rivals.size > 0) return undefined;
  const unused = unusedOf(sheet);
  if (unused.some((heading) => changesPrice.test(heading))) return undefined;
  const { lines, faults } = readLines(sheet, {}, await findMaterials(sheet));
  return faults.length === 0 ? { lines, unused } : undefined;
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
