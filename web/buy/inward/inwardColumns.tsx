import type { ReactNode } from 'react';
import { formatDate, formatQuantityWithUnit, formatRupees } from '#contract/core/values/format.ts';
import type { InwardRecord } from '#contract/buy/inward.ts';
import { inwardLabels, inwardTexts } from '#contract/buy/inwardTexts.ts';
import { TruncatedText } from '#web/core/ui/table/TruncatedText.tsx';
import type { Card, Column } from '#web/core/ui/table/DataTable.tsx';
import { Wrapped } from '#web/core/ui/table/Wrapped.tsx';
import { DocumentCell } from '#web/stock/links/DocumentCell.tsx';
import { DocumentLink } from '#web/stock/links/DocumentLink.tsx';
import { InwardStatusPill } from './InwardStatusPill.tsx';
import { SupplierLink } from '#web/stock/links/SupplierLink.tsx';
import classes from './inwardColumns.module.css';

/** 'Turmeric', below it '10.500 kg and 2 more', and a tooltip with all lines. */
function Materials({ row: { rawMaterials } }: { row: InwardRecord }) {
  const [first, ...more] = rawMaterials;
  if (first === undefined) return null;
  const quantityOf = (line: typeof first) => formatQuantityWithUnit(line.quantity, line.unit);
  const whole = rawMaterials.map((line) => `${line.rawMaterialName} ${quantityOf(line)}`);
  return (
    <TruncatedText
      text={first.rawMaterialName}
      below={more.length === 0 ? quantityOf(first) : `${quantityOf(first)} and ${more.length} more`}
      whole={more.length === 0 ? undefined : whole.join('\n')}
      width={160}
    />
  );
}

function MissingBill({ text }: { text: string }) {
  return <strong className={classes.missing}>{text}</strong>;
}

export function inwardColumns(billButton: (row: InwardRecord) => ReactNode): Column<InwardRecord>[] {
  return [
    { header: 'ID', sort: 'inwardId', weight: 'faint', cell: (row) => row.inwardId },
    {
      header: inwardLabels.supplierId,
      sort: 'supplierName',
      weight: 'strong',
      pinned: true,
      cell: ({ supplierId, supplierName }) => (
        <SupplierLink supplierId={supplierId} name={<Wrapped text={supplierName} minWidth={160} maxWidth={260} />} />
      ),
    },
    {
      header: inwardLabels.invoiceNumber,
      sort: 'invoiceNumber',
      cell: ({ inwardId, invoiceNumber }) => <DocumentCell kind="inward" id={inwardId} label={invoiceNumber} />,
    },
    { header: inwardLabels.inwardDate, sort: 'inwardDate', cell: (row) => formatDate(row.inwardDate) },
    { header: 'Raw materials', cell: (row) => <Materials row={row} /> },
    { header: inwardLabels.grandTotal, sort: 'grandTotal', align: 'end', cell: (row) => formatRupees(row.grandTotal) },
    { header: inwardLabels.status, sort: 'status', cell: (row) => <InwardStatusPill status={row.status} /> },
    {
      header: inwardLabels.bill,
      cell: (row) => (row.hasBill ? billButton(row) : <MissingBill text={inwardTexts.billMissing} />),
    },
  ];
}

/** The bill is on the record's page, which a card opens. */
export function inwardCard(row: InwardRecord): Card {
  return {
    title: <SupplierLink supplierId={row.supplierId} name={row.supplierName} />,
    state: <strong>{formatRupees(row.grandTotal)}</strong>,
    detail: row.hasBill ? (
      <>
        {formatDate(row.inwardDate)} · <DocumentLink kind="inward" id={row.inwardId} label={row.invoiceNumber} />
      </>
    ) : (
      <>
        {formatDate(row.inwardDate)} · <DocumentLink kind="inward" id={row.inwardId} label={row.invoiceNumber} /> ·{' '}
        <MissingBill text={`${inwardLabels.bill} ${inwardTexts.billMissing.toLowerCase()}`} />
      </>
    ),
    aside: <InwardStatusPill status={row.status} />,
  };
}
