/** All adjustments: changes of stock other than purchase, production or dispatch. */
import { Button } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import {
  adjustmentEndpoints,
  formKinds,
  type AdjustmentRecord,
  type AdjustmentTotals,
} from '#contract/stock/adjustments/adjustments.ts';
import { adjustmentLabels, adjustmentTexts } from '#contract/stock/adjustments/adjustmentTexts.ts';
import { adjustmentKindLabels } from '#contract/documentStatus.ts';
import { formatAmount, formatDate, formatRupees } from '#contract/core/values/format.ts';
import { pageSizes } from '#contract/kinds.ts';
import { may } from '#web/core/api/session.ts';
import { ListExport } from '#web/core/list/ListExport.tsx';
import { ListFilters } from '#web/core/filters/ListFilters.tsx';
import { ListPanel } from '#web/core/list/ListPanel.tsx';
import { ListSums } from '#web/core/list/ListSums.tsx';
import { useFilters } from '#web/core/filters/useFilters.ts';
import { useList } from '#web/core/list/useList.ts';
import type { Column } from '#web/core/ui/table/DataTable.tsx';
import { DocumentLink } from '#web/stock/links/DocumentLink.tsx';
import { ImportLink } from '#web/core/sheets/ImportLink.tsx';
import { ListHeader } from '#web/core/list/ListHeader.tsx';
import { Wrapped } from '#web/core/ui/table/Wrapped.tsx';
import classes from './Adjustments.module.css';
import { summaryOf } from './adjustmentSummary.ts';
import { WaitingPill } from './count/WaitingPill.tsx';
import { adjustmentSheet } from './adjustmentSheet.ts';

const linkOf = (row: AdjustmentRecord) => (
  <>
    <DocumentLink kind="adjustment" id={row.adjustmentId} label={adjustmentKindLabels[row.kind]} />{' '}
    {row.state === 'waiting' && <WaitingPill />}
  </>
);

const columns: Column<AdjustmentRecord>[] = [
  { header: adjustmentLabels.kind, sort: 'kind', weight: 'strong', pinned: true, cell: linkOf },
  { header: adjustmentLabels.date, sort: 'date', cell: (row) => formatDate(row.date) },
  { header: 'What', cell: (row) => <Wrapped text={summaryOf(row)} minWidth={200} maxWidth={420} /> },
  {
    header: adjustmentLabels.reason,
    cell: (row) => <Wrapped text={row.reason} minWidth={120} maxWidth={280} />,
  },
  {
    header: 'Value, ₹',
    align: 'end',
    cell: ({ value }) => value !== null && formatAmount(value),
  },
];

function sumsOf({ value, adjustedValue }: AdjustmentTotals): [string, string][] {
  const sums: [string, number | null][] = [
    [adjustmentTexts.worth, value],
    [adjustmentTexts.adjusted, adjustedValue],
  ];
  return sums.flatMap(([label, sum]) => (sum ? [[label, formatRupees(sum)]] : []));
}

export function AdjustmentsPage() {
  const [filters, show] = useFilters(adjustmentEndpoints.list);
  const list = useList(adjustmentEndpoints.list, { pageSize: pageSizes.adjustments, filters });
  const navigate = useNavigate();
  const mayCount = may('create', 'counts');
  const count = () => {
    navigate({ to: '/adjustments/count' }).catch(console.error);
  };
  return (
    <>
      <ListHeader
        title={adjustmentTexts.title}
        list={list}
        searchLabel="Search adjustments"
        searchPlaceholder={adjustmentTexts.searchPlaceholder}
      >
        <ImportLink resource="adjustments" />
        <ListExport endpoint={adjustmentEndpoints.list} list={list} filters={filters} sheet={adjustmentSheet} />
        {mayCount && (
          <Button aria-keyshortcuts="n" onClick={count}>
            {adjustmentKindLabels.count}
          </Button>
        )}
      </ListHeader>
      {may('create', 'adjustments') && (
        <nav aria-label="Record" className={classes.kinds}>
          {formKinds.map((kind) => (
            <Link key={kind} to="/adjustments/new/$kind" params={{ kind }} className={classes.kind}>
              {adjustmentKindLabels[kind]}
            </Link>
          ))}
        </nav>
      )}
      <ListFilters endpoint={adjustmentEndpoints.list} label="adjustments" filters={filters} show={show} />
      <ListPanel
        list={list}
        label={adjustmentTexts.title}
        columns={columns}
        card={(row) => ({
          title: linkOf(row),
          state: formatDate(row.date),
          detail: summaryOf(row),
          aside: row.reason,
        })}
        rowId={(row) => row.adjustmentId}
        to={({ adjustmentId }) => ({
          to: '/adjustments/$adjustmentId',
          params: { adjustmentId: String(adjustmentId) },
        })}
        foot={<ListSums endpoint={adjustmentEndpoints.totals} filters={filters} search={list.search} sumsOf={sumsOf} />}
        failed={adjustmentTexts.loadFailed}
        empty={adjustmentTexts.empty}
        begin={
          mayCount && (
            <Button variant="default" onClick={count}>
              Count the stock
            </Button>
          )
        }
      />
    </>
  );
}
