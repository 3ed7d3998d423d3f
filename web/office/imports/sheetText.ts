/** A sheet as the import screen holds it: headings and texts, as a spreadsheet shows them. */
import { z } from 'zod';
import { importAnswers, importTexts, type ImportAnswers } from '#contract/stock/importing.ts';
import type { ImportKind } from '#contract/kinds.ts';
import { importColumns, importSheets } from '#contract/office/importSheets.ts';
import type { ImportSheet } from '#contract/core/importColumns.ts';
import type { ReadTable } from '#web/core/sheets/readTable.ts';
import { valueColumn } from './totals/ownTotal.ts';
import { matchHeadings } from '#contract/stock/sheets/headings.ts';
import { groupRowTexts as texts } from '#contract/stock/sheets/questionTexts.ts';
import { withoutAside, type AsideRow } from '#web/stock/sheets/asideRows.ts';
import { dateAbove, type SheetDate } from '#web/stock/sheets/sheetDate.ts';
import { headedTable, type GridRow } from '#web/stock/sheets/headedTable.ts';
import type { StoredDraft } from '#web/core/api/storedDrafts.ts';

export interface ReadSheet {
  fileName: string;
  headings: string[];
  rows: GridRow[];
  /** How many rows of the file were left out by hand, before it was resumed. */
  leftOut: number;
  /** Rows that are no records, such as totals. */
  aside: readonly AsideRow[];
  /** Those of them that are taken all the same. */
  takenTotals: readonly number[];
  /** The day that the rows above its headings name. */
  sheetDate?: SheetDate | undefined;
  /** Whether group rows are groups, or items with their batches below; undefined for a sheet without them. */
  groupRows?: 'unanswered' | 'groups' | 'items' | undefined;
  /** Choices of a resumed sheet. */
  chosen?: Pick<StoredSheet, 'mapping' | 'onExisting'> & { answers: ImportAnswers; idempotencyKey: string };
}

/** A sheet as stored on the device until it is saved or discarded. Drafts of earlier versions have these names. */
const storedSheet = z.object({
  fileName: z.string(),
  headings: z.array(z.string()),
  rows: z.array(z.array(z.string())),
  rowNumbers: z.array(z.int()).default([]),
  leftOut: z.int().default(0),
  aside: z
    .array(
      z.object({
        number: z.int(),
        cells: z.array(z.string()),
        why: z.string(),
        sumOf: z.object({ from: z.int(), to: z.int() }).optional(),
      }),
    )
    .default([]),
  takenTotals: z.array(z.int()).default([]),
  head: z
    .object({ cell: z.string(), text: z.string(), day: z.string().optional(), from: z.string().optional() })
    .transform(({ day, ...head }) => ({ ...head, day }))
    .optional(),
  heads: z.enum(['unanswered', 'groups', 'items']).catch('unanswered').optional(),
  /** The field of each heading. */
  mapping: z.record(z.string(), z.string()),
  onExisting: z.enum(['skip', 'update']),
  answers: importAnswers,
});
type StoredSheet = z.output<typeof storedSheet>;

/** Undefined if another version of Godown stored it. */
export function sheetOfDraft({ values, idempotencyKey }: StoredDraft): ReadSheet | undefined {
  const { data } = storedSheet.safeParse(values);
  if (!data) return undefined;
  const { rows, rowNumbers, mapping, onExisting, answers, head, heads, ...sheet } = data;
  return {
    ...sheet,
    sheetDate: head,
    groupRows: heads,
    rows: rows.map((cells, index) => ({ number: rowNumbers[index] ?? index + 1, cells })),
    chosen: { mapping, onExisting, answers, idempotencyKey },
  };
}

/** Whether a row is one of the totals below an exported list: its label is among them, and no column of the import is filled. */
function isOwnTotal(
  { totals = [] }: ImportSheet,
  mapping: Record<string, string>,
  headings: readonly string[],
  cells: readonly string[],
) {
  if (!cells.some((cell) => totals.includes(cell))) return false;
  return headings.every((heading, index) => (mapping[heading] ?? '') === '' || (cells[index] ?? '') === '');
}

