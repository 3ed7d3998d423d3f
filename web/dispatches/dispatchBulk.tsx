/** What can be done with selected dispatches. */
import { IconTrash } from '@tabler/icons-react';
import { dispatchEndpoints, type DispatchRecord } from '#contract/dispatches.ts';
import { call } from '#web/api/client.ts';
import { may } from '#web/api/session.ts';
import type { BulkAction, BulkActions } from '#web/list/bulk.ts';
import { exportRows } from '#web/list/exportList.ts';
import { dispatchSheet } from './dispatchSheet.ts';

const remove: BulkAction<DispatchRecord> = {
  label: 'Delete …',
  icon: <IconTrash size={16} aria-hidden />,
  danger: true,
  question: (count) => (count === 1 ? 'Delete 1 dispatch?' : `Delete ${count} dispatches?`),
  act: ({ dispatchId }) => call(dispatchEndpoints.remove, { params: { id: dispatchId } }),
  done: 'deleted',
  refused: 'kept',
};

export function dispatchBulk(): BulkActions<DispatchRecord> {
  return {
    actions: may('delete', 'dispatches') ? [remove] : [],
    exportRows: async (rows) => await exportRows(dispatchSheet, rows),
  };
}
