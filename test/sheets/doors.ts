/** Doors of a sheet and what enters by them: an import, lines of an inward, pasted cells; without a server. */
import { inwardLineColumns } from '#contract/buy/inwardLineColumns.ts';
import type { ImportKind } from '#contract/kinds.ts';
import { importColumns } from '#contract/office/importSheets.ts';
import { importRuns } from '#contract/office/imports.ts';
import { nameKey } from '#contract/core/values/names.ts';
import { importAnswers } from '#contract/stock/importing.ts';
import { matchHeadings } from '#contract/stock/sheets/headings.ts';
import { readSheet } from '#server/office/imports/sheet.ts';
import { inItemUnit } from '#server/stock/documents/itemUnits.ts';
import { lineSheetOf, readLines } from '#web/buy/inward/lines/lineSheet.ts';
import { pastedTable } from '#web/core/sheets/pastedCells.ts';
import { soleTable, type ReadTable } from '#web/core/sheets/readTable.ts';
import { tablesOf } from '#web/core/sheets/sheetFile.ts';
import { sheetOf } from '#web/office/imports/sheetText.ts';

/** A field that is refused, or waits for an answer. */
export const FAULT = 'fault';
export const ASK = 'ask';

type Fields = Record<string, string | number>;

/** The rows as a careful person reads them: a field of each row, refused, or asked for; or a question about the file. */
export type Entered = Fields[] | { asked: string } | { refused: string };

const items = new Map(
  [
    ['Amla', 'kg'],
    ['Saffron', 'kg'],
    ['Tincture', 'g'],
    ['Neem oil', 'litre'],
    ['Label', 'pcs'],
    ['Honey', 'jar'],
  ].map(
    ([name = '', unit = ''], index) =>
      [nameKey(name), { rawMaterialId: index + 1, rawMaterialName: name, unit }] as const,
  ),
);

const measured = {
  'opening-stock': { quantities: ['quantity'], prices: ['pricePerUnit'], unit: 'unit' },
  goods: { quantities: ['quantity'], prices: [], unit: 'unit' },
  recipes: { quantities: ['quantity'], prices: [], unit: 'unit' },
} as const;

/** The rows that an import of a table would take. */
export async function importedFields(kind: ImportKind, table: ReadTable, answers: object): Promise<Entered> {
  const { headings, rows } = sheetOf(kind, '', table);
  const { rivals } = matchHeadings(importColumns(kind), headings);
  if (rivals.size > 0) return { asked: [...rivals.keys()].join() };
  const run = importRuns.find((each) => each.kind === kind);
  const body = run?.endpoint.body.parse({
    headings,
    rows: rows.map(({ cells }) => [...cells]),
    rowNumbers: rows.map(({ number }) => number),
    mode: 'check',
    onExisting: 'skip',
    answers,
  });
  if (!body) throw new Error(`nothing imports ${kind}`);
  const sheet = await readSheet(kind, body);
  const fields =
    kind in measured
      ? measured[kind === 'goods' ? 'goods' : kind === 'recipes' ? 'recipes' : 'opening-stock']
      : undefined;
  const mark = (entered: Fields, faults: readonly { row: number; field: string; ask?: unknown }[], row: number) => {
    for (const fault of faults) if (fault.row === row) entered[fault.field] = fault.ask === undefined ? FAULT : ASK;
  };
  return sheet.rows.map((row) => {
    const name = nameKey(String(row.values['itemName'] ?? row.values['productName'] ?? ''));
    const item = items.get(name);
    const named = item && { name: item.rawMaterialName, unit: item.unit };
    const inUnit = fields
      ? inItemUnit(row, named, fields, { unitSizes: new Map(), pricePer: body.answers.pricePer ?? {} })
      : { row, faults: [] };
    const entered: Fields = { ...inUnit.row.values };
    mark(entered, sheet.faults, row.number);
    mark(entered, inUnit.faults, row.number);
    return entered;
  });
}

function tableOrQuestion(bytes: Uint8Array): ReadTable | { asked: string } {
  const tables = tablesOf(bytes);
  return (
    soleTable(tables) ?? { asked: tables.some(({ hiddenRows }) => hiddenRows.length > 0) ? 'hidden rows' : 'sheet' }
  );
}

async function orRefused(read: () => Promise<Entered> | Entered): Promise<Entered> {
  try {
    return await read();
  } catch (error) {
    return { refused: error instanceof Error ? error.message : String(error) };
  }
}

/** The rows that an import of a file would take. */
export async function imported(kind: ImportKind, bytes: Uint8Array, answers: object = {}): Promise<Entered> {
  return await orRefused(async () => {
    const table = tableOrQuestion(bytes);
    return 'asked' in table ? table : await importedFields(kind, table, answers);
  });
}

/** The rows that an import of pasted cells would take. */
export async function pasted(kind: ImportKind, text: string, answers: object = {}): Promise<Entered> {
  return await orRefused(async () => await importedFields(kind, pastedTable(text), answers));
}

function linesOf(table: ReadTable, answers: object): Entered {
  const sheet = lineSheetOf(table);
  if (sheet.rivals.size > 0) return { asked: [...sheet.rivals.keys()].join() };
  const named = new Map([...items.values()].map((item) => [item.rawMaterialName, item]));
  const { lines, faults } = readLines(sheet, importAnswers.parse(answers), named);
  const taken = sheet.rows.filter(({ cells }) => cells.length <= sheet.headings.length);
  return lines.map((line, index) => {
    const number = taken[index]?.number;
    const entered: Fields = {
      rawMaterialName: line.material?.rawMaterialName ?? line.unknownName,
      quantity: numberOr(line.quantity),
      pricePerUnit: numberOr(line.pricePerUnit),
      supplierLotNumber: line.supplierLotNumber,
    };
    for (const { row, field, ask } of faults) if (row === number) entered[field] = ask ? ASK : FAULT;
    return Object.fromEntries(
      Object.entries(entered).filter(
        ([field, value]) => value !== '' && inwardLineColumns.some((each) => each.field === field),
      ),
    );
  });
}

/** A field of a line with a text that is no number has a fault. */
function numberOr(text: string): number | string {
  if (text === '') return '';
  return /^\d+(?:\.\d+)?$/.test(text) ? Number(text) : FAULT;
}

/** The lines of an inward from a file. */
export async function inwardLines(bytes: Uint8Array, answers: object = {}): Promise<Entered> {
  return await orRefused(() => {
    const table = tableOrQuestion(bytes);
    return 'asked' in table ? table : linesOf(table, answers);
  });
}

export async function pastedLines(text: string, answers: object = {}): Promise<Entered> {
  return await orRefused(() => linesOf(pastedTable(text), answers));
}
