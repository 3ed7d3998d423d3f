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

const columns = {
  code: {
    header: lotLabels.code,
    sort: 'code',
    weight: 'strong',
    pinned: true,
    cell: (row) => <LotLink lotId={row.lotId} lotCode={row.code} />,
  },
  item: {
    header: 'Item',
    sort: 'itemName',
    cell: (row) => <ItemLink {...row} name={<Wrapped text={row.itemName} minWidth={120} maxWidth={280} />} />,
  },
  supplier: {
    header: 'Supplier',
    cell: ({ supplierId, supplierName }) =>
      supplierId !== null && (
        <SupplierLink
          supplierId={supplierId}
          name={<Wrapped text={supplierName ?? ''} minWidth={110} maxWidth={240} />}
        />
      ),
  },
  received: { header: 'Received', sort: 'madeOrReceivedOn', cell: (row) => formatDate(row.madeOrReceivedOn) },
  expires: { header: 'Expires', sort: 'expiresOn', cell: (row) => row.expiresOn && formatDate(row.expiresOn) },
  left: quantities({ header: 'Left', sort: 'onHandQty' }, ({ onHandQty: quantity, unit }) => ({ quantity, unit })),
  value: {
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
  claim: {
    header: lotLabels.claim,
    cell: (row) => <Wrapped text={claimsText(row.claims, row.claim)} minWidth={90} maxWidth={150} />,
  },
  state: { header: lotLabels.state, cell: (row) => <LotStatePill {...row} /> },
} satisfies Record<string, Column<LotRecord>>;

export const lotColumns: Column<LotRecord>[] = Object.values(columns);

const { code, item, supplier, received, expires, left, value, claim, state } = columns;

/** The columns of lots that have one supplier. */
export const ofSupplierLotColumns: Column<LotRecord>[] = [code, item, received, expires, left, value, claim, state];

/** The columns of lots of one item: the state beside the code, in view where the columns are wider than their place. */
export const ofItemLotColumns: Column<LotRecord>[] = [code, state, supplier, received, expires, left, value, claim];

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
