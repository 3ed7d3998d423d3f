import type { ReactNode, Ref } from 'react';
import classes from './RowAction.module.css';

interface RowActionProps {
  /** Action and object: 'Edit Hill Farms'. */
  label: string;
  /** The tooltip, if not the label. */
  title?: string;
  /** Left out on a card, whose menu has it. */
  inTable?: boolean;
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
export function RowAction({ label, title = label, inTable, expanded, onClick, children, ...rest }: RowActionProps) {
  return (
    <button
      type="button"
      className={classes.action}
      data-in-table={inTable}
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
