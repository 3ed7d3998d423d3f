/** The definition of dispatches for list, page and form; the form adds the body, which needs the batches. */
import type { z } from 'zod';
import { formatDate } from '#contract/core/values/format.ts';
import { dispatchEndpoints, dispatchRecord, type DispatchRecord } from '#contract/ship/dispatches.ts';
import { dispatchLabels, dispatchTexts } from '#contract/ship/dispatchTexts.ts';
import { soldAsLabels } from '#contract/stock/claims/soldAs.ts';
import type { LotRecord } from '#contract/stock/lots/lots.ts';
import { day, oneOf } from '#web/core/form/conflicts/compared.ts';
import type { Choice } from '#web/core/lookup/lookup.ts';
import type { DocumentDefinition } from '#web/core/records/document.ts';
import { batchesText } from './dispatchColumns.tsx';
import { blankValues, copyOf, dispatchValues, valuesOf, type DispatchValues } from './dispatchValues.ts';

/** The prefill of a new dispatch. */
export interface DispatchPrefill {
  buyer?: Choice;
  /** The batch that is sent. */
  lotId?: number;
  copied?: DispatchRecord;
  /** Read by the form before it is shown. */
  invoiceNumber?: string;
  lot?: LotRecord;
}

type DispatchBody = z.input<typeof dispatchEndpoints.create.body>;

function nameOf({ invoiceNumber, dispatchId }: DispatchRecord): string {
  return `dispatch ${invoiceNumber || dispatchId}`;
}

/** No `defineDocument`: `useDispatchForm` adds `bodyOf`, which needs the batches that the form loads. */
export const dispatches = {
  kind: 'dispatches',
  calls: dispatchEndpoints,
  record: dispatchRecord,
  rowId: (row) => row.dispatchId,
  idField: 'dispatchId',
  nameOf,
  subjectOf: (row) => ({
    name: nameOf(row),
    facts: [row.buyerName ?? dispatchTexts.noBuyer, formatDate(row.dispatchDate), batchesText(row)],
  }),
  values: dispatchValues,
  blank: ({ buyer = null, copied, invoiceNumber = '', lot } = {}) =>
    copied ? copyOf(copied, invoiceNumber) : { ...blankValues(invoiceNumber, lot), buyer },
  prefillFor: (buyer): DispatchPrefill => ({ buyer }),
  valuesOf,
  /** A line with its batches as one, since they add up to its quantity. */
  compared: {
    labels: { ...dispatchLabels, buyer: dispatchLabels.buyerId },
    as: { dispatchDate: day, soldAs: oneOf(soldAsLabels) },
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
  words: dispatchTexts,
} satisfies Omit<DocumentDefinition<DispatchRecord, DispatchValues, DispatchPrefill, DispatchBody>, 'bodyOf'>;
