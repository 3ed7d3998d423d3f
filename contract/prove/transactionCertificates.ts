/**
 * Transaction certificates: papers of a certification body for one shipment, to the supplier for a purchase, to us for
 * a dispatch (docs/decisions/065).
 */
import {
  transactionCertificateLabels,
  directionLabels,
  directions,
  transactionCertificateStatuses,
  transactionCertificateStatusLabels,
  type Direction,
  type TransactionCertificateStatus,
} from '../stock/claims/transactionCertificateCover.ts';
import { schemeClaim, schemes } from '../stock/claims/schemes.ts';
import { soldAsAnswer } from '../stock/claims/soldAs.ts';
import { claims } from '../stock/stock.ts';
import { kinds, screenTitles } from '../kinds.ts';
import { z } from 'zod';
import { activeContent, attachment, attachmentTexts, fileRead } from '../core/attachments.ts';
import { areValid } from '../core/betweenFields.ts';
import { optionalDate, daysAfter } from '../core/values/dates.ts';
import { endpoint, recordEndpoints } from '../core/endpoint.ts';
import {
  bodyId,
  dateAnswer,
  limits,
  optionalName,
  optionalText,
  quantity,
  quantityAnswer,
  queryId,
  reference,
  seenUpdatedAt,
  withExample,
} from '../core/fields.ts';
import { choiceFilter, daysFilter, recordFilter } from '../core/filters.ts';
import { listOf } from '../core/values/listOf.ts';
import { firstDay, lastDay } from '../core/lists.ts';
import { changeTexts, fieldTexts } from '../core/sharedTexts.ts';
import { unknownTexts } from '../stock/referenceTexts.ts';

/** The days after a shipment within which its transaction certificate is due. */
export const TRANSACTION_CERTIFICATE_DAYS = 30;

/** The day on which the transaction certificate of a dispatch is due. */
export function transactionCertificateDueOn(dispatchDay: string): string {
  return daysAfter(dispatchDay, TRANSACTION_CERTIFICATE_DAYS);
}

export const transactionCertificateTexts = {
  title: screenTitles.transactionCertificates,
  named: (number: string) => `Transaction certificate ${number}`.trimEnd(),
  directionRequired: 'Choose whether it is of a purchase or of a sale.',
  supplierRequired: 'Choose a supplier.',
  supplierUnknown: unknownTexts.supplier,
  buyerRequired: 'Choose a buyer.',
  buyerUnknown: unknownTexts.buyer,
  schemeRequired: 'Choose a scheme.',
  statusRequired: 'Choose a status.',
  numberRequired: 'Enter the number of the certificate.',
  issuedOnRequired: 'Choose the day on which it was issued.',
  issuedOnInvalid: fieldTexts.dateInvalid,
  linesRequired: 'Add at least one lot with its quantity.',
  lineRequired: 'Choose what it covers.',
  lineUnknown: 'This line is no longer there.',
  notBought: 'This was not bought from this supplier.',
  notSold: 'This was not sent to this buyer.',
  lineTwice: 'This is covered by an earlier line already.',
  quantityInvalid: fieldTexts.quantityInvalid,
  onlyLeft: (left: string) => `Only ${left} left to cover.`,
  nothingLeft: 'All of it is covered already.',
  coveredByOthers: (lines: readonly string[]) => `Other certificates now cover what it covered: ${lines.join('; ')}.`,
  fileTooLarge: attachmentTexts.fileTooLarge,
  noFile: 'No file',
  notFound: 'Transaction certificate not found or already deleted.',
  added: 'Transaction certificate added successfully!',
  updated: 'Transaction certificate updated successfully!',
  deleted: 'Transaction certificate deleted successfully!',
  confirmDelete: 'Are you sure you want to delete this transaction certificate?',
  saveFailed: 'Failed to save the transaction certificate.',
  loadFailed: 'The transaction certificates could not be loaded.',
  notLoaded: 'The transaction certificate could not be loaded.',
  deleteFailed: 'Failed to delete the transaction certificate.',
  empty: 'No transaction certificates found.',
  searchPlaceholder: 'Search number, body, supplier or buyer',
  addNew: 'Add transaction certificate',
  add: 'Add transaction certificate',
  edit: 'Edit transaction certificate',
  coversMore: (quantityText: string) => `Covers ${quantityText} more than was delivered`,
  uncovered: 'Still to be covered',
  uncoveredFailed: 'What is still to be covered could not be loaded.',
  nothingUncovered: {
    purchase: 'All that was bought as organic is covered.',
    sale: 'All that was sent as organic is covered.',
  },
  noneOfParty: 'Nothing is left to cover.',
  left: (quantityText: string) => `${quantityText} left to cover`,
  allWentBack: 'all of it went back and needs no certificate',
  more: 'Older ones are not listed.',
} as const;

