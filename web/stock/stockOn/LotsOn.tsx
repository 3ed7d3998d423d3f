/** Lots on a past day, with their quantities. */
import type { ReactNode } from 'react';
import { lotTexts } from '#contract/stock/lots/lotTexts.ts';
import { pageSizes } from '#contract/kinds.ts';
import { stockOnEndpoints, stockOnTexts } from '#contract/stock/lots/stockOn.ts';
import { ExportButton } from '#web/core/sheets/ExportButton.tsx';
import { ListPanel } from '#web/core/list/ListPanel.tsx';
import { useList } from '#web/core/list/useList.ts';
import { ValueOn } from './ValueOn.tsx';
import { lotOnCard, lotOnColumns } from './stockOnColumns.tsx';
import { ListHeader } from '#web/core/list/ListHeader.tsx';
import { BeginLink } from '#web/core/ui/BeginLink.tsx';
import { exportLotsOn } from './exportLotsOn.ts';

interface LotsOnProps {
  asOn: string;
  hasStock: string | undefined;
  chips: ReactNode;
}

export function LotsOn({ asOn, hasStock, chips }: LotsOnProps) {
  const list = useList(stockOnEndpoints.lots, { pageSize: pageSizes.lots, scope: { asOn }, filters: { hasStock } });
  return (
    <>
      <ListHeader
        title={lotTexts.title}
        list={list}
        searchLabel="Search lots"
        searchPlaceholder={lotTexts.searchPlaceholder}
      >
        <ExportButton
          variant="default"
          nothing={list.count === 0}
          run={async (onProgress) => {
            await exportLotsOn({ asOn, hasStock, search: list.search }, onProgress);
          }}
        />
      </ListHeader>
      {chips}
      <ListPanel
        list={list}
        label={lotTexts.title}
        columns={lotOnColumns}
        card={lotOnCard}
        rowId={(row) => row.lotId}
        failed={stockOnTexts.loadFailed}
        empty={lotTexts.empty}
        begin={<BeginLink to="/inward">Go to Inward</BeginLink>}
      />
      <ValueOn
        asOn={asOn}
        hasStock={hasStock === 'true' || hasStock === 'false' ? hasStock : undefined}
        list="lots"
        search={list.search}
      />
    </>
  );
}
