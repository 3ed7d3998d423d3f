import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { DataTable, type DataTableProps } from '#web/ui/DataTable.tsx';
import { Panel, PanelMessage } from '#web/ui/Panel.tsx';
import { ListFooter } from './ListFooter.tsx';
import { LoadFailed } from './LoadFailed.tsx';
import type { List } from './useList.ts';
import { useRowsOpen, type RowPage } from './useRowsOpen.ts';

interface ListPanelProps<Row> extends Pick<
  DataTableProps<Row>,
  'label' | 'columns' | 'card' | 'rowId' | 'actions' | 'actionsHeading' | 'opened' | 'onOpen' | 'isDepleted'
> {
  list: List<Row>;
  /** The page of a row's record; without it a row does `onOpen`. */
  to?: RowPage<Row>;
  /** The message of an empty list. */
  empty: string;
  /** The message above the reason when loading fails. */
  failed?: string;
  /** Shown instead of skeleton rows. */
  loading?: string;
  /** Stands between the rows and the pagination, such as sums. */
  foot?: ReactNode;
  /** The button of an empty list that was not searched. */
  begin?: ReactNode;
}

const nothingFound = {
  search: { said: undefined, clear: 'Clear the search' },
  filters: { said: 'Nothing matches the filters.', clear: 'Show all' },
  both: { said: 'Nothing matches the search and the filters.', clear: 'Show all' },
} as const;

/** A list as every screen shows it: its rows, or why there are none, and its pagination. */
export function ListPanel<Row>({ list, empty, failed, loading, foot, begin, to, ...table }: ListPanelProps<Row>) {
  const opening = useRowsOpen(table, list.rows, to);
  if (list.error && list.rows.length === 0) {
    return (
      <Panel>
        <LoadFailed failed={failed} error={list.error} retry={list.retry} />
      </Panel>
    );
  }
  if (list.loading && loading) {
    return (
      <Panel>
        <PanelMessage role="status">{loading}</PanelMessage>
      </Panel>
    );
  }
  return (
    <Panel>
      <DataTable
        {...table}
        {...opening}
        rows={list.rows}
        skeletons={list.loading ? list.pageSize : 0}
        stale={list.stale}
        sort={list.sort}
        order={list.order}
        onSort={list.toggleSort}
      />
      {list.count === 0 && (
        <PanelMessage>
          <p>{nothingFound[list.narrowed ?? 'search'].said ?? empty}</p>
          {list.narrowed ? (
            <Button variant="default" onClick={list.clear}>
              {nothingFound[list.narrowed].clear}
            </Button>
          ) : (
            begin
          )}
        </PanelMessage>
      )}
      {foot}
      <ListFooter list={list} label={table.label} />
    </Panel>
  );
}
