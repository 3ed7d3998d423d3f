import type { ReactNode } from 'react';
import classes from './RowAction.module.css';

interface RowActionProps {
  /** What it does and to what: 'Edit Hill Farms'. */
  label: string;
  /** What the mouse is told, where that is not the label. */
  title?: string;
  danger?: boolean;
  /** Whether what it opens is open. */
  expanded?: boolean;
  onClick: () => void;
  children: ReactNode;
}

/** A small button with an icon, in a row of a table: a plain one, since a page has thirty of them. */
export function RowAction({ label, title = label, danger, expanded, onClick, children }: RowActionProps) {
  return (
    <button
      type="button"
      className={classes.action}
      data-danger={danger}
      aria-label={label}
      aria-expanded={expanded}
      title={title}
      onClick={onClick}
    >
      {children}
    </button>
  );
}
