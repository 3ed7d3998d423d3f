import { undoMergeEndpoints, mergeTexts } from '#contract/masters/merging.ts';
import { call, whyOf } from '#web/core/api/client.ts';
import { invalidateAll } from '#web/core/api/queries.ts';
import { toastDone, toastFailed, type ToastAction } from '#web/core/ui/toast.tsx';

/** Undoes a merge; a toast says what came of it. */
export async function sendUndo(mergeId: number): Promise<void> {
  try {
    const { message } = await call(undoMergeEndpoints.undo, { params: { id: mergeId } });
    toastDone(message);
  } catch (fault) {
    toastFailed(mergeTexts.undoFailed, whyOf(fault));
  }
  invalidateAll();
}

/** The Undo of a merge, beside its toast. */
export function undoMerge(mergeId: number): ToastAction {
  return {
    label: 'Undo',
    isUndo: true,
    onClick: () => {
      sendUndo(mergeId).catch(console.error);
    },
  };
}
