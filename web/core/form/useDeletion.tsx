import { useMutation } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { RestorableKind } from '#contract/kinds.ts';
import { invalidateAll } from '#web/core/api/queries.ts';
import { ConfirmDialog } from '#web/core/ui/dialogs/ConfirmDialog.tsx';
import type { Subject } from '#web/core/ui/dialogs/ConfirmFrame.tsx';
import { undoDeletion } from './undoDeletion.ts';
import { toastDone } from '#web/core/ui/toast.tsx';

const canBeUndone = 'You can undo this for 10 seconds, and later from its history.';

export interface DeletionOptions<Row> {
  question: string;
  /** Omitted where the question is about several records. */
  subjectOf?: (row: Row) => Subject;
  /** The label of the confirming button. */
  confirm?: string;
  remove: (row: Row) => Promise<{ message: string }>;
  /** The toast where the server sends no message. */
  done: string;
  /** Which record can be restored; undefined where this kind can't. */
  undo?: (row: Row) => { kind: RestorableKind; id: number } | undefined;
  onDeleted?: (row: Row) => void;
  onFailed: (fault: Error, row: Row) => void;
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
  undo,
  onDeleted,
  onFailed,
}: DeletionOptions<Row>): Deletion<Row> {
  /** Stays while the dialog fades out. */
  const [confirming, setConfirming] = useState<{ row: Row }>();
  const [opened, setOpened] = useState(false);
  const removal = useMutation({
    mutationFn: remove,
    onSuccess: ({ message }, row) => {
      const undone = undo?.(row);
      toastDone(message || done, undone && undoDeletion(undone.kind, undone.id), subjectOf?.(row).name);
      onDeleted?.(row);
    },
    onError: onFailed,
    // Not awaited: until the refetch ends, the next deletion would count as a double one.
    onSettled: invalidateAll,
  });
  return {
    ask: (row) => {
      setConfirming({ row });
      setOpened(true);
    },
    dialog: (
      <ConfirmDialog
        opened={opened}
        question={question}
        subject={confirming && subjectOf?.(confirming.row)}
        note={confirming && undo?.(confirming.row) && canBeUndone}
        confirm={confirm}
        danger
        onCancel={() => setOpened(false)}
        onConfirm={() => {
          // The second click of a double click comes while the dialog fades out.
          if (confirming && opened) removal.mutate(confirming.row);
          setOpened(false);
        }}
      />
    ),
  };
}
