/** The server's check of a sheet, a moment after its last change. */
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ImportKind } from '#contract/kinds.ts';
import { importRuns, type ImportAnswer, type ImportBody, type RowResult } from '#contract/office/imports.ts';
import type { RowFault } from '#contract/stock/importing.ts';
import { call } from '#web/core/api/client.ts';
import type { GridRow } from '#web/stock/sheets/headedTable.ts';

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

export function runOf(kind: ImportKind) {
  const importRun = importRuns.find((run) => run.kind === kind);
  if (!importRun) throw new Error(`nothing imports ${kind}`);
  return importRun.endpoint;
}

function checkedOf(answer: ImportAnswer, rows: readonly GridRow[]): Checked {
  return {
    answer,
    outcomes: new Map(answer.results.map((result, index) => [rows[index]?.number ?? 0, result])),
    faults: answer.faults,
    readings: new Map(answer.readings.map(({ row, field, text }) => [placeOf(row, field), text])),
  };
}

interface CheckedSheet {
  /** The body of the call, without its mode. */
  body: Omit<ImportBody, 'mode'>;
  rows: readonly GridRow[];
  revision: number;
  /** Whether the sheet has rows, and a column for each of its fields. */
  isReady: boolean;
}

export function useSheetCheck(kind: ImportKind, { body, rows, revision, isReady }: CheckedSheet) {
  const [settled] = useDebouncedValue({ revision, body, rows }, TYPING_MS);
  const check = useQuery({
    queryKey: [runOf(kind).path, settled.revision, settled.body.mapping, settled.body.answers, settled.body.onExisting],
    queryFn: async ({ signal }) =>
      checkedOf(await call(runOf(kind), { body: { ...settled.body, mode: 'check' }, signal }), settled.rows),
    enabled: isReady,
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    gcTime: 0,
  });
  return {
    // An answer is about no rows once all are left out.
    checked: isReady ? check.data : undefined,
    error: check.error,
    /** True if the answer belongs to the rows on the screen. */
    isChecked: !check.isPlaceholderData && !check.isFetching && check.data !== undefined && settled.body === body,
  };
}
