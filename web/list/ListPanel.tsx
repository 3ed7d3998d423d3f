import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { DataTable, type DataTableProps } from '#web/ui/DataTable.tsx';
import { Panel, PanelMessage } from '#web/ui/Panel.tsx';
import { ListFooter } from './ListFooter.tsx';
import { LoadFailed } from './LoadFailed.tsx';
import type { List } from './useList.ts';

interface ListPanelProps<Row> extends Pick<
  DataTableProps<Row>,
  'label' | 'columns' | 'card' | 'rowId' | 'actions' | 'actionsHeading' | 'opened' | 'isDepleted'
> {
  list: List<Row>;
  /** What is said when there is no row. */
  empty: string;
  /** What is said above the reason when the rows could not be loaded. */
  failed?: string;
  /** What is said instead of skeleton rows while nothing has come yet. */
  loading?: string;
  /** The button that begins, shown while there is nothing at all. */
  begin?: ReactNode;
}

/** A list as every screen shows it: the rows, or why there are none, and the foot with its pages. */
export function ListPanel<Row>({ list, empty, failed, loading, begin, ...table }: ListPanelProps<Row>) {
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
  const nothing = !list.loading && list.total === 0;
  return (
    <Panel>
      <DataTable
        {...table}
        rows={list.rows}
        skeletons={list.loading ? list.pageSize : 0}
        stale={list.stale}
        sort={list.sort}
        order={list.order}
        onSort={list.toggleSort}
      />
      {nothing && (
        <PanelMessage>
          <p>{empty}</p>
          {list.search ? (
            <Button variant="default" onClick={() => list.setSearch('')}>
              Clear the search
            </Button>
          ) : (
            begin
          )}
        </PanelMessage>
      )}
      <ListFooter list={list} label={table.label} />
    </Panel>
  );
}
