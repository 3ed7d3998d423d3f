import { IconTrash } from '@tabler/icons-react';
import type { RestorableKind } from '#contract/kinds.ts';
import { restoreEndpoint } from '#contract/core/restore.ts';
import { call } from '#web/core/api/client.ts';
import { may } from '#web/core/api/session.ts';
import type { BulkAction } from './bulk.ts';

interface DeleteAction<Row> extends Required<Pick<BulkAction<Row>, 'question' | 'act'>> {
  kind: RestorableKind;
  idOf: (row: Row) => number;
}

/** Deletes the selected rows, those that may go; the toast takes it back. None for users who may not delete. */
export function deleteAction<Row>({ kind, idOf, question, act }: DeleteAction<Row>): BulkAction<Row>[] {
  if (!may('delete', kind)) return [];
  const action: BulkAction<Row> = {
    label: 'Delete',
    icon: <IconTrash size={16} aria-hidden />,
    danger: true,
    question,
    act,
    done: 'deleted',
    refused: 'kept',
    undo: {
      label: 'Undo',
      icon: undefined,
      act: (row, { idempotencyKey }) => call(restoreEndpoint(kind), { params: { id: idOf(row) }, idempotencyKey }),
      done: 'restored',
      refused: 'stay deleted',
    },
  };
  return [action];
}
