import { Button } from '@mantine/core';
import { Suspense, type ReactNode } from 'react';
import { listTexts } from '#contract/core/lists.ts';
import type { ViewedList } from '#contract/kinds.ts';
import { DataTable, type DataTableProps } from '#web/core/ui/table/DataTable.tsx';
import { preloadedComponent } from '#web/core/ui/loading/lazyComponent.ts';
import { lazyPart } from '#web/core/ui/loading/lazyWithPreload.ts';
import { Panel, PanelMessage } from '#web/core/ui/Panel.tsx';
import { RowMenu } from '#web/core/ui/table/RowMenu.tsx';
import type { RowMenuProps } from '#web/core/ui/table/RowMenuItems.tsx';
import type { Selectable } from './selection/bulk.ts';
import { ListFooter } from './ListFooter.tsx';
import { LoadFailed } from './LoadFailed.tsx';
import classes from './ListPanel.module.css';
import type { List } from './useList.ts';
import { ColumnGrip, ColumnsButton } from './columns/ColumnTools.tsx';
import { useColumns } from './columns/useColumns.ts';
import { useRowsOpen, type RowPage } from './useRowsOpen.ts';
import { useSelection, type Selection } from './selection/useSelection.ts';

const SavedViews = preloadedComponent(async () => (await import('./views/SavedViews.tsx')).SavedViews);
const useBar = lazyPart(() => import('./selection/SelectionBar.tsx'));

export interface ListPanelProps<Row> extends Pick<
  DataTableProps<Row>,
  'label' | 'columns' | 'card' | 'rowId' | 'actions' | 'actionsHeading' | 'opened' | 'onOpen' | 'isDepleted'
> {
  list: List<Row>;
  /** The page of a row's record; without it a row does `onOpen`. */
  to?: RowPage<Row>;
  /** Further actions on a row, beside those that lead to its page. */
  menu?: (row: Row) => RowMenuProps;
  /** The message of an empty list. */
  empty: string;
  /** The message above the reason when loading fails. */
  failed?: string;
  /** Shown instead of skeleton rows. */
  loading?: string;
  /** Without it no rows can be selected. */
  bulk?: Selectable<Row>;
  /** The list whose saved views are shown. */
  views?: ViewedList;
  /** Shown between the rows and the pagination, such as sums. */
  foot?: ReactNode;
  /** The button of an empty list that was not searched. */
  begin?: ReactNode;
}

const noRowsTexts = {
  search: { text: undefined, clear: 'Clear the search' },
  filters: { text: 'Nothing matches the filters.', clear: 'Show all' },
  both: { text: 'Nothing matches the search and the filters.', clear: 'Show all' },
} as const;

/** A list as every screen shows it: its rows, or why there are none, and its pagination. */
export function ListPanel<Row>({
  list,
  empty,
  failed,
  loading,
  foot,
  begin,
  to,
  menu,
  actions,
  bulk,
  views,
  ...table
}: ListPanelProps<Row>) {
  const selection = useSelection(list.rows, table.rowId, bulk?.nameOf ?? String);
  const columns = useColumns(table.label, table.columns);
  const { entriesOf, ...opening } = useRowsOpen(table, list, to);
  const actionsOf = menu
    ? (row: Row) => (
        <>
          {actions?.(row)}
          <RowMenu pageEntries={entriesOf(row)} {...menu(row)} />
        </>
      )
    : actions;
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
    <>
      {views && (
        <Suspense>
          <SavedViews list={views} countQuery={list.countQuery} />
        </Suspense>
      )}
      {list.rows.length < list.total && (
        <p className={classes.onPaper}>{listTexts.onPaper(list.rows.length, list.total)}</p>
      )}
      <Panel>
        <DataTable
          {...table}
          {...opening}
          actions={actionsOf}
          columns={columns.shown}
          grip={(header) => <ColumnGrip columns={columns} header={header} />}
          dense={columns.choice.dense}
          selection={bulk && selection}
          rows={list.rows}
          skeletons={list.loading ? list.pageSize : 0}
          stale={list.stale}
          sort={list.sort}
          order={list.order}
          onSort={list.toggleSort}
        />
        {list.count === 0 && (
          <PanelMessage>
            <p>{noRowsTexts[list.narrowed ?? 'search'].text ?? empty}</p>
            {list.narrowed ? (
              <Button variant="default" onClick={list.clear}>
                {noRowsTexts[list.narrowed].clear}
              </Button>
            ) : (
              begin
            )}
          </PanelMessage>
        )}
        {foot}
        <ListFooter
          list={list}
          label={table.label}
          tools={<ColumnsButton columns={columns} />}
          onSelect={bulk && !selection.isSelecting ? selection.begin : undefined}
        />
        {bulk && selection.rows.length > 0 && (
          <Suspense>
            <Bar list={list} selection={selection} bulk={bulk} />
          </Suspense>
        )}
      </Panel>
    </>
  );
}

function Bar<Row>(props: { list: List<Row>; selection: Selection<Row>; bulk: Selectable<Row> }) {
  const { SelectionBar } = useBar();
  return <SelectionBar {...props} />;
}
