/** Undoes a deletion from its toast; the call is loaded on demand. */
import type { RestorableKind } from '#contract/kinds.ts';
import { toastFailed, type ToastAction } from '#web/core/ui/toast.tsx';

async function restore(kind: RestorableKind, id: number): Promise<void> {
  const { restoreRecord } = await import('./restoreRecord.ts');
  await restoreRecord(kind, id);
}

/** The Undo of a deletion. */
export function undoDeletion(kind: RestorableKind, id: number): ToastAction {
  return {
    label: 'Undo',
    isUndo: true,
    onClick: () => {
      restore(kind, id).catch((fault: unknown) => {
        console.error(fault);
        toastFailed('This could not be undone.');
      });
    },
  };
}
