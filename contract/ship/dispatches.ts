/** Dispatches to buyers, by lot (docs/domain.md, Documents). */
import { z } from 'zod';
import { areValid } from '../core/betweenFields.ts';
import { calendarDate } from '../core/values/dates.ts';
import { endpoint, idParams, messageAnswer } from '../core/endpoint.ts';
import {
  bodyId,
  dateAnswer,
  exceptId,
  limits,
  changedText,
  optionalText,
  quantity,
  quantityAnswer,
  queryId,
  reference,
  requiredName,
  seenUpdatedAt,
  withExample,
} from '../core/fields.ts';
import { daysFilter, recordFilter } from '../core/filters.ts';
import { listOf } from '../core/values/listOf.ts';
import { firstDay, lastDay, listQuery } from '../core/lists.ts';
import { afterExpiryReason, afterExpiryTexts } from '../stock/lots/afterExpiry.ts';
import { heldText } from '../stock/lots/lotTexts.ts';
import { sumOfQuantities } from '../core/values/numbers.ts';
import { listPaths } from '../kinds.ts';
import { changeTexts, fieldTexts } from '../core/sharedTexts.ts';
import { unknownTexts } from '../stock/referenceTexts.ts';
import { schemeClaim } from '../stock/claims/schemes.ts';
import { soldAs, soldAsAnswer, soldAsText, soldAsTexts } from '../stock/claims/soldAs.ts';
import { claims } from '../stock/stock.ts';
import { warnings } from '../stock/warnings/warnings.ts';

export const dispatchTexts = {
  title: 'Dispatches',
  buyerRequired: 'Choose a buyer.',
  buyerUnknown: unknownTexts.buyer,
  dateRequired: 'Choose a valid dispatch date.',
  invoiceRequired: 'Enter the invoice number.',
  numberTaken: (invoiceNumber: string) =>
    `Another dispatch has got the proposed number ${invoiceNumber} meanwhile. Save with the next one.`,
  productRequired: 'Choose a product.',
  linesRequired: 'Add at least one batch with its quantity.',
  lotRequired: 'Choose a batch.',
  lotUnknown: 'This batch does not exist.',
  quantityInvalid: fieldTexts.quantityInvalid,
  lotShort: (code: string, left: string) => `${code} has ${left} left now.`,
  onlyLeft: (left: string, product: string, more: string) => `Only ${left} left of ${product}: ${more} too few`,
  notSplit: (missing: string, quantityText: string) => `${missing} of ${quantityText} not taken from a batch yet`,
  tooMuchSplit: (more: string, quantityText: string) => `${more} more than ${quantityText} taken`,
  lotsLoading: 'The batches are still loading. Try again in a moment.',
  lotHeld: heldText,
  beforeLeaving: 'Needed before the goods leave.',
  noBuyer: 'Buyer not recorded',
  notFound: 'Dispatch not found or already deleted.',
  added: 'Dispatch added successfully!',
  updated: 'Dispatch updated successfully!',
  deleted: 'Dispatch deleted successfully!',
  confirmDelete: 'Are you sure you want to delete this dispatch?',
  saveFailed: 'Failed to save the dispatch.',
  loadFailed: 'The dispatches could not be loaded.',
  notLoaded: 'The dispatch could not be loaded.',
  deleteFailed: 'Failed to delete the dispatch.',
  takeReturn: 'Take a return',
  empty: 'No dispatches found.',
  searchPlaceholder: 'Search buyer, invoice or batch',
  addNew: 'Add dispatch',
  addFirst: 'Add the first dispatch',
  add: 'New dispatch',
  edit: 'Update dispatch',
} as const;

/** Texts of a delivery note that its dispatch lacks. */
export const deliveryNoteTexts = {
  title: 'Delivery note',
  /** At the head of each page. */
  runningHead: (number: string, to: string) => [`Delivery note ${number}`.trim(), to].join(', '),
  product: 'Product',
  batch: 'Batch',
  expires: 'Expires',
  quantity: 'Quantity',
  total: 'Total',
  receivedBy: 'Received by',
  date: 'Date',
  noSender: 'The delivery note has no sender.',
  fillIn: 'Fill in the company',
} as const;

/** Field labels, on the form and in the history. */
export const dispatchLabels = {
  buyerId: 'Buyer',
  dispatchDate: 'Dispatch date',
  invoiceNumber: 'Invoice number',
  vehicle: 'Vehicle',
  transportDocument: 'Transport document',
  transactionCertificate: 'Transaction certificate',
  inspectionCertificate: 'Certificate of inspection (EU)',
  importCertificate: 'Import certificate (US)',
  soldAs: soldAsTexts.label,
  soldAsReason: soldAsTexts.reason,
  afterExpiryReason: afterExpiryTexts.reason,
  note: 'Note',
} as const;

