/** Specification §2, Inward: purchase invoices of raw materials, with their bills. */
import { ActionIcon, Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { IconPaperclip, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { inwardEndpoints, inwardTexts, type InwardRecord } from '#contract/inward.ts';
import { pageSizes } from '#contract/resources.ts';
import { call, callFile, messageOf } from '#web/api/client.ts';
import { may } from '#web/api/session.ts';
import { ListPanel } from '#web/list/ListPanel.tsx';
import { useList } from '#web/list/useList.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { RowAction } from '#web/ui/RowAction.tsx';
import { SearchField } from '#web/ui/SearchField.tsx';
import { toastDone, toastFailed } from '#web/ui/toast.tsx';
import { useUnsavedGuard } from '#web/ui/useUnsavedGuard.tsx';
import { inwardCard, inwardColumns } from './inwardColumns.tsx';
import type { InwardWithBill } from './inwardDraft.ts';
import { InwardForm } from './InwardForm.tsx';
import { useBillViewer } from './useBillViewer.tsx';

type Opened = { key: number; record?: InwardWithBill };

export function InwardPage() {
  const list = useList(inwardEndpoints.listWithLines, { pageSize: pageSizes.inward });
  const guard = useUnsavedGuard();
  const viewer = useBillViewer();
  const queryClient = useQueryClient();
  const [opened, setOpened] = useState<Opened>();
  const [doomed, setDoomed] = useState<InwardRecord>();

  const open = (record?: InwardWithBill) => setOpened({ key: Date.now(), record });
  const close = () => {
    guard.setChanged(false);
    setOpened(undefined);
  };

  const loading = useMutation({
    mutationFn: (row: InwardRecord) => call(inwardEndpoints.get, { params: { id: row.inwardId } }),
    onSuccess: open,
    onError: (fault) => toastFailed('The inward could not be opened.', messageOf(fault)),
  });
  const removal = useMutation({
    mutationFn: (row: InwardRecord) => call(inwardEndpoints.remove, { params: { id: row.inwardId } }),
    onSuccess: (_, row) => {
      toastDone(inwardTexts.deleted);
      if (opened?.record?.inwardId === row.inwardId) close();
    },
    onError: (fault) => toastFailed(inwardTexts.deleteFailed, messageOf(fault)),
    onSettled: () => queryClient.invalidateQueries(),
  });

  const mayUpdate = may('update', 'inward');
  const mayDelete = may('delete', 'inward');
  const mayCreate = may('create', 'inward');
  const addButton = mayCreate && (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => guard.leave(() => open())}>
      Add New Inward
    </Button>
  );
  const billButton = (row: InwardRecord) =>
    row.hasBill && (
      <ActionIcon
        variant="subtle"
        color="gray"
        size={30}
        aria-label={`Bill of ${row.invoiceNumber}`}
        title="Show the bill"
        onClick={() => {
          const asked = { params: { id: row.inwardId } };
          viewer.show(() => callFile(inwardEndpoints.bill, asked), `Bill of ${row.invoiceNumber}`);
        }}
      >
        <IconPaperclip size={17} />
      </ActionIcon>
    );
  const actions = (row: InwardRecord) => (
    <>
      {mayUpdate && (
        <RowAction label={`Edit inward ${row.invoiceNumber}`} onClick={() => guard.leave(() => loading.mutate(row))}>
          <IconPencil size={17} />
        </RowAction>
      )}
      {mayDelete && (
        <RowAction danger label={`Delete inward ${row.invoiceNumber}`} onClick={() => setDoomed(row)}>
          <IconTrash size={17} />
        </RowAction>
      )}
    </>
  );

  return (
    <>
      <PageHeader title="Inward" count={list.loading || list.error ? undefined : list.total}>
        <SearchField
          label="Search inward"
          placeholder="Search supplier, material or status"
          value={list.search}
          onChange={list.setSearch}
        />
        {addButton}
      </PageHeader>
      {opened && (
        <InwardForm
          key={opened.key}
          record={opened.record}
          onChanged={guard.setChanged}
          onCancel={() => guard.leave(close)}
          onSaved={close}
        />
      )}
      <ListPanel
        list={list}
        label="Inward"
        columns={inwardColumns(billButton)}
        card={(row) => inwardCard(row, billButton(row))}
        rowId={(row) => row.inwardId}
        actions={mayUpdate || mayDelete ? actions : undefined}
        empty="No inward found."
        begin={
          mayCreate && (
            <Button variant="default" onClick={() => guard.leave(() => open())}>
              Add the first inward
            </Button>
          )
        }
      />
      <ConfirmDialog
        opened={doomed !== undefined}
        question={inwardTexts.confirmDelete}
        confirm="Delete"
        danger
        onCancel={() => setDoomed(undefined)}
        onConfirm={() => {
          if (doomed) removal.mutate(doomed);
          setDoomed(undefined);
        }}
      />
      {viewer.dialog}
      {guard.dialog}
    </>
  );
}
