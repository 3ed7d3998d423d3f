/** What two versions of a transaction certificate are compared by. */
import {
  directionLabels,
  transactionCertificateStatusLabels,
  transactionCertificateLabels,
} from '#contract/stock/covers.ts';
import {
  transactionCertificateEndpoints,
  type TransactionCertificateRecord,
} from '#contract/prove/transactionCertificates.ts';
import { call } from '#web/core/api/client.ts';
import { day, oneOf } from '#web/core/form/conflicts/compared.ts';
import type { ConflictOptions } from '#web/core/form/conflicts/useConflict.tsx';
import { valuesOf, type TransactionCertificateValues } from './transactionCertificateDraft.ts';

const { supplierId, ...labels } = transactionCertificateLabels;

export const transactionCertificateConflict: ConflictOptions<
  TransactionCertificateRecord,
  TransactionCertificateValues
> = {
  kind: 'transactionCertificates',
  idOf: ({ transactionCertificateId }) => transactionCertificateId,
  read: ({ transactionCertificateId: id }) => call(transactionCertificateEndpoints.get, { params: { id } }),
  valuesOf,
  compared: {
    labels: { ...labels, party: `${supplierId} or ${labels.buyerId.toLowerCase()}` },
    as: {
      direction: oneOf(directionLabels),
      status: oneOf(transactionCertificateStatusLabels),
      issuedOn: day,
      file: (file) => (file ? 'a new file' : ''),
    },
    lists: [
      {
        name: 'lines',
        linesOf: ({ lines }) =>
          lines
            .filter(({ line }) => line !== null)
            .map((each) => {
              const { lineId, documentLabel = '', itemName = '', unit = '' } = each.line ?? {};
              return {
                line: each,
                key: lineId,
                name: `${itemName}, ${documentLabel}`,
                text: `${each.quantity} ${unit}`,
              };
            }),
      },
    ],
  },
};
