import type { Column } from '#web/core/ui/table/DataTable.tsx';
import { SmallTimestamp } from '#web/core/ui/Timestamp.tsx';

/** The last column of every master: two timestamps in the width of one (decision 41). */
export const timestampColumns: Column<{ createdAt: string; updatedAt: string }>[] = [
  {
    header: 'Created At',
    sort: 'createdAt',
    below: { header: 'Updated At', sort: 'updatedAt' },
    cell: (row) => (
      <>
        <SmallTimestamp at={row.createdAt} /> <SmallTimestamp at={row.updatedAt} />
      </>
    ),
  },
];
