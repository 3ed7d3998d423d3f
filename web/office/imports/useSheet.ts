/** The sheet on the import screen: its cells with undo, its columns, its answers, and the server's check. */
import { useCallback, useMemo, useState } from 'react';
import type { ImportKind } from '#contract/kinds.ts';
import { importColumns } from '#contract/office/importSheets.ts';
import type { Ask } from '#contract/stock/importing.ts';
import { matchHeadings } from '#contract/stock/sheets/headings.ts';
import type { GridRow } from '#web/stock/sheets/headedTable.ts';
import { forAllRows, isWhole } from './questions/forAllRows.ts';
import {
  withAnswer,
  withAsideRow,
  withCell,
  withColumn,
  withGroupRows,
  withoutLastChange,
  withRows,
  type SheetEdits,
} from './sheetEdits.ts';
import type { ReadSheet } from './sheetText.ts';
import { useSheetCheck, type CellFault } from './useSheetCheck.ts';

type OnExisting = 'skip' | 'update';

/** A cell by its row and field. */
export type Place = Pick<CellFault, 'row' | 'field'>;

export function useSheet(kind: ImportKind, read: ReadSheet) {
  const [onExisting, setOnExisting] = useState<OnExisting>(read.chosen?.onExisting ?? 'skip');
  const [matched] = useState(() => matchHeadings(importColumns(kind), read.headings));
  const [{ sheet, mapping, answers, without, revision }, edit] = useState<SheetEdits>(() => ({
    sheet: read,
    mapping: read.chosen?.mapping ?? matched.mapping,
    answers: read.chosen?.answers ?? {},
    without: [],
    past: [],
    revision: 0,
  }));
  const { fileName, headings, rows, aside, takenTotals, sheetDate, groupRows } = sheet;
  const forAll = useMemo(
    () => forAllRows(kind, { headings, rows, mapping, sheetDate }, answers.forAll),
    [kind, headings, rows, mapping, sheetDate, answers.forAll],
  );
  const body = useMemo(
    () => ({
      fileName,
      headings,
      rows: rows.map(({ cells }) => [...cells]),
      rowNumbers: rows.map(({ number }) => number),
      mapping,
      answers: {
        ...answers,
        forAll: Object.fromEntries(forAll.filter(isWhole).map(({ field, value }) => [field, value])),
      },
      takenTotals: [...takenTotals],
      onExisting,
    }),
    [fileName, headings, rows, mapping, answers, forAll, takenTotals, onExisting],
  );
  /** Fields that several columns could be: asked before anything is checked. */
  const rivals = [...matched.rivals].map(([field, of]) => {
    const chosen = headings.find((heading) => mapping[heading] === field);
    return { field, headings: of, answer: chosen ?? (without.includes(field) ? null : undefined) };
  });
  const isReady = rows.length > 0 && rivals.every(({ answer }) => answer !== undefined);
  const check = useSheetCheck(kind, { body, rows, revision, isReady });
  const leftOut = read.leftOut + read.rows.length + read.aside.length - rows.length - aside.length;
  const draft = useMemo(
    () => ({ ...body, answers, leftOut, aside, head: sheetDate, heads: groupRows }),
    [body, answers, leftOut, aside, sheetDate, groupRows],
  );
  const byNumber = useMemo(() => new Map(rows.map((row) => [row.number, row])), [rows]);
  const columnOf = (field: string) => headings.findIndex((heading) => mapping[heading] === field);
  return {
    kind,
    ...sheet,
    mapping,
    /** How many rows of the file are left out. */
    leftOut,
    onExisting,
    setOnExisting,
    body,
    /** The form as stored on the device. */
    draft,
    ...check,
    columnOf,
    textAt: ({ row, field }: Place) => byNumber.get(row)?.cells[columnOf(field)] ?? '',
    putText: ({ row, field }: Place, text: string) => edit((before) => withCell(before, row, columnOf(field), text)),
    setRows: (next: readonly GridRow[]) => edit((before) => withRows(before, next)),
    undo: () => edit(withoutLastChange),
    map: useCallback(
      (heading: string | undefined, field: string) => edit((before) => withColumn(before, heading, field)),
      [],
    ),
    rivals,
    takeAside: (number: number) => edit((before) => withAsideRow(before, number)),
    answers,
    answer: (about: Ask['about'], subject: string, choice: string) =>
      edit((before) => withAnswer(before, about, subject, choice)),
    answerGroupRows: (choice: 'groups' | 'items') => edit((before) => withGroupRows(before, read, choice)),
    // A row that was taken before the sheet was resumed is asked about no more.
    groupRows: read.aside.some(({ sumOf }) => sumOf) ? groupRows : undefined,
    forAll,
  };
}

export type SheetState = ReturnType<typeof useSheet>;
