import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

interface FilteredLinkProps {
  /** A path, with the filters of its list as its query. */
  to: string;
  className?: string;
  children: ReactNode;
}

/** A link to a list that is narrowed to what a figure counts. */
export function FilteredLink({ to, children, className }: FilteredLinkProps) {
  const [path, query] = to.split('?');
  return (
    <Link to={path} search={Object.fromEntries(new URLSearchParams(query))} className={className}>
      {children}
    </Link>
  );
}
