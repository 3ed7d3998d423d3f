/** Saving a sheet once, and keeping it on the device until then. */
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { ImportKind } from '#contract/kinds.ts';
import type { ImportAnswer } from '#contract/office/imports.ts';
import { importLimits } from '#contract/stock/importing.ts';
import { importPageTexts as texts } from '#contract/office/importScreen.ts';
import { call, isAnswered, whyOf } from '#web/core/api/client.ts';
import { newIdempotencyKey } from '#web/core/api/idempotency.ts';
import { invalidateAll } from '#web/core/api/queries.ts';
import { useStoringDraft } from '#web/core/form/useStoredDraft.ts';
import { formSaves } from '#web/core/form/useSaving.ts';
import { useUnsavedGuard } from '#web/core/form/useUnsavedGuard.tsx';
import { clearFailures, toastFailed } from '#web/core/ui/toast.tsx';
import type { SheetState } from './useSheet.ts';
import { runOf } from './useSheetCheck.ts';

/** The name under which a sheet is stored on the device. */
export const draftName = (kind: ImportKind) => `import ${kind}`;

export function useSavedSheet(
  sheet: SheetState,
  idempotencyKey: string | undefined,
  onSaved: (answer: ImportAnswer) => void,
) {
  const cancel = useRef<AbortController>(undefined);
  /** Sent again unchanged, also after a reload, it is saved once. */
  const [keyed, setKeyed] = useState(() => ({ body: sheet.body, key: idempotencyKey ?? newIdempotencyKey() }));
  if (keyed.body !== sheet.body) setKeyed({ body: sheet.body, key: newIdempotencyKey() });
  const isTooLong = sheet.rows.length > importLimits.rows;
  const draft = isTooLong ? undefined : { form: 'imports', idempotencyKey: keyed.key, values: sheet.draft };
  const [place] = useState(() => ({ name: draftName(sheet.kind), id: newIdempotencyKey() }));
  const keeping = useStoringDraft(place, draft, sheet.draft);
  const guard = useUnsavedGuard(keeping.drop);
  // A sheet on the screen is not saved as long as it is shown.
  useEffect(() => guard.setChanged(true));

  /** The body whose save got no answer: the server may have carried it out. */
  const [unanswered, setUnanswered] = useState<SheetState['body']>();
  const saving = useMutation({
    mutationKey: formSaves,
    mutationFn: async (body: SheetState['body']) => {
      clearFailures();
      cancel.current = new AbortController();
      const { signal } = cancel.current;
      return await call(runOf(sheet.kind), {
        body: { ...body, mode: 'save' },
        idempotencyKey: keyed.key,
        signal,
      });
    },
    onSuccess: (answer) => {
      guard.setChanged(false);
      keeping.drop();
      onSaved(answer);
    },
    onError: (fault, body) => {
      if (!isAnswered(fault)) setUnanswered(body);
      // Cancelled here; the server may have carried it out just before.
      if (fault.name === 'AbortError') return;
      toastFailed(isAnswered(fault) ? texts.saveFailed : texts.saveUnanswered, whyOf(fault));
    },
    onSettled: invalidateAll,
  });
  return {
    isSaving: saving.isPending,
    save: () => saving.mutate(sheet.body),
    /** True once a save got no answer: of these rows, or before they were changed. */
    isPerhapsSaved: unanswered !== undefined,
    /** True if the same rows can be sent again, which tells whether they are saved. */
    canRepeat: unanswered === sheet.body,
    cancel: () => cancel.current?.abort(),
    storedAt: keeping.storedAt,
    guard,
  };
}

export type SavedSheet = ReturnType<typeof useSavedSheet>;
