import { whyOf } from '#web/core/api/client.ts';
import { toastFailed, type ToastAction } from '#web/core/ui/toast.tsx';

/** The alert for a failure: the screen's text with the reason below it, unless the text contains it. */
export type FailureAlert = string | { withReason: string };

/** Logs the alert of a failure, as the specification's 'Check console for details' promises; returns it. */
export function logAlert(alert: FailureAlert, fault: unknown): FailureAlert {
  console.error(typeof alert === 'string' ? alert : alert.withReason, fault);
  return alert;
}

/** Shows a failure, with an alternative action. */
export function showAlert(alert: FailureAlert, fault: unknown, instead?: ToastAction) {
  if (typeof alert === 'string') toastFailed(alert, whyOf(fault), instead);
  else toastFailed(alert.withReason, { ...whyOf(fault), reason: undefined }, instead);
}

/** The alert for a failure: a text above its reason, or a function where it depends on what failed. */
export type FailureText<Args extends unknown[]> = string | ((...args: Args) => FailureAlert);

export function showFailure<Args extends [fault: unknown, ...unknown[]]>(text: FailureText<Args>, ...args: Args) {
  showAlert(typeof text === 'string' ? text : text(...args), args[0]);
}
