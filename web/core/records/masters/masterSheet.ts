/** The spreadsheet of a master that can be imported. */
import { recordCell } from '#contract/core/importColumns.ts';
import { importableSheet } from '#web/core/sheets/importableSheet.ts';
import type { ListSheet, SheetColumn } from '#web/core/sheets/listSheet.ts';
import type { ImportSheet } from '#contract/core/importColumns.ts';

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

/** A record, which has the fields of its kind (`ExportedMaster`). */
type Line<Row> = Readonly<Record<string, unknown>> & Timestamps & { id: number; row: Row };

/** Parts of the spreadsheet of a master. */
export interface ExportedMaster<Row> {
  /** Its spreadsheet; a record has a field for each column, so that an export imports again. */
  sheet: ImportSheet<keyof Row & string>;
  rowId: (row: Row) => number;
  /** Fields of a record that its spreadsheet has in another form. */
  exported?: (row: Row) => object;
  /** Columns of its spreadsheet after those that are imported. */
  furtherColumns?: readonly SheetColumn<Row>[];
}

export function masterSheet<Row>({ sheet, rowId, exported, furtherColumns = [] }: ExportedMaster<Row>): ListSheet<Row> {
  return importableSheet(
    sheet,
    (row: Row): Line<Row>[] => [{ ...Object(row), ...exported?.(row), id: rowId(row), row }],
    ({ id, createdAt, updatedAt }) =>
      createdAt === undefined || updatedAt === undefined ? null : recordCell(id, { createdAt, updatedAt }),
    [
      ...furtherColumns.map((column) => ({ ...column, value: ({ row }: Line<Row>) => column.value(row) })),
      { heading: 'ID', width: 8, value: ({ id }) => id },
      at('Created at', ({ createdAt }) => createdAt),
      at('Updated at', ({ updatedAt }) => updatedAt),
    ],
  );
}
