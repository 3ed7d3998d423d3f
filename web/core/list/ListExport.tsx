/** The button that exports a list. */
import { ExportButton } from '#web/core/sheets/ExportButton.tsx';
import type { ListEndpoint } from '#web/core/api/listEndpoint.ts';
import type { ListSheet } from '#web/core/sheets/listSheet.ts';
import type { Filters } from '#web/core/filters/useFilters.ts';
import type { List } from './useList.ts';

interface ListExportProps<Row> {
  endpoint: ListEndpoint<Row>;
  list: List<Row>;
  filters: Filters;
  /** Loads the columns of the sheet. */
  load: () => Promise<ListSheet<Row>>;
}

export function ListExport<Row>({ endpoint, list, filters, load }: ListExportProps<Row>) {
  const { search, sort, order, total } = list;
  return (
    <ExportButton
      variant="default"
      nothing={list.count === 0}
      run={async (onProgress, signal) => {
        const [{ exportList }, sheet] = await Promise.all([import('#web/core/sheets/exportList.ts'), load()]);
        await exportList({ endpoint, sheet, filters, search, sort, order, total }, onProgress, signal);
      }}
    />
  );
}
