/** Product Stock as on a day: the batches of which something was left. */
import type { ReactNode } from 'react';
import { productStockTexts } from '#contract/reports.ts';
import { finishedGoods, pageSizes } from '#contract/resources.ts';
import { stockOnEndpoints, stockOnTexts } from '#contract/stockOn.ts';
import { ExportButton } from '#web/sheets/ExportButton.tsx';
import { ListPanel } from '#web/list/ListPanel.tsx';
import { useList } from '#web/list/useList.ts';
import { ValueOn } from '#web/stock/ValueOn.tsx';
import { lotOnCard, lotOnColumns } from '#web/stock/columns/stockOnColumns.tsx';
import { BeginLink } from '#web/ui/BeginLink.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { SearchField } from '#web/ui/SearchField.tsx';

const columns = lotOnColumns({ code: 'Batch Number', item: 'Product' }).filter(({ header }) => header !== 'Supplier');

export function ProductsOn({ asOn, chips }: { asOn: string; chips: ReactNode }) {
  const scope = { asOn, kind: 'product', hasStock: 'true' };
  const list = useList(stockOnEndpoints.lots, { pageSize: pageSizes.productStock, scope });
  return (
    <>
      <PageHeader title={productStockTexts.title} count={list.count} of={list.whole}>
        <SearchField
          label="Search finished goods"
          placeholder="Search batch number or product"
          value={list.search}
          onChange={list.setSearch}
        />
        <ExportButton
          nothing={list.count === 0}
          run={async (onProgress) => {
            const { exportProductsOn } = await import('./exportStockOn.ts');
            await exportProductsOn(asOn, list.search, onProgress);
          }}
        />
      </PageHeader>
      {chips}
      <ListPanel
        list={list}
        label={productStockTexts.goods}
        columns={columns}
        card={lotOnCard}
        rowId={(row) => row.lotId}
        failed={stockOnTexts.loadFailed}
        empty={stockOnTexts.empty}
        begin={<BeginLink to={finishedGoods.screenPath}>Go to Finished Goods</BeginLink>}
      />
      <ValueOn asOn={asOn} kind="product" />
    </>
  );
}
