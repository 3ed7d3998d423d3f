import type { ReactNode } from 'react';
import { RecordLink } from './RecordLink.tsx';

interface BuyerLinkProps {
  buyerId: number;
  name: ReactNode;
}

/** A buyer by name, leading to their page. */
export function BuyerLink({ buyerId, name }: BuyerLinkProps) {
  return (
    <RecordLink kind="buyers" id={buyerId}>
      {name}
    </RecordLink>
  );
}
