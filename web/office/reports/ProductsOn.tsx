/** Product Stock as on a day: the batches of which something was left. */
import type { ReactNode } from 'react';
import { productStockTexts } from '#contract/office/reports.ts';
import { finishedGoods, pageSizes } from '#contract/kinds.ts';
import { stockOnEndpoints, stockOnTexts } from '#contract/stock/lots/stockOn.ts';
import { ExportButton } from '#web/core/sheets/ExportButton.tsx';
import { ListPanel } from '#web/core/list/ListPanel.tsx';
import { useList } from '#web/core/list/useList.ts';
import { ValueOn } from '#web/stock/stockOn/ValueOn.tsx';
import { batchOnColumns, lotOnCard } from '#web/stock/stockOn/stockOnColumns.tsx';
import { ListHeader } from '#web/core/list/ListHeader.tsx';
import { BeginLink } from '#web/core/ui/BeginLink.tsx';
import { exportProductsOn } from './exportStockOn.ts';

export function ProductsOn({ asOn, chips }: { asOn: string; chips: ReactNode }) {
  const scope = { asOn, kind: 'product', hasStock: 'true' };
  const list = useList(stockOnEndpoints.lots, { pageSize: pageSizes.productStock, scope });
  return (
    <>
      <ListHeader
        title={productStockTexts.title}
        list={list}
        searchLabel="Search finished goods"
        searchPlaceholder="Search batch number or product"
      >
        <ExportButton
          nothing={list.count === 0}
          run={async (onProgress) => {
            await exportProductsOn(asOn, list.search, onProgress);
          }}
        />
      </ListHeader>
      {chips}
      <ListPanel
        list={list}
        label={productStockTexts.goods}
        columns={batchOnColumns}
        card={lotOnCard}
        rowId={(row) => row.lotId}
        failed={stockOnTexts.loadFailed}
        empty={stockOnTexts.empty}
        begin={<BeginLink to={finishedGoods.screenPath}>Go to Finished Goods</BeginLink>}
      />
      <ValueOn asOn={asOn} kind="product" list="lots" search={list.search} />
    </>
  );
}
