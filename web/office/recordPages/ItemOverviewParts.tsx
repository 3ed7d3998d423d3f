/** Parts of a raw material's or a product's page: stock by lot, prices, recipes, runs. */
import { inwardLineLabels, inwardLabels } from '#contract/buy/inwardTexts.ts';
import { itemOverviewTexts, type ItemOverview } from '#contract/stock/items/itemOverview.ts';
import {
  formatAmount,
  formatDate,
  formatPercent,
  formatQuantityWithUnit,
  formatRupees,
} from '#contract/core/values/format.ts';
import { claimsText } from '#contract/stock/claims/schemes.ts';
import { productionStatusLabels } from '#contract/documentStatus.ts';
import { AsideRows } from '#web/core/records/RecordColumns.tsx';
import { changeText } from '#web/stock/items/priceChangeText.ts';
import { DocumentLink } from '#web/stock/links/DocumentLink.tsx';
import { ItemLink } from '#web/stock/links/ItemLink.tsx';
import { lotCard, ofItemLotColumns } from '#web/stock/lots/lotColumns.tsx';
import { SupplierLink } from '#web/stock/links/SupplierLink.tsx';
import { DataTable, type Column } from '#web/core/ui/table/DataTable.tsx';
import { Panel, PanelMessage } from '#web/core/ui/Panel.tsx';
import { quantities } from '#web/core/ui/Quantity.tsx';
import { Wrapped } from '#web/core/ui/table/Wrapped.tsx';

export function StockByLot({ lots }: Pick<ItemOverview, 'lots'>) {
  return (
    <Panel>
      {lots.length === 0 ? (
        <PanelMessage>{itemOverviewTexts.noStock}</PanelMessage>
      ) : (
        <DataTable
          label={itemOverviewTexts.stockByLot}
          columns={ofItemLotColumns}
          rows={lots}
          rowId={(lot) => lot.lotId}
          card={(lot) => ({
            ...lotCard(lot),
            detail: [lot.supplierName ?? lot.originDocument?.label, claimsText(lot.claims, lot.claim)]
              .filter(Boolean)
              .join(' · '),
          })}
          skeletons={0}
          stale={false}
        />
      )}
    </Panel>
  );
}

type Price = ItemOverview['prices'][number];

const supplierOf = ({ supplierId, supplierName }: Price, wraps: boolean) => (
  <SupplierLink
    supplierId={supplierId}
    name={wraps ? <Wrapped text={supplierName} minWidth={140} maxWidth={280} /> : supplierName}
  />
);

const priceColumns = (unit: string): Column<Price>[] => [
  {
    header: inwardLabels.invoiceNumber,
    weight: 'strong',
    pinned: true,
    cell: ({ inwardId, invoiceNumber }) => <DocumentLink kind="inward" id={inwardId} label={invoiceNumber} />,
  },
  { header: 'Date', cell: (row) => formatDate(row.inwardDate) },
  { header: inwardLabels.supplierId, cell: (row) => supplierOf(row, true) },
  quantities({ header: inwardLineLabels.quantity }, ({ quantity }) => ({ quantity, unit })),
  {
    header: inwardLineLabels.pricePerUnit,
    align: 'end',
    weight: 'strong',
    cell: ({ pricePerUnit }) => formatAmount(pricePerUnit),
  },
  { header: 'Change', align: 'end', cell: ({ changePercent }) => changeText(changePercent) },
];

export function PriceHistory({ prices, unit }: Pick<ItemOverview, 'prices' | 'unit'>) {
  return (
    <Panel>
      {prices.length === 0 ? (
        <PanelMessage>{itemOverviewTexts.noPrices}</PanelMessage>
      ) : (
        <DataTable
          label={itemOverviewTexts.prices}
          columns={priceColumns(unit)}
          rows={prices}
          rowId={(row) => row.lotId}
          card={(row) => ({
            title: supplierOf(row, false),
            state: formatRupees(row.pricePerUnit),
            detail: (
              <>
                {formatDate(row.inwardDate)} ·{' '}
                <DocumentLink kind="inward" id={row.inwardId} label={row.invoiceNumber} />
              </>
            ),
            aside: changeText(row.changePercent),
          })}
          skeletons={0}
          stale={false}
        />
      )}
    </Panel>
  );
}

export function RecipesWith({ recipes, unit }: Pick<ItemOverview, 'recipes' | 'unit'>) {
  return (
    <AsideRows
      empty={itemOverviewTexts.noRecipes}
      rows={recipes.map(({ recipeId, productId, productName, quantity, ...recipe }) => ({
        key: recipeId,
        title: <ItemLink productId={productId} name={productName} />,
        below: [
          `for ${formatQuantityWithUnit(recipe.outputQuantity, recipe.outputUnit)}`,
          ...(recipe.expectedYieldPercent === null ? [] : [`yield ${formatPercent(recipe.expectedYieldPercent)}`]),
        ].join(', '),
        figure: formatQuantityWithUnit(quantity, unit),
      }))}
    />
  );
}

export function LastRuns({ runs, unit }: Pick<ItemOverview, 'runs' | 'unit'>) {
  return (
    <AsideRows
      empty={itemOverviewTexts.noRuns}
      rows={runs.map(({ runId, label, status, quantity }) => ({
        key: runId,
        title: <DocumentLink kind="run" id={runId} label={label} />,
        below: productionStatusLabels[status],
        figure: formatQuantityWithUnit(quantity, unit),
      }))}
    />
  );
}
