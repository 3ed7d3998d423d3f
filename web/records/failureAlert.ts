import { whyOf } from '#web/api/client.ts';
import { toastFailed } from '#web/ui/toast.tsx';

/** What is said of a failure: the screen's words, with the reason below them unless it stands in them already. */
export type FailureAlert = string | { withReason: string };

/** Says and logs that something failed. */
export function sayFailure(alert: FailureAlert, fault: unknown) {
  const { reason, reference } = whyOf(fault);
  const isAdded = typeof alert === 'string';
  const text = isAdded ? alert : alert.withReason;
  console.error(text, fault);
  toastFailed(text, { reason: isAdded ? reason : undefined, reference });
}
