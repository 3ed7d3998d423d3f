/** Actions on selected lots. */
import { fieldTexts } from '#contract/core/sharedTexts.ts';
import { IconLock, IconLockOpen } from '@tabler/icons-react';
import { lotEndpoints, type LotRecord } from '#contract/stock/lots/lots.ts';
import { lotLabels, lotTexts } from '#contract/stock/lots/lotTexts.ts';
import { call } from '#web/core/api/client.ts';
import { may } from '#web/core/api/session.ts';
import type { BulkAction, BulkActions } from '#web/core/list/selection/bulk.ts';

const reason = { label: lotLabels.stateReason, missing: fieldTexts.reasonRequired };

/** Puts lots on hold; `lotIdOf` gives the lot of a row. */
export function holdAction<Row>(lotIdOf: (row: Row) => number): BulkAction<Row> {
  return {
    label: lotTexts.hold,
    icon: <IconLock size={16} aria-hidden />,
    reason,
    act: (row, { idempotencyKey, ...body }) =>
      call(lotEndpoints.hold, { params: { id: lotIdOf(row) }, body, idempotencyKey }),
    done: 'put on hold',
  };
}

const hold: BulkAction<LotRecord> = {
  ...holdAction(({ lotId }) => lotId),
  applies: ({ state }) => state === 'released',
};

const release: BulkAction<LotRecord> = {
  label: lotTexts.release,
  icon: <IconLockOpen size={16} aria-hidden />,
  applies: ({ state }) => state === 'onHold',
  reason,
  act: ({ lotId }, { idempotencyKey, ...body }) =>
    call(lotEndpoints.release, { params: { id: lotId }, body, idempotencyKey }),
  done: 'released',
};

export function lotBulk(showLabels: (lotIds: number[]) => void): BulkActions<LotRecord> {
  return {
    actions: [...(may('create', 'holds') ? [hold] : []), ...(may('delete', 'holds') ? [release] : [])],
    labels: { idsOf: ({ lotId }) => [lotId], show: showLabels },
  };
}
