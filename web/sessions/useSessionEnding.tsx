import { sessionTexts } from '#contract/sessions.ts';
import { whyOf } from '#web/api/client.ts';
import { useDeletion } from '#web/form/useDeletion.tsx';
import type { Subject } from '#web/ui/dialogs/ConfirmFrame.tsx';
import { toastFailed } from '#web/ui/toast.tsx';

/** useDeletion with the texts for ending sessions. */
export function useSessionEnding<Asked>(
  question: string,
  remove: (asked: Asked) => Promise<{ message: string }>,
  subjectOf?: (asked: Asked) => Subject,
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
