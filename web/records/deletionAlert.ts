import { errorTexts } from '#contract/errors.ts';
import { ApiError, serverMessageOf } from '#web/api/client.ts';

interface DeletionTexts {
  deleteFailed: string;
  notFound: string;
  inUse: string;
}

/** Why nothing was deleted (specification §8): the server's message if there is one, else by what it answered. */
export function deletionAlert(texts: DeletionTexts, fault: unknown): string {
  const said = serverMessageOf(fault);
  if (said && said !== errorTexts.internal) return said;
  const status = fault instanceof ApiError ? fault.status : undefined;
  if (status === 404) return texts.notFound;
  return status === 409 ? texts.inUse : texts.deleteFailed;
}
