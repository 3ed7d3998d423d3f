import { useMutation } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { readAnew } from '#web/api/queries.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { toastDone } from '#web/ui/toast.tsx';

interface DeletionOptions<Row> {
  question: string;
  /** What the button says that does it. */
  confirm?: string;
  remove: (row: Row) => Promise<{ message: string }>;
  /** What is said where the server has no words of its own. */
  done: string;
  onDeleted?: (row: Row) => void;
  onFailed: (fault: Error) => void;
}

interface Deletion<Row> {
  /** Asks whether this row shall go. */
  ask: (row: Row) => void;
  dialog: ReactNode;
}

/** Deleting a row of a list: the question before it, and the word after it. */
export function useDeletion<Row>({
  question,
  confirm = 'Delete',
  remove,
  done,
  onDeleted,
  onFailed,
}: DeletionOptions<Row>): Deletion<Row> {
  const [doomed, setDoomed] = useState<Row>();
  const removal = useMutation({
    mutationFn: remove,
    onSuccess: ({ message }, row) => {
      toastDone(message || done);
      onDeleted?.(row);
    },
    onError: onFailed,
    // Not waited for: until the lists have come again, the next press would be taken for a second one.
    onSettled: readAnew,
  });
  return {
    ask: (row) => setDoomed(() => row),
    dialog: (
      <ConfirmDialog
        opened={doomed !== undefined}
        question={question}
        confirm={confirm}
        danger
        onCancel={() => setDoomed(undefined)}
        onConfirm={() => {
          if (doomed !== undefined) removal.mutate(doomed);
          setDoomed(undefined);
        }}
      />
    ),
  };
}
