/** The count sheet: every lot with stock, and one column to fill from top to bottom. */
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { z } from 'zod';
import { countTexts } from '#contract/stock/adjustments/countTexts.ts';
import { adjustmentTexts } from '#contract/stock/adjustments/adjustmentTexts.ts';
import { lotTexts } from '#contract/stock/lots/lotTexts.ts';
import { useOpenedForm } from '#web/core/form/useOpenedForm.ts';
import { LoadFailed } from '#web/core/list/LoadFailed.tsx';
import { BackLink } from '#web/core/records/RecordPage.tsx';
import { BeginLink } from '#web/core/ui/BeginLink.tsx';
import { Loading } from '#web/core/ui/loading/Loading.tsx';
import { PageHeader } from '#web/core/ui/PageHeader.tsx';
import { Panel, PanelMessage } from '#web/core/ui/Panel.tsx';
import { today } from '#web/core/ui/today.ts';
import { CountSheet } from './CountSheet.tsx';
import { countValues } from './countValues.ts';
import { findLotsInStock } from './lotsInStock.ts';
import { dropOwnSavedCount } from './savedCount.ts';

export function CountPage() {
  // As it was when the sheet was opened: a count is of one moment, so nothing reads it again by itself.
  const { data, error, refetch } = useQuery({
    queryKey: ['count sheet'],
    queryFn: ({ signal }) => findLotsInStock(today(), signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const form = useOpenedForm('counts', { record: z.never(), values: countValues, onDiscard: dropOwnSavedCount });
  const navigate = useNavigate();
  return (
    <>
      <BackLink to="/adjustments">{adjustmentTexts.title}</BackLink>
      {data && data.length > 0 ? (
        <CountSheet
          {...form.props}
          key={form.key}
          opened={data}
          onPosted={(id) => {
            navigate({ to: '/adjustments/$adjustmentId', params: { adjustmentId: String(id) } }).catch(console.error);
          }}
          onCancel={() => {
            navigate({ to: '/adjustments' }).catch(console.error);
          }}
        />
      ) : (
        <>
          <PageHeader title={countTexts.title} />
          {!error && !data && <Loading panels={[10]} />}
          {error && (
            <Panel>
              <LoadFailed failed={lotTexts.loadFailed} error={error} retry={refetch} />
            </Panel>
          )}
          {!error && data && (
            <Panel>
              <PanelMessage role="status">
                <p>{adjustmentTexts.nothingToCount}</p>
                <BeginLink to="/inward">Go to Inward</BeginLink>
              </PanelMessage>
            </Panel>
          )}
        </>
      )}
      {form.dialog}
    </>
  );
}
