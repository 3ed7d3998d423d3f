import { inwardEndpoints, inwardTexts } from '#contract/inward.ts';
import { call, whyOf } from '#web/api/client.ts';
import { useSaving } from '#web/form/useSaving.ts';
import { toastFailed, toastDone } from '#web/ui/toast.tsx';
import { contentOf, valuesOf, type InwardWithBill } from './inwardDraft.ts';

/** Saves an inward as it is, as paid. */
export function useMarkPaid() {
  return useSaving({
    send: (inward: InwardWithBill) => {
      const { inwardId, updatedAt } = inward;
      const values = valuesOf(inward);
      const content = contentOf({ ...values, status: 'paid' }, () => undefined, values);
      return call(inwardEndpoints.update, { params: { id: inwardId }, body: { ...content, inwardId, updatedAt } });
    },
    onSaved: () => toastDone(inwardTexts.updated),
    onFailed: (fault) => toastFailed(inwardTexts.updateFailed, whyOf(fault)),
  });
}
