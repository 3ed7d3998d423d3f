import { Suspense, useState, type ReactNode } from 'react';

/** A lazy-loaded dialog, from its first opening on: closed, it stays, so that it can fade. */
export function OnceOpened({ opened, children }: { opened: boolean; children: ReactNode }) {
  const [wanted, setWanted] = useState(opened);
  if (opened && !wanted) setWanted(true);
  return wanted && <Suspense>{children}</Suspense>;
}
