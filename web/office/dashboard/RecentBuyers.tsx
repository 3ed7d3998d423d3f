/** Specification §2, Dashboard: the latest buyers. */
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { buyerEndpoints, type BuyerRecord } from '#contract/masters/buyers.ts';
import { formatTimestamp } from '#contract/core/values/format.ts';
import { masters } from '#contract/kinds.ts';
import { callList } from '#web/core/api/client.ts';
import { LoadFailed } from '#web/core/list/LoadFailed.tsx';
import { BeginLink } from '#web/core/ui/BeginLink.tsx';
import { DataTable, type Column } from '#web/core/ui/table/DataTable.tsx';
import { Panel, PanelMessage } from '#web/core/ui/Panel.tsx';
import { SmallTimestamp } from '#web/core/ui/Timestamp.tsx';
import { Wrapped } from '#web/core/ui/table/Wrapped.tsx';
import classes from './DashboardPage.module.css';

const SHOWN = 5;

const columns: Column<BuyerRecord>[] = [
  {
    header: 'Name',
    weight: 'strong',
    pinned: true,
    cell: (row) => <Wrapped text={row.name} minWidth={150} maxWidth={340} />,
  },
  {
    header: 'Email',
    weight: 'small',
    cell: (row) => row.email && <Wrapped text={row.email} minWidth={104} maxWidth={200} />,
  },
  { header: 'Created On', cell: (row) => <SmallTimestamp at={row.createdAt} /> },
];

export function RecentBuyers() {
  const { data, error, isPending, refetch } = useQuery({
    queryKey: [buyerEndpoints.list.path, 'recent'],
    // The default sort is newest first.
    queryFn: ({ signal }) => callList(buyerEndpoints.list, { query: { page: 1, pageSize: SHOWN }, signal }),
  });

  useEffect(() => {
    if (error) console.error('The recent buyers could not be loaded:', error);
  }, [error]);

  return (
    <section className={classes.recent} aria-labelledby="recent-buyers">
      <h2 id="recent-buyers">Recent Buyers</h2>
      <Panel>
        {error && !data ? (
          <LoadFailed
            failed="The recent buyers could not be loaded."
            error={error}
            retry={() => {
              refetch().catch(console.error);
            }}
          />
        ) : (
          <DataTable
            label="Recent Buyers"
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
      </Panel>
    </section>
  );
}
