import { claimsText } from '#contract/stock/claims/schemes.ts';
import { formatAmount, formatDate, formatQuantityWithUnit } from '#contract/core/values/format.ts';
import type { LotRecord } from '#contract/stock/lots/lots.ts';
import { lotLabels, lotTexts } from '#contract/stock/lots/lotTexts.ts';
import type { Card, Column } from '#web/core/ui/table/DataTable.tsx';
import { quantities } from '#web/core/ui/Quantity.tsx';
import { Wrapped } from '#web/core/ui/table/Wrapped.tsx';
import type { RowPage } from '#web/core/list/useRowsOpen.ts';
import { ItemLink } from '#web/stock/links/ItemLink.tsx';
import { LotLink } from '#web/stock/links/LotLink.tsx';
import { LotStatePill } from './LotStatePill.tsx';
import classes from './lotColumns.module.css';
import { SupplierLink } from '#web/stock/links/SupplierLink.tsx';

export const lotPage: RowPage<LotRecord> = ({ lotId }) => ({ to: '/lots/$lotId', params: { lotId: String(lotId) } });

const supplierColumn: Column<LotRecord> = {
  header: 'Supplier',
  cell: ({ supplierId, supplierName }) =>
    supplierId !== null && (
      <SupplierLink
        supplierId={supplierId}
        name={<Wrapped text={supplierName ?? ''} minWidth={110} maxWidth={240} />}
      />
    ),
};

export const lotColumns: Column<LotRecord>[] = [
  {
    header: lotLabels.code,
    sort: 'code',
    weight: 'strong',
    pinned: true,
    cell: (row) => <LotLink lotId={row.lotId} lotCode={row.code} />,
  },
  {
    header: 'Item',
    sort: 'itemName',
    cell: (row) => <ItemLink {...row} name={<Wrapped text={row.itemName} minWidth={120} maxWidth={280} />} />,
  },
  supplierColumn,
  { header: 'Received', sort: 'madeOrReceivedOn', cell: (row) => formatDate(row.madeOrReceivedOn) },
  { header: 'Expires', sort: 'expiresOn', cell: (row) => row.expiresOn && formatDate(row.expiresOn) },
  quantities({ header: 'Left', sort: 'onHandQty' }, ({ onHandQty: quantity, unit }) => ({ quantity, unit })),
  {
    header: 'Value, ₹',
    align: 'end',
    cell: ({ value, isProvisional }) =>
      value !== null && (
        <>
          {formatAmount(value)}
          {isProvisional && <small className={classes.provisional}>{lotTexts.provisional}</small>}
        </>
      ),
  },
  {
    header: lotLabels.claim,
    cell: (row) => <Wrapped text={claimsText(row.claims, row.claim)} minWidth={90} maxWidth={150} />,
  },
  { header: lotLabels.state, cell: (row) => <LotStatePill {...row} /> },
];

/** The columns of lots that have one supplier. */
export const ofSupplierLotColumns = lotColumns.filter((column) => column !== supplierColumn);

export function lotCard(row: LotRecord): Card {
  return {
    title: <LotLink lotId={row.lotId} lotCode={row.code} />,
    state: formatQuantityWithUnit(row.onHandQty, row.unit),
    detail: (
      <>
        <ItemLink {...row} name={row.itemName} /> · {claimsText(row.claims, row.claim)}
      </>
    ),
    aside: (
      <>
        {formatDate(row.madeOrReceivedOn)} <LotStatePill {...row} />
      </>
    ),
  };
}
