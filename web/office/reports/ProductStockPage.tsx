/** Product Stock (specification §2): the finished goods above the quantity per product, read-only. */
import { goodEndpoints, goodTexts } from '#contract/make/goods.ts';
import { productStockTexts } from '#contract/office/reports.ts';
import { finishedGoods, pageSizes } from '#contract/kinds.ts';
import { ListFilters } from '#web/core/filters/ListFilters.tsx';
import { goodCard, goodColumns, goodPage } from '#web/make/goods/goodColumns.tsx';
import { stockOnEndpoints } from '#contract/stock/lots/stockOn.ts';
import { AsOnChip } from '#web/stock/stockOn/AsOnChip.tsx';
import { FilterBar } from '#web/core/filters/FilterBar.tsx';
import { ListPanel } from '#web/core/list/ListPanel.tsx';
import { useFilters, useParameters } from '#web/core/filters/useFilters.ts';
import { useList } from '#web/core/list/useList.ts';
import { BeginLink } from '#web/core/ui/BeginLink.tsx';
import { ListHeader } from '#web/core/list/ListHeader.tsx';
import { ExportButton } from '#web/core/sheets/ExportButton.tsx';
import type { ReactNode } from 'react';
import { ProductsOn } from './ProductsOn.tsx';
import { QuantityPerProduct } from './QuantityPerProduct.tsx';
import classes from './ProductStockPage.module.css';
import { exportProductStock } from './exportProductStock.ts';

export function ProductStockPage() {
  const [{ asOn }, show] = useParameters(stockOnEndpoints.lots, ['asOn']);
  const chips = (
    <FilterBar label="Day of the stock" filters={{}} show={show}>
      <AsOnChip value={asOn} onChange={(day) => show({ asOn: day })} />
    </FilterBar>
  );
  return asOn === undefined ? <ProductStock chips={chips} /> : <ProductsOn asOn={asOn} chips={chips} />;
}

function ProductStock({ chips }: { chips: ReactNode }) {
  const [filters, show] = useFilters(goodEndpoints.list);
  const list = useList(goodEndpoints.list, { pageSize: pageSizes.productStock, filters });
  return (
    <>
      <ListHeader
        title={productStockTexts.title}
        list={list}
        searchLabel="Search finished goods"
        searchPlaceholder={goodTexts.searchPlaceholder}
      >
        <ExportButton
          nothing={list.count === 0}
          run={async (onProgress) => {
            await exportProductStock(filters, list.search, onProgress);
          }}
        />
      </ListHeader>
      {chips}
      <section aria-labelledby="goods">
        <h2 id="goods" className={classes.heading}>
          {productStockTexts.goods}
        </h2>
        <ListFilters endpoint={goodEndpoints.list} label="finished goods" filters={filters} show={show} />
        <ListPanel
          list={list}
          label={productStockTexts.goods}
          columns={goodColumns}
          card={goodCard}
          rowId={(row) => row.finishedGoodId}
          to={goodPage}
          empty={goodTexts.empty}
          begin={<BeginLink to={finishedGoods.screenPath}>Go to Finished Goods</BeginLink>}
        />
      </section>
      <QuantityPerProduct />
    </>
  );
}
