import { useMutation } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { readAnew } from '#web/api/queries.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import type { Subject } from '#web/ui/ConfirmFrame.tsx';
import { toastDone } from '#web/ui/toast.tsx';

interface DeletionOptions<Row> {
  question: string;
  /** Omitted where the question is about several records. */
  subjectOf?: (row: Row) => Subject;
  /** The label of the confirming button. */
  confirm?: string;
  remove: (row: Row) => Promise<{ message: string }>;
  /** The toast where the server sends no message. */
  done: string;
  onDeleted?: (row: Row) => void;
  onFailed: (fault: Error) => void;
}

interface Deletion<Row> {
  /** Opens the confirmation dialog. */
  ask: (row: Row) => void;
  dialog: ReactNode;
}

/** Deletes a row: the confirmation before it, the toast after it. */
export function useDeletion<Row>({
  question,
  subjectOf,
  confirm = 'Delete',
  remove,
  done,
  onDeleted,
  onFailed,
}: DeletionOptions<Row>): Deletion<Row> {
  /** Kept while the dialog fades out. */
  const [asked, setAsked] = useState<{ row: Row }>();
  const [opened, setOpened] = useState(false);
  const removal = useMutation({
    mutationFn: remove,
    onSuccess: ({ message }, row) => {
      toastDone(message || done);
      onDeleted?.(row);
    },
    onError: onFailed,
    // Not awaited: until the refetch ends, the next deletion would count as a double one.
    onSettled: readAnew,
  });
  return {
    ask: (row) => {
      setAsked({ row });
      setOpened(true);
    },
    dialog: (
      <ConfirmDialog
        opened={opened}
        question={question}
        subject={asked && subjectOf?.(asked.row)}
        confirm={confirm}
        danger
        onCancel={() => setOpened(false)}
        onConfirm={() => {
          // The second click of a double click comes while the dialog fades out.
          if (asked && opened) removal.mutate(asked.row);
          setOpened(false);
        }}
      />
    ),
  };
}
