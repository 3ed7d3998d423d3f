/** The filters and rows of a list of records, with the menu of a row and what that opens. */
import type { ReactNode } from 'react';
import { ListFilters } from '#web/core/filters/ListFilters.tsx';
import { useFilters } from '#web/core/filters/useFilters.ts';
import { rowMenu } from '#web/core/form/rowMenu.ts';
import type { DeletionOptions } from '#web/core/form/useDeletion.tsx';
import type { OpenedForm } from '#web/core/form/useOpenedForm.ts';
import { ListPanel, type ListPanelProps } from '#web/core/list/ListPanel.tsx';
import { ListSums, type ListSumsProps } from '#web/core/list/ListSums.tsx';
import { useList, type List } from '#web/core/list/useList.ts';
import { useHistory } from '#web/core/records/history/useHistory.tsx';
import type { RowMenuProps } from '#web/core/ui/table/RowMenuItems.tsx';
import { useRecordDeletion, type ListedDefinition } from './document.ts';

export interface RecordListProps<Row, Sums extends { count: number }> extends Pick<
  ListPanelProps<Row>,
  'columns' | 'card' | 'to' | 'views' | 'actions' | 'opened' | 'bulk' | 'begin'
> {
  definition: ListedDefinition<Row>;
  title: string;
  /** Its name in the middle of a sentence, where that is not its title. */
  name?: string;
  words: ListWords;
  rows: RecordRows<Row>;
  form: Pick<OpenedForm<Row, never>, 'record' | 'open' | 'close'>;
  /** Further entries of a row's menu, for users who may update the row. */
  more?: (row: Row) => RowMenuProps['more'];
  statusEntry?: (row: Row) => RowMenuProps['statusEntry'];
  deletion?: Partial<DeletionOptions<Row>>;
  /** At the foot of the list: sums of all rows under its search and filters. */
  sums?: Pick<ListSumsProps<Sums>, 'endpoint' | 'sumsOf'>;
  /** Draws something around the filters and rows. */
  around?: (rows: ReactNode, list: List<Row>) => ReactNode;
}

interface ListWords {
  empty: string;
  /** The message above the reason when the list cannot be loaded. */
  loadFailed?: string;
}

type RecordRows<Row> = ReturnType<typeof useRecordRows<Row>>;

/** The rows of a list of records, by the search and the filters of the address. */
export function useRecordRows<Row>({ calls }: Pick<ListedDefinition<Row>, 'calls'>, pageSize: number) {
  const [filters, show] = useFilters(calls.list);
  return { list: useList(calls.list, { pageSize, filters }), filters, show };
}

export function RecordList<Row, Sums extends { count: number }>({
  definition,
  title,
  name = title.toLowerCase(),
  words,
  rows: { list, filters, show },
  form,
  more,
  statusEntry,
  deletion: ownDeletion,
  sums,
  around = (rows) => rows,
  ...panel
}: RecordListProps<Row, Sums>) {
  const { kind, calls, rowId, nameOf } = definition;
  const deletion = useRecordDeletion(definition, {
    ...ownDeletion,
    onDeleted: (row) => {
      if (form.record !== undefined && rowId(form.record) === rowId(row)) form.close();
      ownDeletion?.onDeleted?.(row);
    },
  });
  const history = useHistory();
  return (
    <>
      {around(
        <>
          <ListFilters endpoint={calls.list} label={name} filters={filters} show={show} />
          <ListPanel
            list={list}
            label={title}
            rowId={rowId}
            {...panel}
            {...rowMenu(kind, {
              nameOf,
              onEdit: form.open,
              onHistory: (row) => history.show({ kind, id: rowId(row), name: nameOf(row) }),
              onDelete: deletion.ask,
              more,
              statusEntry,
            })}
            foot={sums && <ListSums {...sums} filters={filters} search={list.search} />}
            failed={words.loadFailed}
            empty={words.empty}
          />
        </>,
        list,
      )}
      {deletion.dialog}
      {history.drawer}
    </>
  );
}
