/** Certificates of suppliers and our own, on which organic claims rest (docs/domain.md, Claims and certificates). */
import { z } from 'zod';
import { activeContent, attachment, attachmentTexts, fileRead } from '../../core/attachments.ts';
import { areValid } from '../../core/betweenFields.ts';
import { schemes } from '../../stock/claims/schemes.ts';
import { suspensionsAnswer, type Suspension } from '../../stock/claims/coverage.ts';
import { calendarDate, optionalDate } from '../../core/values/dates.ts';
import { endpoint, idParams, recordEndpoints } from '../../core/endpoint.ts';
import {
  bodyId,
  dateAnswer,
  limits,
  optionalName,
  quantityAnswer,
  reference,
  requiredName,
  seenUpdatedAt,
  withExample,
} from '../../core/fields.ts';
import { choiceFilter, daysFilter, recordFilter } from '../../core/filters.ts';
import { formatDate } from '../../core/values/format.ts';
import { listOf } from '../../core/values/listOf.ts';
import { firstDay, lastDay } from '../../core/lists.ts';
import { kinds } from '../../kinds.ts';
import { changeTexts, fieldTexts } from '../../core/sharedTexts.ts';
import { unknownTexts } from '../../stock/referenceTexts.ts';
import { lotOrigins, lotStates } from '../../stock/stock.ts';

/** Days before its end from which a certificate is shown as lapsing. */
export const LAPSING_DAYS = 90;

/** '2 lots, and 1 other in stock that came from them, lost a claim that'. */
export function lostText(covered: number, others: number): string {
  const lots = covered === 1 ? '1 lot' : `${covered} lots`;
  const and =
    others === 0 ? '' : `, and ${others === 1 ? '1 other' : `${others} others`} in stock that came from them,`;
  return `${lots}${and} lost a claim that`;
}

export const certificateTexts = {
  addNext: 'Add the next one',
  title: 'Certificates',
  named: (number: string) => `Certificate ${number}`,
  holderRequired: 'Choose whose certificate it is.',
  supplierRequired: 'Choose a supplier.',
  supplierUnknown: unknownTexts.supplier,
  schemeRequired: 'Choose a scheme.',
  certifierUnknown: 'This certification body does not exist.',
  numberRequired: 'Enter the number of the certificate.',
  validFromRequired: 'Choose the first day on which it is valid.',
  validToRequired: 'Choose the last day on which it is valid.',
  periodInvalid: 'It ends before it begins.',
  withdrawn: (day: string) => `withdrawn on ${day}`,
  suspendedHeading: 'Suspended',
  bodySuspended: (periods: string) => `suspended ${periods}`,
  /** 'from 20-05-2026 until 01-09-2026', the day on which it covers again. */
  suspended: (periods: readonly Suspension[]) =>
    periods
      .map(({ from, until }) => `from ${formatDate(from)}${until === null ? '' : ` until ${formatDate(until)}`}`)
      .join(', '),
  withdrawnInvalid: fieldTexts.dateInvalid,
  itemsRequired: 'Choose the items that it covers, or all.',
  itemUnknown: 'This item does not exist.',
  fileTooLarge: attachmentTexts.fileTooLarge,
  noFile: 'No file',
  notFound: 'Certificate not found or already deleted.',
  added: 'Certificate added successfully!',
  updated: 'Certificate updated successfully!',
  deleted: 'Certificate deleted successfully!',
  confirmDelete: 'Are you sure you want to delete this certificate?',
  saveFailed: 'Failed to save the certificate.',
  loadFailed: 'The certificates could not be loaded.',
  openFile: 'Open the file',
  uncoveredTitle: 'Lots that lost a claim, and what was made of them',
  noneUncovered: 'Every lot that used this certificate still holds its claims.',
  lostSchemes: 'Lost',
  lostAll: 'All',
  notLoaded: 'The certificate could not be loaded.',
  deleteFailed: 'Failed to delete the certificate.',
  inUse: (lots: number) => `${lots === 1 ? '1 lot claims' : `${lots} lots claim`} organic by this certificate.`,
  empty: 'No certificates found.',
  own: 'Our own',
  allItems: 'All items',
  searchPlaceholder: 'Search number, body or supplier',
  addNew: 'Add certificate',
  addFirst: 'Add the first certificate',
  add: 'Add certificate',
  edit: 'Edit certificate',
  /** Lots that lost a claim which rested on it, and lots in stock that came from them. */
  uncovered: (covered: number, others: number) => `${lostText(covered, others)} rested on this certificate.`,
  holdUncovered: 'Put them on hold',
  nothingToHold: 'Nothing to put on hold: none of these lots is in stock and released, or will be after its recall.',
  held: 'Lots put on hold.',
  holdReason: (number: string, wasCovered: boolean) =>
    `Certificate ${number} no longer covers ${wasCovered ? 'this lot' : 'what this was made from'}`,
} as const;

