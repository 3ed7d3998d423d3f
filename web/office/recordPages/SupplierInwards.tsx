/** The inwards of a supplier, newest first, with unpaid amounts and their age. */
import { partyOverviewTexts, type SupplierOverview } from '#contract/masters/partyOverviews.ts';
import { Link } from '@tanstack/react-router';
import { formatAmount, formatDate, formatRupees } from '#contract/core/values/format.ts';
import { inwardEndpoints, isUnpaid, type InwardRecord } from '#contract/buy/inward.ts';
import { inwardLabels, inwardTexts } from '#contract/buy/inwardTexts.ts';
import { ListPanel } from '#web/core/list/ListPanel.tsx';
import { useList } from '#web/core/list/useList.ts';
import { RecordSection } from '#web/core/records/RecordPage.tsx';
import { ageText } from '#web/core/ui/ageText.ts';
import { DocumentLink } from '#web/stock/links/DocumentLink.tsx';
import { InwardStatusPill } from '#web/buy/inward/InwardStatusPill.tsx';
import type { Column } from '#web/core/ui/table/DataTable.tsx';
import { TruncatedText } from '#web/core/ui/table/TruncatedText.tsx';
import classes from './SupplierPage.module.css';

const PAGE_SIZE = 10;
const namesOf = ({ rawMaterials }: InwardRecord) => rawMaterials.map((line) => line.rawMaterialName).join('; ');

function Status({ inward }: { inward: InwardRecord }) {
  return (
    <span className={classes.status}>
      <InwardStatusPill status={inward.status} />
      {isUnpaid(inward) && <small>{ageText(inward.inwardDate)}</small>}
    </span>
  );
}

const columns: Column<InwardRecord>[] = [
  {
    header: inwardLabels.invoiceNumber,
    sort: 'invoiceNumber',
    weight: 'strong',
    pinned: true,
    cell: ({ inwardId, invoiceNumber }) => <DocumentLink kind="inward" id={inwardId} label={invoiceNumber} />,
  },
  { header: inwardLabels.inwardDate, sort: 'inwardDate', cell: (row) => formatDate(row.inwardDate) },
  { header: 'Raw materials', weight: 'small', cell: (row) => <TruncatedText text={namesOf(row)} width={240} /> },
  { header: 'Grand total (₹)', sort: 'grandTotal', align: 'end', cell: (row) => formatAmount(row.grandTotal) },
  { header: inwardLabels.status, sort: 'status', cell: (row) => <Status inward={row} /> },
  { header: inwardLabels.bill, cell: ({ hasBill }) => (hasBill ? 'Yes' : inwardTexts.billMissing) },
];

/** Leads to the list of inwards, filtered. */
function Totals({ supplierId, overview }: { supplierId: number; overview: SupplierOverview }) {
  const { inwards, notPaid, notPaidInwards } = overview;
  return (
    <p className={classes.totals}>
      <Link to="/inward" search={{ supplierId: String(supplierId) }}>
        All {partyOverviewTexts.inwards(inwards)}
      </Link>
      {notPaidInwards > 0 && (
        <Link to="/inward" search={{ supplierId: String(supplierId), status: 'notpaid' }}>
          {notPaidInwards} not paid, {formatRupees(notPaid)}
        </Link>
      )}
    </p>
  );
}

export function SupplierInwards({ supplierId, overview }: { supplierId: number; overview: SupplierOverview }) {
  const list = useList(inwardEndpoints.listWithLines, {
    pageSize: PAGE_SIZE,
    prefix: 'inwards',
    filters: { supplierId: String(supplierId) },
  });
  return (
    <RecordSection heading="Inwards" more={<Totals supplierId={supplierId} overview={overview} />}>
      <ListPanel
        list={list}
        label="Inwards"
        columns={columns}
        card={(row) => ({
          title: <DocumentLink kind="inward" id={row.inwardId} label={row.invoiceNumber} />,
          state: <Status inward={row} />,
          detail: `${formatDate(row.inwardDate)} · ${namesOf(row)}`,
          aside: formatRupees(row.grandTotal),
        })}
        rowId={(row) => row.inwardId}
        empty="No inward found."
      />
    </RecordSection>
  );
}
