import { IconTrash } from '@tabler/icons-react';
import type { BulkAction } from './bulk.ts';

/** Deletes the selected rows, those that may go. */
export function deleteAction<Row>({
  question,
  act,
}: Required<Pick<BulkAction<Row>, 'question' | 'act'>>): BulkAction<Row> {
  return {
    label: 'Delete …',
    icon: <IconTrash size={16} aria-hidden />,
    danger: true,
    question,
    act,
    done: 'deleted',
    refused: 'kept',
  };
}
