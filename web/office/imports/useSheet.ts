/** The sheet on the import screen: its cells with undo, its columns, and the server's answer. */
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { importRuns, type ImportAnswer, type RowResult } from '#contract/office/imports.ts';
import type { ImportKind } from '#contract/kinds.ts';
import { importColumns } from '#contract/office/importSheets.ts';
import { matchHeadings } from '#contract/stock/sheets/headings.ts';
import { importAnswers, type Ask, type ImportAnswers, type RowFault } from '#contract/stock/importing.ts';
import { call } from '#web/core/api/client.ts';
import { allRowsOf, isSaid } from './allRows.ts';
import type { GridRow } from '#web/stock/sheets/headedTable.ts';
import { withItemHeads, withoutItemHeads, type ReadSheet } from './sheetText.ts';

export type OnExisting = 'skip' | 'update';

/** A cell to correct; row 0 where its column is missing. */
export type CellFault = RowFault;

/** A missing column is a fault of the sheet and of no cell. */
export function isOfColumn({ row }: Pick<CellFault, 'row'>): boolean {
  return row === 0;
}

/** The server's answer about the rows, by their numbers. */
export interface Checked {
  answer: ImportAnswer;
  outcomes: ReadonlyMap<number, RowResult>;
  faults: readonly CellFault[];
  /** How cells were understood that are not taken as they stand, by row and field. */
  readings: ReadonlyMap<string, string>;
}

export const placeOf = (row: number | string, field: string): string => `${row} ${field}`;

const TYPING_MS = 300;
const KEPT_STEPS = 100;

export function runOf(kind: ImportKind) {
  const importRun = importRuns.find((run) => run.kind === kind);
  if (!importRun) throw new Error(`nothing imports ${kind}`);
  return importRun.endpoint;
}

interface Editing {
  sheet: ReadSheet;
  mapping: Record<string, string>;
  answers: ImportAnswers;
  /** Fields that two columns could be, and that are none by choice. */
  without: readonly string[];
  /** Earlier rows, the latest last. */
  past: readonly (readonly GridRow[])[];
  revision: number;
}

function checkedOf(answer: ImportAnswer, rows: readonly GridRow[]): Checked {
  return {
    answer,
    outcomes: new Map(answer.results.map((result, index) => [rows[index]?.number ?? 0, result])),
    faults: answer.faults,
    readings: new Map(answer.readings.map(({ row, field, text }) => [placeOf(row, field), text])),
  };
}

/** Samples of rows that add up those below; undefined for a sheet without them. */
function headsOf({ aside, rows }: ReadSheet, said: ReadSheet['heads']) {
  const head = aside.find(({ sumOf }) => sumOf);
  if (said === undefined || !head) return undefined;
  const first = rows.find(({ number }) => number === head.sumOf?.from);
  const nameOf = (row: GridRow | undefined) => row?.cells.find((cell) => cell !== '') ?? '';
  return { head: nameOf(head), below: nameOf(first), said };
}

