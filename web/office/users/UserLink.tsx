import type { ReactNode } from 'react';
import { RecordLink } from '#web/stock/links/RecordLink.tsx';

/** A user by name, leading to their page. */
export function UserLink({ userId, name }: { userId: number; name: ReactNode }) {
  return (
    <RecordLink kind="users" id={userId}>
      {name}
    </RecordLink>
  );
}
