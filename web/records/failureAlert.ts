import { ApiError, serverMessageOf, whyOf } from '#web/api/client.ts';
import { toastFailed } from '#web/ui/toast.tsx';

/** What is said of a failure: the screen's words, with the reason below them unless it stands in them already. */
export type FailureAlert = string | { withReason: string };

interface DeletionTexts {
  deleteFailed: string;
  notFound: string;
  inUse: string;
}

/** Says and logs that something failed. */
export function sayFailure(alert: FailureAlert, fault: unknown) {
  const { reason, reference } = whyOf(fault);
  const isAdded = typeof alert === 'string';
  const text = isAdded ? alert : alert.withReason;
  console.error(text, fault);
  toastFailed(text, { reason: isAdded ? reason : undefined, reference });
}

/** Why nothing was deleted (specification §8): the server's message if there is one, else by what it answered. */
export function deletionAlert(texts: DeletionTexts, fault: unknown): FailureAlert {
  const said = serverMessageOf(fault);
  const { code, status } = fault instanceof ApiError ? fault : {};
  if (said !== undefined && code !== 'internal') return { withReason: said };
  if (status === 404) return texts.notFound;
  return status === 409 ? texts.inUse : texts.deleteFailed;
}
