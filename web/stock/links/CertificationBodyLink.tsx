import type { ReactNode } from 'react';
import { RecordLink } from './RecordLink.tsx';

/** A certification body by its name, leading to its page. */
export function CertificationBodyLink({ id, children }: { id: number; children: ReactNode }) {
  return (
    <RecordLink kind="certificationBodies" id={id}>
      {children}
    </RecordLink>
  );
}
