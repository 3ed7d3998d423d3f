import { Link } from '@tanstack/react-router';
import { useSyncExternalStore } from 'react';
import { profileTitle, roleLabels } from '#contract/core/accounts/users.ts';
import { currentUser, onOwnUserUpdate } from '#web/core/api/session.ts';
import { StatusPill } from '#web/core/ui/StatusPill.tsx';
import classes from './Shell.module.css';

export function Brand() {
  return (
    <div className={classes.brand}>
      <span aria-hidden>G</span>
      Godown
    </div>
  );
}

/** The signed-in user, linked to their profile. */
export function Person() {
  const user = useSyncExternalStore(onOwnUserUpdate, currentUser);
  if (!user) return null;
  return (
    <div className={classes.person}>
      <Link
        to="/profile"
        className={classes.name}
        title={profileTitle}
        aria-label={`${user.fullName}, ${profileTitle}`}
      >
        {user.fullName}
      </Link>
      <StatusPill tone="neutral" label={roleLabels[user.userRole]} />
    </div>
  );
}
