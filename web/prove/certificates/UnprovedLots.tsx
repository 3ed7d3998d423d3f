/** Lots that lost a claim with certificates: which, what is left of them, and what was sent under it. */
import { certificateTexts, type UncoveredLotRecord } from '#contract/prove/certificates/certificates.ts';
import { schemeLabels } from '#contract/stock/claims/schemes.ts';
import { formatDate, formatQuantityWithUnit } from '#contract/core/values/format.ts';
import { lotOriginLabels } from '#contract/stock/lots/lotTexts.ts';
import { DataTable, type Column } from '#web/core/ui/table/DataTable.tsx';
import { LotLink } from '#web/stock/links/LotLink.tsx';
import { LotStatePill } from '#web/stock/lots/LotStatePill.tsx';

/** The schemes of the lost claims: 'EU, NOP', or all where none of them was proved. */
function lostOf({ lostSchemes }: UncoveredLotRecord): string {
  return lostSchemes.map((scheme) => schemeLabels[scheme]).join(', ') || certificateTexts.lostAll;
}

const columns: Column<UncoveredLotRecord>[] = [
  {
    header: 'Lot',
    weight: 'strong',
    pinned: true,
    cell: ({ lotId, code }) => <LotLink lotId={lotId} lotCode={code} />,
  },
  { header: 'Item', cell: ({ itemName }) => itemName },
  { header: 'Origin', cell: ({ origin }) => lotOriginLabels[origin] },
  { header: 'Since', cell: ({ receivedOn }) => formatDate(receivedOn) },
  { header: certificateTexts.lostSchemes, cell: lostOf },
  { header: 'State', cell: (lot) => <LotStatePill {...lot} /> },
  { header: 'Left', align: 'end', cell: (lot) => formatQuantityWithUnit(lot.onHandQty, lot.unit) },
  {
    header: 'Sent',
    align: 'end',
    cell: ({ shippedQty, unit }) => (shippedQty > 0 ? formatQuantityWithUnit(shippedQty, unit) : '—'),
  },
];

/** '2.500 kg left, 1.500 kg sent', without the latter where nothing was. */
function leftAndSent({ onHandQty, shippedQty, unit }: UncoveredLotRecord): string {
  const left = `${formatQuantityWithUnit(onHandQty, unit)} left`;
  return shippedQty > 0 ? `${left}, ${formatQuantityWithUnit(shippedQty, unit)} sent` : left;
}

/** Whether some of the lots can be put on hold. */
export function isToHold(lots: readonly UncoveredLotRecord[]): boolean {
  return lots.some(({ state, onHandQty }) => state !== 'onHold' && onHandQty > 0);
}

export function UnprovedLots({ label, lots }: { label: string; lots: UncoveredLotRecord[] }) {
  return (
    <DataTable
      label={label}
      columns={columns}
      rows={lots}
      rowId={({ lotId }) => lotId}
      card={(lot) => ({
        title: <LotLink lotId={lot.lotId} lotCode={lot.code} />,
        state: <LotStatePill {...lot} />,
        detail: `${lot.itemName}, ${lotOriginLabels[lot.origin].toLowerCase()} ${formatDate(lot.receivedOn)}, ${certificateTexts.lostSchemes.toLowerCase()}: ${lostOf(lot)}`,
        aside: leftAndSent(lot),
      })}
      skeletons={0}
      stale={false}
    />
  );
}
