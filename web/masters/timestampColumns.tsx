import type { Column } from '#web/ui/DataTable.tsx';
import { Timestamp } from '#web/ui/Timestamp.tsx';

/** The columns that every master ends with. */
export const timestampColumns: Column<{ createdAt: string; updatedAt: string }>[] = [
  { header: 'Created At', sort: 'createdAt', cell: (row) => <Timestamp at={row.createdAt} /> },
  { header: 'Updated At', sort: 'updatedAt', cell: (row) => <Timestamp at={row.updatedAt} /> },
];
