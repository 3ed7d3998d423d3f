import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { pageOf, type PageKind } from '#contract/kinds.ts';
import classes from './DocumentLink.module.css';

interface RecordLinkProps {
  kind: PageKind;
  id: number;
  /** A name that is never broken over lines. */
  isWhole?: boolean;
  children: ReactNode;
}

/** A record by its name, leading to its page. */
export function RecordLink({ kind, id, isWhole, children }: RecordLinkProps) {
  return (
    <Link to={pageOf(kind, id)} className={classes.link} data-whole={isWhole || undefined}>
      {children}
    </Link>
  );
}