/** The label of the lines, in the history. */
export const dispatchLinesLabel = 'Batches';

const line = z
  .object({
    lotId: bodyId,
    finishedGoodId: bodyId,
    quantity: quantity(dispatchTexts.quantityInvalid),
  })
  .refine(({ lotId, finishedGoodId }) => lotId !== undefined || finishedGoodId !== undefined, {
    error: dispatchTexts.lotRequired,
    path: ['lotId'],
    when: areValid('lotId', 'finishedGoodId'),
  });

/** The invoice number of a dispatch. */
export const dispatchInvoiceNumber = requiredName(limits.code, dispatchTexts.invoiceRequired);

const dispatchFields = {
  buyerId: reference(dispatchTexts.buyerRequired),
  dispatchDate: calendarDate(dispatchTexts.dateRequired),
  invoiceNumber: dispatchInvoiceNumber,
  vehicle: optionalText(limits.name),
  transportDocument: optionalText(limits.name),
  transactionCertificate: optionalText(limits.name),
  inspectionCertificate: changedText(limits.name).describe(
    `Number of the certificate of inspection, for the EU. ${changeTexts.keepsStored}`,
  ),
  importCertificate: changedText(limits.name).describe(
    `Number of the import certificate, for the United States. ${changeTexts.keepsStored}`,
  ),
  soldAs: soldAs()
    .nullish()
    .describe(
      `The claim that it is sold under; null: the best claim that each batch holds. ${changeTexts.keepsStored}`,
    ),
  soldAsReason: changedText(limits.reason).describe(
    `Needed where a batch does not hold the claim; it is stored only then. ${changeTexts.keepsStored}`,
  ),
  afterExpiryReason,
  note: optionalText(limits.description),
  lines: listOf(line, { max: limits.lines, missing: dispatchTexts.linesRequired }),
};

const dispatchExample = {
  buyerId: 1,
  dispatchDate: '2026-11-20',
  invoiceNumber: 'TRY/26-27/0342',
  vehicle: 'MH 04 KU 2291',
  lines: [{ finishedGoodId: 12, quantity: 1 }],
};

export const dispatchBody = withExample(
  z.object({
    ...dispatchFields,
    invoiceNumberProposed: z
      .boolean()
      .optional()
      .describe('True where the number is a proposal: a 409 if another dispatch of its financial year has got it.'),
  }),
  dispatchExample,
);
const dispatchUpdateBody = withExample(
  z.object({ ...dispatchFields, dispatchId: bodyId, updatedAt: seenUpdatedAt }),
  dispatchExample,
);

export const dispatchLineRecord = z.object({
  dispatchLineId: z.int(),
  lotId: z.int(),
  lotCode: z.string(),
  finishedGoodId: z.int().nullable(),
  itemId: z.int(),
  itemName: z.string(),
  unit: z.string(),
  expiresOn: dateAnswer().nullable(),
  quantity: quantityAnswer(),
  returnedQty: quantityAnswer().describe('Quantity that the buyer returned.'),
  claim: z
    .enum(claims)
    .optional()
    .describe('Current claim of the batch. Only where one dispatch is read: lists leave it out.'),
  claims: z
    .array(schemeClaim)
    .optional()
    .describe('Its current claims by scheme. Only where one dispatch is read: lists leave them out.'),
});

export const dispatchRecord = z
  .object({
    dispatchId: z.int(),
    buyerId: z.int().nullable().describe('Null where a batch was set to sold by hand: the buyer is not recorded.'),
    buyerName: z.string().nullable(),
    dispatchDate: dateAnswer(),
    invoiceNumber: z.string(),
    vehicle: z.string(),
    transportDocument: z.string(),
    transactionCertificate: z.string(),
    inspectionCertificate: z.string(),
    importCertificate: z.string(),
    soldAs: soldAsAnswer().nullable(),
    soldAsReason: z.string(),
    afterExpiryReason: z.string(),
    note: z.string(),
    lines: z.array(dispatchLineRecord),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  })
  .meta({ id: 'Dispatch' });

const savedDispatch = dispatchRecord.extend({ warnings }).meta({ id: 'SavedDispatch' });

/** A dispatch on the wire. */
export type DispatchRecord = z.input<typeof dispatchRecord>;