/** A table of texts as a sheet. Throws a sentence where there is nothing to import. */
export function sheetOf(
  kind: ImportKind,
  fileName: string,
  table: Pick<ReadTable, 'rows' | 'isText' | 'looks'>,
): ReadSheet {
  const headed = headedTable(importColumns(kind), table);
  if (!headed) throw new Error(importTexts.noRows);
  const { mapping, rivals } = matchHeadings(importColumns(kind), headed.headings);
  // Any column that could be the quantity tells group rows from records.
  const rival = rivals.get('quantity')?.at(-1);
  const quantity = headed.headings.findIndex((heading) => heading === rival || mapping[heading] === 'quantity');
  const value = valueColumn({ headings: headed.headings, mapping });
  const { rows, aside } = withoutAside(
    headed,
    quantity < 0 ? undefined : quantity,
    ({ cells }) => isOwnTotal(importSheets[kind], mapping, headed.headings, cells),
    { looks: table.looks, value: value < 0 ? undefined : value },
  );
  if (rows.length === 0) throw new Error(importTexts.noRows);
  const { headings } = headed;
  // Sheets of stock that name no batch may have the batches of an item below it.
  const hasBatches =
    importColumns(kind).some(({ field }) => field === BATCH) && !Object.values(mapping).includes(BATCH);
  const groupRows = hasBatches && aside.some(({ sumOf }) => sumOf) ? 'unanswered' : undefined;
  return {
    fileName,
    headings,
    rows,
    aside,
    takenTotals: [],
    leftOut: 0,
    sheetDate: dateAbove(headed.above),
    groupRows,
  };
}

/** The fields of opening stock that a group row and the rows below it fill. */
const [ITEM, BATCH] = ['itemName', 'code'];

/** Tally's name of stock without a batch. */
const unnamedBatch = /^primary batch$/i;

/** A sheet whose group rows are items: each row below one is a batch of it, with the item in a column of its own. */
export function withItemColumn(read: ReadSheet, mapping: Readonly<Record<string, string>>) {
  const name = read.headings.find((heading) => mapping[heading] === ITEM) ?? '';
  const at = read.headings.indexOf(name);
  const heading = read.headings.includes(texts.column) ? texts.column2 : texts.column;
  const itemOf = (number: number) =>
    read.aside.find(({ sumOf }) => sumOf && sumOf.from <= number && number <= sumOf.to)?.cells[at];
  /** A row below no item is one itself. */
  const withItem = ({ number, cells }: GridRow): GridRow => {
    const [item, own = ''] = [itemOf(number), cells[at]];
    const batch = item === undefined || unnamedBatch.test(own) ? '' : own;
    return { number, cells: [item ?? own, ...cells.map((cell, index) => (index === at ? batch : cell))] };
  };
  const sheet: ReadSheet = {
    ...read,
    headings: [heading, ...read.headings],
    rows: read.rows.map(withItem),
    aside: read.aside.map((row) => ({
      ...row,
      cells: ['', ...row.cells],
      why: row.sumOf ? texts.why(row.sumOf.from, row.sumOf.to) : row.why,
    })),
  };
  const others = Object.fromEntries(Object.entries(mapping).map(([of, field]) => [of, field === BATCH ? '' : field]));
  return { sheet, mapping: { ...others, [name]: BATCH, [heading]: ITEM } };
}

/** The fields of the columns of such a sheet, as before its group rows were items. */
export function mappingWithoutItems({ headings }: ReadSheet, mapping: Readonly<Record<string, string>>) {
  const fieldOf = (heading: string) => (mapping[heading] === BATCH ? ITEM : (mapping[heading] ?? ''));
  return Object.fromEntries(headings.map((heading) => [heading, fieldOf(heading)]));
}
