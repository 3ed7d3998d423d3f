/** A table as headings and rows below them, as a spreadsheet shows them. */
import type { ImportColumn } from '#contract/core/importColumns.ts';
import { HEADING_JOINER, matchHeadings } from '#contract/stock/sheets/headings.ts';
import type { ReadTable } from '#web/core/sheets/readTable.ts';

/** A row with its number in the file or in the pasted text, where headings and empty rows count too. */
export interface GridRow {
  number: number;
  /** More of them than headings are a fault. */
  cells: readonly string[];
}

export interface HeadedTable {
  headings: string[];
  rows: GridRow[];
}

/** A row with its place in the file. */
export interface RowAbove {
  index: number;
  cells: readonly string[];
}

/** The headings are searched in the first rows: above them many sheets have the name and address of the business. */
const ROWS_ABOVE = 40;

/** The letters of a column in a spreadsheet, from A. */
export function columnLetters(index: number): string {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
  const first = index >= letters.length ? letters.charAt(Math.floor(index / letters.length) - 1) : '';
  return `${first}${letters.charAt(index % letters.length)}`;
}

/** Headings that are all there and all different. */
function distinct(headings: readonly string[]): string[] {
  const seen = new Map<string, number>();
  return headings.map((heading, index) => {
    const name = heading === '' ? `Column ${columnLetters(index)}` : heading;
    const count = (seen.get(name) ?? 0) + 1;
    seen.set(name, count);
    return count === 1 ? name : `${name} (${count})`;
  });
}

/** How many fields a row of headings names. */
function knownIn(columns: readonly ImportColumn[], headings: readonly string[]): number {
  const { mapping, rivals } = matchHeadings(columns, [...new Set(headings.filter(Boolean))]);
  return rivals.size + Object.values(mapping).filter((field) => field !== '').length;
}

/** The place of the row with the headings, in one row or two: the one of the first rows that has most that are known. */
function headingsAt(columns: readonly ImportColumn[], rows: readonly (readonly string[])[]): number {
  let best = { at: 0, known: 0 };
  for (const [at, row] of rows.slice(0, ROWS_ABOVE).entries()) {
    const known = knownIn(columns, joined(rows[at - 1], row));
    if (known > best.known) best = { at, known };
  }
  return best.at;
}

/**
 * Headings in two rows, such as Opening Balance above Quantity, Rate and Value: joined where the upper row has a heading
 * for a column that has none in the lower one.
 */
function joined(above: readonly string[] | undefined, head: readonly string[]): readonly string[] {
  const isUpper = above && above.filter(Boolean).length > 1 && above.some((cell, at) => cell !== '' && !head[at]);
  if (!isUpper) return head;
  let upper = '';
  return Array.from({ length: Math.max(above.length, head.length) }, (_, at) => {
    upper = above[at] || (head[at] ? upper : '');
    const lower = head[at] ?? '';
    return lower === '' || upper === '' || upper === lower ? lower || upper : `${upper}${HEADING_JOINER}${lower}`;
  });
}

/** The number of cells of a row up to the last filled one. */
const widthOf = (cells: readonly string[]) => cells.findLastIndex((cell) => cell !== '') + 1;

/** The table below its headings, without empty rows and columns; undefined where there is nothing below any row. */
export function headedTable(
  columns: readonly ImportColumn[],
  { rows, isText }: Pick<ReadTable, 'rows' | 'isText'>,
): (HeadedTable & { above: RowAbove[] }) | undefined {
  const filled = rows.flatMap((cells, index) => (cells.some((cell) => cell !== '') ? [{ cells, index }] : []));
  const at = headingsAt(
    columns,
    filled.map(({ cells }) => cells),
  );
  const [first, ...below] = filled.slice(at);
  if (!first || below.length === 0) return undefined;
  const head = joined(filled[at - 1]?.cells, first.cells);
  // Behind the headings of a text, a cell may have come there by a comma too many.
  const width = isText
    ? head.length
    : Math.max(head.length, ...below.slice(0, 1000).map(({ cells }) => widthOf(cells)));
  const used = Array.from({ length: width }, (_, column) => column).filter(
    (column) => (head[column] ?? '') !== '' || below.some(({ cells }) => (cells[column] ?? '') !== ''),
  );
  return {
    // The headings may name a day, too: Closing stock as on 31.03.2026.
    above: filled.slice(0, at + 1),
    headings: distinct(used.map((column) => head[column] ?? '')),
    rows: below.map(({ cells, index }) => ({
      number: index + 1,
      cells: [...used.map((column) => cells[column] ?? ''), ...cells.slice(width, isText ? widthOf(cells) : width)],
    })),
  };
}
