/** The spreadsheet of a master that can be imported. */
import { importKindOf } from '#contract/importKinds.ts';
import { importableSheet } from '#web/sheets/importableSheet.ts';
import type { ListSheet, SheetColumn } from '#web/sheets/listSheet.ts';

interface Timestamps {
  createdAt?: string;
  updatedAt?: string;
}

const at = (heading: string, valueOf: (line: Timestamps) => string | undefined): SheetColumn<Timestamps> => ({
  heading,
  width: 20,
  value: (line) => {
    const timestamp = valueOf(line);
    return timestamp === undefined ? null : { timestamp };
  },
});

export function masterSheet<Row>(resource: string, rowId: (row: Row) => number): ListSheet<Row> {
  const kind = importKindOf(resource);
  if (kind === undefined) throw new Error(`${resource} cannot be imported`);
  return importableSheet(kind, (row: Row): (Timestamps & { id: number })[] => [{ ...Object(row), id: rowId(row) }], [
    { heading: 'ID', width: 8, value: ({ id }) => id },
    at('Created at', ({ createdAt }) => createdAt),
    at('Updated at', ({ updatedAt }) => updatedAt),
  ]);
}
