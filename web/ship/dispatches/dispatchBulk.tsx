/** Actions on selected dispatches. */
import { dispatchEndpoints, type DispatchRecord } from '#contract/ship/dispatches.ts';
import { call } from '#web/core/api/client.ts';
import type { BulkActions } from '#web/core/list/selection/bulk.ts';
import { deleteAction } from '#web/core/list/selection/deleteAction.tsx';
import { exportRows } from '#web/core/sheets/exportList.ts';
import { dispatchSheet } from './dispatchSheet.ts';

export function dispatchBulk(): BulkActions<DispatchRecord> {
  return {
    actions: deleteAction<DispatchRecord>({
      kind: 'dispatches',
      idOf: ({ dispatchId }) => dispatchId,
      question: (count) => (count === 1 ? 'Delete 1 dispatch?' : `Delete ${count} dispatches?`),
      act: ({ dispatchId }) => call(dispatchEndpoints.remove, { params: { id: dispatchId } }),
    }),
    exportRows: async (rows) => await exportRows(dispatchSheet, rows),
  };
}
