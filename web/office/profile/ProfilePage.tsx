/** The user's own account: details, password and open sessions. */
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { sessionEndpoints, sessionTexts } from '#contract/core/accounts/sessions.ts';
import { profileTitle, roleLabels } from '#contract/core/accounts/users.ts';
import { call } from '#web/core/api/client.ts';
import { queryOf } from '#web/core/api/queries.ts';
import { currentUser } from '#web/core/api/session.ts';
import { PageHeader } from '#web/core/ui/PageHeader.tsx';
import { PasswordForm } from './PasswordForm.tsx';
import { WeeklyMail } from './WeeklyMail.tsx';
import sessionClasses from '#web/core/sessions/SessionList.module.css';
import classes from './ProfilePage.module.css';
import { SessionList } from '#web/core/sessions/SessionList.tsx';
import { useSessionEnding } from '#web/core/sessions/useSessionEnding.tsx';

export function ProfilePage() {
  const sessions = useQuery(queryOf(sessionEndpoints.own));
  const others = useSessionEnding(sessionTexts.confirmEndOthers, () => call(sessionEndpoints.endOthers));
  // As a key, it resets the form after each change.
  const [changes, setChanges] = useState(0);

  return (
    <>
      <PageHeader title={profileTitle} />
      <div className={classes.desk}>
        <div>
          <Details />
          <PasswordForm key={changes} onChanged={() => setChanges(changes + 1)} />
          <WeeklyMail />
        </div>
        <section aria-labelledby="sessions">
          <div className={sessionClasses.sectionHead}>
            <h2 id="sessions">{sessionTexts.own}</h2>
            {(sessions.data?.length ?? 0) > 1 && (
              <Button variant="default" onClick={() => others.ask(null)}>
                End all others
              </Button>
            )}
          </div>
          <SessionList label={sessionTexts.own} sessions={sessions} />
        </section>
      </div>
      {others.dialog}
    </>
  );
}

function Details() {
  const user = currentUser();
  if (!user) return null;
  const details = [
    ['Full Name', user.fullName],
    ['Email', user.email],
    ['Phone', user.phone],
    ['Role', roleLabels[user.userRole]],
  ];
  return (
    <dl className={classes.details}>
      {details.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value || '—'}</dd>
        </div>
      ))}
    </dl>
  );
}
