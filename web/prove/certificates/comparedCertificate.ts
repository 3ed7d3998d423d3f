/** What two versions of a certificate are compared by. */
import {
  certificateEndpoints,
  certificateLabels,
  certificateTexts,
  type CertificateRecord,
} from '#contract/prove/certificates.ts';
import { call } from '#web/core/api/client.ts';
import { day, oneOf } from '#web/core/form/conflicts/compared.ts';
import type { ConflictOptions } from '#web/core/form/conflicts/useConflict.tsx';
import { valuesOf, type CertificateValues } from './certificateDraft.ts';

export const certificateConflict: ConflictOptions<CertificateRecord, CertificateValues> = {
  kind: 'certificates',
  idOf: ({ certificateId }) => certificateId,
  read: ({ certificateId }) => call(certificateEndpoints.get, { params: { id: certificateId } }),
  valuesOf,
  compared: {
    labels: {
      ...certificateLabels,
      holder: certificateLabels.supplierId,
      supplierId: 'Supplier',
      scope: certificateLabels.items,
    },
    as: {
      holder: oneOf({ supplier: 'A supplier', own: certificateTexts.own }),
      scope: oneOf({ all: certificateTexts.allItems, named: 'Named items' }),
      validFrom: day,
      validTo: day,
      withdrawnOn: day,
      file: (file) => (file ? 'a new file' : ''),
    },
    lists: [
      {
        name: 'items',
        linesOf: ({ items }) =>
          items.map((line) => ({ line, key: line.itemId, name: line.itemName, text: line.itemName })),
      },
    ],
  },
};
