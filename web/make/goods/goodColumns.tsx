import { formatDate, formatQuantity, formatQuantityWithUnit } from '#contract/core/values/format.ts';
import { goodLabels, goodStatusLabels, type GoodRecord, type GoodStatus } from '#contract/make/goods.ts';
import { TruncatedText } from '#web/core/ui/table/TruncatedText.tsx';
import type { Card, Column } from '#web/core/ui/table/DataTable.tsx';
import type { RowPage } from '#web/core/list/useRowsOpen.ts';
import { ItemLink } from '#web/stock/links/ItemLink.tsx';
import { DocumentCell } from '#web/stock/links/DocumentCell.tsx';
import { quantities } from '#web/core/ui/Quantity.tsx';
import { StatusPill, type Tone } from '#web/core/ui/StatusPill.tsx';

/** By specification §2. */
const tones: Record<GoodStatus, Tone> = { available: 'good', sold: 'warn', expired: 'bad' };

export function GoodStatusPill({ status }: { status: GoodStatus }) {
  return <StatusPill tone={tones[status]} label={goodStatusLabels[status]} urgent={status === 'expired'} />;
}

export const goodPage: RowPage<Pick<GoodRecord, 'finishedGoodId'>> = ({ finishedGoodId }) => ({
  to: '/finishedgoods/$finishedGoodId',
  params: { finishedGoodId: String(finishedGoodId) },
});

export const goodColumns: Column<GoodRecord>[] = [
  { header: 'ID', sort: 'finishedGoodId', weight: 'faint', cell: (row) => row.finishedGoodId },
  {
    header: goodLabels.batchNumber,
    sort: 'batchNumber',
    weight: 'strong',
    pinned: true,
    cell: (row) => <DocumentCell kind="goods" id={row.finishedGoodId} label={row.batchNumber} />,
  },
  {
    header: goodLabels.productId,
    sort: 'productName',
    cell: ({ productId, productName }) => (
      <TruncatedText text={productName} width={280}>
        <ItemLink productId={productId} name={productName} />
      </TruncatedText>
    ),
  },
  quantities({ header: goodLabels.quantity, sort: 'quantity' }, ({ quantity, unit }) => ({ quantity, unit })),
  quantities({ header: 'Left', weight: 'strong' }, ({ leftQty, unit }) => ({ quantity: leftQty, unit })),
  {
    header: goodLabels.manufactureDate,
    sort: 'manufactureDate',
    cell: (row) => row.manufactureDate && formatDate(row.manufactureDate),
  },
  { header: goodLabels.expiryDate, sort: 'expiryDate', cell: (row) => row.expiryDate && formatDate(row.expiryDate) },
  { header: goodLabels.status, sort: 'status', cell: (row) => <GoodStatusPill status={row.status} /> },
];

export function goodCard(row: GoodRecord): Card {
  return {
    title: <DocumentCell kind="goods" id={row.finishedGoodId} label={row.batchNumber} />,
    state: <GoodStatusPill status={row.status} />,
    detail: <ItemLink productId={row.productId} name={row.productName} />,
    aside:
      (row.leftQty === row.quantity ? '' : `${formatQuantity(row.leftQty)} of `) +
      formatQuantityWithUnit(row.quantity, row.unit),
  };
}
