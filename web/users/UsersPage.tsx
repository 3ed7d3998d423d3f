/** Specification §2, Users (/register). */
import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { userEndpoints, userTexts, type UserRecord } from '#contract/users.ts';
import { call, messageOf } from '#web/api/client.ts';
import { may } from '#web/api/session.ts';
import { ListPanel } from '#web/list/ListPanel.tsx';
import { useList } from '#web/list/useList.ts';
import { ActiveStatus } from '#web/masters/ActiveStatus.tsx';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { Cut } from '#web/ui/Cut.tsx';
import type { Column } from '#web/ui/DataTable.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { RowAction } from '#web/ui/RowAction.tsx';
import { SearchField } from '#web/ui/SearchField.tsx';
import { toastDone, toastFailed } from '#web/ui/toast.tsx';
import { useUnsavedGuard } from '#web/ui/useUnsavedGuard.tsx';
import { roleLabels } from './roleLabels.ts';
import { UserForm } from './UserForm.tsx';
import classes from './UsersPage.module.css';

const PAGE_SIZE = 15;

const columns: Column<UserRecord>[] = [
  {
    header: 'Full Name',
    sort: 'fullName',
    weight: 'strong',
    standing: true,
    cell: (row) => <Cut text={row.fullName} width={260} />,
  },
  { header: 'Email', sort: 'email', cell: (row) => <Cut text={row.email} width={280} /> },
  { header: 'Phone', sort: 'phone', cell: (row) => row.phone },
  { header: 'Role', sort: 'userRole', cell: (row) => roleLabels[row.userRole] },
  { header: 'Status', sort: 'status', cell: (row) => <ActiveStatus status={row.status} /> },
];

export function UsersPage() {
  const list = useList(userEndpoints.list, { pageSize: PAGE_SIZE });
  const guard = useUnsavedGuard();
  const queryClient = useQueryClient();
  const [opened, setOpened] = useState<{ key: number; user?: UserRecord }>();
  const [doomed, setDoomed] = useState<UserRecord>();

  const open = (user?: UserRecord) => guard.leave(() => setOpened({ key: Date.now(), user }));
  const close = () => {
    guard.setChanged(false);
    setOpened(undefined);
  };

  const removal = useMutation({
    mutationFn: (user: UserRecord) => call(userEndpoints.remove, { params: { id: user.userId } }),
    onSuccess: ({ message }, user) => {
      toastDone(message || userTexts.deleted);
      if (opened?.user?.userId === user.userId) close();
    },
    onError: (fault) => toastFailed(userTexts.deleteFailed, messageOf(fault)),
    onSettled: () => queryClient.invalidateQueries(),
  });

  const mayUpdate = may('update', 'users');
  const mayDelete = may('delete', 'users');
  const actions = (user: UserRecord) => (
    <>
      {mayUpdate && (
        <RowAction label={`Edit ${user.fullName}`} onClick={() => open(user)}>
          <IconPencil size={17} />
        </RowAction>
      )}
      {mayDelete && (
        <RowAction danger label={`Delete ${user.fullName}`} onClick={() => setDoomed(user)}>
          <IconTrash size={17} />
        </RowAction>
      )}
    </>
  );
  const anyone = list.loading || list.error !== null || list.total > 0 || list.search !== '';

  return (
    <>
      <PageHeader title="Users" count={list.loading || list.error ? undefined : list.total}>
        <SearchField
          label="Search users"
          placeholder="Search name, email or phone"
          value={list.search}
          onChange={list.setSearch}
        />
        {may('create', 'users') && (
          <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => open()}>
            Add User
          </Button>
        )}
      </PageHeader>
      {opened && (
        <UserForm
          key={opened.key}
          user={opened.user}
          onChanged={guard.setChanged}
          onCancel={() => guard.leave(close)}
          onSaved={close}
        />
      )}
      {anyone && (
        <section aria-labelledby="registered">
          <h2 id="registered" className={classes.heading}>
            Registered Users
          </h2>
          <ListPanel
            list={list}
            label="Registered Users"
            columns={columns}
            card={(row) => ({
              title: row.fullName,
              state: <ActiveStatus status={row.status} />,
              detail: [row.phone, row.email].join(' · '),
              aside: roleLabels[row.userRole],
            })}
            rowId={(row) => row.userId}
            actions={mayUpdate || mayDelete ? actions : undefined}
            empty="No users found."
          />
        </section>
      )}
      <ConfirmDialog
        opened={doomed !== undefined}
        question={userTexts.confirmDelete}
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