/** Validity of a certificate on a day, in the order in which the conditions are tested. */
const certificateValidities = ['valid', 'lapsing', 'lapsed', 'suspended', 'withdrawn', 'future'] as const;
const certificateValidityLabels: Readonly<Record<(typeof certificateValidities)[number], string>> = {
  valid: 'Valid',
  lapsing: 'Lapses within 90 days',
  lapsed: 'Lapsed',
  suspended: 'Suspended',
  withdrawn: 'Withdrawn',
  future: 'Not yet valid',
};

/** Field labels, on the form and in the history. */
export const certificateLabels = {
  supplierId: 'Holder',
  scheme: 'Scheme',
  number: 'Number',
  body: 'Certification body',
  validFrom: 'Valid from',
  validTo: 'Valid to',
  items: 'Covers',
  withdrawnOn: 'Withdrawn on',
  file: 'File',
} as const;

export const certificateHolders = ['supplier', 'own'] as const;
export const certificateHolderLabels: Readonly<Record<(typeof certificateHolders)[number], string>> = {
  supplier: 'A supplier',
  own: certificateTexts.own,
};

/** Whether a certificate covers each item of its holder. */
export const certificateScopes = ['all', 'named'] as const;
export const certificateScopeLabels: Readonly<Record<(typeof certificateScopes)[number], string>> = {
  all: certificateTexts.allItems,
  named: 'Named items',
};

const MAX_ITEMS = 500;

const certificateFields = {
  holder: z.enum(certificateHolders, { error: certificateTexts.holderRequired }),
  supplierId: reference(certificateTexts.supplierRequired)
    .nullish()
    .transform((id) => id ?? null),
  scheme: z.enum(schemes, { error: certificateTexts.schemeRequired }),
  number: requiredName(limits.name, certificateTexts.numberRequired),
  certificationBodyId: reference(certificateTexts.certifierUnknown)
    .nullable()
    .optional()
    .describe('Without it, the certification body that `body` names, if there is one.'),
  body: optionalName(limits.name).describe('Stored where no certification body is chosen; else its name is.'),
  validFrom: calendarDate(certificateTexts.validFromRequired),
  validTo: calendarDate(certificateTexts.validToRequired),
  allItems: z.boolean().default(false),
  itemIds: listOf(z.int().positive(), { max: MAX_ITEMS, tooMany: `At most ${MAX_ITEMS} items.` })
    .default([])
    .describe('Needed unless it covers all items.'),
  withdrawnOn: optionalDate(certificateTexts.withdrawnInvalid),
  file: attachment(certificateTexts.noFile)
    .nullish()
    .describe(
      `PDF, PNG or JPEG as a data URL, at most ${attachmentTexts.maxSize}. ${changeTexts.keepsStored} Null keeps it, too.`,
    ),
};

interface Checked {
  holder: 'supplier' | 'own';
  supplierId: number | null;
  validFrom: string;
  validTo: string;
  allItems: boolean;
  itemIds: readonly number[];
}

/** Adds the rules between fields, on create and on update. */
function checked<S extends z.ZodType<Checked>>(schema: S): S {
  return schema
    .refine(({ holder, supplierId }) => holder === 'own' || supplierId !== null, {
      error: certificateTexts.supplierRequired,
      path: ['supplierId'],
      when: areValid('holder', 'supplierId'),
    })
    .refine(({ validFrom, validTo }) => validFrom <= validTo, {
      error: certificateTexts.periodInvalid,
      path: ['validTo'],
      when: areValid('validFrom', 'validTo'),
    })
    .refine(({ allItems, itemIds }) => allItems || itemIds.length > 0, {
      error: certificateTexts.itemsRequired,
      path: ['itemIds'],
      when: areValid('allItems', 'itemIds'),
    });
}

const certificateExample = {
  holder: 'supplier',
  supplierId: 2,
  scheme: 'NPOP',
  number: 'ORG/SC/26/002208',
  body: 'Indocert',
  validFrom: '2026-04-01',
  validTo: '2027-03-31',
  allItems: true,
} as const;

