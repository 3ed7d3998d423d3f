import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatQuantityWithUnit } from '#contract/core/values/format.ts';
import { goodEndpoints, goodStatusLabels, goodTexts } from '#contract/make/goods.ts';
import { productStockTexts } from '#contract/office/reports.ts';
import { queryOf } from '#web/core/api/queries.ts';
import { LoadFailed } from '#web/core/list/LoadFailed.tsx';
import { ItemLink } from '#web/stock/links/ItemLink.tsx';
import { TruncatedText } from '#web/core/ui/table/TruncatedText.tsx';
import { DataTable, type Column } from '#web/core/ui/table/DataTable.tsx';
import { Panel, PanelMessage } from '#web/core/ui/Panel.tsx';
import { quantities } from '#web/core/ui/Quantity.tsx';
import classes from './ProductStockPage.module.css';

interface ProductQuantities {
  productId: number;
  productName: string;
  unit: string;
  available: number;
  sold: number;
  expired: number;
}

const COLLAPSED_ROWS = 8;

const columns: Column<ProductQuantities>[] = [
  {
    header: 'Product',
    weight: 'strong',
    pinned: true,
    cell: ({ productId, productName }) => (
      <TruncatedText text={productName} width={380}>
        <ItemLink productId={productId} name={productName} />
      </TruncatedText>
    ),
  },
  quantities({ header: goodStatusLabels.available, weight: 'strong' }, ({ available, unit }) => ({
    quantity: available,
    unit,
  })),
  quantities({ header: goodStatusLabels.sold }, ({ sold, unit }) => ({ quantity: sold, unit })),
  quantities({ header: goodStatusLabels.expired }, ({ expired, unit }) => ({ quantity: expired, unit })),
];

/** The quantity of every product with finished goods, by status. */
export function QuantityPerProduct() {
  const [all, setAll] = useState(false);
  const { data, error, isPending, refetch } = useQuery(queryOf(goodEndpoints.perProduct));
  const products = data ?? [];

  return (
    <section className={classes.products} aria-labelledby="per-product">
      <h2 id="per-product" className={classes.heading}>
        {productStockTexts.perProduct}
      </h2>
      <Panel>
        {error && !data ? (
          <LoadFailed failed={productStockTexts.perProductFailed} error={error} retry={refetch} />
        ) : (
          <DataTable
            label={productStockTexts.perProduct}
            columns={columns}
            rows={all ? products : products.slice(0, COLLAPSED_ROWS)}
            rowId={(row) => row.productId}
            card={(row) => ({
              title: <ItemLink productId={row.productId} name={row.productName} />,
              state: <strong>{formatQuantityWithUnit(row.available, row.unit)}</strong>,
              detail: `Sold ${formatQuantityWithUnit(row.sold, row.unit)} · expired ${formatQuantityWithUnit(row.expired, row.unit)}`,
            })}
            skeletons={isPending ? COLLAPSED_ROWS : 0}
            stale={false}
          />
        )}
        {data?.length === 0 && <PanelMessage>{goodTexts.empty}</PanelMessage>}
        {!all && products.length > COLLAPSED_ROWS && (
          <div className={classes.all}>
            <Button variant="subtle" onClick={() => setAll(true)}>
              Show all {products.length} products
            </Button>
          </div>
        )}
      </Panel>
    </section>
  );
}
