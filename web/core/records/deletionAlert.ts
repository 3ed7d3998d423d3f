import { ApiError, serverMessageOf } from '#web/core/api/client.ts';
import type { FailureAlert } from './failureAlert.ts';

interface DeletionTexts {
  deleteFailed: string;
  notFound: string;
  inUse: string;
}

/**
 * Reason why nothing was deleted (specification §8): the server's message if there is one, else a text for the status.
 */
export function deletionAlert(texts: DeletionTexts, fault: unknown): FailureAlert {
  const serverMessage = serverMessageOf(fault);
  const { code, status } = fault instanceof ApiError ? fault : {};
  if (serverMessage !== undefined && code !== 'internal') return { withReason: serverMessage };
  // The status says enough: a guess at the cause below it would contradict it.
  if (status === 404) return { withReason: texts.notFound };
  return status === 409 ? { withReason: texts.inUse } : texts.deleteFailed;
}
