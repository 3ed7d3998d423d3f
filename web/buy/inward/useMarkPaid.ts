import type { InwardRecord } from '#contract/buy/inward.ts';
import { inwardTexts } from '#contract/buy/inwardTexts.ts';
import { whyOf } from '#web/core/api/client.ts';
import { showSaved } from '#web/core/form/showSaved.ts';
import { useSaving } from '#web/core/form/useSaving.ts';
import { sendChange } from '#web/core/records/useDocumentForm.ts';
import { toastFailed, toastDone } from '#web/core/ui/toast.tsx';
import { inwards } from './inwardDefinition.ts';
import { bodyOf } from './inwardBody.ts';
import { valuesOf } from './inwardValues.ts';

/** Sends an inward as it was read, with this status; its lines and its bill stay as they are. */
export async function sendStatus(inward: InwardRecord, status: InwardRecord['status']) {
  return await sendChange(inwards, inward, bodyOf({ ...valuesOf(inward), status }, undefined, inward));
}

/** Saves an inward as it is, as paid. */
export function useMarkPaid() {
  return useSaving({
    send: async (inward: InwardRecord) => {
      const saved = await sendStatus(inward, 'paid');
      showSaved(inward, saved, inwards.idField);
      return saved;
    },
    onSaved: (saved) => toastDone(inwardTexts.updated, undefined, inwards.nameOf(saved)),
    onFailed: (fault) => toastFailed(inwardTexts.updateFailed, whyOf(fault)),
  });
}
