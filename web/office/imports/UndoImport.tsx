import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { importEndpoints } from '#contract/office/imports.ts';
import { importPageTexts as texts } from '#contract/office/importScreen.ts';
import { call, whyOf } from '#web/core/api/client.ts';
import { invalidateAll } from '#web/core/api/queries.ts';
import { may } from '#web/core/api/session.ts';
import { clearFailures, toastDone, toastFailed } from '#web/core/ui/toast.tsx';

/** Undoes a whole import, for users who may delete. */
export function UndoImport({ importId, onUndone }: { importId: number; onUndone?: () => void }) {
  const undoing = useMutation({
    mutationFn: async () => await call(importEndpoints.undo, { params: { id: importId } }),
    onMutate: clearFailures,
    onSuccess: ({ message }) => {
      toastDone(message);
      onUndone?.();
    },
    onError: (fault) => toastFailed(texts.undoFailed, whyOf(fault)),
    onSettled: invalidateAll,
  });
  if (!may('delete', 'imports')) return null;
  return (
    <Button variant="default" disabled={undoing.isPending} onClick={() => undoing.mutate()}>
      {texts.undo}
    </Button>
  );
}
