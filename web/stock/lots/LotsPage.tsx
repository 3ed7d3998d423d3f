/** All lots: stock, source and remaining quantity. */
import { useState, type ReactNode } from 'react';
import { formatQuantity, formatRupees } from '#contract/core/values/format.ts';
import { lotEndpoints, type LotTotals } from '#contract/stock/lots/lots.ts';
import { lotTexts } from '#contract/stock/lots/lotTexts.ts';
import { pageSizes } from '#contract/kinds.ts';
import { stockOnEndpoints } from '#contract/stock/lots/stockOn.ts';
import { LabelsOfLots } from '#web/stock/labels/LabelsButton.tsx';
import { AsOnChip } from '#web/stock/stockOn/AsOnChip.tsx';
import { FilterBar } from '#web/core/filters/FilterBar.tsx';
import { FilterChip } from '#web/core/filters/FilterChip.tsx';
import { ListExport } from '#web/core/list/ListExport.tsx';
import { ListFilters } from '#web/core/filters/ListFilters.tsx';
import { ListPanel } from '#web/core/list/ListPanel.tsx';
import { useFilters, useParameters } from '#web/core/filters/useFilters.ts';
import { useList } from '#web/core/list/useList.ts';
import { lotCard, lotColumns, lotPage } from './lotColumns.tsx';
import { BeginLink } from '#web/core/ui/BeginLink.tsx';
import { ListHeader } from '#web/core/list/ListHeader.tsx';
import { ListSums } from '#web/core/list/ListSums.tsx';
import { ValueTodayLink } from '#web/stock/stockOn/ValueTodayLink.tsx';
import { LotsOn } from '#web/stock/stockOn/LotsOn.tsx';
import { lotBulk } from './lotBulk.tsx';
import { lotSheet } from './lotSheet.ts';

const stocks = [
  { value: 'true', label: 'In stock' },
  { value: 'false', label: 'Nothing left' },
];

/** Number and value of the lots in stock that the list shows. */
function sumsOf({ count, value, withoutValue }: LotTotals): [string, ReactNode][] {
  const lots: [string, ReactNode] = [lotTexts.inStock, lotTexts.lots(formatQuantity(count), count === 1)];
  if (value === null) return [lots];
  const without = withoutValue > 0 && <small>, {lotTexts.withoutPrice(formatQuantity(withoutValue))}</small>;
  return [
    lots,
    [
      lotTexts.worth,
      <>
        {formatRupees(value)}
        {without}
      </>,
    ],
  ];
}

export function LotsPage() {
  const [{ asOn, hasStock }, show] = useParameters(stockOnEndpoints.lots, ['asOn', 'hasStock']);
  const day = <AsOnChip value={asOn} onChange={(chosen) => show({ asOn: chosen })} />;
  if (asOn === undefined) return <LotsNow day={day} />;
  const chips = (
    <FilterBar label="Filters of lots" filters={{ hasStock }} show={show}>
      {day}
      <FilterChip label="Stock" options={stocks} value={hasStock} onChange={(chosen) => show({ hasStock: chosen })} />
    </FilterBar>
  );
  return <LotsOn asOn={asOn} hasStock={hasStock} chips={chips} />;
}

function LotsNow({ day }: { day: ReactNode }) {
  const [filters, show] = useFilters(lotEndpoints.list);
  const list = useList(lotEndpoints.list, { pageSize: pageSizes.lots, filters });
  const [labelled, setLabelled] = useState<number[]>();
  return (
    <>
      <ListHeader
        title={lotTexts.title}
        list={list}
        searchLabel="Search lots"
        searchPlaceholder={lotTexts.searchPlaceholder}
      >
        <ListExport endpoint={lotEndpoints.list} list={list} filters={filters} sheet={lotSheet} />
      </ListHeader>
      <ListFilters endpoint={lotEndpoints.list} label="lots" filters={filters} show={show}>
        {day}
      </ListFilters>
      <ListPanel
        list={list}
        label={lotTexts.title}
        foot={<ListSums endpoint={lotEndpoints.totals} filters={filters} search={list.search} sumsOf={sumsOf} />}
        columns={lotColumns}
        card={lotCard}
        rowId={(row) => row.lotId}
        to={lotPage}
        views="lots"
        bulk={{ nameOf: ({ code }) => `lot ${code}`, sheet: lotSheet, ...lotBulk(setLabelled) }}
        failed={lotTexts.loadFailed}
        empty={lotTexts.empty}
        begin={<BeginLink to="/inward">Go to Inward</BeginLink>}
      />
      <ValueTodayLink to="/lots" />
      {labelled && <LabelsOfLots lotIds={labelled} onClose={() => setLabelled(undefined)} />}
    </>
  );
}
