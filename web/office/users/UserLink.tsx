import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import classes from '#web/stock/links/DocumentLink.module.css';

/** A user by name, leading to their page. */
export function UserLink({ userId, name }: { userId: number; name: ReactNode }) {
  return (
    <Link to="/register/$userId" params={{ userId: String(userId) }} className={classes.link}>
      {name}
    </Link>
  );
}