/** Headings of quantities that no certificate covers yet. */
export const directionTitles: Readonly<Record<Direction, string>> = { purchase: 'Purchases', sale: 'Sales' };

const line = z.object({
  lineId: reference(transactionCertificateTexts.lineRequired).describe(
    'The id of a line of an inward, or of a dispatch in a sale.',
  ),
  quantity: quantity(transactionCertificateTexts.quantityInvalid),
});

const nullableId = (message: string) =>
  reference(message)
    .nullish()
    .transform((id) => id ?? null);

const transactionCertificateFields = {
  direction: z.enum(directions, { error: transactionCertificateTexts.directionRequired }),
  supplierId: nullableId(transactionCertificateTexts.supplierRequired).describe('Supplier of a purchase.'),
  buyerId: nullableId(transactionCertificateTexts.buyerRequired).describe('Buyer of a sale.'),
  scheme: z.enum(schemes, { error: transactionCertificateTexts.schemeRequired }),
  number: optionalName(limits.name).describe('Needed once it is issued.'),
  body: optionalName(limits.name),
  status: z.enum(transactionCertificateStatuses, { error: transactionCertificateTexts.statusRequired }),
  issuedOn: optionalDate(transactionCertificateTexts.issuedOnInvalid).describe('Needed once it is issued.'),
  note: optionalText(limits.description),
  lines: listOf(line, { max: limits.lines, missing: transactionCertificateTexts.linesRequired }),
  file: attachment(transactionCertificateTexts.noFile)
    .nullish()
    .describe(
      `PDF, PNG or JPEG as a data URL, at most ${attachmentTexts.maxSize}. ${changeTexts.keepsStored} Null keeps it, too.`,
    ),
};

interface Checked {
  direction: Direction;
  supplierId: number | null;
  buyerId: number | null;
  status: TransactionCertificateStatus;
  number: string;
  issuedOn: string | null;
  lines: readonly { lineId: number }[];
}

/** Adds the rules between fields, on create and on update. */
function checked<S extends z.ZodType<Checked>>(schema: S): S {
  return schema
    .refine(({ direction, supplierId }) => direction === 'sale' || supplierId !== null, {
      error: transactionCertificateTexts.supplierRequired,
      path: ['supplierId'],
      when: areValid('direction', 'supplierId'),
    })
    .refine(({ direction, buyerId }) => direction === 'purchase' || buyerId !== null, {
      error: transactionCertificateTexts.buyerRequired,
      path: ['buyerId'],
      when: areValid('direction', 'buyerId'),
    })
    .refine(({ status, number }) => status !== 'issued' || number !== '', {
      error: transactionCertificateTexts.numberRequired,
      path: ['number'],
      when: areValid('status', 'number'),
    })
    .refine(({ status, issuedOn }) => status !== 'issued' || issuedOn !== null, {
      error: transactionCertificateTexts.issuedOnRequired,
      path: ['issuedOn'],
      when: areValid('status', 'issuedOn'),
    })
    .superRefine(
      ({ lines }, context) => {
        for (const [index, { lineId }] of lines.entries()) {
          if (lines.findIndex((other) => other.lineId === lineId) === index) continue;
          const path = ['lines', index, 'lineId'];
          context.addIssue({ code: 'custom', message: transactionCertificateTexts.lineTwice, path });
        }
      },
      { when: areValid('lines') },
    );
}

const transactionCertificateExample = {
  direction: 'purchase',
  supplierId: 1,
  scheme: 'NPOP',
  number: 'TC/26-27/00871',
  body: 'Lacon Quality',
  status: 'issued',
  issuedOn: '2026-11-18',
  lines: [{ lineId: 1, quantity: 0.5 }],
} as const;
const example = { ...transactionCertificateExample, lines: [...transactionCertificateExample.lines] };

export const transactionCertificateBody = withExample(checked(z.object(transactionCertificateFields)), example);
const transactionCertificateUpdateBody = withExample(
  checked(z.object({ ...transactionCertificateFields, transactionCertificateId: bodyId, updatedAt: seenUpdatedAt })),
  example,
);

const documentLine = {
  lineId: z.int().describe('The id of the line of the inward or of the dispatch.'),
  documentId: z.int().describe('The id of the inward or of the dispatch.'),
  documentLabel: z.string().describe('Its invoice number.'),
  documentDate: dateAnswer(),
  lotId: z.int(),
  lotCode: z.string(),
  itemId: z.int(),
  itemName: z.string(),
  unit: z.string(),
};

