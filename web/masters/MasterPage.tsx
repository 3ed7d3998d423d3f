/** The screen of a master: title and search, the form above the list, the list. */
import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { call, messageOf } from '#web/api/client.ts';
import { may } from '#web/api/session.ts';
import { ListPanel } from '#web/list/ListPanel.tsx';
import { useList } from '#web/list/useList.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { RowAction } from '#web/ui/RowAction.tsx';
import { SearchField } from '#web/ui/SearchField.tsx';
import { toastDone, toastFailed } from '#web/ui/toast.tsx';
import { useUnsavedGuard } from '#web/ui/useUnsavedGuard.tsx';
import type { MasterDefinition } from './master.ts';
import { MasterForm } from './MasterForm.tsx';

/** The form that is open: for a new record, or for one of the list. */
type Opened<Row> = { key: number; row?: Row };

export function MasterPage<Row, Values extends object>({ definition }: { definition: MasterDefinition<Row, Values> }) {
  const { master, calls, words, rowId, nameOf } = definition;
  const list = useList(calls.list, { pageSize: master.pageSize });
  const guard = useUnsavedGuard();
  const queryClient = useQueryClient();
  const [opened, setOpened] = useState<Opened<Row>>();
  const [doomed, setDoomed] = useState<Row>();

  const open = (row?: Row) => guard.leave(() => setOpened({ key: Date.now(), row }));
  const close = () => {
    guard.setChanged(false);
    setOpened(undefined);
  };

  const removal = useMutation({
    mutationFn: (row: Row) => call(calls.remove, { params: { id: rowId(row) } }),
    onSuccess: ({ message }, row) => {
      toastDone(message || words.deleted);
      if (opened?.row && rowId(opened.row) === rowId(row)) close();
    },
    onError: (fault) => {
      const alert = words.deleteFailed(fault);
      console.error(alert, fault);
      toastFailed(alert, messageOf(fault));
    },
    onSettled: () => queryClient.invalidateQueries(),
  });

  const mayCreate = may('create', master.resource);
  const mayUpdate = may('update', master.resource);
  const mayDelete = may('delete', master.resource);
  const addButton = mayCreate && (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => open()}>
      {words.addNew}
    </Button>
  );
  const actions = (row: Row) => (
    <>
      {mayUpdate && (
        <RowAction label={`Edit ${nameOf(row)}`} onClick={() => open(row)}>
          <IconPencil size={17} />
        </RowAction>
      )}
      {mayDelete && (
        <RowAction danger label={`Delete ${nameOf(row)}`} onClick={() => setDoomed(row)}>
          <IconTrash size={17} />
        </RowAction>
      )}
    </>
  );

  return (
    <>
      <PageHeader title={words.title} count={list.loading || list.error ? undefined : list.total}>
        <SearchField
          label={`Search ${words.title.toLowerCase()}`}
          placeholder={words.searchHint}
          value={list.search}
          onChange={list.setSearch}
        />
        {addButton}
      </PageHeader>
      {opened && (
        <MasterForm
          key={opened.key}
          definition={definition}
          row={opened.row}
          onChanged={guard.setChanged}
          onCancel={() => guard.leave(close)}
          onSaved={close}
        />
      )}
      <ListPanel
        list={list}
        label={words.title}
        columns={definition.columns}
        card={definition.card}
        rowId={rowId}
        actions={mayUpdate || mayDelete ? actions : undefined}
        empty={words.empty}
        failed={words.loadFailed}
        begin={
          mayCreate && (
            <Button variant="default" onClick={() => open()}>
              Add the first {master.noun}
            </Button>
          )
        }
      />
      <ConfirmDialog
        opened={doomed !== undefined}
        question={words.confirmDelete}
        confirm="Delete"
        danger
        onCancel={() => setDoomed(undefined)}
        onConfirm={() => {
          if (doomed) removal.mutate(doomed);
          setDoomed(undefined);
        }}
      />
      {guard.dialog}
    </>
  );
}
