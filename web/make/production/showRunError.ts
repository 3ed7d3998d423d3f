import { ApiError, whyOf } from '#web/core/api/client.ts';
import { toastFailed } from '#web/core/ui/toast.tsx';

/** Reports a failure: a refusal under its own heading, since trying again does not change it. */
export function showRunError(fault: unknown, headings: { refused: string; failed: string }) {
  const isRefusal = fault instanceof ApiError && [400, 403, 404, 409].includes(fault.status);
  toastFailed(isRefusal ? headings.refused : headings.failed, whyOf(fault));
}
