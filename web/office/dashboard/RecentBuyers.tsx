/** Specification §2, Dashboard: the latest buyers. */
import { partyLabels } from '#contract/masters/parties.ts';
import { Link } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { buyerEndpoints, type BuyerRecord } from '#contract/masters/buyers.ts';
import { formatCount, formatTimestamp } from '#contract/core/values/format.ts';
import { masters } from '#contract/kinds.ts';
import { morningBlocks, morningTexts } from '#contract/office/morningTexts.ts';
import { listQueryOf } from '#web/core/api/queries.ts';
import { LoadFailed } from '#web/core/list/LoadFailed.tsx';
import { BeginLink } from '#web/core/ui/BeginLink.tsx';
import { DataTable, type Column } from '#web/core/ui/table/DataTable.tsx';
import { PanelMessage } from '#web/core/ui/Panel.tsx';
import { Timestamp } from '#web/core/ui/Timestamp.tsx';
import { Wrapped } from '#web/core/ui/table/Wrapped.tsx';
import { Block } from './Block.tsx';

const SHOWN = 5;

const columns: Column<BuyerRecord>[] = [
  {
    header: partyLabels.name,
    weight: 'strong',
    pinned: true,
    cell: (row) => <Wrapped text={row.name} minWidth={150} maxWidth={340} />,
  },
  {
    header: partyLabels.email,
    weight: 'small',
    cell: (row) => row.email && <Wrapped text={row.email} minWidth={104} maxWidth={200} />,
  },
  { header: 'Created On', cell: (row) => <Timestamp at={row.createdAt} /> },
];

export function RecentBuyers() {
  // The default sort is newest first.
  const { data, error, isPending, refetch } = useQuery(
    listQueryOf(buyerEndpoints.list, { query: { page: 1, pageSize: SHOWN } }),
  );

  useEffect(() => {
    if (error) console.error('The recent buyers could not be loaded:', error);
  }, [error]);

  return (
    <Block
      title={morningBlocks.buyers}
      columns={5}
      aside={data && <Link to={masters.buyers.screenPath}>{morningTexts.all(formatCount(data.total))}</Link>}
    >
      {error && !data ? (
        <LoadFailed failed="The recent buyers could not be loaded." error={error} retry={refetch} />
      ) : (
        <DataTable
          label={morningBlocks.buyers}
          columns={columns}
          rows={data?.rows ?? []}
          rowId={(row) => row.buyerId}
          card={(row) => ({ title: row.name, detail: row.email, aside: formatTimestamp(row.createdAt) })}
          skeletons={isPending ? SHOWN : 0}
          stale={false}
        />
      )}
      {data?.total === 0 && (
        <PanelMessage>
          <p>No buyers found.</p>
          <BeginLink to={masters.buyers.screenPath}>Go to Buyers</BeginLink>
        </PanelMessage>
      )}
    </Block>
  );
}
