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
import { masters, type RecordKind } from '#contract/kinds.ts';
import { ledgerTexts } from '#contract/stock/lots/stockLedger.ts';
import { queryOf } from '#web/core/api/queries.ts';
import { may } from '#web/core/api/session.ts';
import { HistoryButton } from '#web/core/records/RecordButtons.tsx';
import { LastChanges } from '#web/core/records/history/LastChanges.tsx';
import { Overview } from '#web/core/records/Overview.tsx';
import { AsideFacts, RecordColumns } from '#web/core/records/RecordColumns.tsx';
import { BackLink, RecordPage, RecordSection } from '#web/core/records/RecordPage.tsx';
import { useHistory } from '#web/core/records/history/useHistory.tsx';
import { MergeButton, MergedNotes } from '#web/masters/merge/Merging.tsx';
import { useMasterEdit } from '#web/masters/useMasterEdit.tsx';
import { useStockSettings } from '#web/stock/items/stockSettings.tsx';
import { Panel, PanelMessage } from '#web/core/ui/Panel.tsx';
import { PageHeader } from '#web/core/ui/PageHeader.tsx';
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
    <RecordPage
      back={<BackLink to="/rawmaterials">{masters.materials.title}</BackLink>}
      query={query}
      of={{ kind: 'materials', id }}
      failed={materialTexts.notFound}
    >
      {(material) => (
        <Item
          key={material.rawMaterialId}
          kind="materials"
          id={material.rawMaterialId}
          record={material}
          overview={overview}
          about={<AboutMaterial material={material} />}
        />
      )}
    </RecordPage>
  );
}

export function ProductPage() {
  const { productId: id } = useParams({ from: '/shell/products/$productId' });
  const query = useQuery(queryOf(productEndpoints.get, { params: { id } }));
  const overview = useQuery(queryOf(itemOverviewEndpoints.product, { params: { id } }));
  return (
    <RecordPage
      back={<BackLink to="/products">{masters.products.title}</BackLink>}
      query={query}
      of={{ kind: 'products', id }}
      failed={productTexts.notFound}
    >
      {(product) => (
        <Item
          key={product.productId}
          kind="products"
          id={product.productId}
          record={product}
          overview={overview}
          about={<AboutProduct product={product} />}
        />
      )}
    </RecordPage>
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

interface ItemProps {
  kind: Extract<RecordKind, 'materials' | 'products'>;
  id: number;
  record: MaterialRecord | ProductRecord;
  overview: UseQueryResult<ItemOverview>;
  about: ReactNode;
}

function Item({ kind, id, record, overview, about }: ItemProps) {
  const { name, itemId } = record;
  const edit = useMasterEdit(kind, record);
  const settings = useStockSettings();
  const history = useHistory();
  const changed = { kind, id, name };
  return (
    <>
      <PageHeader title={name} beside={`ID ${id}`}>
        <HistoryButton onClick={() => history.show(changed)} />
        {edit.button}
        <MergeButton kind={kind} id={id} />
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
            renderRoot={(props) => (
              <Link {...props} to="/production" search={kind === 'products' ? { product: String(id) } : {}} />
            )}
          >
            Record production
          </Button>
        )}
      </PageHeader>
      {edit.form}
      <MergedNotes kind={kind} id={id} />
      {settings.form}
      <Overview query={overview}>
        {(loaded) => (
          <Parts
            isMaterial={kind === 'materials'}
            recipe={kind === 'products' && <ProductRecipe productId={id} />}
            overview={loaded}
            onSetLevel={may('update', 'items') ? () => settings.open({ itemId, name }) : undefined}
            about={about}
            changes={<LastChanges record={changed} onAll={() => history.show(changed)} />}
          />
        )}
      </Overview>
      {history.drawer}
    </>
  );
}

interface PartsProps {
  isMaterial: boolean;
  /** How a product is made. */
  recipe: ReactNode;
  overview: ItemOverview;
  onSetLevel?: () => void;
  about: ReactNode;
  /** The last parts of the side column. */
  changes: ReactNode;
}

function Parts({ isMaterial, recipe, overview, onSetLevel, about, changes }: PartsProps) {
  const { lots, openLots, months, prices, recipes, runs, unit } = overview;
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
            <RecordSection heading={isMaterial ? itemOverviewTexts.lastUsed : itemOverviewTexts.lastMade}>
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
        {isMaterial && (
          <RecordSection heading={itemOverviewTexts.prices} note={`per ${unit}, without GST`}>
            <PriceHistory prices={prices} unit={unit} />
          </RecordSection>
        )}
      </RecordColumns>
    </>
  );
}
