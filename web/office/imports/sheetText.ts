/** A sheet as the import screen holds it: headings and texts, as a spreadsheet shows them. */
import { z } from 'zod';
import { importTexts } from '#contract/stock/importing.ts';
import type { ImportKind } from '#contract/kinds.ts';
import { importSheets } from '#contract/office/importSheets.ts';
import { matchHeadings, type ImportSheet } from '#contract/core/importColumns.ts';
import type { StoredDraft } from '#web/core/api/storedDrafts.ts';

/** A row with its number in the file or in the pasted text, where headings and empty rows count too. */
export interface GridRow {
  number: number;
  cells: readonly string[];
}

export interface ReadSheet {
  fileName: string;
  headings: string[];
  rows: GridRow[];
  /** How many rows of the file were left out by hand, before it was resumed. */
  leftOut: number;
  /** Choices of a resumed sheet. */
  chosen?: Pick<StoredSheet, 'mapping' | 'onExisting'> & { idempotencyKey: string };
}

/** A sheet as stored on the device until it is saved or discarded. */
const storedSheet = z.object({
  fileName: z.string(),
  headings: z.array(z.string()),
  rows: z.array(z.array(z.string())),
  rowNumbers: z.array(z.int()).default([]),
  leftOut: z.int().default(0),
  /** The field of each heading. */
  mapping: z.record(z.string(), z.string()),
  onExisting: z.enum(['skip', 'update']),
});
type StoredSheet = z.output<typeof storedSheet>;

/** Undefined if another version of Godown stored it. */
export function sheetOfDraft({ values, idempotencyKey }: StoredDraft): ReadSheet | undefined {
  const { data } = storedSheet.safeParse(values);
  if (!data) return undefined;
  const { rows, rowNumbers, mapping, onExisting, ...sheet } = data;
  return {
    ...sheet,
    rows: rows.map((cells, index) => ({ number: rowNumbers[index] ?? index + 1, cells })),
    chosen: { mapping, onExisting, idempotencyKey },
  };
}

/** The headings are searched in the first rows: above them many sheets have the name of the business. */
const ROWS_ABOVE = 10;

function columnName(index: number): string {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
  const first = index >= letters.length ? letters.charAt(Math.floor(index / letters.length) - 1) : '';
  return `Column ${first}${letters.charAt(index % letters.length)}`;
}

/** Headings that are all there and all different. */
function distinct(headings: readonly string[]): string[] {
  const seen = new Map<string, number>();
  return headings.map((heading, index) => {
    const name = heading === '' ? columnName(index) : heading;
    const count = (seen.get(name) ?? 0) + 1;
    seen.set(name, count);
    return count === 1 ? name : `${name} (${count})`;
  });
}

/** The place of the row with the headings: the one of the first rows that has most that are known. */
function headingsAt(kind: ImportKind, table: readonly (readonly string[])[]): number {
  let best = { at: 0, known: 0 };
  for (const [at, row] of table.slice(0, ROWS_ABOVE).entries()) {
    const filled = [...new Set(row.filter((cell) => cell !== ''))];
    const known = Object.values(matchHeadings(importSheets[kind].columns, filled)).filter(
      (field) => field !== '',
    ).length;
    if (known > best.known) best = { at, known };
  }
  return best.at;
}

/** Whether a row is one of the totals below an exported list. */
function isTotal(
  { columns, totals = [] }: ImportSheet,
  headings: readonly string[],
  cells: readonly string[],
): boolean {
  if (!cells.some((cell) => totals.includes(cell))) return false;
  const fields = matchHeadings(columns, headings);
  return headings.every((heading, index) => (fields[heading] ?? '') === '' || (cells[index] ?? '') === '');
}

/** A table of texts as a sheet: without empty rows and columns. Throws a sentence where there is nothing to import. */
export function sheetOf(kind: ImportKind, fileName: string, table: readonly (readonly string[])[]): ReadSheet {
  const filled = table.flatMap((cells, index) => (cells.some((cell) => cell !== '') ? [{ cells, index }] : []));
  const at = headingsAt(
    kind,
    filled.map(({ cells }) => cells),
  );
  const [head, ...rows] = filled.slice(at);
  const below = rows.filter(({ cells }) => !isTotal(importSheets[kind], head?.cells ?? [], cells));
  if (!head || below.length === 0) throw new Error(importTexts.noRows);
  const width = Math.max(
    ...filled.slice(at, at + 1000).map(({ cells }) => cells.findLastIndex((cell) => cell !== '') + 1),
  );
  const used = Array.from({ length: width }, (_, column) => column).filter(
    (column) => (head.cells[column] ?? '') !== '' || below.some(({ cells }) => (cells[column] ?? '') !== ''),
  );
  return {
    fileName,
    headings: distinct(used.map((column) => head.cells[column] ?? '')),
    rows: below.map(({ cells, index }) => ({ number: index + 1, cells: used.map((column) => cells[column] ?? '') })),
    leftOut: 0,
  };
}