type Line = DispatchRecord['lines'][number];

/** Quantity of a line that has not come back from the buyer. */
export function leftWithBuyer({ quantity: sent, returnedQty }: Line): number {
  return sumOfQuantities([sent, -returnedQty]);
}

/** Totals of lines, in units: one for each unit, in the order of the lines. */
export function totalsSent(lines: readonly Pick<Line, 'quantity' | 'unit'>[]): Pick<Line, 'quantity' | 'unit'>[] {
  return Array.from(
    Map.groupBy(lines, ({ unit }) => unit),
    ([unit, own]) => ({
      quantity: sumOfQuantities(own.map((each) => each.quantity)),
      unit,
    }),
  );
}

const dispatchSort = ['dispatchId', 'dispatchDate', 'buyerName', 'invoiceNumber'] as const;

const dispatchQuery = listQuery(dispatchSort).extend({
  buyerId: recordFilter('buyerId', 'buyers', dispatchLabels.buyerId),
  dispatchDateFrom: daysFilter(firstDay('dispatchDateFrom'), dispatchLabels.dispatchDate, 'dispatchDateTo'),
  dispatchDateTo: lastDay('dispatchDateTo'),
  itemId: recordFilter('itemId', 'items', 'Item'),
  lotId: queryId('lotId must be an id.').optional(),
});

const dispatchPath = `${listPaths.dispatches}/:id` as const;

export const dispatchEndpoints = {
  list: endpoint({
    method: 'GET',
    path: listPaths.dispatches,
    access: ['dispatches', 'view'],
    query: dispatchQuery,
    answer: z.array(dispatchRecord),
  }),
  get: endpoint({
    method: 'GET',
    path: dispatchPath,
    access: ['dispatches', 'view'],
    params: idParams,
    answer: dispatchRecord,
  }),
  nextInvoiceNumber: endpoint({
    method: 'GET',
    path: `${listPaths.dispatches}/next-invoice-number`,
    access: ['dispatches', 'view'],
    query: z.object({
      dispatchDate: calendarDate(dispatchTexts.dateRequired).optional().describe('Today, if it is left out.'),
    }),
    answer: z.object({ invoiceNumber: z.string().describe('Empty before the first dispatch.') }),
  }),
  invoiceNumberUse: endpoint({
    method: 'GET',
    path: `${listPaths.dispatches}/invoice-number-use`,
    access: ['dispatches', 'view'],
    query: z.object({
      invoiceNumber: withExample(dispatchInvoiceNumber, dispatchExample.invoiceNumber),
      dispatchDate: withExample(calendarDate(dispatchTexts.dateRequired), dispatchExample.dispatchDate),
      exceptId,
    }),
    answer: z.object({
      dispatch: z
        .object({ dispatchId: z.int(), dispatchDate: dateAnswer(), buyerName: z.string().nullable() })
        .nullable(),
    }),
  }),
  claims: endpoint({
    method: 'GET',
    path: `${listPaths.dispatches}/claims`,
    access: ['dispatches', 'view'],
    query: z.object({
      lotId: withExample(
        z.preprocess(
          (sent) => (Array.isArray(sent) ? sent : [sent]),
          listOf(queryId('lotId must be an id.'), { max: limits.lines, missing: dispatchTexts.lotRequired }),
        ),
        [1],
      ),
      soldAs: soldAsText.optional().describe('A scheme and a status, such as “NPOP organic”.'),
    }),
    answer: z.array(
      z.object({
        lotId: z.int(),
        claims: z.array(schemeClaim),
        refusal: z
          .object({ text: z.string(), link: z.string().nullable().describe('Path of the record in the way.') })
          .nullable()
          .describe('Why it may not be sold as this; null where it may, or where `soldAs` is left out.'),
      }),
    ),
  }),
  create: endpoint({
    method: 'POST',
    path: listPaths.dispatches,
    access: ['dispatches', 'create'],
    body: dispatchBody,
    pastDates: ['dispatchDate'],
    answer: savedDispatch,
    errors: ['conflict'],
  }),
  update: endpoint({
    method: 'PUT',
    path: dispatchPath,
    access: ['dispatches', 'update'],
    params: idParams,
    body: dispatchUpdateBody,
    pastDates: ['dispatchDate'],
    answer: savedDispatch,
    errors: ['conflict'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: dispatchPath,
    access: ['dispatches', 'delete'],
    params: idParams,
    answer: messageAnswer,
    errors: ['conflict'],
  }),
};
