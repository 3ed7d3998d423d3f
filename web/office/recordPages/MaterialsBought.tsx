/** Purchases from a supplier, with the first and the last price and their difference. */
import { inwardLabels } from '#contract/buy/inwardTexts.ts';
import { partyOverviewTexts, type SupplierOverview } from '#contract/masters/partyOverviews.ts';
import { formatAmount, formatDate, formatRupees } from '#contract/core/values/format.ts';
import { RecordSection } from '#web/core/records/RecordPage.tsx';
import { changeText } from '#web/stock/items/priceChangeText.ts';
import { ItemLink } from '#web/stock/links/ItemLink.tsx';
import { DataTable, type Column } from '#web/core/ui/table/DataTable.tsx';
import { Panel, PanelMessage } from '#web/core/ui/Panel.tsx';
import { quantities } from '#web/core/ui/Quantity.tsx';
import { Wrapped } from '#web/core/ui/table/Wrapped.tsx';

type Bought = SupplierOverview['materials'][number];

const columns: Column<Bought>[] = [
  {
    header: inwardLabels.rawMaterials,
    weight: 'strong',
    pinned: true,
    cell: (row) => (
      <ItemLink
        rawMaterialId={row.rawMaterialId}
        name={<Wrapped text={row.rawMaterialName} minWidth={140} maxWidth={260} />}
      />
    ),
  },
  { header: 'First (₹)', align: 'end', cell: (row) => formatAmount(row.firstPrice) },
  { header: 'Last (₹)', align: 'end', weight: 'strong', cell: (row) => formatAmount(row.lastPrice) },
  { header: 'Change', align: 'end', cell: (row) => changeText(row.changePercent) },
  { header: 'Last bought', cell: (row) => formatDate(row.lastOn) },
  quantities({ header: 'Bought' }, ({ quantity, unit }) => ({ quantity, unit })),
  { header: 'Line totals (₹)', align: 'end', cell: (row) => formatAmount(row.lineTotals) },
];

export function MaterialsBought({ overview: { materials, since } }: { overview: SupplierOverview }) {
  return (
    <RecordSection
      heading={partyOverviewTexts.boughtHere}
      note={`since ${formatDate(since)}, price per unit without GST`}
    >
      <Panel>
        {materials.length === 0 ? (
          <PanelMessage>{partyOverviewTexts.nothingBought}</PanelMessage>
        ) : (
          <DataTable
            label={partyOverviewTexts.boughtHere}
            columns={columns}
            rows={materials}
            rowId={(row) => row.rawMaterialId}
            card={(row) => ({
              title: <ItemLink rawMaterialId={row.rawMaterialId} name={row.rawMaterialName} />,
              state: formatRupees(row.lastPrice),
              detail: `${formatDate(row.lastOn)}, first ${formatRupees(row.firstPrice)}`,
              aside: changeText(row.changePercent),
            })}
            skeletons={0}
            stale={false}
          />
        )}
      </Panel>
    </RecordSection>
  );
}