export function useSheet(kind: ImportKind, read: ReadSheet) {
  const [onExisting, setOnExisting] = useState<OnExisting>(read.chosen?.onExisting ?? 'skip');
  const [matched] = useState(() => matchHeadings(importColumns(kind), read.headings));
  const [{ sheet, mapping, answers, without, past, revision }, setEditing] = useState<Editing>(() => ({
    sheet: read,
    mapping: read.chosen?.mapping ?? matched.mapping,
    answers: read.chosen?.answers ?? {},
    without: [],
    past: [],
    revision: 0,
  }));
  const { fileName, headings, rows, aside, takenTotals, head } = sheet;
  const allRows = useMemo(
    () => allRowsOf(kind, { headings, rows, mapping, head }, answers.forAll),
    [kind, headings, rows, mapping, head, answers.forAll],
  );
  const said = useMemo(
    () => ({
      ...answers,
      forAll: Object.fromEntries(allRows.filter(isSaid).map(({ field, value }) => [field, value])),
    }),
    [answers, allRows],
  );
  const leftOut = read.leftOut + read.rows.length + read.aside.length - rows.length - aside.length;
  const body = useMemo(
    () => ({
      fileName,
      headings,
      rows: rows.map(({ cells }) => [...cells]),
      rowNumbers: rows.map(({ number }) => number),
      mapping,
      answers: said,
      takenTotals: [...takenTotals],
      onExisting,
    }),
    [fileName, headings, rows, mapping, said, takenTotals, onExisting],
  );
  const map = useCallback((heading: string | undefined, field: string) => {
    setEditing((before) => {
      const others = Object.entries(before.mapping).map(([name, own]) => [name, own === field ? '' : own]);
      const kept = before.without.filter((each) => each !== field);
      if (heading === undefined) {
        return { ...before, mapping: Object.fromEntries(others), without: [...kept, field] };
      }
      return { ...before, mapping: { ...Object.fromEntries(others), [heading]: field }, without: kept };
    });
  }, []);
  /** Fields that several columns could be: asked before anything is checked. */
  const rivals = useMemo(
    () =>
      [...matched.rivals].map(([field, of]) => {
        const taken = headings.find((heading) => mapping[heading] === field);
        return { field, headings: of, answer: taken ?? (without.includes(field) ? null : undefined) };
      }),
    [matched, headings, mapping, without],
  );
  const isMatched = rivals.every(({ answer }) => answer !== undefined);
  const [settled] = useDebouncedValue({ revision, body, rows }, TYPING_MS);
  const check = useQuery({
    queryKey: [runOf(kind).path, settled.revision, settled.body.mapping, settled.body.answers, settled.body.onExisting],
    queryFn: async ({ signal }) =>
      checkedOf(await call(runOf(kind), { body: { ...settled.body, mode: 'check' }, signal }), settled.rows),
    enabled: rows.length > 0 && isMatched,
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    gcTime: 0,
  });
  const { heads } = sheet;
  const draft = useMemo(
    () => ({ ...body, answers, leftOut, aside, head, heads }),
    [body, answers, leftOut, aside, head, heads],
  );
  return {
    rows,
    /** How many rows of the file are left out. */
    leftOut,
    headings,
    mapping,
    onExisting,
    setOnExisting,
    body,
    /** The form as stored on the device. */
    draft,
    // An answer is about no rows once all are left out.
    checked: rows.length > 0 && isMatched ? check.data : undefined,
    error: check.error,
    /** True if the answer belongs to the rows on the screen. */
    isChecked: !check.isPlaceholderData && !check.isFetching && check.data !== undefined && settled.body === body,
    canUndo: past.length > 0,
    isChanged: revision > 0,
    setRows(next: readonly GridRow[]) {
      setEditing((before) => ({
        ...before,
        sheet: { ...before.sheet, rows: [...next] },
        past: [...before.past.slice(-KEPT_STEPS), before.sheet.rows],
        revision: before.revision + 1,
      }));
    },
    undo() {
      setEditing((before) => {
        const last = before.past.at(-1);
        if (!last) return before;
        const { past: earlier, revision: count } = before;
        return {
          ...before,
          sheet: { ...before.sheet, rows: [...last] },
          past: earlier.slice(0, -1),
          revision: count + 1,
        };
      });
    },
    /** Takes a column for a field, which no other is then; without one, none is by choice. */
    map,
    rivals,
    /** Rows that are no records. */
    aside,
    /** Takes such a row all the same, in its place. */
    take(number: number) {
      setEditing((before) => {
        const row = before.sheet.aside.find((each) => each.number === number);
        if (!row) return before;
        const taken = [...before.sheet.rows, { number, cells: row.cells }];
        return {
          ...before,
          sheet: {
            ...before.sheet,
            rows: taken.toSorted((one, other) => one.number - other.number),
            aside: before.sheet.aside.filter((each) => each !== row),
            takenTotals: [...before.sheet.takenTotals, number],
          },
          // Earlier rows lack it.
          past: [],
          revision: before.revision + 1,
        };
      });
    },
    answers,
    /** Rows that add up those below: the first of them with one of its rows, and what they are said to be. */
    heads: headsOf(read, sheet.heads),
    sayHeads(choice: 'groups' | 'items') {
      setEditing((before) => {
        // A resumed sheet has its rows as they were said to be.
        if (read.heads === 'items' || before.sheet.heads === choice) return before;
        const found =
          choice === 'items'
            ? withItemHeads(read, before.mapping)
            : { read, mapping: withoutItemHeads(read, before.mapping) };
        return {
          ...before,
          sheet: { ...found.read, heads: choice },
          mapping: found.mapping,
          past: [],
          revision: before.revision + 1,
        };
      });
    },
    allRows,
    /** Answers what a column, or a unit, leaves open. */
    answer(about: Ask['about'], of: string, choice: string) {
      setEditing((before) => ({
        ...before,
        answers: importAnswers.parse({ ...before.answers, [about]: { ...before.answers[about], [of]: choice } }),
      }));
    },
  };
}

export type SheetState = ReturnType<typeof useSheet>;
