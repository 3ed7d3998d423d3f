/** Fields by which two versions of an adjustment are compared. */
import {
  adjustmentEndpoints,
  adjustmentLabels,
  type AdjustmentRecord,
  type FormKind,
} from '#contract/stock/adjustments.ts';
import { call } from '#web/core/api/client.ts';
import { day } from '#web/core/form/conflicts/compared.ts';
import type { ConflictOptions } from '#web/core/form/conflicts/useConflict.tsx';
import { filledLines, valuesOf, type AdjustmentValues } from './adjustmentDraft.ts';

export function adjustmentConflict(kind: FormKind): ConflictOptions<AdjustmentRecord, AdjustmentValues> {
  return {
    kind: 'adjustments',
    idOf: ({ adjustmentId }) => adjustmentId,
    read: ({ adjustmentId }) => call(adjustmentEndpoints.get, { params: { id: adjustmentId } }),
    valuesOf: (record) => valuesOf(record, kind),
    compared: {
      labels: { ...adjustmentLabels, supplier: adjustmentLabels.supplierId },
      as: { date: day },
      lists: [
        {
          name: 'lines',
          linesOf: (values) =>
            filledLines(values).map((line) => {
              const { item, lot, dispatched, quantity } = line;
              const ofLot = lot && `${lot.itemName}, ${lot.code}`;
              const name = dispatched?.label ?? ofLot ?? item?.name ?? '';
              const unit = dispatched?.unit ?? lot?.unit ?? item?.unit ?? '';
              // An opening that is not saved yet has no lot.
              return { line, key: lot?.lotId, name, text: `${quantity} ${unit}` };
            }),
        },
      ],
    },
  };
}
