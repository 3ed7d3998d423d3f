import { inwardEndpoints, type InwardRecord } from '#contract/buy/inward.ts';
import { inwardTexts } from '#contract/buy/inwardTexts.ts';
import { call, whyOf } from '#web/core/api/client.ts';
import { useSaving } from '#web/core/form/useSaving.ts';
import { toastFailed, toastDone } from '#web/core/ui/toast.tsx';
import { contentOf, valuesOf } from './inwardValues.ts';

/** Sends an inward as it was read, with this status; its lines and its bill stay as they are. */
export async function sendStatus(inward: InwardRecord, status: InwardRecord['status']) {
  const { inwardId, updatedAt } = inward;
  const values = valuesOf(inward);
  const content = contentOf({ ...values, status }, () => undefined, values);
  return await call(inwardEndpoints.update, { params: { id: inwardId }, body: { ...content, inwardId, updatedAt } });
}

/** Saves an inward as it is, as paid. */
export function useMarkPaid() {
  return useSaving({
    send: (inward: InwardRecord) => sendStatus(inward, 'paid'),
    onSaved: () => toastDone(inwardTexts.updated),
    onFailed: (fault) => toastFailed(inwardTexts.updateFailed, whyOf(fault)),
  });
}
