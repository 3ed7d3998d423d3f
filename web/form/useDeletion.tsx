import { useMutation } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { readAnew } from '#web/api/queries.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import type { Subject } from '#web/ui/ConfirmFrame.tsx';
import { toastDone } from '#web/ui/toast.tsx';

interface DeletionOptions<Row> {
  question: string;
  /** What the question is about; nothing where it is about many. */
  subjectOf?: (row: Row) => Subject;
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
  subjectOf,
  confirm = 'Delete',
  remove,
  done,
  onDeleted,
  onFailed,
}: DeletionOptions<Row>): Deletion<Row> {
  /** Stays while the dialog fades. */
  const [asked, setAsked] = useState<{ row: Row }>();
  const [opened, setOpened] = useState(false);
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
          // The second click of two comes while the dialog fades.
          if (asked && opened) removal.mutate(asked.row);
          setOpened(false);
        }}
      />
    ),
  };
}
