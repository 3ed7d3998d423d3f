/** Dispatches to buyers, by lot (docs/domain.md, Documents). */
import { z } from 'zod';
import { areValid } from '../core/betweenFields.ts';
import { calendarDate } from '../core/values/dates.ts';
import { endpoint, recordEndpoints } from '../core/endpoint.ts';
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
import { firstDay, lastDay } from '../core/lists.ts';
import { afterExpiryReason } from '../stock/lots/afterExpiry.ts';
import { sumOfQuantities } from '../core/values/numbers.ts';
import { kinds } from '../kinds.ts';
import { changeTexts } from '../core/sharedTexts.ts';
import { schemeClaim } from '../stock/claims/schemes.ts';
import { soldAs, soldAsAnswer, soldAsText } from '../stock/claims/soldAs.ts';
import { claims } from '../stock/stock.ts';
import { warnings } from '../stock/warnings/warnings.ts';
import { dispatchLabels, dispatchTexts } from './dispatchTexts.ts';

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

const row = kinds.dispatches;
const calls = recordEndpoints(
  row,
  { create: dispatchBody, update: dispatchUpdateBody },
  dispatchRecord,
  ['dispatchId', 'dispatchDate', 'buyerName', 'invoiceNumber'],
  { create: ['conflict'], remove: ['conflict'], pastDates: ['dispatchDate'] },
  {
    buyerId: recordFilter('buyerId', 'buyers', dispatchLabels.buyerId),
    dispatchDateFrom: daysFilter(firstDay('dispatchDateFrom'), dispatchLabels.dispatchDate, 'dispatchDateTo'),
    dispatchDateTo: lastDay('dispatchDateTo'),
    itemId: recordFilter('itemId', 'items', 'Item'),
    lotId: queryId('lotId must be an id.').optional(),
  },
);

export const dispatchEndpoints = {
  ...calls,
  create: { ...calls.create, answer: savedDispatch },
  update: { ...calls.update, answer: savedDispatch },
  nextInvoiceNumber: endpoint({
    method: 'GET',
    path: `${row.apiPath}/next-invoice-number`,
    access: ['dispatches', 'view'],
    query: z.object({
      dispatchDate: calendarDate(dispatchTexts.dateRequired).optional().describe('Today, if it is left out.'),
    }),
    answer: z.object({ invoiceNumber: z.string().describe('Empty before the first dispatch.') }),
  }),
  invoiceNumberUse: endpoint({
    method: 'GET',
    path: `${row.apiPath}/invoice-number-use`,
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
    path: `${row.apiPath}/claims`,
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
};
