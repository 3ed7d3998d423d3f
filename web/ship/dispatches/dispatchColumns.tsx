/** Dispatches in lists: of all, and of one buyer. */
import type { DispatchRecord } from '#contract/ship/dispatches.ts';
import { dispatchLabels, dispatchLinesLabel, dispatchTexts } from '#contract/ship/dispatchTexts.ts';
import { schemeClaimText } from '#contract/stock/claims/schemes.ts';
import { formatDate, formatQuantityWithUnit } from '#contract/core/values/format.ts';
import { BuyerLink } from '#web/stock/links/BuyerLink.tsx';
import type { RowPage } from '#web/core/list/useRowsOpen.ts';
import { DocumentCell } from '#web/stock/links/DocumentCell.tsx';
import type { Card, Column } from '#web/core/ui/table/DataTable.tsx';
import { Wrapped } from '#web/core/ui/table/Wrapped.tsx';

export function titleOf({ invoiceNumber, dispatchId }: DispatchRecord): string {
  return invoiceNumber || `Dispatch ${dispatchId}`;
}

/** 'TP-11 34 jar, TP-12 100 jar' */
export function batchesText({ lines }: Pick<DispatchRecord, 'lines'>): string {
  return lines.map(({ lotCode, quantity, unit }) => `${lotCode} ${formatQuantityWithUnit(quantity, unit)}`).join(', ');
}

export const dispatchPage: RowPage<DispatchRecord> = ({ dispatchId }) => ({
  to: '/dispatches/$dispatchId',
  params: { dispatchId: String(dispatchId) },
});

function InvoiceLink({ row }: { row: DispatchRecord }) {
  return <DocumentCell kind="dispatch" id={row.dispatchId} label={titleOf(row)} />;
}

function Buyer({ row: { buyerId, buyerName } }: { row: DispatchRecord }) {
  return buyerId === null ? dispatchTexts.noBuyer : <BuyerLink buyerId={buyerId} name={buyerName ?? ''} />;
}

const date: Column<DispatchRecord> = {
  header: 'Date',
  sort: 'dispatchDate',
  cell: (row) => formatDate(row.dispatchDate),
};
const invoice: Column<DispatchRecord> = {
  header: dispatchLabels.invoiceNumber,
  sort: 'invoiceNumber',
  weight: 'strong',
  cell: (row) => <InvoiceLink row={row} />,
};
const batches: Column<DispatchRecord> = {
  header: dispatchLinesLabel,
  cell: (row) => <Wrapped text={batchesText(row)} minWidth={220} maxWidth={620} />,
};
const soldAs: Column<DispatchRecord> = {
  header: dispatchLabels.soldAs,
  cell: (row) => row.soldAs && <Wrapped text={schemeClaimText(row.soldAs)} minWidth={110} maxWidth={200} />,
};
const buyer: Column<DispatchRecord> = {
  header: dispatchLabels.buyerId,
  sort: 'buyerName',
  weight: 'strong',
  pinned: true,
  cell: (row) => <Buyer row={row} />,
};

export const dispatchColumns: Column<DispatchRecord>[] = [date, buyer, invoice, soldAs, batches];

/** Without the buyer, who is the same in each row. */
export const ofBuyerColumns: Column<DispatchRecord>[] = [date, invoice, soldAs, batches];

/** The claim that it is sold under, with its batches. */
function detailOf(row: DispatchRecord): string {
  return [...(row.soldAs ? [schemeClaimText(row.soldAs)] : []), batchesText(row)].join(' · ');
}

export function dispatchCard(row: DispatchRecord): Card {
  return {
    title: <Buyer row={row} />,
    state: <InvoiceLink row={row} />,
    detail: detailOf(row),
    aside: formatDate(row.dispatchDate),
  };
}

export function ofBuyerCard(row: DispatchRecord): Card {
  return { title: <InvoiceLink row={row} />, state: formatDate(row.dispatchDate), detail: detailOf(row) };
}
