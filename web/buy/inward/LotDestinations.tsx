/** The lots of an inward: how much was used, in how many runs, and what is left. */
import { lotLabels } from '#contract/stock/lots/lotTexts.ts';
import { formatDate, formatQuantityWithUnit } from '#contract/core/values/format.ts';
import { fromThousandths, thousandthsOr0 } from '#contract/core/values/numbers.ts';
import { inwardTexts } from '#contract/buy/inwardTexts.ts';
import { claimTexts } from '#contract/stock/claims/claims.ts';
import { claimsText } from '#contract/stock/claims/schemes.ts';
import { DataTable, type Column } from '#web/core/ui/table/DataTable.tsx';
import { Panel } from '#web/core/ui/Panel.tsx';
import { quantities } from '#web/core/ui/Quantity.tsx';
import { LotStatePill } from '#web/stock/lots/LotStatePill.tsx';
import { lotLink, type DestinationsOfLot, type LineWithLot } from './InwardRecordLines.tsx';

/** In units: what left the lot in any way. */
function usedQty({ quantityIn, leftQty }: DestinationsOfLot): number {
  return fromThousandths(thousandthsOr0(quantityIn) - thousandthsOr0(leftQty));
}

const runsText = ({ runs }: DestinationsOfLot) => runs > 0 && (runs === 1 ? '1 run' : `${runs} runs`);

const columns: Column<LineWithLot>[] = [
  { header: 'Lot', weight: 'strong', pinned: true, cell: ({ line }) => lotLink(line) },
  quantities({ header: 'Received' }, ({ line: { unit }, lot }) => ({ quantity: lot?.quantityIn ?? 0, unit })),
  quantities({ header: 'Gone' }, ({ line: { unit }, lot }) => ({ quantity: lot ? usedQty(lot) : 0, unit })),
  quantities({ header: 'Left', weight: 'strong' }, ({ line: { unit }, lot }) => ({
    quantity: lot?.leftQty ?? 0,
    unit,
  })),
  { header: lotLabels.state, cell: ({ lot }) => lot && <LotStatePill state={lot.state} /> },
  { header: 'Used by', cell: ({ lot }) => lot && runsText(lot) },
  { header: lotLabels.expiresOn, cell: ({ line: { expiresOn } }) => expiresOn && formatDate(expiresOn) },
  { header: claimTexts.claim, cell: ({ lot }) => lot && claimsText(lot.claims, lot.claim) },
];

export function LotDestinations({ rows }: { rows: readonly LineWithLot[] }) {
  return (
    <Panel>
      <DataTable
        label={inwardTexts.lotDestinations}
        columns={columns}
        rows={rows}
        rowId={({ line }) => line.id}
        card={({ line, lot }) => ({
          title: lotLink(line),
          state: lot && `${formatQuantityWithUnit(lot.leftQty, line.unit)} left`,
          detail: [lot && runsText(lot), lot && claimsText(lot.claims, lot.claim)].filter(Boolean).join(' · '),
          aside: lot && <LotStatePill state={lot.state} />,
        })}
        skeletons={0}
        stale={false}
      />
    </Panel>
  );
}
