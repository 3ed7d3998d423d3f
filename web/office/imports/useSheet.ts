/** The sheet on the import screen: its cells with undo, its columns, and the server's answer. */
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { importRuns, type ImportAnswer, type RowResult } from '#contract/office/imports.ts';
import type { ImportKind } from '#contract/kinds.ts';
import { importSheets } from '#contract/office/importSheets.ts';
import { matchHeadings } from '#contract/core/importColumns.ts';
import { call } from '#web/core/api/client.ts';
import type { GridRow, ReadSheet } from './sheetText.ts';

export type OnExisting = 'skip' | 'update';

/** A cell to correct. */
export interface CellFault {
  /** The number of its row; 0 where its column isn't there. */
  row: number;
  field: string;
  message: string;
}

/** A column that isn't there is a fault of the sheet and of no cell. */
export function isOfColumn({ row }: Pick<CellFault, 'row'>): boolean {
  return row === 0;
}

/** The server's answer about the rows, by their numbers. */
export interface Checked {
  answer: ImportAnswer;
  outcomes: ReadonlyMap<number, RowResult>;
  faults: readonly CellFault[];
}

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
  /** Earlier rows, the latest last. */
  past: readonly (readonly GridRow[])[];
  revision: number;
}

function checkedOf(answer: ImportAnswer, rows: readonly GridRow[]): Checked {
  return {
    answer,
    outcomes: new Map(answer.results.map((result, index) => [rows[index]?.number ?? 0, result])),
    faults: answer.faults,
  };
}

export function useSheet(kind: ImportKind, read: ReadSheet) {
  const [onExisting, setOnExisting] = useState<OnExisting>(read.chosen?.onExisting ?? 'skip');
  const [{ sheet, mapping, past, revision }, setEditing] = useState<Editing>(() => ({
    sheet: read,
    mapping: read.chosen?.mapping ?? matchHeadings(importSheets[kind].columns, read.headings),
    past: [],
    revision: 0,
  }));
  const { fileName, headings, rows } = sheet;
  const leftOut = read.leftOut + read.rows.length - rows.length;
  const body = useMemo(
    () => ({
      fileName,
      headings,
      rows: rows.map(({ cells }) => [...cells]),
      rowNumbers: rows.map(({ number }) => number),
      mapping,
      onExisting,
    }),
    [fileName, headings, rows, mapping, onExisting],
  );
  const map = useCallback((heading: string, field: string) => {
    setEditing((before) => {
      const others = Object.entries(before.mapping).map(([name, own]) => [name, own === field ? '' : own]);
      return { ...before, mapping: { ...Object.fromEntries(others), [heading]: field } };
    });
  }, []);
  const [settled] = useDebouncedValue({ revision, body, rows }, TYPING_MS);
  const check = useQuery({
    queryKey: [runOf(kind).path, settled.revision, settled.body.mapping, settled.body.onExisting],
    queryFn: async ({ signal }) =>
      checkedOf(await call(runOf(kind), { body: { ...settled.body, mode: 'check' }, signal }), settled.rows),
    enabled: rows.length > 0,
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    gcTime: 0,
  });
  const draft = useMemo(() => ({ ...body, leftOut }), [body, leftOut]);
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
    checked: rows.length > 0 ? check.data : undefined,
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
    /** Takes a column for a field, which no other is then. */
    map,
  };
}

export type SheetState = ReturnType<typeof useSheet>;
