/** A user's open sessions above the user list, for administrators to end. */
import '@mantine/core/styles/Group.layer.css';
import { Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { sessionEndpoints, sessionTexts } from '#contract/core/accounts/sessions.ts';
import { roleLabels } from '#contract/core/accounts/users.ts';
import type { UserRecord } from '#contract/core/accounts/signedIn.ts';
import { call } from '#web/core/api/client.ts';
import { queryOf } from '#web/core/api/queries.ts';
import classes from '#web/core/sessions/SessionList.module.css';
import { SessionList } from '#web/core/sessions/SessionList.tsx';
import { useSessionEnding } from '#web/core/sessions/useSessionEnding.tsx';

export function UserSessions({ user, onClose }: { user: UserRecord; onClose: () => void }) {
  const params = { id: user.userId };
  const sessions = useQuery(queryOf(sessionEndpoints.ofUser, { params }));
  const all = useSessionEnding(
    sessionTexts.confirmEndAll,
    () => call(sessionEndpoints.endAllOfUser, { params }),
    () => ({ name: user.fullName, facts: [user.email, roleLabels[user.userRole]] }),
  );
  const heading = useRef<HTMLHeadingElement>(null);
  const title = `Sessions of ${user.fullName}`;

  useEffect(() => heading.current?.focus(), []);

  return (
    <section
      className={classes.ofUser}
      aria-labelledby="sessions"
      onKeyDown={(event) => {
        if (event.key === 'Escape' && event.currentTarget.contains(document.activeElement)) onClose();
      }}
    >
      <div className={classes.sectionHead}>
        <h2 id="sessions" ref={heading} tabIndex={-1}>
          {title}
        </h2>
        <Group gap={8}>
          <Button variant="subtle" color="gray" onClick={onClose}>
            Close
          </Button>
          {sessions.data?.some(({ isThis }) => !isThis) && (
            <Button variant="default" onClick={() => all.ask(null)}>
              End all
            </Button>
          )}
        </Group>
      </div>
      <SessionList label={title} sessions={sessions} />
      {all.dialog}
    </section>
  );
}
