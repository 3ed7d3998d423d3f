/** What two versions of a dispatch are compared by; a line with its batches as one, since they add up to its quantity. */
import { dispatchEndpoints, dispatchLabels, type DispatchRecord } from '#contract/ship/dispatches.ts';
import { call } from '#web/core/api/client.ts';
import { day } from '#web/core/form/conflicts/compared.ts';
import type { ConflictOptions } from '#web/core/form/conflicts/useConflict.tsx';
import { valuesOf, type DispatchDraft } from './dispatchDraft.ts';

export const dispatchConflict: ConflictOptions<DispatchRecord, DispatchDraft> = {
  kind: 'dispatches',
  idOf: ({ dispatchId }) => dispatchId,
  read: ({ dispatchId }) => call(dispatchEndpoints.get, { params: { id: dispatchId } }),
  valuesOf,
  compared: {
    labels: { ...dispatchLabels, buyer: dispatchLabels.buyerId },
    as: { dispatchDate: day },
    lists: [
      {
        name: 'lines',
        linesOf: ({ lines }) =>
          lines
            .filter(({ item }) => item !== null)
            .map((line) => {
              const { itemId, itemName = '', unit = '' } = line.item ?? {};
              const batches = line.sends.map(({ lotCode, quantity }) => `${quantity} of ${lotCode}`).join(', ');
              const text = batches ? `${line.quantity} ${unit}: ${batches}` : `${line.quantity} ${unit}`;
              return { line, key: itemId, name: itemName, text };
            }),
      },
    ],
  },
};
