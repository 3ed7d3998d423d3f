/** What can be done with selected inwards. */
import { IconCheck, IconTrash } from '@tabler/icons-react';
import { inwardEndpoints, type InwardRecord } from '#contract/inward.ts';
import { call } from '#web/api/client.ts';
import { may } from '#web/api/session.ts';
import type { BulkAction, BulkActions } from '#web/list/bulk.ts';
import { contentOf, valuesOf } from './inwardDraft.ts';

/** Sends the inward as it was read, with its status changed; its lines and its bill stay as they are. */
async function markPaid(row: InwardRecord): Promise<void> {
  const values = valuesOf(row);
  await call(inwardEndpoints.update, {
    params: { id: row.inwardId },
    body: {
      ...contentOf(values, () => undefined, values),
      inwardId: row.inwardId,
      status: 'paid',
      updatedAt: row.updatedAt,
    },
  });
}

const paid: BulkAction<InwardRecord> = {
  label: 'Mark Paid',
  icon: <IconCheck size={16} aria-hidden />,
  applies: ({ status }) => status !== 'paid',
  act: markPaid,
  done: 'marked paid',
};

const remove: BulkAction<InwardRecord> = {
  label: 'Delete …',
  icon: <IconTrash size={16} aria-hidden />,
  danger: true,
  question: (count) => (count === 1 ? 'Delete 1 inward?' : `Delete ${count} inwards?`),
  act: ({ inwardId }) => call(inwardEndpoints.remove, { params: { id: inwardId } }),
  done: 'deleted',
  refused: 'kept',
};

export function inwardBulk(
  nameOf: (row: InwardRecord) => string,
  showLabels: (lotIds: number[]) => void,
): BulkActions<InwardRecord> {
  return {
    nameOf,
    amountOf: ({ grandTotal }) => grandTotal,
    actions: [...(may('update', 'inward') ? [paid] : []), ...(may('delete', 'inward') ? [remove] : [])],
    exportRows: async (rows) => {
      const [{ exportRows }, { inwardSheet }] = await Promise.all([
        import('#web/list/exportList.ts'),
        import('./inwardSheet.ts'),
      ]);
      await exportRows(inwardSheet, rows);
    },
    labels: { lotsOf: ({ rawMaterials }) => rawMaterials.map(({ lotId }) => lotId), show: showLabels },
  };
}
