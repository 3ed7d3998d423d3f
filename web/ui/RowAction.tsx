import { ActionIcon } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './RowAction.module.css';

interface RowActionProps {
  /** What it does and to what: 'Edit Hill Farms'. */
  label: string;
  danger?: boolean;
  onClick: () => void;
  children: ReactNode;
}

/** A small button with an icon, in a row of a table. */
export function RowAction({ label, danger, onClick, children }: RowActionProps) {
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      className={classes.action}
      data-danger={danger}
      size={30}
      aria-label={label}
      title={label}
      onClick={onClick}
    >
      {children}
    </ActionIcon>
  );
}
