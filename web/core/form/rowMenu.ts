import type { Resource } from '#contract/permissions.ts';
import { may } from '#web/core/api/session.ts';
import type { DataTableProps } from '#web/core/ui/table/DataTable.tsx';
import type { RowMenuProps } from '#web/core/ui/table/RowMenuItems.tsx';

interface Actions<Row> {
  nameOf: (row: Row) => string;
  onEdit: (row: Row) => void;
  onHistory: (row: Row) => void;
  onDelete: (row: Row) => void;
  /** Further entries for users who may update the row. */
  more?: (row: Row) => RowMenuProps['more'];
  statusEntry?: (row: Row) => RowMenuProps['statusEntry'];
}

/** Menus of a list's rows. */
interface RowMenus<Row> extends Pick<DataTableProps<Row>, 'actionsHeading' | 'onOpen'> {
  menu: (row: Row) => RowMenuProps;
}

/**
 * A row's Edit, History and Delete, by permission; with History alone the column is called that. A row whose record has
 * no page opens its form.
 */
export function rowMenu<Row>(
  resource: Resource,
  { nameOf, onEdit, onHistory, onDelete, more, statusEntry }: Actions<Row>,
): RowMenus<Row> {
  const mayUpdate = may('update', resource);
  const mayDelete = may('delete', resource);
  return {
    onOpen: mayUpdate ? onEdit : undefined,
    actionsHeading: mayUpdate || mayDelete ? 'Actions' : 'History',
    menu: (row) => ({
      name: nameOf(row),
      onEdit: mayUpdate ? () => onEdit(row) : undefined,
      onHistory: () => onHistory(row),
      onDelete: mayDelete ? () => onDelete(row) : undefined,
      more: mayUpdate ? more?.(row) : undefined,
      statusEntry: mayUpdate ? statusEntry?.(row) : undefined,
    }),
  };
}
