import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import classes from './DocumentLink.module.css';

interface SupplierLinkProps {
  supplierId: number;
  name: ReactNode;
}

/** A supplier by name, leading to their page. */
export function SupplierLink({ supplierId, name }: SupplierLinkProps) {
  return (
    <Link to="/suppliers/$supplierId" params={{ supplierId: String(supplierId) }} className={classes.link}>
      {name}
    </Link>
  );
}