export const certificateBody = withExample(checked(z.object(certificateFields)), certificateExample);
const certificateUpdateBody = withExample(
  checked(z.object({ ...certificateFields, certificateId: bodyId, updatedAt: seenUpdatedAt })),
  certificateExample,
);

export const certificateRecord = z
  .object({
    certificateId: z.int(),
    holder: z.enum(certificateHolders),
    supplierId: z.int().nullable(),
    supplierName: z.string().nullable(),
    scheme: z.enum(schemes),
    number: z.string(),
    certificationBodyId: z.int().nullable(),
    body: z.string().describe('Name of the certification body.'),
    suspensions: suspensionsAnswer(),
    validFrom: dateAnswer(),
    validTo: dateAnswer(),
    allItems: z.boolean(),
    itemIds: z.array(z.int()),
    items: z.array(z.object({ itemId: z.int(), itemName: z.string(), rawMaterialId: z.int().nullable() })),
    withdrawnOn: dateAnswer().nullable().describe('From this day on it covers nothing.'),
    hasFile: z.boolean(),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  })
  .meta({ id: 'Certificate' });

/** A certificate on the wire. */
export type CertificateRecord = z.input<typeof certificateRecord>;

export const uncoveredLot = z.object({
  lotId: z.int(),
  code: z.string(),
  itemName: z.string(),
  unit: z.string(),
  origin: z.enum(lotOrigins),
  receivedOn: dateAnswer().describe('The day on which it was received or made.'),
  onHandQty: quantityAnswer(),
  shippedQty: quantityAnswer().describe(
    'Sent to buyers: all of it where no certificate is left, else under a lost scheme, or under the best claims of each batch before.',
  ),
  state: z.enum(lotStates),
  lostSchemes: z
    .array(z.enum(schemes))
    .describe('Schemes of which it lost a claim that was proved; others may still be. Empty where none was.'),
  wasCovered: z.boolean().describe('Whether a certificate itself covered it; else it came from such lots.'),
});

/** A lot without a certificate, on the wire. */
export type UncoveredLotRecord = z.input<typeof uncoveredLot>;

export const savedCertificate = certificateRecord
  .extend({
    uncoveredLots: z
      .array(uncoveredLot)
      .describe(
        'Lots of this holder that rested on this certificate and lost a claim with it, opening stock too: all claims, or that under its scheme; also those received by override that it covered afterwards, and those that name another one which no longer covers them. Of our own certificates, batches that lost the claim under its scheme. After them what came of them and is in stock or was sent: batches whose claim is below what was said of them now, or lower under the scheme, and what buyers returned.',
      ),
  })
  .meta({ id: 'SavedCertificate' });

const certificateWithFile = savedCertificate
  .extend({
    activeContent: activeContent(),
    file: z.string().nullable().describe('The file as a data URL.'),
  })
  .meta({ id: 'CertificateWithFile' });

/** A certificate with its file, on the wire. */
export type CertificateWithFile = z.input<typeof certificateWithFile>;

const row = kinds.certificates;
const calls = recordEndpoints(
  row,
  { create: certificateBody, update: certificateUpdateBody },
  certificateRecord,
  ['certificateId', 'supplierName', 'number', 'scheme', 'validFrom', 'validTo'],
  { remove: ['conflict'] },
  {
    supplierId: recordFilter('supplierId', 'suppliers', 'Supplier'),
    certificationBodyId: recordFilter('certificationBodyId', 'certificationBodies', 'Certified by'),
    validity: choiceFilter(
      z.enum(certificateValidities, { error: `validity must be one of: ${certificateValidities.join(', ')}.` }),
      'Validity',
      certificateValidityLabels,
      'As of today. Those that lapse soon are valid, too.',
    ),
    validToFrom: daysFilter(firstDay('validToFrom'), certificateLabels.validTo, 'validToTo', 'coming'),
    validToTo: lastDay('validToTo'),
  },
);

export const certificateEndpoints = {
  ...calls,
  get: { ...calls.get, answer: certificateWithFile },
  file: fileRead(`${row.apiPath}/:id/file`, 'certificates'),
  update: { ...calls.update, answer: savedCertificate },
  holdUncovered: endpoint({
    method: 'POST',
    path: `${row.apiPath}/:id/hold-uncovered`,
    access: ['certificates', 'update'],
    params: idParams,
    answer: z.object({ heldLotIds: z.array(z.int()) }),
    status: 200,
    errors: ['conflict'],
  }),
};
