/** The lots that a recall reaches, and where each of them is. */
import { formatQuantityWithUnit } from '#contract/core/values/format.ts';
import { claimsText } from '#contract/stock/claims/schemes.ts';
import type { RecalledLot } from '#contract/prove/recalls.ts';
import { LotLink } from '#web/stock/links/LotLink.tsx';
import { LotStatePill } from '#web/stock/lots/LotStatePill.tsx';
import { DataTable, type Column } from '#web/core/ui/table/DataTable.tsx';
import { Panel } from '#web/core/ui/Panel.tsx';
import { quantities } from '#web/core/ui/Quantity.tsx';
import { Wrapped } from '#web/core/ui/table/Wrapped.tsx';
import classes from './RecallPage.module.css';

const quantityColumn = (header: string, of: (lot: RecalledLot) => number) =>
  quantities({ header }, (lot: RecalledLot) => ({ quantity: of(lot), unit: lot.unit }));

/** Reports of older versions have none. */
const claimOf = ({ claim, claims = [] }: RecalledLot): string => (claim ? claimsText(claims, claim) : '');

/** The claim takes no column from the paper. */
const lotColumn: Column<RecalledLot> = {
  header: 'Lot',
  weight: 'strong',
  pinned: true,
  cell: (lot) => (
    <>
      <LotLink lotId={lot.lotId} lotCode={lot.code} />
      {lot.isRoot && <span className={classes.small}>where it began</span>}
      <span className={classes.small}>{claimOf(lot)}</span>
    </>
  ),
};

/** Columns that are zero for every lot are left out. */
function columnsOf(lots: readonly RecalledLot[]): Column<RecalledLot>[] {
  const lost: [string, (lot: RecalledLot) => number][] = [
    ['Written off', ({ writtenOffQty }) => writtenOffQty],
    ['Lost', ({ lostQty }) => lostQty],
  ];
  return [
    lotColumn,
    { header: 'What', cell: ({ itemName }) => <Wrapped text={itemName} minWidth={140} maxWidth={240} /> },
    quantityColumn('Made or received', ({ madeQty }) => madeQty),
    quantityColumn('Used', ({ usedQty }) => usedQty),
    quantityColumn('Shipped', ({ shippedQty }) => shippedQty),
    ...lost.filter(([, of]) => lots.some((lot) => of(lot) !== 0)).map(([header, of]) => quantityColumn(header, of)),
    quantityColumn('On hand', ({ onHandQty }) => onHandQty),
    { header: 'State', cell: ({ state }) => <LotStatePill state={state} /> },
  ];
}

export function RecalledLots({ lots }: { lots: readonly RecalledLot[] }) {
  return (
    <Panel>
      <DataTable
        label="Affected lots"
        columns={columnsOf(lots)}
        rows={lots}
        rowId={({ lotId }) => lotId}
        card={(lot) => ({
          title: <LotLink lotId={lot.lotId} lotCode={lot.code} />,
          state: formatQuantityWithUnit(lot.onHandQty, lot.unit),
          detail: [lot.itemName, claimOf(lot)].filter(Boolean).join(' · '),
          aside: <LotStatePill state={lot.state} />,
        })}
        skeletons={0}
        stale={false}
      />
    </Panel>
  );
}
