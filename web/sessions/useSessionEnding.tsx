import { sessionTexts } from '#contract/sessions.ts';
import { whyOf } from '#web/api/client.ts';
import { useDeletion } from '#web/form/useDeletion.tsx';
import type { Subject } from '#web/ui/ConfirmFrame.tsx';
import { toastFailed } from '#web/ui/toast.tsx';

/** Ending sessions: the question before it, and the word after it. */
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
