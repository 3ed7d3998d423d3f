import { IconPencil, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Resource } from '#contract/permissions.ts';
import { may } from '#web/api/session.ts';
import { RowAction } from '#web/ui/RowAction.tsx';

interface Actions<Row> {
  /** What the row is called, where a button names it. */
  nameOf: (row: Row) => string;
  onEdit: (row: Row) => void;
  onDelete: (row: Row) => void;
  /** What else those may do who may change the row. */
  more?: (row: Row) => ReactNode;
}

/** The Edit and Delete of every row; undefined for those who may do neither, who then see no Actions column. */
export function rowActions<Row>(
  resource: Resource,
  { nameOf, onEdit, onDelete, more }: Actions<Row>,
): ((row: Row) => ReactNode) | undefined {
  const mayUpdate = may('update', resource);
  const mayDelete = may('delete', resource);
  if (!mayUpdate && !mayDelete) return undefined;
  return (row) => (
    <>
      {mayUpdate && (
        <RowAction label={`Edit ${nameOf(row)}`} onClick={() => onEdit(row)}>
          <IconPencil size={17} />
        </RowAction>
      )}
      {mayUpdate && more?.(row)}
      {mayDelete && (
        <RowAction danger label={`Delete ${nameOf(row)}`} onClick={() => onDelete(row)}>
          <IconTrash size={17} />
        </RowAction>
      )}
    </>
  );
}
