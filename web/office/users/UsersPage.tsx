/** Specification §2, Users (/register). */
import { useQuery } from '@tanstack/react-query';
import { Suspense, useRef, useState, type ReactNode } from 'react';
import { weeklyMailEndpoints } from '#contract/core/accounts/weeklyMail.ts';
import { pageSizes } from '#contract/kinds.ts';
import {
  roleLabels,
  userLabels,
  userEndpoints,
  userTexts,
  type ListedUserRecord,
} from '#contract/core/accounts/users.ts';
import { queryOf } from '#web/core/api/queries.ts';
import { may } from '#web/core/api/session.ts';
import { ListExport } from '#web/core/list/ListExport.tsx';
import type { List } from '#web/core/list/useList.ts';
import { useOpenedDocument } from '#web/core/records/document.ts';
import { RecordList, useRecordRows } from '#web/core/records/RecordList.tsx';
import { ActiveStatus } from '#web/core/records/masters/ActiveStatus.tsx';
import { Wrapped } from '#web/core/ui/table/Wrapped.tsx';
import type { Column } from '#web/core/ui/table/DataTable.tsx';
import { lazyComponent, preloadedComponent } from '#web/core/ui/loading/lazyComponent.ts';
import { ListHeader } from '#web/core/list/ListHeader.tsx';
import { AddButton } from '#web/core/ui/AddButton.tsx';
import { UserLink } from './UserLink.tsx';
import { users } from './userDefinition.ts';
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
    header: userLabels.fullName,
    sort: 'fullName',
    weight: 'strong',
    pinned: true,
    cell: (row) => (
      <UserLink userId={row.userId} name={<Wrapped text={row.fullName} minWidth={160} maxWidth={280} />} />
    ),
  },
  {
    header: userLabels.email,
    sort: 'email',
    cell: (row) => <Wrapped text={row.email} minWidth={160} maxWidth={280} />,
  },
  { header: userLabels.phone, sort: 'phone', cell: (row) => row.phone },
  { header: 'Role', sort: 'userRole', cell: (row) => roleLabels[row.userRole] },
  { header: userLabels.status, sort: 'status', cell: (row) => <ActiveStatus status={row.status} /> },
];

export function UsersPage() {
  const rows = useRecordRows(users, pageSizes.users);
  const { list, filters } = rows;
  const form = useOpenedDocument(users);
  const sessions = useShownSessions();
  return (
    <>
      <ListHeader
        title={users.words.title}
        list={list}
        searchLabel="Search users"
        searchPlaceholder={userTexts.searchPlaceholder}
      >
        <ListExport endpoint={userEndpoints.list} list={list} filters={filters} sheet={userSheet} />
        {may('create', 'users') && <AddButton onClick={() => form.open()}>{userTexts.addNew}</AddButton>}
      </ListHeader>
      <Suspense>{form.isOpen && <UserForm key={form.key} {...form.props} />}</Suspense>
      {sessions.drawer}
      <RecordList
        definition={users}
        title={userTexts.registeredUsers}
        name="users"
        words={userTexts}
        rows={rows}
        form={form}
        columns={columns}
        card={(row) => ({
          title: <UserLink userId={row.userId} name={row.fullName} />,
          state: <ActiveStatus status={row.status} />,
          detail: [row.phone, row.email].join(' · '),
          aside: roleLabels[row.userRole],
        })}
        more={(row) => [{ label: 'Sessions', onClick: () => sessions.show(row) }]}
        around={registered}
      />
      {may('update', 'users') && <NoMailServer />}
      {form.dialog}
    </>
  );
}

/** The list below its heading; without a user that one may see there is neither. */
function registered(rows: ReactNode, { loading, error, total, narrowed }: List<ListedUserRecord>) {
  if (!loading && error === null && total === 0 && narrowed === undefined) return null;
  return (
    <section aria-labelledby="registered">
      <h2 id="registered" className={classes.heading}>
        {userTexts.registeredUsers}
      </h2>
      {rows}
    </section>
  );
}

/** The sessions of a user, opened from the row's menu; closing them gives the focus back. */
function useShownSessions() {
  const [user, setUser] = useState<ListedUserRecord>();
  const opener = useRef<HTMLElement>(null);
  const hide = () => {
    setUser(undefined);
    opener.current?.focus();
  };
  return {
    show: (row: ListedUserRecord) => {
      if (document.activeElement instanceof HTMLElement) opener.current = document.activeElement;
      setUser(row);
    },
    drawer: <Suspense>{user && <UserSessions key={user.userId} user={user} onClose={hide} />}</Suspense>,
  };
}

/** Below the list, since it comes later than the page. */
function NoMailServer() {
  const { data } = useQuery(queryOf(weeklyMailEndpoints.read));
  return data?.hasMailServer === false && <p className={classes.note}>{userTexts.noMailServer}</p>;
}
