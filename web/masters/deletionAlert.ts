import { errorTexts } from '#contract/errors.ts';
import { ApiError } from '#web/api/client.ts';

interface DeletionTexts {
  deleteFailed: string;
  notFound: string;
  inUse: string;
}

/** Why nothing was deleted (specification §8): the server's message if there is one, else by what it answered. */
export function deletionAlert(texts: DeletionTexts, fault: unknown): string {
  if (!(fault instanceof ApiError) || fault.message === errorTexts.internal) return texts.deleteFailed;
  if (fault.message) return fault.message;
  if (fault.status === 404) return texts.notFound;
  return fault.status === 409 ? texts.inUse : texts.deleteFailed;
}
