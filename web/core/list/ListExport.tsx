/** The button that exports a list. */
import { exportList } from '#web/core/sheets/exportList.ts';
import { ExportButton } from '#web/core/sheets/ExportButton.tsx';
import type { ListEndpoint } from '#web/core/api/listEndpoint.ts';
import type { ListSheet } from '#web/core/sheets/listSheet.ts';
import type { Filters } from '#web/core/filters/useFilters.ts';
import type { List } from './useList.ts';

interface ListExportProps<Row> {
  endpoint: ListEndpoint<Row>;
  list: List<Row>;
  filters: Filters;
  sheet: ListSheet<Row>;
}

export function ListExport<Row>({ endpoint, list, filters, sheet }: ListExportProps<Row>) {
  const { search, sort, order, total } = list;
  return (
    <ExportButton
      variant="default"
      nothing={list.count === 0}
      run={async (onProgress, signal) =>
        await exportList({ endpoint, sheet, filters, search, sort, order, total }, onProgress, signal)
      }
    />
  );
}
