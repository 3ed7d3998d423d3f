/** The screen of a master: title and search, the form above the list, the list. */
import { Button } from '@mantine/core';
import { Suspense } from 'react';
import { importKindOf } from '#contract/kinds.ts';
import { ApiError, call, whyOf } from '#web/core/api/client.ts';
import { may } from '#web/core/api/session.ts';
import { rowMenu } from '#web/core/form/rowMenu.ts';
import { useDeletion } from '#web/core/form/useDeletion.tsx';
import { useOpenedForm } from '#web/core/form/useOpenedForm.ts';
import { ListExport } from '#web/core/list/ListExport.tsx';
import { ImportLink } from '#web/core/sheets/ImportLink.tsx';
import { useHistory } from '#web/core/records/history/useHistory.tsx';
import type { BulkActions } from '#web/core/list/selection/bulk.ts';
import { ListFilters } from '#web/core/filters/ListFilters.tsx';
import { useFilters } from '#web/core/filters/useFilters.ts';
import { ListPanel } from '#web/core/list/ListPanel.tsx';
import { useList } from '#web/core/list/useList.ts';
import { lazyPart, lazyWithPreload } from '#web/core/ui/lazyWithPreload.ts';
import { ListHeader } from '#web/core/list/ListHeader.tsx';
import { AddButton } from '#web/core/ui/AddButton.tsx';
import { toastFailed } from '#web/core/ui/toast.tsx';
import { showError } from './failureAlert.ts';
import type { MasterDefinition, SecondForm } from './master.ts';
import type { MasterFormProps } from './MasterForm.tsx';

const useForm = lazyWithPreload(() => import('./MasterForm.tsx'));
const lateBulk = lazyPart(() => import('./masterBulk.tsx'));

interface MasterPageProps<Row, Values, Body> {
  definition: MasterDefinition<Row, Values, Body>;
  /** Prints labels of the lots of selected rows. */
  labels?: BulkActions<Row>['labels'];
  second?: SecondForm<Row>;
}

export function MasterPage<Row, Values extends object, Body extends object>({
  definition,
  labels,
  second,
}: MasterPageProps<Row, Values, Body>) {
  const { master, calls, words, rowId, nameOf, statusOf } = definition;
  const [filters, show] = useFilters(calls.list);
  const list = useList(calls.list, { pageSize: master.pageSize, filters });
  const form = useOpenedForm(master.resource, {
    record: calls.get.answer,
    values: definition.values,
    keptAs: (row) => row && rowId(row),
    leaveFirst:
      second &&
      ((then) =>
        second.leave(() => {
          second.close();
          then();
        })),
  });
  const statusEntry = (row: Row) =>
    statusOf && {
      label: statusOf(row) === 1 ? 'Deactivate' : 'Activate',
      onClick: () => {
        import('./masterBulk.tsx')
          .then(({ switchStatus }) => switchStatus(definition, row))
          .catch((fault: unknown) => toastFailed('Not changed.', whyOf(fault)));
      },
    };
  const deletion = useDeletion({
    question: words.confirmDelete,
    subjectOf: (row: Row) => ({ name: nameOf(row), facts: [`ID ${rowId(row)}`, ...definition.factsOf(row)] }),
    remove: (row: Row) => call(calls.remove, { params: { id: rowId(row) } }),
    done: words.deleted,
    undo: (row) => ({ kind: master.resource, id: rowId(row) }),
    onDeleted: (row) => {
      if (form.record !== undefined && rowId(form.record) === rowId(row)) form.close();
      if (second?.isOf(row)) second.close();
    },
    onFailed: (fault, row) => {
      const isInUse = fault instanceof ApiError && fault.status === 409 && may('update', master.resource);
      const instead = isInUse && statusOf?.(row) === 1 ? statusEntry(row) : undefined;
      showError(words.deleteFailed(fault), fault, instead);
    },
  });
  const history = useHistory();
  const openSecond = ({ open }: SecondForm<Row>, row: Row) =>
    form.leave(() => {
      form.close();
      open(row);
    });
  const mayCreate = may('create', master.resource);

  return (
    <>
      <ListHeader
        title={words.title}
        list={list}
        searchLabel={`Search ${words.title.toLowerCase()}`}
        searchPlaceholder={words.searchHint}
      >
        <ImportLink resource={master.resource} />
        {importKindOf(master.resource) && (
          <ListExport
            endpoint={calls.list}
            list={list}
            filters={filters}
            load={async () => (await import('./masterSheet.ts')).masterSheet(definition)}
          />
        )}
        {mayCreate && <AddButton onClick={() => form.open()}>{words.addNew}</AddButton>}
      </ListHeader>
      <Suspense>{form.isOpen && <Form key={form.key} definition={definition} {...form.props} />}</Suspense>
      {second?.form}
      <ListFilters endpoint={calls.list} label={words.title.toLowerCase()} filters={filters} show={show} />
      <ListPanel
        list={list}
        label={words.title}
        columns={definition.columns}
        card={definition.card}
        rowId={rowId}
        to={definition.to}
        views={definition.views}
        bulk={{ nameOf, lateActions: () => lateBulk().masterBulk(definition, labels) }}
        {...rowMenu(master.resource, {
          nameOf,
          onEdit: form.open,
          onHistory: (row) => history.show({ kind: master.resource, id: rowId(row), name: nameOf(row) }),
          onDelete: deletion.ask,
          statusEntry,
          more: (row) => second && [{ label: second.label, onClick: () => openSecond(second, row) }],
        })}
        empty={words.empty}
        failed={words.loadFailed}
        begin={
          mayCreate && (
            <Button variant="default" onClick={() => form.open()}>
              Add the first {master.noun}
            </Button>
          )
        }
      />
      {deletion.dialog}
      {history.drawer}
      {form.dialog}
    </>
  );
}

function Form<Row, Values extends object, Body extends object>(props: MasterFormProps<Row, Values, Body>) {
  const { MasterForm } = useForm();
  return <MasterForm {...props} />;
}
