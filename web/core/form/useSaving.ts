import { useMutation, type MutationKey } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { invalidateAll } from '#web/core/api/queries.ts';

/** The key of the saves of forms that a guard protects: leaving the form waits for them (useUnsavedGuard.tsx). */
export const formSaves = ['save form'] as const;

interface SavingOptions<Values, Saved> {
  mutationKey?: MutationKey;
  send: (values: Values) => Promise<Saved>;
  onSaved: (saved: Saved) => void;
  /** `busy` is over: what it disabled takes the focus. */
  onFailed: (fault: Error, sent: Values) => void;
}

interface Saving<Values> {
  save: (values: Values) => void;
  busy: boolean;
}

/** Saves a form's values, one request at a time, then refetches all lists. */
export function useSaving<Values, Saved>({
  mutationKey,
  send,
  onSaved,
  onFailed,
}: SavingOptions<Values, Saved>): Saving<Values> {
  // Beside `busy`: a double click comes before the next render.
  const isSending = useRef(false);
  const [busy, setBusy] = useState(false);
  const saving = useMutation({
    mutationKey,
    mutationFn: send,
    onSuccess: onSaved,
    onError: (fault, sent) => {
      flushSync(() => setBusy(false));
      onFailed(fault, sent);
    },
    // Not awaited: until the refetch ends, the next submit would count as a double one.
    onSettled: () => {
      isSending.current = false;
      setBusy(false);
      invalidateAll();
    },
  });
  return {
    save: (values) => {
      if (isSending.current) return;
      isSending.current = true;
      setBusy(true);
      saving.mutate(values);
    },
    busy,
  };
}