export const transactionCertificateRecord = z
  .object({
    transactionCertificateId: z.int(),
    direction: z.enum(directions),
    supplierId: z.int().nullable(),
    buyerId: z.int().nullable(),
    partyName: z.string().describe('Name of the supplier or the buyer.'),
    scheme: z.enum(schemes),
    number: z.string(),
    body: z.string(),
    status: z.enum(transactionCertificateStatuses),
    issuedOn: dateAnswer().nullable(),
    note: z.string(),
    lines: z.array(
      z.object({
        ...documentLine,
        quantity: quantityAnswer(),
        deliveredQty: quantityAnswer().describe(
          'Current quantity of the line of the document; 0 where it was deleted or is of another supplier or buyer.',
        ),
        overQty: quantityAnswer().describe('Covered quantity beyond the delivered one.'),
      }),
    ),
    hasFile: z.boolean(),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  })
  .meta({ id: 'TransactionCertificate' });

/** A transaction certificate on the wire. */
export type TransactionCertificateRecord = z.input<typeof transactionCertificateRecord>;

const transactionCertificateWithFile = transactionCertificateRecord
  .extend({
    activeContent: activeContent(),
    file: z.string().nullable().describe('The file as a data URL.'),
  })
  .meta({ id: 'TransactionCertificateWithFile' });

export const uncoveredLine = z
  .object({
    direction: z.enum(directions),
    ...documentLine,
    partyId: z.int().describe('The supplier of a purchase, the buyer of a sale.'),
    partyName: z.string(),
    quantity: quantityAnswer(),
    coveredQty: quantityAnswer().describe('By certificates that are applied for or issued.'),
    returnedQty: quantityAnswer().describe('Quantity returned to the supplier, or by the buyer.'),
    leftQty: quantityAnswer().describe('Quantity still to be covered: neither covered nor returned.'),
    notedNumber: z.string().describe('The number that is noted on the document.'),
    soldAs: soldAsAnswer().nullable().describe('The claim that its dispatch was sold under; null of a purchase.'),
    claim: z.enum(claims),
    claims: z.array(schemeClaim).describe('The claims of the lot by scheme.'),
  })
  .meta({ id: 'UncoveredLine' });

/** A line that is still to be covered, on the wire. */
export type UncoveredLine = z.input<typeof uncoveredLine>;

const direction = z.enum(directions, { error: `direction must be one of: ${directions.join(', ')}.` });

const row = kinds.transactionCertificates;
const calls = recordEndpoints(
  row,
  { create: transactionCertificateBody, update: transactionCertificateUpdateBody },
  transactionCertificateRecord,
  ['transactionCertificateId', 'partyName', 'number', 'scheme', 'issuedOn', 'status'],
  { pastDates: ['issuedOn'] },
  {
    direction: choiceFilter(direction, transactionCertificateLabels.direction, directionLabels),
    status: choiceFilter(
      z.enum(transactionCertificateStatuses, { error: transactionCertificateTexts.statusRequired }),
      transactionCertificateLabels.status,
      transactionCertificateStatusLabels,
    ),
    supplierId: recordFilter('supplierId', 'suppliers', transactionCertificateLabels.supplierId),
    buyerId: recordFilter('buyerId', 'buyers', transactionCertificateLabels.buyerId),
    issuedOnFrom: daysFilter(firstDay('issuedOnFrom'), transactionCertificateLabels.issuedOn, 'issuedOnTo'),
    issuedOnTo: lastDay('issuedOnTo'),
  },
);

export const transactionCertificateEndpoints = {
  ...calls,
  get: { ...calls.get, answer: transactionCertificateWithFile },
  file: fileRead(`${row.apiPath}/:id/file`, 'transactionCertificates'),
  uncovered: endpoint({
    method: 'GET',
    path: `${row.apiPath}/uncovered`,
    access: ['transactionCertificates', 'view'],
    query: z.object({
      direction: withExample(direction, 'sale'),
      partyId: queryId('partyId must be an id.').optional().describe('Only of this supplier or buyer.'),
      withReturned: z
        .enum(['true', 'false'], { error: 'withReturned must be true or false.' })
        .optional()
        .describe('Also what went back: a certificate that was issued for the whole shipment may cover it.'),
    }),
    answer: z.object({
      lines: z.array(uncoveredLine),
      more: z.boolean().describe('Whether there may be older ones that are not listed.'),
    }),
  }),
};
