import type { ReactNode } from 'react';
import { RecordLink } from './RecordLink.tsx';

interface SupplierLinkProps {
  supplierId: number;
  name: ReactNode;
}

/** A supplier by name, leading to their page. */
export function SupplierLink({ supplierId, name }: SupplierLinkProps) {
  return (
    <RecordLink kind="suppliers" id={supplierId}>
      {name}
    </RecordLink>
  );
}
