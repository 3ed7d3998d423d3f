/** The lines of an inward in the order of its bill, and the destinations of their lots. */
import { claimLabels, claimTexts } from '#contract/stock/claims/claims.ts';
import { formatAmount, formatDate, formatQuantityWithUnit, formatRupees } from '#contract/core/values/format.ts';
import type { InwardRecord } from '#contract/buy/inward.ts';
import { inwardLabels, inwardTotalLabels } from '#contract/buy/inwardTexts.ts';
import { fromThousandths, toThousandths } from '#contract/core/values/numbers.ts';
import type { InwardOverview } from '#contract/buy/inwardOverview.ts';
import { ItemLink } from '#web/stock/links/ItemLink.tsx';
import { LotLink } from '#web/stock/links/LotLink.tsx';
import { LotStatePill } from '#web/stock/lots/LotStatePill.tsx';
import { DataTable, type Column } from '#web/core/ui/table/DataTable.tsx';
import { Panel } from '#web/core/ui/Panel.tsx';
import { quantities } from '#web/core/ui/Quantity.tsx';
import { Wrapped } from '#web/core/ui/table/Wrapped.tsx';
import classes from './InwardPage.module.css';

type Line = InwardRecord['rawMaterials'][number];
type LotOf = InwardOverview['lots'][number];
/** A line with the destinations of its lot, once they are loaded. */
interface Row {
  line: Line;
  lot: LotOf | undefined;
}

export function rowsOf(inward: InwardRecord, overview: InwardOverview | undefined): Row[] {
  const lots = new Map(overview?.lots.map((lot) => [lot.lotId, lot]));
  return inward.rawMaterials.map((line) => ({ line, lot: lots.get(line.lotId) }));
}

/** 'last time 2,680.00 on 07-07-2026'. */
function LastTime({ lot }: Pick<Row, 'lot'>) {
  if (!lot || lot.lastPrice === null || lot.lastPriceOn === null) return null;
  return (
    <small className={classes.last}>
      last time {formatAmount(lot.lastPrice)} on {formatDate(lot.lastPriceOn)}
    </small>
  );
}

const lotOf = ({ lotId, lotCode }: Line) => <LotLink lotId={lotId} lotCode={lotCode} />;

const columns: Column<Row>[] = [
  {
    header: 'Raw material',
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
        {lotOf(line)}
        {line.supplierLotNumber && <small className={classes.last}>supplier lot {line.supplierLotNumber}</small>}
      </>
    ),
  },
  quantities({ header: 'Quantity' }, ({ line: { quantity, unit } }) => ({ quantity, unit })),
  { header: 'Price per unit (₹)', align: 'end', cell: ({ line }) => formatAmount(line.pricePerUnit) },
  { header: 'Line total (₹)', align: 'end', weight: 'strong', cell: ({ line }) => formatAmount(line.totalAmount) },
];

export function InwardRecordLines({ inward, rows }: { inward: InwardRecord; rows: readonly Row[] }) {
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
              {lotOf(line)} · {formatQuantityWithUnit(line.quantity, line.unit)} at {formatAmount(line.pricePerUnit)}
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

function goneQty({ quantityIn, leftQty }: LotOf): number {
  return fromThousandths((toThousandths(quantityIn) ?? 0) - (toThousandths(leftQty) ?? 0));
}

const runsText = ({ runs }: LotOf) => runs > 0 && (runs === 1 ? '1 run' : `${runs} runs`);

const outcomeColumns: Column<Row>[] = [
  { header: 'Lot', weight: 'strong', pinned: true, cell: ({ line }) => lotOf(line) },
  quantities({ header: 'Received' }, ({ line: { unit }, lot }) => ({ quantity: lot?.quantityIn ?? 0, unit })),
  quantities({ header: 'Gone' }, ({ line: { unit }, lot }) => ({ quantity: lot ? goneQty(lot) : 0, unit })),
  quantities({ header: 'Left', weight: 'strong' }, ({ line: { unit }, lot }) => ({
    quantity: lot?.leftQty ?? 0,
    unit,
  })),
  { header: 'State', cell: ({ lot }) => lot && <LotStatePill state={lot.state} /> },
  { header: 'Used by', cell: ({ lot }) => lot && runsText(lot) },
  { header: 'Expires on', cell: ({ line: { expiresOn } }) => expiresOn && formatDate(expiresOn) },
  { header: claimTexts.claim, cell: ({ line }) => claimLabels[line.claim] },
];

export function WhatBecameOfIt({ rows }: { rows: readonly Row[] }) {
  return (
    <Panel>
      <DataTable
        label="What became of it"
        columns={outcomeColumns}
        rows={rows}
        rowId={({ line }) => line.id}
        card={({ line, lot }) => ({
          title: lotOf(line),
          state: lot && `${formatQuantityWithUnit(lot.leftQty, line.unit)} left`,
          detail: [lot && runsText(lot), claimLabels[line.claim]].filter(Boolean).join(' · '),
          aside: lot && <LotStatePill state={lot.state} />,
        })}
        skeletons={0}
        stale={false}
      />
    </Panel>
  );
}
