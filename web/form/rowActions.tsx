import { IconHistory, IconPencil, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Resource } from '#contract/permissions.ts';
import { may } from '#web/api/session.ts';
import type { DataTableProps } from '#web/ui/DataTable.tsx';
import { RowAction } from '#web/ui/RowAction.tsx';

/** Created once, so that React skips them when rows re-render. */
const icons = { edit: <IconPencil size={17} />, history: <IconHistory size={17} />, remove: <IconTrash size={17} /> };

interface Actions<Row> {
  /** The row's name in button labels. */
  nameOf: (row: Row) => string;
  onEdit: (row: Row) => void;
  onHistory: (row: Row) => void;
  onDelete: (row: Row) => void;
  /** Further buttons for users who may update the row. */
  more?: (row: Row) => ReactNode;
}

/**
 * A row's Edit, History and Delete, by permission; with History alone the column is called that. A row whose record has
 * no page opens its form.
 */
export function rowActions<Row>(
  resource: Resource,
  { nameOf, onEdit, onHistory, onDelete, more }: Actions<Row>,
): Required<Pick<DataTableProps<Row>, 'actions' | 'actionsHeading'>> & Pick<DataTableProps<Row>, 'onOpen'> {
  const mayUpdate = may('update', resource);
  const mayDelete = may('delete', resource);
  return {
    onOpen: mayUpdate ? onEdit : undefined,
    actionsHeading: mayUpdate || mayDelete ? 'Actions' : 'History',
    actions: (row) => (
      <>
        {mayUpdate && (
          <RowAction label={`Edit ${nameOf(row)}`} aria-keyshortcuts="e" onClick={() => onEdit(row)}>
            {icons.edit}
          </RowAction>
        )}
        <RowAction label={`History of ${nameOf(row)}`} aria-keyshortcuts="h" onClick={() => onHistory(row)}>
          {icons.history}
        </RowAction>
        {mayUpdate && more?.(row)}
        {mayDelete && (
          <RowAction danger label={`Delete ${nameOf(row)}`} onClick={() => onDelete(row)}>
            {icons.remove}
          </RowAction>
        )}
      </>
    ),
  };
}
