/** The transaction certificates of a lot. */
import { screenTitles } from '#contract/kinds.ts';
import {
  directionLabels,
  type LotCover,
  transactionCertificateLabels,
} from '#contract/stock/claims/transactionCertificateCover.ts';
import { formatDate, formatQuantityWithUnit } from '#contract/core/values/format.ts';
import { RecordSection } from '#web/core/records/RecordPage.tsx';
import { TransactionCertificateLink } from '#web/stock/links/TransactionCertificateLink.tsx';
import { TransactionCertificatePill } from './TransactionCertificatePill.tsx';
import { DataTable, type Column } from '#web/core/ui/table/DataTable.tsx';
import { Panel } from '#web/core/ui/Panel.tsx';
import { quantities } from '#web/core/ui/Quantity.tsx';

export function LotCovers({ covers, unit }: { covers: readonly LotCover[]; unit: string }) {
  if (covers.length === 0) return null;
  const columns: Column<LotCover>[] = [
    {
      header: transactionCertificateLabels.number,
      weight: 'strong',
      cell: (row) => <TransactionCertificateLink {...row} />,
    },
    { header: transactionCertificateLabels.direction, cell: (row) => directionLabels[row.direction].toLowerCase() },
    { header: 'Supplier or buyer', cell: (row) => row.partyName },
    { header: transactionCertificateLabels.scheme, cell: (row) => row.scheme },
    { header: transactionCertificateLabels.issuedOn, cell: (row) => row.issuedOn && formatDate(row.issuedOn) },
    {
      header: transactionCertificateLabels.status,
      cell: (row) => <TransactionCertificatePill status={row.status} />,
    },
    quantities({ header: transactionCertificateLabels.lines }, ({ quantity }) => ({ quantity, unit })),
  ];
  return (
    <RecordSection heading={screenTitles.transactionCertificates}>
      <Panel>
        <DataTable
          label={screenTitles.transactionCertificates}
          columns={columns}
          rows={covers}
          rowId={(row) => row.transactionCertificateId}
          card={(row) => ({
            title: <TransactionCertificateLink {...row} />,
            state: <TransactionCertificatePill status={row.status} />,
            detail: `${directionLabels[row.direction]}, ${row.partyName}`,
            aside: formatQuantityWithUnit(row.quantity, unit),
          })}
          skeletons={0}
          stale={false}
        />
      </Panel>
    </RecordSection>
  );
}
