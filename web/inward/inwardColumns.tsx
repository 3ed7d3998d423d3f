import type { ReactNode } from 'react';
import { formatAmount, formatDate, formatQuantityWithUnit } from '#contract/format.ts';
import { inwardStatusLabels, type InwardRecord, type InwardStatus } from '#contract/inward.ts';
import { Cut } from '#web/ui/Cut.tsx';
import type { Card, Column } from '#web/ui/DataTable.tsx';
import { StatusPill, type Tone } from '#web/ui/StatusPill.tsx';

const tones: Record<InwardStatus, Tone> = { paid: 'good', notpaid: 'warn', pending: 'neutral' };

function Status({ status }: { status: InwardStatus }) {
  return <StatusPill tone={tones[status]} label={inwardStatusLabels[status]} urgent={status === 'notpaid'} />;
}

/** 'Turmeric 10.500 kg, +2 more', and all of it on hover and focus. */
function Materials({ row }: { row: InwardRecord }) {
  const texts = row.rawMaterials.map(
    (line) => `${line.rawMaterialName} ${formatQuantityWithUnit(line.quantity, line.unit)}`,
  );
  const [first, ...more] = texts;
  if (first === undefined) return null;
  if (more.length === 0) return <Cut text={first} width={240} />;
  return <Cut text={`${first},`} rest={`+${more.length} more`} whole={texts.join('\n')} width={240} />;
}

export function inwardColumns(billButton: (row: InwardRecord) => ReactNode): Column<InwardRecord>[] {
  return [
    { header: 'ID', sort: 'inwardId', weight: 'faint', cell: (row) => row.inwardId },
    {
      header: 'Supplier',
      sort: 'supplierName',
      weight: 'strong',
      standing: true,
      cell: (row) => <Cut text={row.supplierName} width={200} />,
    },
    { header: 'Invoice number', sort: 'invoiceNumber', cell: (row) => <Cut text={row.invoiceNumber} width={140} /> },
    { header: 'Invoice date', sort: 'inwardDate', cell: (row) => formatDate(row.inwardDate) },
    { header: 'Raw materials', cell: (row) => <Materials row={row} /> },
    { header: 'Grand total', sort: 'grandTotal', align: 'end', cell: (row) => `₹ ${formatAmount(row.grandTotal)}` },
    { header: 'Status', sort: 'status', cell: (row) => <Status status={row.status} /> },
    { header: 'Bill', cell: billButton },
  ];
}

export function inwardCard(row: InwardRecord, bill: ReactNode): Card {
  return {
    title: row.supplierName,
    state: <Status status={row.status} />,
    detail: `${formatDate(row.inwardDate)} · ${row.invoiceNumber}`,
    aside: (
      <>
        ₹ {formatAmount(row.grandTotal)}
        {bill}
      </>
    ),
  };
}
