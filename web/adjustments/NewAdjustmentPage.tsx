/** Recording opening stock, a write-off or a return. */
import { useNavigate, useParams, useRouterState } from '@tanstack/react-router';
import { z } from 'zod';
import { adjustmentKindLabels, adjustmentTexts, formKinds } from '#contract/adjustments.ts';
import { useOpenedForm } from '#web/form/useOpenedForm.ts';
import { BackLink } from '#web/records/RecordPage.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { adjustmentDraft } from './adjustmentDraft.ts';
import { AdjustmentForm } from './AdjustmentForm.tsx';

export function NewAdjustmentPage() {
  const params = useParams({ from: '/shell/adjustments/new/$kind' });
  const kind = z.enum(formKinds).catch('writeOff').parse(params.kind);
  const form = useOpenedForm('adjustments', {
    record: z.never(),
    values: adjustmentDraft,
    keptAs: () => kind,
    alwaysOpen: true,
  });
  const lot = useRouterState({ select: ({ location }) => location.state.writesOff });
  const navigate = useNavigate();
  return (
    <>
      <BackLink to="/adjustments">{adjustmentTexts.title}</BackLink>
      <PageHeader title={adjustmentKindLabels[kind]} />
      <AdjustmentForm
        {...form.props}
        key={`${kind} ${form.key}`}
        kind={kind}
        lot={kind === 'writeOff' ? lot : undefined}
        onRecorded={(id) => {
          navigate({ to: '/adjustments/$adjustmentId', params: { adjustmentId: String(id) } }).catch(console.error);
        }}
        onCancel={() => {
          navigate({ to: '/adjustments' }).catch(console.error);
        }}
      />
      {form.dialog}
    </>
  );
}
