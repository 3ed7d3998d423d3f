/** The lines of an inward in the order of its bill, with its totals. */
import { formatAmount, formatDate, formatQuantityWithUnit, formatRupees } from '#contract/core/values/format.ts';
import type { InwardRecord } from '#contract/buy/inward.ts';
import { inwardLineLabels, inwardLabels, inwardTotalLabels } from '#contract/buy/inwardTexts.ts';
import type { InwardOverview } from '#contract/buy/inwardOverview.ts';
import { ItemLink } from '#web/stock/links/ItemLink.tsx';
import { LotLink } from '#web/stock/links/LotLink.tsx';
import { DataTable, type Column } from '#web/core/ui/table/DataTable.tsx';
import { Panel } from '#web/core/ui/Panel.tsx';
import { quantities } from '#web/core/ui/Quantity.tsx';
import { Wrapped } from '#web/core/ui/table/Wrapped.tsx';
import classes from './InwardPage.module.css';

type Line = InwardRecord['rawMaterials'][number];
export type DestinationsOfLot = InwardOverview['lots'][number];
/** A line with the destinations of its lot, once they are loaded. */
export interface LineWithLot {
  line: Line;
  lot: DestinationsOfLot | undefined;
}

export function rowsOf(inward: InwardRecord, overview: InwardOverview | undefined): LineWithLot[] {
  const lots = new Map(overview?.lots.map((lot) => [lot.lotId, lot]));
  return inward.rawMaterials.map((line) => ({ line, lot: lots.get(line.lotId) }));
}

/** 'last time 2,680.00 on 07-07-2026'. */
function LastTime({ lot }: Pick<LineWithLot, 'lot'>) {
  if (!lot || lot.lastPrice === null || lot.lastPriceOn === null) return null;
  return (
    <small className={classes.last}>
      last time {formatAmount(lot.lastPrice)} on {formatDate(lot.lastPriceOn)}
    </small>
  );
}

export const lotLink = ({ lotId, lotCode }: Line) => <LotLink lotId={lotId} lotCode={lotCode} />;

const columns: Column<LineWithLot>[] = [
  {
    header: inwardLabels.rawMaterials,
    pinned: true,
    weight: 'strong',
    cell: ({ line, lot }) => (
      <>
        <ItemLink
          rawMaterialId={line.rawMaterialId}
          name={<Wrapped text={line.rawMaterialName} minWidth={130} maxWidth={240} />}
        />
        <LastTime lot={lot} />
      </>
    ),
  },
  {
    header: 'Lot',
    cell: ({ line }) => (
      <>
        {lotLink(line)}
        {line.supplierLotNumber && <small className={classes.last}>supplier lot {line.supplierLotNumber}</small>}
      </>
    ),
  },
  quantities({ header: inwardLineLabels.quantity }, ({ line: { quantity, unit } }) => ({ quantity, unit })),
  { header: inwardLineLabels.pricePerUnit, align: 'end', cell: ({ line }) => formatAmount(line.pricePerUnit) },
  {
    header: inwardTotalLabels.lineTotal,
    align: 'end',
    weight: 'strong',
    cell: ({ line }) => formatAmount(line.totalAmount),
  },
];

export function InwardRecordLines({ inward, rows }: { inward: InwardRecord; rows: readonly LineWithLot[] }) {
  return (
    <Panel>
      <DataTable
        label={inwardLabels.rawMaterials}
        columns={columns}
        rows={rows}
        rowId={({ line }) => line.id}
        card={({ line, lot }) => ({
          title: <ItemLink rawMaterialId={line.rawMaterialId} name={line.rawMaterialName} />,
          state: formatRupees(line.totalAmount),
          detail: (
            <>
              {lotLink(line)} · {formatQuantityWithUnit(line.quantity, line.unit)} at {formatAmount(line.pricePerUnit)}
              <LastTime lot={lot} />
            </>
          ),
        })}
        skeletons={0}
        stale={false}
      />
      <dl className={classes.sums}>
        <dt>{inwardTotalLabels.subTotal}</dt>
        <dd>{formatAmount(inward.subTotal)}</dd>
        <dt>{inwardTotalLabels.totalGst}</dt>
        <dd>{formatAmount(inward.totalGst)}</dd>
        <dt>{inwardLabels.grandTotal}</dt>
        <dd>{formatRupees(inward.grandTotal)}</dd>
      </dl>
    </Panel>
  );
}
