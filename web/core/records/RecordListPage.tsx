/** The screen of a list of records: title and search, the form above the list, the list. */
import { Button } from '@mantine/core';
import { Fragment, Suspense, type ReactNode } from 'react';
import { may } from '#web/core/api/session.ts';
import { ListFilters } from '#web/core/filters/ListFilters.tsx';
import { useFilters } from '#web/core/filters/useFilters.ts';
import { rowMenu } from '#web/core/form/rowMenu.ts';
import type { DeletionOptions } from '#web/core/form/useDeletion.tsx';
import type { FormProps, OpenedForm } from '#web/core/form/useOpenedForm.ts';
import { ListExport } from '#web/core/list/ListExport.tsx';
import { ListHeader } from '#web/core/list/ListHeader.tsx';
import { ListPanel, type ListPanelProps } from '#web/core/list/ListPanel.tsx';
import { useList, type List } from '#web/core/list/useList.ts';
import type { BulkActions } from '#web/core/list/selection/bulk.ts';
import { useHistory } from '#web/core/records/history/useHistory.tsx';
import { ImportLink } from '#web/core/sheets/ImportLink.tsx';
import type { ListSheet } from '#web/core/sheets/listSheet.ts';
import { AddButton } from '#web/core/ui/AddButton.tsx';
import type { RowMenuProps } from '#web/core/ui/table/RowMenuItems.tsx';
import { useRecordDeletion, type ListedDefinition } from './document.ts';

interface RecordListPageProps<Row, Values, Begun> extends Pick<
  ListPanelProps<Row>,
  'columns' | 'card' | 'to' | 'views'
> {
  definition: ListedDefinition<Row>;
  pageSize: number;
  words: ListWords;
  sheet: ListSheet<Row>;
  form: OpenedForm<Row, Values, Begun>;
  /** Draws the form while it is open. */
  children: (props: FormProps<Row, Values, Begun>) => ReactNode;
  /** Shown between the title and the form. */
  note?: ReactNode;
  /** Further entries of a row's menu, for users who may update the row. */
  more?: (row: Row) => RowMenuProps['more'];
  statusEntry?: (row: Row) => RowMenuProps['statusEntry'];
  /** Actions on selected rows; without it none can be selected. */
  bulk?: BulkActions<Row>;
  onDeleted?: (row: Row) => void;
  onDeleteFailed?: DeletionOptions<Row>['onFailed'];
  /** Draws something around the filters and rows. */
  around?: (rows: ReactNode, list: List<Row>) => ReactNode;
}

interface ListWords {
  searchPlaceholder: string;
  addNew: string;
  /** The button of an empty list. */
  addFirst?: string;
  empty: string;
  /** The message above the reason when the list cannot be loaded. */
  loadFailed?: string;
}

export function RecordListPage<Row, Values, Begun>({
  definition,
  pageSize,
  words,
  sheet,
  form,
  children,
  note,
  more,
  statusEntry,
  bulk,
  onDeleted,
  onDeleteFailed,
  around = (rows) => rows,
  ...panel
}: RecordListPageProps<Row, Values, Begun>) {
  const { kind, calls, rowId, nameOf } = definition;
  const { title } = definition.words;
  const label = title.toLowerCase();
  const [filters, show] = useFilters(calls.list);
  const list = useList(calls.list, { pageSize, filters });
  const deletion = useRecordDeletion(definition, {
    onDeleted: (row) => {
      if (form.record !== undefined && rowId(form.record) === rowId(row)) form.close();
      onDeleted?.(row);
    },
    ...(onDeleteFailed && { onFailed: onDeleteFailed }),
  });
  const history = useHistory();
  const mayCreate = may('create', kind);

  const rows = (
    <>
      <ListFilters endpoint={calls.list} label={label} filters={filters} show={show} />
      <ListPanel
        list={list}
        label={title}
        rowId={rowId}
        bulk={bulk && { nameOf, sheet, ...bulk }}
        {...panel}
        {...rowMenu(kind, {
          nameOf,
          onEdit: form.open,
          onHistory: (row) => history.show({ kind, id: rowId(row), name: nameOf(row) }),
          onDelete: deletion.ask,
          more,
          statusEntry,
        })}
        failed={words.loadFailed}
        empty={words.empty}
        begin={
          mayCreate &&
          words.addFirst && (
            <Button variant="default" onClick={() => form.open()}>
              {words.addFirst}
            </Button>
          )
        }
      />
    </>
  );
  return (
    <>
      <ListHeader title={title} list={list} searchLabel={`Search ${label}`} searchPlaceholder={words.searchPlaceholder}>
        <ImportLink resource={kind} />
        <ListExport endpoint={calls.list} list={list} filters={filters} sheet={sheet} />
        {mayCreate && <AddButton onClick={() => form.open()}>{words.addNew}</AddButton>}
      </ListHeader>
      {note}
      <Suspense>{form.isOpen && <Fragment key={form.key}>{children(form.props)}</Fragment>}</Suspense>
      {around(rows, list)}
      {deletion.dialog}
      {history.drawer}
      {form.dialog}
    </>
  );
}
