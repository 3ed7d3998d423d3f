import { useMutation } from '@tanstack/react-query';
import { invalidateAll } from '#web/api/queries.ts';
import { useIsSending } from './useIsSending.ts';

interface SavingOptions<Values, Saved> {
  send: (values: Values) => Promise<Saved>;
  onSaved: (saved: Saved) => void;
  onFailed: (fault: Error) => void;
}

interface Saving<Values> {
  save: (values: Values) => void;
  busy: boolean;
}

/** Saves a form's values, one request at a time, then refetches all lists. */
export function useSaving<Values, Saved>({ send, onSaved, onFailed }: SavingOptions<Values, Saved>): Saving<Values> {
  const isSending = useIsSending();
  const saving = useMutation({
    mutationFn: send,
    onSuccess: onSaved,
    onError: onFailed,
    // Not awaited: until the refetch ends, the next submit would count as a double one.
    onSettled: invalidateAll,
  });
  return {
    save: (values) => {
      if (!isSending()) saving.mutate(values);
    },
    busy: saving.isPending,
  };
}
