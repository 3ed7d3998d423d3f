import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { messageOf } from '#web/api/client.ts';
import { DataTable, type DataTableProps } from '#web/ui/DataTable.tsx';
import { ListFooter } from './ListFooter.tsx';
import classes from './ListPanel.module.css';
import type { List } from './useList.ts';

interface ListPanelProps<Row> extends Pick<
  DataTableProps<Row>,
  'label' | 'columns' | 'card' | 'rowId' | 'actions' | 'opened' | 'isSpent'
> {
  list: List<Row>;
  /** What is said when there is no row. */
  empty: string;
  /** What is said above the reason when the rows could not be loaded. */
  failed?: string;
  /** The button that begins, shown while there is nothing at all. */
  begin?: ReactNode;
}

/** A list as every screen shows it: the rows, or why there are none, and the foot with its pages. */
export function ListPanel<Row>({ list, empty, failed, begin, ...table }: ListPanelProps<Row>) {
  if (list.error && list.rows.length === 0) {
    return (
      <div className={classes.panel}>
        <div className={classes.message} role="alert">
          {failed && <p>{failed}</p>}
          <p>{messageOf(list.error)}</p>
          <Button variant="default" onClick={list.retry}>
            Try again
          </Button>
        </div>
      </div>
    );
  }
  const nothing = !list.loading && list.total === 0;
  return (
    <div className={classes.panel}>
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
        <div className={classes.message}>
          <p>{empty}</p>
          {list.search ? (
            <Button variant="default" onClick={() => list.setSearch('')}>
              Clear the search
            </Button>
          ) : (
            begin
          )}
        </div>
      )}
      <ListFooter list={list} label={table.label} />
    </div>
  );
}
