import type { ReactNode } from 'react';
import classes from './BlockTable.module.css';

interface BlockTableProps {
  label: string;
  /** The first column that is set to the right; all after it are. */
  numbersFrom: 2 | 4;
  className?: string | undefined;
  children: ReactNode;
}

export function BlockTable({ label, numbersFrom, className = '', children }: BlockTableProps) {
  return (
    <table className={`${classes.table} ${className}`} data-numbers-from={numbersFrom} aria-label={label}>
      {children}
    </table>
  );
}

/** A table that is scrolled in its block where it is too wide. */
export function ScrolledTable(props: BlockTableProps) {
  return (
    <div className={classes.scroll} tabIndex={0} role="region" aria-label={`Table: ${props.label}`}>
      <BlockTable {...props} />
    </div>
  );
}
