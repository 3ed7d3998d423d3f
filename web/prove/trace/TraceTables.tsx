/** A trace as tables: the accessible form of its graph, with everything in it. */
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { afterExpiryTexts } from '#contract/stock/lots/afterExpiry.ts';
import { claimTexts } from '#contract/stock/claims/claims.ts';
import { soldAsTexts } from '#contract/stock/claims/soldAs.ts';
import { formatDate, formatKilograms, formatQuantityWithUnit } from '#contract/core/values/format.ts';
import { tracedClaim, traceTexts, type TraceNode } from '#contract/prove/trace.ts';
import { RecordSection } from '#web/core/records/RecordPage.tsx';
import { CertificateLink } from '#web/stock/links/CertificateLink.tsx';
import { DataTable, type Column } from '#web/core/ui/table/DataTable.tsx';
import { unbroken } from '#web/core/ui/unbroken.tsx';
import { Panel } from '#web/core/ui/Panel.tsx';
import { Wrapped } from '#web/core/ui/table/Wrapped.tsx';
import classes from './Trace.module.css';
import type { BackRow, ForwardRow, RunRow, StoreRow, TraceRows } from './traceRows.ts';

function NodeLink({ node }: { node: TraceNode }) {
  return (
    <Link to={node.link} className={node.gaps.length > 0 ? classes.gapLink : classes.link}>
      {unbroken(node.label)}
    </Link>
  );
}

/** Names may take several lines. */
function PartyLink({ node }: { node: TraceNode }) {
  return (
    <Link to={node.link} className={classes.link}>
      <Wrapped text={node.label} minWidth={140} maxWidth={240} />
    </Link>
  );
}

const amount = ({ edge }: { edge: BackRow['edge'] }): string =>
  edge.quantity === null ? '' : formatQuantityWithUnit(edge.quantity, edge.unit);
const share = ({ edge }: { edge: BackRow['edge'] }): string =>
  edge.shareGrams === null ? '' : formatKilograms(edge.shareGrams);
const date = (day: string | null | undefined): string => (day ? formatDate(day) : '');

/** Proof of a lot's claim, and the claim with its schemes. */
function proofOf({ lot }: BackRow): ReactNode {
  if (lot.gaps.includes('noCertificate')) return <span className={classes.bad}>{claimTexts.noCertificate}</span>;
  const claim = tracedClaim(lot);
  if (lot.certificateId && lot.certificateNumber) {
    return (
      <>
        <CertificateLink certificateId={lot.certificateId} number={lot.certificateNumber} />
        {claim && <small className={classes.claim}>{claim}</small>}
      </>
    );
  }
  return lot.counts === false ? 'Not needed' : claim;
}

const claim: Column<RunRow> = {
  header: claimTexts.claim,
  cell: ({ lot }) => <Wrapped text={tracedClaim(lot)} minWidth={110} maxWidth={200} />,
};

const backColumns: Column<BackRow>[] = [
  { header: 'Lot', weight: 'strong', pinned: true, cell: ({ lot }) => <NodeLink node={lot} /> },
  { header: 'Item', cell: ({ lot }) => <Wrapped text={lot.itemName ?? ''} minWidth={140} maxWidth={240} /> },
  {
    header: 'Supplier',
    cell: ({ party }) => party && <PartyLink node={party} />,
  },
  { header: 'Inward', cell: ({ source }) => source && <NodeLink node={source} /> },
  {
    header: 'Received',
    cell: ({ lot }) => (
      <span className={lot.gaps.includes('beforeReceipt') ? classes.bad : undefined}>
        {unbroken(date(lot.day))}
        {lot.gaps.includes('beforeReceipt') && ', after it was used'}
      </span>
    ),
  },
  { header: claimTexts.certificate, cell: proofOf },
  { header: 'Brought in', align: 'end', cell: amount },
  { header: 'Of it here', align: 'end', cell: share },
];

const runColumns: Column<RunRow>[] = [
  { header: 'Batch', weight: 'strong', pinned: true, cell: ({ lot }) => <NodeLink node={lot} /> },
  { header: 'Product', cell: ({ lot }) => <Wrapped text={lot.itemName ?? ''} minWidth={140} maxWidth={260} /> },
  { header: 'Run', cell: ({ run }) => <NodeLink node={run} /> },
  { header: 'Made', cell: ({ run }) => date(run.day) },
  claim,
  { header: 'Quantity', align: 'end', cell: amount },
  { header: 'Of it here', align: 'end', cell: share },
];

const takenColumns: Column<RunRow>[] = [
  { header: 'Lot', weight: 'strong', pinned: true, cell: ({ lot }) => <NodeLink node={lot} /> },
  { header: 'Item', cell: ({ lot }) => <Wrapped text={lot.itemName ?? ''} minWidth={140} maxWidth={260} /> },
  { header: 'Run', cell: ({ run }) => <NodeLink node={run} /> },
  {
    header: 'Day',
    cell: ({ run, edge }) => (
      <span className={edge.beforeReceipt || edge.afterExpiry ? classes.bad : undefined}>
        {unbroken(date(run.day))}
        {edge.beforeReceipt && ', before it was received'}
        {edge.afterExpiry && `, ${afterExpiryTexts.taken}`}
      </span>
    ),
  },
  { header: 'Quantity', align: 'end', cell: amount },
  { header: 'Of it here', align: 'end', cell: share },
];

