/** All recalls and drills, with the form that begins one. */
import { Button } from '@mantine/core';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useEffect, useEffectEvent, useState } from 'react';
import { z } from 'zod';
import { formatTimestamp } from '#contract/core/values/format.ts';
import { lotEndpoints } from '#contract/stock/lots/lots.ts';
import { recallEndpoints, type RecallRecord } from '#contract/prove/recalls.ts';
import { recallKindLabels, recallTexts, recallLabels } from '#contract/prove/recallTexts.ts';
import { pageSizes } from '#contract/kinds.ts';
import { queryOf } from '#web/core/api/queries.ts';
import { may } from '#web/core/api/session.ts';
import { useOpenedForm } from '#web/core/form/useOpenedForm.ts';
import { ListExport } from '#web/core/list/ListExport.tsx';
import { ListFilters } from '#web/core/filters/ListFilters.tsx';
import { ListPanel } from '#web/core/list/ListPanel.tsx';
import { useFilters } from '#web/core/filters/useFilters.ts';
import { useList } from '#web/core/list/useList.ts';
import type { Column } from '#web/core/ui/table/DataTable.tsx';
import links from '#web/stock/links/DocumentLink.module.css';
import { preloadedComponent } from '#web/core/ui/loading/lazyComponent.ts';
import { SmallTimestamp } from '#web/core/ui/Timestamp.tsx';
import { ListHeader } from '#web/core/list/ListHeader.tsx';
import { AddButton } from '#web/core/ui/AddButton.tsx';
import { Wrapped } from '#web/core/ui/table/Wrapped.tsx';
import { recallValues } from './recallValues.ts';
import type { RecallFormProps } from './RecallForm.tsx';
import { RecallPill } from './RecallPill.tsx';
import { sheetOf } from '#web/core/sheets/listSheet.ts';

const recallSheet = sheetOf<RecallRecord>('Recalls', [
  { heading: 'ID', width: 8, value: (row) => row.recallId },
  { heading: recallLabels.kind, width: 10, value: (row) => recallKindLabels[row.kind] },
  { heading: recallLabels.title, width: 32, value: (row) => row.title },
  { heading: recallLabels.reason, width: 48, value: (row) => row.reason },
  { heading: 'Begun', width: 20, value: (row) => ({ timestamp: row.startedAt }) },
  { heading: 'By', width: 24, value: (row) => row.startedBy },
  { heading: 'Closed', width: 20, value: ({ closedAt }) => (closedAt === null ? null : { timestamp: closedAt }) },
  { heading: recallLabels.conclusion, width: 48, value: (row) => row.conclusion },
]);

const RecallForm = preloadedComponent(async () => (await import('./RecallForm.tsx')).RecallForm);

function RecallLink({ recallId, title }: Pick<RecallRecord, 'recallId' | 'title'>) {
  return (
    <Link to="/recalls/$recallId" params={{ recallId: String(recallId) }} className={links.link}>
      {title}
    </Link>
  );
}

const columns: Column<RecallRecord>[] = [
  { header: 'What', sort: 'title', weight: 'strong', pinned: true, cell: (row) => <RecallLink {...row} /> },
  { header: recallLabels.kind, cell: (row) => recallKindLabels[row.kind] },
  { header: recallLabels.reason, cell: (row) => <Wrapped text={row.reason} minWidth={220} maxWidth={420} /> },
  { header: 'Begun', sort: 'startedAt', cell: (row) => <SmallTimestamp at={row.startedAt} /> },
  { header: 'By', cell: (row) => row.startedBy },
  { header: 'Status', cell: (row) => <RecallPill recall={row} /> },
];

export function RecallsPage() {
  const [filters, show] = useFilters(recallEndpoints.list);
  const list = useList(recallEndpoints.list, { pageSize: pageSizes.recalls, filters });
  const form = useOpenedForm('recalls', { record: z.never(), values: recallValues, draftKey: () => 'new' });
  const navigate = useNavigate();
  const mayCreate = may('create', 'recalls');
  const lot = useLotToRecall(() => mayCreate && form.open());
  return (
    <>
      <ListHeader
        title={recallTexts.title}
        list={list}
        searchLabel="Search recalls"
        searchPlaceholder={recallTexts.searchPlaceholder}
      >
        <ListExport endpoint={recallEndpoints.list} list={list} filters={filters} sheet={recallSheet} />
        {mayCreate && <AddButton onClick={() => form.leave(() => form.open())}>{recallTexts.begin}</AddButton>}
      </ListHeader>
      <Suspense>
        {form.isOpen && (
          <Form
            key={form.key}
            {...form.props}
            lotId={lot}
            onBegun={(id) => {
              navigate({ to: '/recalls/$recallId', params: { recallId: String(id) } }).catch(console.error);
            }}
          />
        )}
      </Suspense>
      <ListFilters endpoint={recallEndpoints.list} label="recalls" filters={filters} show={show} />
      <ListPanel
        list={list}
        label={recallTexts.title}
        columns={columns}
        card={(row) => ({
          title: <RecallLink {...row} />,
          state: <RecallPill recall={row} />,
          detail: row.reason,
          aside: formatTimestamp(row.startedAt),
        })}
        rowId={(row) => row.recallId}
        to={({ recallId }) => ({ to: '/recalls/$recallId', params: { recallId: String(recallId) } })}
        failed={recallTexts.loadFailed}
        empty={recallTexts.empty}
        begin={
          mayCreate && (
            <Button variant="default" onClick={() => form.open()}>
              {recallTexts.begin}
            </Button>
          )
        }
      />
      {form.dialog}
    </>
  );
}

/** The lot whose page led here; it is removed from the URL, so that going back does not open the form again. */
function useLotToRecall(onFound: () => void): number | undefined {
  const { recallLotId } = useSearch({ from: '/shell/recalls' });
  const [lotId] = useState(() => (Number(recallLotId) > 0 ? Number(recallLotId) : undefined));
  const navigate = useNavigate();
  const begin = useEffectEvent(() => {
    if (lotId === undefined) return;
    onFound();
    navigate({ to: '.', search: (before) => ({ ...before, recallLotId: undefined }), replace: true }).catch(
      console.error,
    );
  });
  useEffect(() => begin(), []);
  return lotId;
}

/** Waits for the lot that it begins with. */
function Form({ lotId, ...props }: Omit<RecallFormProps, 'lot'> & { lotId?: number }) {
  const { data: lot, isPending } = useQuery({
    ...queryOf(lotEndpoints.get, { params: { id: lotId ?? 0 } }),
    enabled: lotId !== undefined,
  });
  if (lotId !== undefined && isPending) return null;
  return <RecallForm {...props} lot={lot && { lotId: lot.lotId, code: lot.code, itemName: lot.itemName }} />;
}
