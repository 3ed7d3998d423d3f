/** The report of what batches cost, beside their sale price. */
import type { ReactNode } from 'react';
import {
  batchCostEndpoints,
  batchCostLabels,
  batchCostTexts,
  type BatchCostTotals,
} from '#contract/make/batchCosts.ts';
import { formatRupees } from '#contract/core/values/format.ts';
import { pageSizes } from '#contract/kinds.ts';
import { ListFilters } from '#web/core/filters/ListFilters.tsx';
import { useFilters } from '#web/core/filters/useFilters.ts';
import { ListExport } from '#web/core/list/ListExport.tsx';
import { ListHeader } from '#web/core/list/ListHeader.tsx';
import { ListPanel } from '#web/core/list/ListPanel.tsx';
import { ListSums } from '#web/core/list/ListSums.tsx';
import { useList } from '#web/core/list/useList.ts';
import { BeginLink } from '#web/core/ui/BeginLink.tsx';
import { PrintButton } from '#web/core/ui/PrintButton.tsx';
import { batchCostCard, batchCostColumns, batchCostSheet } from './batchCostColumns.tsx';

const summed = ['material', 'charges', 'overhead', 'recovered', 'cost', 'abnormalLoss'] as const;

/** The sums that are not nothing; behind the cost, how many batches it leaves out. */
function sumsOf(totals: BatchCostTotals): [string, ReactNode][] {
  return summed.flatMap((field): [string, ReactNode][] => {
    const sum = totals[field];
    if (!sum) return [];
    const without = field === 'cost' && totals.withoutCost > 0;
    return [
      [
        batchCostLabels[field],
        <>
          {formatRupees(sum)}
          {without && <small> {batchCostTexts.withoutCost(totals.withoutCost)}</small>}
        </>,
      ],
    ];
  });
}

export function BatchCostsPage() {
  const [filters, show] = useFilters(batchCostEndpoints.list);
  const list = useList(batchCostEndpoints.list, { pageSize: pageSizes.batchCosts, filters });
  return (
    <>
      <ListHeader
        title={batchCostTexts.title}
        list={list}
        searchLabel="Search batches"
        searchPlaceholder={batchCostTexts.searchPlaceholder}
      >
        <ListExport endpoint={batchCostEndpoints.list} list={list} filters={filters} sheet={batchCostSheet} />
        <PrintButton />
      </ListHeader>
      <ListFilters endpoint={batchCostEndpoints.list} label="batches" filters={filters} show={show} />
      <ListPanel
        list={list}
        label={batchCostTexts.title}
        foot={<ListSums endpoint={batchCostEndpoints.totals} filters={filters} search={list.search} sumsOf={sumsOf} />}
        columns={batchCostColumns}
        card={batchCostCard}
        rowId={(row) => row.finishedGoodId}
        failed={batchCostTexts.loadFailed}
        empty={batchCostTexts.empty}
        begin={<BeginLink to="/production">Go to Production</BeginLink>}
      />
    </>
  );
}
