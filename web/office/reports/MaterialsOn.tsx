/** The Raw Material Stock report as on a day. */
import { masters, pageSizes } from '#contract/kinds.ts';
import { stockReportTexts } from '#contract/office/reports.ts';
import { stockOnEndpoints, stockOnTexts } from '#contract/stock/lots/stockOn.ts';
import { ExportButton } from '#web/core/sheets/ExportButton.tsx';
import { ListPanel } from '#web/core/list/ListPanel.tsx';
import { useList } from '#web/core/list/useList.ts';
import { ValueOn } from '#web/stock/stockOn/ValueOn.tsx';
import { isDepletedOn, itemOnCard, itemOnColumns } from '#web/stock/stockOn/stockOnColumns.tsx';
import { ListHeader } from '#web/core/list/ListHeader.tsx';
import { BeginLink } from '#web/core/ui/BeginLink.tsx';
import type { ReactNode } from 'react';
import { exportMaterialsOn } from './exportStockOn.ts';

const names = {
  item: 'Raw Material',
  in: 'Total Stock',
  used: 'Total Used in Production',
  left: 'Available Balance',
};

export function MaterialsOn({ asOn, chips }: { asOn: string; chips: ReactNode }) {
  const scope = { asOn, kind: 'rawMaterial' };
  const list = useList(stockOnEndpoints.items, { pageSize: pageSizes.stockReport, scope });
  return (
    <>
      <ListHeader
        title={stockReportTexts.title}
        list={list}
        searchLabel="Search raw materials"
        searchPlaceholder={stockReportTexts.searchPlaceholder}
      >
        <ExportButton
          nothing={list.count === 0}
          run={async (onProgress) => {
            await exportMaterialsOn(asOn, list.search, onProgress);
          }}
        />
      </ListHeader>
      {chips}
      <ListPanel
        list={list}
        label={stockReportTexts.title}
        columns={itemOnColumns(asOn, names, (row) => row.usedQty)}
        card={itemOnCard}
        rowId={(row) => row.itemId}
        isDepleted={isDepletedOn}
        failed={stockOnTexts.loadFailed}
        empty={stockReportTexts.empty}
        begin={<BeginLink to={masters.materials.screenPath}>Go to Raw Materials</BeginLink>}
      />
      <ValueOn asOn={asOn} kind="rawMaterial" list="items" search={list.search} />
    </>
  );
}
