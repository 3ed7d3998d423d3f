/** The page of a raw material and the page of a product: stock, value, sources and destinations. */
import { itemOverviewTexts, itemOverviewEndpoints, type ItemOverview } from '#contract/stock/items/itemOverview.ts';
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { formatAmount } from '#contract/core/values/format.ts';
import { materialEndpoints, materialLabels, materialTexts, type MaterialRecord } from '#contract/masters/materials.ts';
import { productEndpoints, productLabels, productTexts, type ProductRecord } from '#contract/masters/products.ts';
import { ledgerTexts } from '#contract/stock/lots/stockLedger.ts';
import { queryOf } from '#web/core/api/queries.ts';
import { may } from '#web/core/api/session.ts';
import { Overview } from '#web/core/records/Overview.tsx';
import { AsideFacts, RecordColumns } from '#web/core/records/RecordColumns.tsx';
import { RecordSection } from '#web/core/records/RecordPage.tsx';
import { MasterRecordPage } from '#web/masters/MasterRecordPage.tsx';
import { useStockSettings } from '#web/stock/items/stockSettings.tsx';
import { Panel, PanelMessage } from '#web/core/ui/Panel.tsx';
import { PrintButton } from '#web/core/ui/PrintButton.tsx';
import { ItemFacts } from './ItemFacts.tsx';
import { LastRuns, PriceHistory, RecipesWith, StockByLot } from './ItemOverviewParts.tsx';
import { MonthChart, rangeOf } from './MonthChart.tsx';
import { ProductRecipe } from './ProductRecipe.tsx';

export function MaterialPage() {
  const { rawMaterialId: id } = useParams({ from: '/shell/rawmaterials/$rawMaterialId' });
  const query = useQuery(queryOf(materialEndpoints.get, { params: { id } }));
  const overview = useQuery(queryOf(itemOverviewEndpoints.material, { params: { id } }));
  return (
    <MasterRecordPage
      kind="materials"
      id={id}
      query={query}
      failed={materialTexts.notFound}
      buttons={({ itemId }) => <ItemButtons itemId={itemId} made={{}} />}
    >
      {(material, changes) => (
        <Item
          item={material}
          overview={overview}
          about={<AboutMaterial material={material} />}
          runsHeading={itemOverviewTexts.lastUsed}
          pricesOf={(loaded) => <Prices overview={loaded} />}
          changes={changes}
        />
      )}
    </MasterRecordPage>
  );
}

export function ProductPage() {
  const { productId: id } = useParams({ from: '/shell/products/$productId' });
  const query = useQuery(queryOf(productEndpoints.get, { params: { id } }));
  const overview = useQuery(queryOf(itemOverviewEndpoints.product, { params: { id } }));
  return (
    <MasterRecordPage
      kind="products"
      id={id}
      query={query}
      failed={productTexts.notFound}
      buttons={({ itemId, productId }) => <ItemButtons itemId={itemId} made={{ product: String(productId) }} />}
    >
      {(product, changes) => (
        <Item
          item={product}
          overview={overview}
          about={<AboutProduct product={product} />}
          recipe={<ProductRecipe productId={product.productId} />}
          runsHeading={itemOverviewTexts.lastMade}
          changes={changes}
        />
      )}
    </MasterRecordPage>
  );
}

interface ItemButtonsProps {
  itemId: number;
  /** The product that a new run makes, if any. */
  made: { product?: string };
}

function ItemButtons({ itemId, made }: ItemButtonsProps) {
  return (
    <>
      <Button
        variant="subtle"
        color="gray"
        renderRoot={(props) => <Link {...props} to="/stock-ledger" search={{ itemId: String(itemId) }} />}
      >
        {ledgerTexts.title}
      </Button>
      <PrintButton />
      {may('create', 'production') && (
        <Button
          leftSection={<IconPlus size={16} aria-hidden />}
          renderRoot={(props) => <Link {...props} to="/production" search={made} />}
        >
          Record production
        </Button>
      )}
    </>
  );
}

function AboutMaterial({ material }: { material: MaterialRecord }) {
  return (
    <AsideFacts
      facts={[
        { label: materialLabels.unit, value: material.unit || '—' },
        { label: materialLabels.categoryId, value: material.categoryName ?? '—' },
        { label: materialLabels.description, value: material.description || '—' },
      ]}
    />
  );
}

function AboutProduct({ product }: { product: ProductRecord }) {
  return (
    <AsideFacts
      facts={[
        { label: productLabels.unit, value: product.unit },
        { label: productLabels.categoryId, value: product.categoryName },
        { label: productLabels.price, value: formatAmount(product.price) },
        { label: productLabels.description, value: product.description || '—' },
      ]}
    />
  );
}

interface OwnParts {
  about: ReactNode;
  /** How a product is made. */
  recipe?: ReactNode;
  runsHeading: string;
  /** The purchase prices of a raw material. */
  pricesOf?: (overview: ItemOverview) => ReactNode;
  /** The last changes, at the end of the side column. */
  changes: ReactNode;
}

interface ItemProps extends OwnParts {
  item: { itemId: number; name: string };
  overview: UseQueryResult<ItemOverview>;
}

function Item({ item: { itemId, name }, overview, ...own }: ItemProps) {
  const settings = useStockSettings();
  const onSetLevel = may('update', 'items') ? () => settings.open({ itemId, name }) : undefined;
  return (
    <>
      {settings.form}
      <Overview query={overview}>{(loaded) => <Parts overview={loaded} onSetLevel={onSetLevel} {...own} />}</Overview>
    </>
  );
}

interface PartsProps extends OwnParts {
  overview: ItemOverview;
  onSetLevel?: () => void;
}

function Parts({ overview, onSetLevel, about, recipe, runsHeading, pricesOf, changes }: PartsProps) {
  const { lots, openLots, months, recipes, runs, unit } = overview;
  return (
    <>
      <ItemFacts overview={overview} onSetLevel={onSetLevel} />
      <RecordColumns
        aside={
          <>
            <RecordSection heading="About">{about}</RecordSection>
            {recipe}
            <RecordSection heading={itemOverviewTexts.recipes}>
              <RecipesWith recipes={recipes} unit={unit} />
            </RecordSection>
            <RecordSection heading={runsHeading}>
              <LastRuns runs={runs} unit={unit} />
            </RecordSection>
            {changes}
          </>
        }
      >
        <RecordSection
          heading={itemOverviewTexts.stockByLot}
          note={openLots > lots.length ? `${lots.length} of ${openLots}` : undefined}
        >
          <StockByLot lots={lots} />
        </RecordSection>
        <RecordSection heading={itemOverviewTexts.months} note={[unit, rangeOf(months)].filter(Boolean).join(', ')}>
          {months.some(({ inQty, outQty }) => inQty !== 0 || outQty !== 0) ? (
            <MonthChart months={months} unit={unit} />
          ) : (
            <Panel>
              <PanelMessage>{itemOverviewTexts.noMonths}</PanelMessage>
            </Panel>
          )}
        </RecordSection>
        {pricesOf?.(overview)}
      </RecordColumns>
    </>
  );
}

function Prices({ overview: { prices, unit } }: { overview: ItemOverview }) {
  return (
    <RecordSection heading={itemOverviewTexts.prices} note={`per ${unit}, without GST`}>
      <PriceHistory prices={prices} unit={unit} />
    </RecordSection>
  );
}
