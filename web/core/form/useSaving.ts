import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { invalidateAll } from '#web/core/api/queries.ts';
import { useIsSending } from './useIsSending.ts';

interface SavingOptions<Values, Saved> {
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
export function useSaving<Values, Saved>({ send, onSaved, onFailed }: SavingOptions<Values, Saved>): Saving<Values> {
  const isSending = useIsSending();
  const [busy, setBusy] = useState(false);
  const saving = useMutation({
    mutationFn: send,
    onSuccess: onSaved,
    onError: (fault, sent) => {
      flushSync(() => setBusy(false));
      onFailed(fault, sent);
    },
    // Not awaited: until the refetch ends, the next submit would count as a double one.
    onSettled: () => {
      setBusy(false);
      invalidateAll();
    },
  });
  return {
    save: (values) => {
      if (isSending()) return;
      setBusy(true);
      saving.mutate(values);
    },
    busy,
  };
}
