import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import classes from './DocumentLink.module.css';

interface LedgerLinkProps {
  itemId: number;
  /** The last day; without it, to the end. */
  to?: string | undefined;
  children: ReactNode;
}

/** Leads to the stock ledger of an item. */
export function LedgerLink({ itemId, to, children }: LedgerLinkProps) {
  return (
    <Link to="/stock-ledger" search={{ itemId: String(itemId), to }} className={classes.link}>
      {children}
    </Link>
  );
}
