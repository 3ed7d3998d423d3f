/** One user: name and role, sessions, and last changes. */
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { Suspense } from 'react';
import { formatTimestamp } from '#contract/core/values/format.ts';
import { activityEndpoint, changeText, historyTexts } from '#contract/core/history.ts';
import { actionLabels } from '#contract/historyActions.ts';
import { kindLabel } from '#contract/kinds.ts';
import { sessionEndpoints, sessionTexts } from '#contract/core/accounts/sessions.ts';
import {
  roleLabels,
  userLabels,
  userEndpoints,
  userTexts,
  type ListedUserRecord,
} from '#contract/core/accounts/users.ts';
import { listQueryOf, queryOf } from '#web/core/api/queries.ts';
import { may } from '#web/core/api/session.ts';
import { useOpenedDocument } from '#web/core/records/document.ts';
import { EditButton, HistoryButton } from '#web/core/records/RecordButtons.tsx';
import { ActiveStatus } from '#web/core/records/masters/ActiveStatus.tsx';
import { AsideRows } from '#web/core/records/RecordColumns.tsx';
import { Overview } from '#web/core/records/Overview.tsx';
import { BackLink, RecordPage, RecordSection } from '#web/core/records/RecordPage.tsx';
import { useHistory } from '#web/core/records/history/useHistory.tsx';
import { SessionList } from '#web/core/sessions/SessionList.tsx';
import links from '#web/stock/links/DocumentLink.module.css';
import { Facts } from '#web/core/ui/Facts.tsx';
import { preloadedComponent } from '#web/core/ui/loading/lazyComponent.ts';
import { PageHeader } from '#web/core/ui/PageHeader.tsx';
import { users } from './userDefinition.ts';

const UserForm = preloadedComponent(async () => (await import('./UserForm.tsx')).UserForm);

const RECENT_CHANGES = 10;

export function UserPage() {
  const { userId } = useParams({ from: '/shell/register/$userId' });
  const query = useQuery(queryOf(userEndpoints.get, { params: { id: userId } }));
  return (
    <RecordPage
      back={<BackLink to="/register">{users.words.title}</BackLink>}
      query={query}
      failed={userTexts.notFound}
    >
      {(user) => <User key={user.userId} user={user} />}
    </RecordPage>
  );
}

function User({ user }: { user: ListedUserRecord }) {
  const { userId, fullName, email, phone, userRole, status } = user;
  const form = useOpenedDocument(users);
  const history = useHistory();
  return (
    <>
      <PageHeader title={fullName} beside={`ID ${userId}`}>
        <HistoryButton onClick={() => history.show({ kind: 'users', id: userId, name: fullName })} />
        {may('update', 'users') && <EditButton onClick={() => form.open(user)} />}
      </PageHeader>
      <Suspense>{form.isOpen && <UserForm key={form.key} {...form.props} />}</Suspense>
      <Facts
        facts={[
          { label: userLabels.userRole, value: roleLabels[userRole], isMain: true },
          { label: userLabels.status, value: <ActiveStatus status={status} /> },
          {
            label: userLabels.email,
            value: (
              <a href={`mailto:${email}`} className={links.link}>
                {email}
              </a>
            ),
          },
          {
            label: userLabels.phone,
            value: (
              <a href={`tel:${phone}`} className={links.link}>
                {phone}
              </a>
            ),
          },
        ]}
      />
      {may('update', 'users') && <Sessions userId={userId} />}
      {may('view', 'activity') && <Changes userId={userId} />}
      {history.drawer}
      {form.dialog}
    </>
  );
}

function Sessions({ userId }: { userId: number }) {
  const sessions = useQuery(queryOf(sessionEndpoints.ofUser, { params: { id: userId } }));
  return (
    <RecordSection heading="Sessions" note={sessions.data?.length === 0 ? sessionTexts.none : undefined}>
      <SessionList label="Sessions" sessions={sessions} />
    </RecordSection>
  );
}

/** Last changes by the user, newest first. */
function Changes({ userId }: { userId: number }) {
  const query = useQuery(listQueryOf(activityEndpoint, { query: { userId, page: 1, pageSize: RECENT_CHANGES } }));
  return (
    <RecordSection
      heading="Recent changes"
      more={
        <Link to="/activity" search={{ userId: String(userId) }}>
          {query.data ? `All ${query.data.total}` : 'All'}
        </Link>
      }
    >
      <Overview query={query}>
        {({ rows }) => (
          <AsideRows
            empty={historyTexts.empty}
            rows={rows.map(({ eventId, action, kind, recordName, at, changes, stock }) => ({
              key: eventId,
              title: [`${kindLabel(kind)} ${actionLabels[action].toLowerCase()}`, recordName]
                .filter(Boolean)
                .join(': '),
              below: [...changes.map(changeText), ...stock].join('; '),
              figure: formatTimestamp(at),
            }))}
          />
        )}
      </Overview>
    </RecordSection>
  );
}
