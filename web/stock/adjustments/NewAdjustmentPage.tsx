/** Recording opening stock, a write-off or a return. */
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useRouterState, useSearch } from '@tanstack/react-router';
import { z } from 'zod';
import { formKinds, type FormKind } from '#contract/stock/adjustments/adjustments.ts';
import { adjustmentTexts } from '#contract/stock/adjustments/adjustmentTexts.ts';
import { adjustmentKindLabels } from '#contract/documentStatus.ts';
import { dispatchEndpoints } from '#contract/ship/dispatches.ts';
import { dispatchTexts } from '#contract/ship/dispatchTexts.ts';
import { queryOf } from '#web/core/api/queries.ts';
import { useOpenedForm } from '#web/core/form/useOpenedForm.ts';
import { BackLink, RecordPage } from '#web/core/records/RecordPage.tsx';
import { PageHeader } from '#web/core/ui/PageHeader.tsx';
import { adjustmentValues, type AdjustmentPrefill } from './adjustmentValues.ts';
import { AdjustmentForm } from './AdjustmentForm.tsx';
import { returnLines } from './dispatchedLines.ts';

const back = <BackLink to="/adjustments">{adjustmentTexts.title}</BackLink>;

export function NewAdjustmentPage() {
  const params = useParams({ from: '/shell/adjustments/new/$kind' });
  const { dispatchId } = useSearch({ from: '/shell/adjustments/new/$kind' });
  const kind = z.enum(formKinds).catch('writeOff').parse(params.kind);
  const lots = useRouterState({ select: ({ location }) => location.state.writesOff });
  if (kind === 'buyerReturn' && Number(dispatchId) > 0) return <ReturnOfDispatch dispatchId={String(dispatchId)} />;
  return (
    <>
      {back}
      <NewAdjustment kind={kind} prefill={kind === 'writeOff' ? { lots } : undefined} />
    </>
  );
}

function ReturnOfDispatch({ dispatchId }: { dispatchId: string }) {
  const query = useQuery(queryOf(dispatchEndpoints.get, { params: { id: dispatchId } }));
  return (
    <RecordPage back={back} query={query} failed={dispatchTexts.notLoaded}>
      {(dispatch) => (
        <NewAdjustment
          key={dispatchId}
          kind="buyerReturn"
          prefill={{ lines: returnLines(dispatch) }}
          dispatchId={dispatchId}
        />
      )}
    </RecordPage>
  );
}

interface NewAdjustmentProps {
  kind: FormKind;
  prefill?: AdjustmentPrefill;
  /** The dispatch whose page led here. */
  dispatchId?: string;
}

function NewAdjustment({ kind, prefill, dispatchId }: NewAdjustmentProps) {
  const form = useOpenedForm('adjustments', {
    record: z.never(),
    values: adjustmentValues,
    draftKey: () => kind,
    alwaysOpen: true,
  });
  const navigate = useNavigate();
  return (
    <>
      <PageHeader title={adjustmentKindLabels[kind]} />
      <AdjustmentForm
        {...form.props}
        key={`${kind} ${form.key}`}
        kind={kind}
        prefill={prefill}
        onRecorded={(id) => {
          navigate({ to: '/adjustments/$adjustmentId', params: { adjustmentId: String(id) } }).catch(console.error);
        }}
        onCancel={() => {
          const left = dispatchId
            ? navigate({ to: '/dispatches/$dispatchId', params: { dispatchId } })
            : navigate({ to: '/adjustments' });
          left.catch(console.error);
        }}
      />
      {form.dialog}
    </>
  );
}
