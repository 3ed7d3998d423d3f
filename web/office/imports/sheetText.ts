/** A sheet as the import screen holds it: headings and texts, as a spreadsheet shows them. */
import { z } from 'zod';
import { importAnswers, importTexts, type ImportAnswers } from '#contract/stock/importing.ts';
import type { ImportKind } from '#contract/kinds.ts';
import { importSheets } from '#contract/office/importSheets.ts';
import type { ImportSheet } from '#contract/core/importColumns.ts';
import type { ReadTable } from '#web/core/sheets/readTable.ts';
import { matchHeadings } from '#contract/stock/sheets/headings.ts';
import { withoutAside, type AsideRow } from '#web/stock/sheets/asideRows.ts';
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
  /** Choices of a resumed sheet. */
  chosen?: Pick<StoredSheet, 'mapping' | 'onExisting'> & { answers: ImportAnswers; idempotencyKey: string };
}

/** A sheet as stored on the device until it is saved or discarded. */
const storedSheet = z.object({
  fileName: z.string(),
  headings: z.array(z.string()),
  rows: z.array(z.array(z.string())),
  rowNumbers: z.array(z.int()).default([]),
  leftOut: z.int().default(0),
  aside: z.array(z.object({ number: z.int(), cells: z.array(z.string()), why: z.string() })).default([]),
  takenTotals: z.array(z.int()).default([]),
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
  const { rows, rowNumbers, mapping, onExisting, answers, ...sheet } = data;
  return {
    ...sheet,
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
export function sheetOf(kind: ImportKind, fileName: string, table: Pick<ReadTable, 'rows' | 'isText'>): ReadSheet {
  const headed = headedTable(importSheets[kind].columns, table);
  if (!headed) throw new Error(importTexts.noRows);
  const { mapping, rivals } = matchHeadings(importSheets[kind].columns, headed.headings);
  // Any column that could be the quantity tells group heads from records.
  const rival = rivals.get('quantity')?.at(-1);
  const quantity = headed.headings.findIndex((heading) => heading === rival || mapping[heading] === 'quantity');
  const { rows, aside } = withoutAside(headed, quantity < 0 ? undefined : quantity, ({ cells }) =>
    isOwnTotal(importSheets[kind], mapping, headed.headings, cells),
  );
  if (rows.length === 0) throw new Error(importTexts.noRows);
  return { fileName, headings: headed.headings, rows, aside, takenTotals: [], leftOut: 0 };
}
