import { Suspense, useState, type ReactNode } from 'react';

/** A lazy-loaded dialog, from its first opening on: closed, it stays, so that it can fade. */
export function OnceOpened({ opened, children }: { opened: boolean; children: ReactNode }) {
  const [wasOpened, setWasOpened] = useState(opened);
  if (opened && !wasOpened) setWasOpened(true);
  return wasOpened && <Suspense>{children}</Suspense>;
}
