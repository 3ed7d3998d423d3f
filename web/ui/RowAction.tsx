import type { ReactNode } from 'react';
import classes from './RowAction.module.css';

interface RowActionProps {
  /** What it does and to what: 'Edit Hill Farms'. */
  label: string;
  /** The tooltip, if not the label. */
  title?: string;
  danger?: boolean;
  /** Whether the row is expanded. */
  expanded?: boolean;
  /** The single key that presses it in the row that has the focus (web/layout/shortcuts.ts). */
  'aria-keyshortcuts'?: string;
  onClick: () => void;
  children: ReactNode;
}

/** A row's icon button; a plain <button>, since a page has thirty of them. */
export function RowAction({ label, title = label, danger, expanded, onClick, children, ...keys }: RowActionProps) {
  return (
    <button
      type="button"
      className={classes.action}
      data-danger={danger}
      aria-label={label}
      aria-expanded={expanded}
      title={title}
      onClick={onClick}
      {...keys}
    >
      {children}
    </button>
  );
}
