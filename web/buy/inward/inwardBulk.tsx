/** Actions on selected inwards. */
import { IconCheck } from '@tabler/icons-react';
import { inwardEndpoints, isUnpaid, type InwardRecord } from '#contract/buy/inward.ts';
import { inwardTexts } from '#contract/buy/inwardTexts.ts';
import { call } from '#web/core/api/client.ts';
import { may } from '#web/core/api/session.ts';
import type { BulkAction, BulkActions } from '#web/core/list/selection/bulk.ts';
import { deleteAction } from '#web/core/list/selection/deleteAction.tsx';
import { sendStatus } from './useMarkPaid.ts';

/** Marks inwards as paid; its undo begins with them as saved, so that it does not revert later changes by others. */
function markPaid(): BulkAction<InwardRecord> {
  const saved = new Map<number, InwardRecord>();
  return {
    label: inwardTexts.markPaid,
    icon: <IconCheck size={16} aria-hidden />,
    applies: isUnpaid,
    act: async (row) => {
      saved.set(row.inwardId, await sendStatus(row, 'paid'));
    },
    done: 'marked paid',
    undo: {
      label: 'Undo',
      icon: undefined,
      act: async (row) => await sendStatus(saved.get(row.inwardId) ?? row, row.status),
      done: 'changed back',
      refused: 'still paid',
    },
  };
}

export function inwardBulk(showLabels: (lotIds: number[]) => void): BulkActions<InwardRecord> {
  const remove = deleteAction<InwardRecord>({
    kind: 'inward',
    idOf: ({ inwardId }) => inwardId,
    question: (count) => (count === 1 ? 'Delete 1 inward?' : `Delete ${count} inwards?`),
    act: ({ inwardId }) => call(inwardEndpoints.remove, { params: { id: inwardId } }),
  });
  return {
    amountOf: ({ grandTotal }) => grandTotal,
    actions: [...(may('update', 'inward') ? [markPaid()] : []), ...remove],
    labels: { idsOf: ({ rawMaterials }) => rawMaterials.map(({ lotId }) => lotId), show: showLabels },
  };
}
