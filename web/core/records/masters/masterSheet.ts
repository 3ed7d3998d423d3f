/** The spreadsheet of a master that can be imported. */
import { importableSheet } from '#web/core/sheets/importableSheet.ts';
import type { ListSheet, SheetColumn } from '#web/core/sheets/listSheet.ts';
import type { MasterDefinition } from './master.ts';

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

/** A record, which has the fields of its kind (`MasterDefinition`). */
type Line<Row> = Readonly<Record<string, unknown>> & Timestamps & { id: number; row: Row };

type Exported<Row> = Pick<MasterDefinition<Row, never, never>, 'sheet' | 'rowId' | 'exported' | 'furtherColumns'>;

export function masterSheet<Row>({ sheet, rowId, exported, furtherColumns = [] }: Exported<Row>): ListSheet<Row> {
  return importableSheet(
    sheet,
    (row: Row): Line<Row>[] => [{ ...Object(row), ...exported?.(row), id: rowId(row), row }],
    [
      ...furtherColumns.map((column) => ({ ...column, value: ({ row }: Line<Row>) => column.value(row) })),
      { heading: 'ID', width: 8, value: ({ id }) => id },
      at('Created at', ({ createdAt }) => createdAt),
      at('Updated at', ({ updatedAt }) => updatedAt),
    ],
  );
}
