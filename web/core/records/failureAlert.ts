import { whyOf } from '#web/core/api/client.ts';
import { toastFailed, type ToastAction } from '#web/core/ui/toast.tsx';

/** The alert for a failure: the screen's text with the reason below it, unless the text contains it. */
export type FailureAlert = string | { withReason: string };

/** Shows and logs a failure, with an alternative action. */
export function showError(alert: FailureAlert, fault: unknown, instead?: ToastAction) {
  const { reason, reference, documents } = whyOf(fault);
  const isAdded = typeof alert === 'string';
  const text = isAdded ? alert : alert.withReason;
  console.error(text, fault);
  toastFailed(text, { reason: isAdded ? reason : undefined, reference, documents }, instead);
}

/** The alert for a failure: a text above its reason, or a function where it depends on what failed. */
export type FailureText<Args extends unknown[]> = string | ((...args: Args) => FailureAlert);

/** Shows a failure; one whose alert depends on it is also logged. */
export function showFailure<Args extends [fault: unknown, ...unknown[]]>(text: FailureText<Args>, ...args: Args) {
  const [fault] = args;
  if (typeof text === 'string') toastFailed(text, whyOf(fault));
  else showError(text(...args), fault);
}
