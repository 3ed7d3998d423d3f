import { sessionTexts } from '#contract/core/accounts/sessions.ts';
import { whyOf } from '#web/core/api/client.ts';
import { useDeletion } from '#web/core/form/useDeletion.tsx';
import type { Subject } from '#web/core/ui/dialogs/ConfirmFrame.tsx';
import { toastFailed } from '#web/core/ui/toast.tsx';

/** useDeletion with the texts for ending sessions. */
export function useSessionEnding<Row>(
  question: string,
  remove: (row: Row) => Promise<{ message: string }>,
  subjectOf?: (row: Row) => Subject,
) {
  return useDeletion({
    question,
    subjectOf,
    confirm: 'End',
    remove,
    done: sessionTexts.ended,
    onFailed: (fault) => toastFailed(sessionTexts.endFailed, whyOf(fault)),
  });
}
