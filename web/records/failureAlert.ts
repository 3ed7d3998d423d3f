import { whyOf } from '#web/api/client.ts';
import { toastFailed } from '#web/ui/toast.tsx';

/** The alert for a failure: the screen's text with the reason below it, unless the text contains it. */
export type FailureAlert = string | { withReason: string };

/** Shows and logs a failure. */
export function sayFailure(alert: FailureAlert, fault: unknown) {
  const { reason, reference, documents } = whyOf(fault);
  const isAdded = typeof alert === 'string';
  const text = isAdded ? alert : alert.withReason;
  console.error(text, fault);
  toastFailed(text, { reason: isAdded ? reason : undefined, reference, documents });
}