const forwardColumns: Column<ForwardRow>[] = [
  { header: 'Batch', weight: 'strong', pinned: true, cell: ({ lot }) => <NodeLink node={lot} /> },
  { header: 'Product', cell: ({ lot }) => <Wrapped text={lot.itemName ?? ''} minWidth={140} maxWidth={240} /> },
  {
    header: 'To',
    cell: ({ buyer }) => (buyer ? <PartyLink node={buyer} /> : <span className={classes.bad}>Not recorded</span>),
  },
  { header: 'Document', cell: ({ document }) => <NodeLink node={document} /> },
  {
    header: 'Day',
    cell: ({ document, edge }) => (
      <span className={edge.beforeReceipt || edge.afterExpiry ? classes.bad : undefined}>
        {unbroken(date(document.day))}
        {edge.beforeReceipt && ', before it was in stock'}
        {edge.afterExpiry && `, ${afterExpiryTexts.taken}`}
      </span>
    ),
  },
  {
    header: soldAsTexts.label,
    cell: ({ lot, document }) => <Wrapped text={tracedClaim(lot, document.soldAs)} minWidth={110} maxWidth={200} />,
  },
  { header: 'Phone', cell: ({ buyer }) => buyer?.phone },
  { header: 'Quantity', align: 'end', cell: amount },
  { header: 'Of it here', align: 'end', cell: share },
];

const lostColumns: Column<ForwardRow>[] = [
  { header: 'Lot', weight: 'strong', pinned: true, cell: ({ lot }) => <NodeLink node={lot} /> },
  { header: 'Item', cell: ({ lot }) => <Wrapped text={lot.itemName ?? ''} minWidth={140} maxWidth={260} /> },
  { header: 'Document', cell: ({ document }) => <NodeLink node={document} /> },
  { header: 'Quantity', align: 'end', cell: amount },
  { header: 'Of it here', align: 'end', cell: share },
];

const returnedColumns: Column<BackRow>[] = [
  { header: 'Lot', weight: 'strong', pinned: true, cell: ({ lot }) => <NodeLink node={lot} /> },
  { header: 'Product', cell: ({ lot }) => <Wrapped text={lot.itemName ?? ''} minWidth={140} maxWidth={240} /> },
  { header: 'From', cell: ({ party }) => party && <PartyLink node={party} /> },
  { header: 'Document', cell: ({ source }) => source && <NodeLink node={source} /> },
  { header: 'Day', cell: ({ lot }) => date(lot.day) },
  { header: 'Quantity', align: 'end', cell: amount },
  { header: 'Of it here', align: 'end', cell: share },
];

const storeColumns: Column<StoreRow>[] = [
  { header: 'Lot', weight: 'strong', pinned: true, cell: ({ lot }) => <NodeLink node={lot} /> },
  { header: 'Item', cell: ({ lot }) => <Wrapped text={lot.itemName ?? ''} minWidth={140} maxWidth={260} /> },
  { header: 'Since', cell: ({ lot }) => date(lot.day) },
  { header: 'Expires', cell: ({ lot }) => date(lot.expiresOn) },
  { header: 'Left', align: 'end', cell: amount },
];

interface SectionProps<Row> {
  heading: string;
  columns: Column<Row>[];
  rows: Row[];
  detail: (row: Row) => ReactNode;
}

function Section<Row extends { lot: TraceNode; edge: BackRow['edge'] }>({
  heading,
  columns,
  rows,
  detail,
}: SectionProps<Row>) {
  if (rows.length === 0) return null;
  const ids = new Map(rows.map((row, index) => [row, index]));
  return (
    <RecordSection heading={heading}>
      <Panel>
        <DataTable
          label={heading}
          columns={columns}
          rows={rows}
          rowId={(row) => ids.get(row) ?? 0}
          card={(row) => ({
            title: <NodeLink node={row.lot} />,
            state: amount(row),
            detail: row.lot.itemName ?? '',
            aside: detail(row),
          })}
          skeletons={0}
          stale={false}
        />
      </Panel>
    </RecordSection>
  );
}

export function TraceTables({ rows }: { rows: TraceRows }) {
  const { sections } = traceTexts;
  return (
    <>
      <Section heading={sections.back} columns={backColumns} rows={rows.back} detail={proofOf} />
      <Section
        heading={sections.taken}
        columns={takenColumns}
        rows={rows.taken}
        detail={({ run }) => <NodeLink node={run} />}
      />
      <Section
        heading={sections.runs}
        columns={runColumns}
        rows={rows.runs}
        detail={({ run }) => <NodeLink node={run} />}
      />
      <Section
        heading={sections.forward}
        columns={forwardColumns}
        rows={rows.forward}
        detail={({ buyer, document }) => <NodeLink node={buyer ?? document} />}
      />
      <Section
        heading={sections.returned}
        columns={returnedColumns}
        rows={rows.returned}
        detail={({ source }) => source && <NodeLink node={source} />}
      />
      <Section
        heading={sections.lost}
        columns={lostColumns}
        rows={rows.lost}
        detail={({ document }) => <NodeLink node={document} />}
      />
      <Section
        heading={sections.store}
        columns={storeColumns}
        rows={rows.store}
        detail={({ lot }) => date(lot.expiresOn)}
      />
    </>
  );
}
