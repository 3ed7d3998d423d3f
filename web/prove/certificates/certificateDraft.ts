/** The form values of a certificate. */
import type { FormErrors } from '@mantine/form';
import { z } from 'zod';
import { schemes } from '#contract/stock/covers.ts';
import { certificateEndpoints, certificateHolders, type CertificateRecord } from '#contract/prove/certificates.ts';
import { daysAfter } from '#contract/core/values/dates.ts';
import { contractFaults } from '#web/core/form/contractFaults.ts';
import { attachment, type Attachment } from '#web/core/form/files/readAttachment.ts';
import { choice, type Choice } from '#web/core/lookup/lookup.ts';

const coveredItem = z.object({ itemId: z.int(), itemName: z.string() });
export type CoveredItem = z.output<typeof coveredItem>;

/** The draft; the file is too large for the session storage, but kept on the device. */
export const certificateDraft = z.object({
  holder: z.enum(certificateHolders),
  supplierId: choice.nullable(),
  scheme: z.enum(schemes),
  number: z.string(),
  body: z.string(),
  validFrom: z.string(),
  validTo: z.string(),
  scope: z.enum(['all', 'named']),
  items: z.array(coveredItem),
  withdrawnOn: z.string(),
  /** Of a form that was kept on the device. */
  file: attachment.nullish(),
});

export type CertificateDraft = z.output<typeof certificateDraft>;
export type CertificateValues = Omit<CertificateDraft, 'file'> & { file: Attachment | null };

export function valuesOf(record?: CertificateRecord): CertificateValues {
  const { supplierId = null, supplierName } = record ?? {};
  return {
    holder: record?.holder ?? 'supplier',
    supplierId: supplierId === null ? null : { value: supplierId, label: supplierName ?? '' },
    scheme: record?.scheme ?? 'NPOP',
    number: record?.number ?? '',
    body: record?.body ?? '',
    validFrom: record?.validFrom ?? '',
    validTo: record?.validTo ?? '',
    scope: record && !record.allItems ? 'named' : 'all',
    items: record?.items ?? [],
    withdrawnOn: record?.withdrawnOn ?? '',
    file: null,
  };
}

/** A new certificate, of a supplier where one is given. */
export function blankValues(supplier: Choice | undefined): CertificateValues {
  return { ...valuesOf(), supplierId: supplier ?? null };
}

/** What the next certificate of the same holder begins with: the day after the last one ends, and what that covered. */
export function valuesOfNext(previous: CertificateRecord): CertificateValues {
  const validFrom = daysAfter(previous.validTo, 1);
  return { ...valuesOf(previous), number: '', validFrom, validTo: '', withdrawnOn: '' };
}

/** The request body. */
export function contentOf({ supplierId, scope, items, file, ...fields }: CertificateValues) {
  return {
    ...fields,
    supplierId: fields.holder === 'own' ? null : (supplierId?.value ?? null),
    allItems: scope === 'all',
    itemIds: scope === 'all' ? [] : items.map(({ itemId }) => itemId),
    file: file?.dataUrl ?? null,
  };
}

export function faultsOf(values: CertificateValues): FormErrors {
  return contractFaults(certificateEndpoints.create, contentOf(values));
}
