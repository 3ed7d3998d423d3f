/** Which rows of a sheet are shown: all of them, or those with one outcome. */
import { useState } from 'react';
import { importPageTexts as texts } from '#contract/office/importScreen.ts';
import type { RowOutcome } from '#contract/stock/importing.ts';
import type { GridRow } from '#web/stock/sheets/headedTable.ts';
import type { ExistingRow } from '../questions/ExistingList.tsx';
import type { SheetState } from '../useSheet.ts';
import type { Checked } from '../useSheetCheck.ts';

/** Outcomes of the rows that each choice shows. */
const outcomesOf = {
  all: undefined,
  create: ['create'],
  existing: ['skip', 'update'],
  fault: ['fault'],
} as const satisfies Record<string, readonly RowOutcome[] | undefined>;
type Shown = keyof typeof outcomesOf;

export function useShownRows({ rows, checked, columnOf }: SheetState) {
  // A row that is put right stays until its choice is made again: rows that moved up would take what is typed into others.
  const [{ shown, asOf = checked }, choose] = useState<{ shown: Shown; asOf?: Checked | undefined }>({ shown: 'all' });
  const outcomes: readonly (RowOutcome | undefined)[] | undefined = outcomesOf[shown];
  const isShown = ({ number }: GridRow) => !outcomes || outcomes.includes(asOf?.outcomes.get(number)?.outcome);
  const shownRows = rows.filter(isShown);
  const nameColumn = columnOf('name');
  const { created = 0, updated = 0, skipped = 0, results = [] } = checked?.answer ?? {};
  return {
    shown,
    setShown: (next: Shown) => choose({ shown: next, asOf: checked }),
    shownRows,
    choices: [
      ['all', texts.all, rows.length],
      ['create', texts.adds, created],
      ['existing', texts.existing, updated + skipped],
      // Also rows that lack a column: these have no cell to correct.
      ['fault', texts.faulty, results.filter(({ outcome }) => outcome === 'fault').length],
    ] satisfies [Shown, string, number][],
    /** Shown rows of records that have another name, and all of them where these alone are shown. */
    existingRows: shownRows.flatMap(({ number: row, cells }): ExistingRow[] => {
      const { existing = null, by } = checked?.outcomes.get(row) ?? {};
      if (existing === null || by === undefined) return [];
      const isNamedSo = cells[nameColumn]?.toLowerCase() === existing.toLowerCase();
      return isNamedSo && shown !== 'existing' ? [] : [{ row, existing, by }];
    }),
  };
}

export type ShownRows = ReturnType<typeof useShownRows>;
