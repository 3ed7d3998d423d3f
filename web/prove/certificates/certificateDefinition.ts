/** A certificate as its list, its page and its form know it. */
import { z } from 'zod';
import { schemes } from '#contract/stock/claims/schemes.ts';
import {
  certificateEndpoints,
  certificateHolderLabels,
  certificateHolders,
  certificateLabels,
  certificateRecord,
  certificateScopeLabels,
  certificateScopes,
  certificateTexts,
  type CertificateRecord,
} from '#contract/prove/certificates/certificates.ts';
import { masters } from '#contract/kinds.ts';
import { daysAfter } from '#contract/core/values/dates.ts';
import { formatDate } from '#contract/core/values/format.ts';
import { day, oneOf } from '#web/core/form/conflicts/compared.ts';
import { attachment } from '#web/core/form/files/readAttachment.ts';
import { choice, type Choice } from '#web/core/lookup/lookup.ts';
import { defineDocument } from '#web/core/records/document.ts';

const coveredItem = z.object({ itemId: z.int(), itemName: z.string() });
export type CoveredItem = z.output<typeof coveredItem>;

const certificateValues = z.object({
  holder: z.enum(certificateHolders),
  supplierId: choice.nullable(),
  scheme: z.enum(schemes),
  number: z.string(),
  certificationBodyId: choice.nullable().default(null),
  /** Its name; without an id one that is no record. */
  body: z.string(),
  validFrom: z.string(),
  validTo: z.string(),
  scope: z.enum(certificateScopes),
  items: z.array(coveredItem),
  withdrawnOn: z.string(),
  file: attachment.nullable().default(null),
});

export type CertificateValues = z.output<typeof certificateValues>;

/** The prefill of a new certificate: its supplier, or the one that it follows. */
export interface CertificatePrefill {
  supplier?: Choice;
  previous?: CertificateRecord;
}

function valuesOf(record?: CertificateRecord): CertificateValues {
  const { supplierId = null, supplierName, certificationBodyId = null, body = '' } = record ?? {};
  return {
    holder: record?.holder ?? 'supplier',
    supplierId: supplierId === null ? null : { value: supplierId, label: supplierName ?? '' },
    scheme: record?.scheme ?? 'NPOP',
    number: record?.number ?? '',
    certificationBodyId: certificationBodyId === null ? null : { value: certificationBodyId, label: body },
    body,
    validFrom: record?.validFrom ?? '',
    validTo: record?.validTo ?? '',
    scope: record && !record.allItems ? 'named' : 'all',
    items: record?.items ?? [],
    withdrawnOn: record?.withdrawnOn ?? '',
    file: null,
  };
}

/** The next certificate of the same holder: from the day after the last one ends, for the same items. */
function valuesOfNext(previous: CertificateRecord): CertificateValues {
  const validFrom = daysAfter(previous.validTo, 1);
  return { ...valuesOf(previous), number: '', validFrom, validTo: '', withdrawnOn: '' };
}

export const certificates = defineDocument({
  kind: 'certificates',
  calls: certificateEndpoints,
  record: certificateRecord,
  rowId: (row) => row.certificateId,
  idField: 'certificateId',
  nameOf: (row) => `certificate ${row.number}`,
  subjectOf: (row) => ({
    name: row.number,
    facts: [`ID ${row.certificateId}`, row.supplierName ?? certificateTexts.own, `to ${formatDate(row.validTo)}`],
  }),
  values: certificateValues,
  blank: ({ supplier, previous }: CertificatePrefill = {}) =>
    previous ? valuesOfNext(previous) : { ...valuesOf(), supplierId: supplier ?? null },
  prefillFor: (supplier): CertificatePrefill => ({ supplier }),
  valuesOf,
  draftOf: (values) => ({ ...values, file: null }),
  bodyOf: ({ supplierId, certificationBodyId, scope, items, file, ...fields }) => ({
    ...fields,
    supplierId: fields.holder === 'own' ? null : (supplierId?.value ?? null),
    certificationBodyId: certificationBodyId?.value ?? null,
    allItems: scope === 'all',
    itemIds: scope === 'all' ? [] : items.map(({ itemId }) => itemId),
    file: file?.dataUrl ?? null,
  }),
  fieldOf: (path) => (path.startsWith('itemIds') ? 'items' : path),
  compared: {
    labels: {
      ...certificateLabels,
      holder: certificateLabels.supplierId,
      supplierId: masters.suppliers.label,
      scope: certificateLabels.items,
    },
    as: {
      holder: oneOf(certificateHolderLabels),
      scope: oneOf(certificateScopeLabels),
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
  words: certificateTexts,
});
