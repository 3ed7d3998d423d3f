/** The moves of a person on a sheet: each makes the next state of the last one, and none changes it. */
import { importAnswers, type Ask, type ImportAnswers } from '#contract/stock/importing.ts';
import type { GridRow } from '#web/stock/sheets/headedTable.ts';
import { mappingWithoutItems, withItemColumn, type ReadSheet } from './sheetText.ts';

/** A sheet while it is corrected. */
export interface SheetEdits {
  sheet: ReadSheet;
  /** The field of each heading. */
  mapping: Readonly<Record<string, string>>;
  answers: ImportAnswers;
  /** Fields that several columns could be, and that are none by choice. */
  without: readonly string[];
  /** Earlier rows, the latest last. */
  past: readonly (readonly GridRow[])[];
  /** Counts the changes of the rows. */
  revision: number;
}

const STEPS_BACK = 100;

/** Rows of another shape, to which the earlier ones don't go back. */
function withSheet(before: SheetEdits, sheet: ReadSheet): SheetEdits {
  return { ...before, sheet, past: [], revision: before.revision + 1 };
}

export function withRows(before: SheetEdits, rows: readonly GridRow[]): SheetEdits {
  return {
    ...before,
    sheet: { ...before.sheet, rows: [...rows] },
    past: [...before.past.slice(-STEPS_BACK), before.sheet.rows],
    revision: before.revision + 1,
  };
}

export function withCell(before: SheetEdits, row: number, column: number, text: string): SheetEdits {
  const put = (cells: readonly string[]) => cells.map((cell, index) => (index === column ? text : cell));
  const rows = before.sheet.rows.map((each) => (each.number === row ? { ...each, cells: put(each.cells) } : each));
  return withRows(before, rows);
}

export function withoutLastChange(before: SheetEdits): SheetEdits {
  const last = before.past.at(-1);
  return last ? { ...withRows(before, last), past: before.past.slice(0, -1) } : before;
}

/** Takes a column for a field, which no other is then; without one, none is by choice. */
export function withColumn(before: SheetEdits, heading: string | undefined, field: string): SheetEdits {
  const others = Object.fromEntries(
    Object.entries(before.mapping).map(([name, own]) => [name, own === field ? '' : own]),
  );
  const without = before.without.filter((each) => each !== field);
  return heading === undefined
    ? { ...before, mapping: others, without: [...without, field] }
    : { ...before, mapping: { ...others, [heading]: field }, without };
}

/** Takes an aside row all the same, in its place. */
export function withAsideRow(before: SheetEdits, number: number): SheetEdits {
  const { sheet } = before;
  const row = sheet.aside.find((each) => each.number === number);
  if (!row) return before;
  return withSheet(before, {
    ...sheet,
    rows: [...sheet.rows, { number, cells: row.cells }].toSorted((one, other) => one.number - other.number),
    aside: sheet.aside.filter((each) => each !== row),
    takenTotals: [...sheet.takenTotals, number],
  });
}

/** Takes group rows for groups or for items; from items back to groups it begins anew from the sheet as it was read. */
export function withGroupRows(before: SheetEdits, read: ReadSheet, choice: 'groups' | 'items'): SheetEdits {
  // A resumed sheet has its rows as they were answered.
  if (read.groupRows === 'items' || before.sheet.groupRows === choice) return before;
  const next = () => {
    if (choice === 'items') return withItemColumn(before.sheet, before.mapping);
    if (before.sheet.groupRows !== 'items') return before;
    return { sheet: read, mapping: mappingWithoutItems(read, before.mapping) };
  };
  const { sheet, mapping } = next();
  return { ...withSheet(before, { ...sheet, groupRows: choice }), mapping };
}

/** Answers what a column, or a unit, leaves open. */
export function withAnswer(before: SheetEdits, about: Ask['about'], subject: string, choice: string): SheetEdits {
  const answers = { ...before.answers, [about]: { ...before.answers[about], [subject]: choice } };
  return { ...before, answers: importAnswers.parse(answers) };
}
