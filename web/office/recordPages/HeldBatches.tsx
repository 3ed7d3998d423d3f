/** Quantity that a buyer holds by batch: dispatched less returned. */
import { partyOverviewTexts, type BuyerOverview } from '#contract/masters/partyOverviews.ts';
import { formatDate, formatQuantityWithUnit } from '#contract/core/values/format.ts';
import { RecordSection } from '#web/core/records/RecordPage.tsx';
import { DocumentLink } from '#web/stock/links/DocumentLink.tsx';
import { ItemLink } from '#web/stock/links/ItemLink.tsx';
import { LotLink } from '#web/stock/links/LotLink.tsx';
import { DataTable, type Column } from '#web/core/ui/table/DataTable.tsx';
import { Panel, PanelMessage } from '#web/core/ui/Panel.tsx';
import { quantities } from '#web/core/ui/Quantity.tsx';
import { Wrapped } from '#web/core/ui/table/Wrapped.tsx';

type Held = BuyerOverview['held'][number];

function BatchLink({ of: { finishedGoodId, lotId, lotCode } }: { of: Held }) {
  if (finishedGoodId === null) return <LotLink lotId={lotId} lotCode={lotCode} />;
  return <DocumentLink kind="goods" id={finishedGoodId} label={lotCode} />;
}

const columns: Column<Held>[] = [
  { header: 'Batch', weight: 'strong', pinned: true, cell: (row) => <BatchLink of={row} /> },
  {
    header: 'Product',
    cell: ({ productId, itemName }) => (
      <ItemLink productId={productId} name={<Wrapped text={itemName} minWidth={150} maxWidth={280} />} />
    ),
  },
  { header: 'Last dispatched', cell: (row) => formatDate(row.lastOn) },
  { header: 'Expires', cell: ({ expiresOn }) => expiresOn && formatDate(expiresOn) },
  quantities({ header: 'Dispatched' }, ({ dispatchedQty: quantity, unit }) => ({ quantity, unit })),
  quantities({ header: 'Returned' }, ({ returnedQty: quantity, unit }) => ({ quantity, unit })),
  quantities({ header: 'They hold', weight: 'strong' }, ({ heldQty: quantity, unit }) => ({ quantity, unit })),
];

export function HeldBatches({ overview: { held, heldBatches } }: { overview: BuyerOverview }) {
  return (
    <RecordSection
      heading={partyOverviewTexts.held}
      note={heldBatches > held.length ? `the last ${held.length} of ${heldBatches} batches` : undefined}
    >
      <Panel>
        {held.length === 0 ? (
          <PanelMessage>{partyOverviewTexts.nothingHeld}</PanelMessage>
        ) : (
          <DataTable
            label={partyOverviewTexts.held}
            columns={columns}
            rows={held}
            rowId={(row) => row.lotId}
            card={(row) => ({
              title: <BatchLink of={row} />,
              state: formatQuantityWithUnit(row.heldQty, row.unit),
              detail: <ItemLink productId={row.productId} name={row.itemName} />,
              aside: row.returnedQty > 0 && `${formatQuantityWithUnit(row.returnedQty, row.unit)} returned`,
            })}
            skeletons={0}
            stale={false}
          />
        )}
      </Panel>
    </RecordSection>
  );
}
