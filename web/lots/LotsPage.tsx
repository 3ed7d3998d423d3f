/** All lots: what is in stock, where it came from and what is left of it. */
import { lotEndpoints, lotTexts } from '#contract/lots.ts';
import { pageSizes } from '#contract/resources.ts';
import { ListFilters } from '#web/list/ListFilters.tsx';
import { ListPanel } from '#web/list/ListPanel.tsx';
import { useFilters } from '#web/list/useFilters.ts';
import { useList } from '#web/list/useList.ts';
import { lotCard, lotColumns, lotPage } from '#web/stock/lotColumns.tsx';
import { BeginLink } from '#web/ui/BeginLink.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { SearchField } from '#web/ui/SearchField.tsx';
import { LotSums } from './LotSums.tsx';

export function LotsPage() {
  const [filters, show] = useFilters(lotEndpoints.list);
  const list = useList(lotEndpoints.list, { pageSize: pageSizes.lots, filters });
  return (
    <>
      <PageHeader title={lotTexts.title} count={list.count}>
        <SearchField
          label="Search lots"
          placeholder={lotTexts.searchPlaceholder}
          value={list.search}
          onChange={list.setSearch}
        />
      </PageHeader>
      <ListFilters endpoint={lotEndpoints.list} label="lots" filters={filters} show={show} />
      <ListPanel
        list={list}
        label={lotTexts.title}
        foot={<LotSums search={list.search} />}
        columns={lotColumns}
        card={lotCard}
        rowId={(row) => row.lotId}
        to={lotPage}
        isDepleted={(row) => row.onHandQty === 0}
        failed={lotTexts.loadFailed}
        empty={lotTexts.empty}
        begin={<BeginLink to="/inward">Go to Inward</BeginLink>}
      />
    </>
  );
}
