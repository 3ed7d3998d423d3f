/** Specification §2, Users (/register). */
import { useQuery } from '@tanstack/react-query';
import { Suspense, useRef, useState } from 'react';
import { weeklyMailEndpoints } from '#contract/core/accounts/weeklyMail.ts';
import { pageSizes } from '#contract/kinds.ts';
import {
  roleLabels,
  userLabels,
  listedUserRecord,
  userEndpoints,
  userTexts,
  type ListedUserRecord,
} from '#contract/core/accounts/users.ts';
import { call, whyOf } from '#web/core/api/client.ts';
import { queryOf } from '#web/core/api/queries.ts';
import { may } from '#web/core/api/session.ts';
import { rowMenu } from '#web/core/form/rowMenu.ts';
import { useDeletion } from '#web/core/form/useDeletion.tsx';
import { useOpenedForm } from '#web/core/form/useOpenedForm.ts';
import { useHistory } from '#web/core/records/history/useHistory.tsx';
import { ListExport } from '#web/core/list/ListExport.tsx';
import { ListFilters } from '#web/core/filters/ListFilters.tsx';
import { ListPanel } from '#web/core/list/ListPanel.tsx';
import { useFilters } from '#web/core/filters/useFilters.ts';
import { useList } from '#web/core/list/useList.ts';
import { ActiveStatus } from '#web/core/records/masters/ActiveStatus.tsx';
import { Wrapped } from '#web/core/ui/table/Wrapped.tsx';
import type { Column } from '#web/core/ui/table/DataTable.tsx';
import { lazyComponent, preloadedComponent } from '#web/core/ui/lazyComponent.ts';
import { ListHeader } from '#web/core/list/ListHeader.tsx';
import { AddButton } from '#web/core/ui/AddButton.tsx';
import { toastFailed } from '#web/core/ui/toast.tsx';
import { UserLink } from './UserLink.tsx';
import { userDraft } from './userDraft.ts';
import classes from './UsersPage.module.css';
import { activeLabels } from '#contract/core/fields.ts';
import { sheetOf } from '#web/core/sheets/listSheet.ts';

const userSheet = sheetOf<ListedUserRecord>('Users', [
  { heading: 'ID', width: 8, value: (row) => row.userId },
  { heading: userLabels.fullName, width: 32, value: (row) => row.fullName },
  { heading: userLabels.email, width: 32, value: (row) => row.email },
  { heading: userLabels.phone, width: 16, value: (row) => row.phone },
  { heading: userLabels.userRole, width: 12, value: (row) => roleLabels[row.userRole] },
  { heading: userLabels.status, width: 12, value: (row) => activeLabels[row.status] },
]);

const UserForm = preloadedComponent(async () => (await import('./UserForm.tsx')).UserForm);
const UserSessions = lazyComponent(async () => (await import('./UserSessions.tsx')).UserSessions);

const columns: Column<ListedUserRecord>[] = [
  {
    header: 'Full Name',
    sort: 'fullName',
    weight: 'strong',
    pinned: true,
    cell: (row) => (
      <UserLink userId={row.userId} name={<Wrapped text={row.fullName} minWidth={160} maxWidth={280} />} />
    ),
  },
  { header: 'Email', sort: 'email', cell: (row) => <Wrapped text={row.email} minWidth={160} maxWidth={280} /> },
  { header: 'Phone', sort: 'phone', cell: (row) => row.phone },
  { header: 'Role', sort: 'userRole', cell: (row) => roleLabels[row.userRole] },
  { header: 'Status', sort: 'status', cell: (row) => <ActiveStatus status={row.status} /> },
];

export function UsersPage() {
  const [filters, show] = useFilters(userEndpoints.list);
  const list = useList(userEndpoints.list, { pageSize: pageSizes.users, filters });
  const form = useOpenedForm('users', {
    record: listedUserRecord,
    values: userDraft,
    draftKey: (record) => record?.userId,
  });
  const deletion = useDeletion({
    question: userTexts.confirmDelete,
    subjectOf: (row: ListedUserRecord) => ({
      name: row.fullName,
      facts: [`ID ${row.userId}`, row.email, roleLabels[row.userRole]],
    }),
    remove: (row: ListedUserRecord) => call(userEndpoints.remove, { params: { id: row.userId } }),
    done: userTexts.deleted,
    undo: (row) => ({ kind: 'users', id: row.userId }),
    onDeleted: (row) => {
      if (form.record?.userId === row.userId) form.close();
    },
    onFailed: (fault) => toastFailed(userTexts.deleteFailed, whyOf(fault)),
  });
  const [sessionsOf, setSessionsOf] = useState<ListedUserRecord>();
  const sessionsButton = useRef<HTMLElement>(null);
  const showSessions = (row: ListedUserRecord) => {
    if (document.activeElement instanceof HTMLElement) sessionsButton.current = document.activeElement;
    setSessionsOf(row);
  };
  const hideSessions = () => {
    setSessionsOf(undefined);
    sessionsButton.current?.focus();
  };
  const history = useHistory();
  const anyone = list.loading || list.error !== null || list.total > 0 || list.narrowed !== undefined;

  return (
    <>
      <ListHeader title="Users" list={list} searchLabel="Search users" searchPlaceholder="Search name, email or phone">
        <ListExport endpoint={userEndpoints.list} list={list} filters={filters} sheet={userSheet} />
        {may('create', 'users') && <AddButton onClick={() => form.open()}>Add User</AddButton>}
      </ListHeader>
      <Suspense>{form.isOpen && <UserForm key={form.key} {...form.props} />}</Suspense>
      <Suspense>
        {sessionsOf && <UserSessions key={sessionsOf.userId} user={sessionsOf} onClose={hideSessions} />}
      </Suspense>
      {anyone && (
        <section aria-labelledby="registered">
          <h2 id="registered" className={classes.heading}>
            Registered Users
          </h2>
          <ListFilters endpoint={userEndpoints.list} label="users" filters={filters} show={show} />
          <ListPanel
            list={list}
            label="Registered Users"
            columns={columns}
            card={(row) => ({
              title: <UserLink userId={row.userId} name={row.fullName} />,
              state: <ActiveStatus status={row.status} />,
              detail: [row.phone, row.email].join(' · '),
              aside: roleLabels[row.userRole],
            })}
            rowId={(row) => row.userId}
            {...rowMenu('users', {
              nameOf: (row) => row.fullName,
              onEdit: form.open,
              onHistory: (row) => history.show({ kind: 'users', id: row.userId, name: row.fullName }),
              onDelete: deletion.ask,
              more: (row) => [{ label: 'Sessions', onClick: () => showSessions(row) }],
            })}
            empty="No users found."
          />
        </section>
      )}
      {may('update', 'users') && <NoMailServer />}
      {deletion.dialog}
      {history.drawer}
      {form.dialog}
    </>
  );
}

/** Below the list, since it comes later than the page. */
function NoMailServer() {
  const { data } = useQuery(queryOf(weeklyMailEndpoints.read));
  return data?.hasMailServer === false && <p className={classes.note}>{userTexts.noMailServer}</p>;
}
