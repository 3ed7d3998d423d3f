import type { RestorableKind } from '#contract/kinds.ts';
import { restoreEndpoint, restoreTexts } from '#contract/core/restore.ts';
import { call, whyOf } from '#web/core/api/client.ts';
import { newIdempotencyKey } from '#web/core/api/idempotency.ts';
import { invalidateAll } from '#web/core/api/queries.ts';
import { clearFailures, toastDone, toastFailed } from '#web/core/ui/toast.tsx';

/** Restores a deleted record, shows the result or the reason, and refetches the screen. */
export async function restoreRecord(kind: RestorableKind, id: number): Promise<void> {
  clearFailures();
  try {
    const idempotencyKey = newIdempotencyKey();
    const { message } = await call(restoreEndpoint(kind), { params: { id }, idempotencyKey });
    toastDone(message);
  } catch (fault) {
    toastFailed(restoreTexts.failed, whyOf(fault));
  }
  invalidateAll();
}
