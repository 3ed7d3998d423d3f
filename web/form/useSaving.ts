import { useMutation } from '@tanstack/react-query';
import { readAnew } from '#web/api/queries.ts';
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

/** Saving what a form holds, once at a time, after which every list is read anew. */
export function useSaving<Values, Saved>({ send, onSaved, onFailed }: SavingOptions<Values, Saved>): Saving<Values> {
  const isSending = useIsSending();
  const saving = useMutation({
    mutationFn: send,
    onSuccess: onSaved,
    onError: onFailed,
    // Not waited for: until the lists have come again, the next press would be taken for a second one.
    onSettled: readAnew,
  });
  return {
    save: (values) => {
      if (!isSending()) saving.mutate(values);
    },
    busy: saving.isPending,
  };
}
