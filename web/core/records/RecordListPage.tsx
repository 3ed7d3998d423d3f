/** The screen of a list of records: title and search, the form above the list, the list. */
import { Button } from '@mantine/core';
import { Fragment, Suspense, type ReactNode } from 'react';
import { may } from '#web/core/api/session.ts';
import type { OpenedForm } from '#web/core/form/useOpenedForm.ts';
import { ListExport } from '#web/core/list/ListExport.tsx';
import { ListHeader } from '#web/core/list/ListHeader.tsx';
import type { BulkActions } from '#web/core/list/selection/bulk.ts';
import { ImportLink } from '#web/core/sheets/ImportLink.tsx';
import type { ListSheet } from '#web/core/sheets/listSheet.ts';
import { AddButton } from '#web/core/ui/AddButton.tsx';
import { RecordList, useRecordRows, type RecordListProps } from './RecordList.tsx';

interface RecordListPageProps<Row, Props, Sums extends { count: number }> extends Omit<
  RecordListProps<Row, Sums>,
  'title' | 'rows' | 'bulk' | 'begin'
> {
  pageSize: number;
  words: RecordListProps<Row, Sums>['words'] & HeaderWords;
  sheet: ListSheet<Row>;
  form: ListForm<Row, Props>;
  /** Draws the form while it is open. */
  children: (props: Props) => ReactNode;
  /** Shown between the title and the form. */
  note?: ReactNode;
  /** Actions on selected rows; without it none can be selected. */
  bulk?: BulkActions<Row>;
}

/** The form of a list, which opens for a row of it. */
interface ListForm<Row, Props> extends Pick<
  OpenedForm<Row, never>,
  'isOpen' | 'key' | 'record' | 'open' | 'close' | 'dialog'
> {
  props: Props;
}

interface HeaderWords {
  searchPlaceholder: string;
  addNew: string;
  /** The button of an empty list. */
  addFirst?: string;
}

export function RecordListPage<Row, Props, Sums extends { count: number }>({
  pageSize,
  sheet,
  children,
  note,
  bulk,
  ...props
}: RecordListPageProps<Row, Props, Sums>) {
  const { definition, words, form } = props;
  const { kind, calls, nameOf } = definition;
  const { title } = definition.words;
  const rows = useRecordRows(definition, pageSize);
  const { list, filters } = rows;
  const mayCreate = may('create', kind);
  return (
    <>
      <ListHeader
        title={title}
        list={list}
        searchLabel={`Search ${title.toLowerCase()}`}
        searchPlaceholder={words.searchPlaceholder}
      >
        <ImportLink resource={kind} />
        <ListExport endpoint={calls.list} list={list} filters={filters} sheet={sheet} />
        {mayCreate && <AddButton onClick={() => form.open()}>{words.addNew}</AddButton>}
      </ListHeader>
      {note}
      <Suspense>{form.isOpen && <Fragment key={form.key}>{children(form.props)}</Fragment>}</Suspense>
      <RecordList
        {...props}
        title={title}
        rows={rows}
        bulk={bulk && { nameOf, sheet, ...bulk }}
        begin={
          mayCreate &&
          words.addFirst && (
            <Button variant="default" onClick={() => form.open()}>
              {words.addFirst}
            </Button>
          )
        }
      />
      {form.dialog}
    </>
  );
}
