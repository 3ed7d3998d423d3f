import type { ReactNode, Ref } from 'react';
import classes from './RowAction.module.css';

interface RowActionProps {
  /** Action and object: 'Edit Hill Farms'. */
  label: string;
  /** The tooltip, if not the label. */
  title?: string;
  /** Seen while the row has the pointer or the focus; never on a card. */
  quiet?: boolean;
  /** Whether the row, or the menu of it, is expanded. */
  expanded?: boolean;
  disabled?: boolean;
  'aria-haspopup'?: 'menu';
  /** The single key that presses it in the row that has the focus (web/office/shell/shortcuts.ts). */
  'aria-keyshortcuts'?: string;
  id?: string;
  ref?: Ref<HTMLButtonElement>;
  onClick: () => void;
  children: ReactNode;
}

/** A row's icon button; a plain <button>, since a page has thirty of them. */
export function RowAction({ label, title = label, quiet, expanded, onClick, children, ...rest }: RowActionProps) {
  return (
    <button
      type="button"
      className={classes.action}
      data-quiet={quiet}
      aria-label={label}
      aria-expanded={expanded}
      title={title}
      onClick={onClick}
      {...rest}
    >
      {children}
    </button>
  );
}
