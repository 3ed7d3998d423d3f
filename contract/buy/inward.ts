import { z } from 'zod';
import { activeContent, attachment, attachmentTexts, fileRead } from '../core/attachments.ts';
import { areValid } from '../core/betweenFields.ts';
import { claimTexts } from '../stock/claims/claims.ts';
import { calendarDate, changedDate } from '../core/values/dates.ts';
import { endpoint, idParams, messageAnswer } from '../core/endpoint.ts';
import type { FieldErrors } from '../core/errors.ts';
import {
  changedText,
  dateAnswer,
  exceptId,
  limits,
  money,
  moneyAnswer,
  quantity,
  quantityAnswer,
  queryId,
  reference,
  requiredName,
  seenUpdatedAt,
  withExample,
} from '../core/fields.ts';
import { amountsFilter, choiceFilter, daysFilter, recordFilter } from '../core/filters.ts';
import { firstDay, lastDay, listQuery, rangeAmount } from '../core/lists.ts';
import { fromPaise, isKeptTotal, linePaise, toPaise, toThousandths } from '../core/values/numbers.ts';
import { listPaths } from '../kinds.ts';
import { inwardLabels, inwardTexts } from './inwardTexts.ts';
import { inwardStatuses, inwardStatusLabels } from '../documentStatus.ts';
import { listOf } from '../core/values/listOf.ts';
import { changeTexts } from '../core/sharedTexts.ts';
import { claims } from '../stock/stock.ts';
import { warnings } from '../stock/warnings/warnings.ts';

/** The total of one line in rupees, from rupees and units; undefined while either isn't a valid number. */
export function lineTotal(units: number, pricePerUnit: number): number | undefined {
  const thousandths = toThousandths(units);
  const paise = toPaise(pricePerUnit);
  return thousandths === undefined || paise === undefined ? undefined : fromPaise(linePaise(thousandths, paise));
}

/** Sub-total and grand total in rupees of line totals and GST in rupees, summed as whole paise (specification §5). */
export function grandTotal(lineTotals: readonly number[], totalGst: number): { subTotal: number; grandTotal: number } {
  const subPaise = lineTotals.reduce((sum, total) => sum + (toPaise(total) ?? 0), 0);
  return { subTotal: fromPaise(subPaise), grandTotal: fromPaise(subPaise + (toPaise(totalGst) ?? 0)) };
}

export const inwardLineBody = z
  .object({
    id: z
      .int()
      .positive()
      .nullish()
      .describe(
        'Id of an existing line. In a change, a line with null is new; one that leaves it out keeps the first lot of its material that no other line keeps, or is new.',
      ),
    rawMaterialId: reference(inwardTexts.materialRequired),
    quantity: quantity(inwardTexts.quantityInvalid),
    pricePerUnit: money(inwardTexts.priceInvalid),
    code: changedText(limits.code).describe(
      'Code of its lot. Without one Godown proposes it; in a change the lot keeps its own.',
    ),
    supplierLotNumber: changedText(limits.code).describe(changeTexts.keepsStored),
    expiresOn: changedDate(inwardTexts.expiryInvalid).describe(changeTexts.keepsStored),
    claim: z
      .enum(claims, { error: claimTexts.claimInvalid })
      .optional()
      .describe(
        `Organic needs a certificate of the supplier that covers the material on the day, an \`overrideReason\`, or \`receiveOnHold\`. ${changeTexts.keepsStored} A new line without it is organic if a certificate of the supplier covers it, else conventional: send \`conventional\` for what is not organic all the same.`,
      ),
    certificateId: z
      .int()
      .positive()
      .nullish()
      .describe('Certificate that the claim rests on; without it, the one that covers the line on its day.'),
    overrideReason: changedText(limits.address).describe('Why it is organic although no certificate covers it.'),
    receiveOnHold: z
      .boolean()
      .optional()
      .describe('Where no certificate covers it, its lot is put on hold, and `overrideReason` is not stored.'),
    transactionCertificate: changedText(limits.name).describe(`Its number. ${changeTexts.keepsStored}`),
  })
  .refine((line) => isKeptTotal(line.quantity, line.pricePerUnit), {
    error: inwardTexts.totalTooLarge,
    path: ['quantity'],
    when: areValid('quantity', 'pricePerUnit'),
  });

const inwardFields = {
  supplierId: reference(inwardTexts.supplierRequired),
  invoiceNumber: requiredName(limits.code, inwardTexts.invoiceNumberRequired),
  inwardDate: calendarDate(inwardTexts.dateRequired),
  totalGst: money(inwardTexts.gstInvalid),
  rawMaterials: listOf(inwardLineBody, { max: limits.lines, missing: inwardTexts.noLines }),
};

const billDataUrl = attachment(inwardTexts.billRequired);

/** Whether there is a bill, or a reason why it follows. */
function hasBillOrReason(body: object): boolean {
  const { billAttachment, billFollows }: { billAttachment?: unknown; billFollows?: unknown } = body;
  return Boolean(billAttachment) || (typeof billFollows === 'string' && billFollows.trim() !== '');
}

/** A missing bill, named beside faults of other fields. */
function billFaults(body: object): FieldErrors {
  return hasBillOrReason(body) ? {} : { billAttachment: [inwardTexts.billRequired] };
}

const inwardExample = {
  supplierId: 1,
  invoiceNumber: 'TRY/26-27/117',
  inwardDate: '2026-11-20',
  status: 'notpaid',
  totalGst: 18.5,
  rawMaterials: [{ rawMaterialId: 1, quantity: 10.5, pricePerUnit: 120.25 }],
} as const;

export const inwardCreateBody = withExample(
  z
    .object({
      ...inwardFields,
      status: z.enum(inwardStatuses, { error: inwardTexts.statusRequired }).default('notpaid'),
      billAttachment: billDataUrl
        .nullish()
        .describe(`The bill as a data URL: ${attachmentTexts.accepted}. Required without \`billFollows\`.`),
      billFollows: changedText(limits.reason).describe('Why there is no bill yet; ignored where there is one.'),
    })
    .refine(hasBillOrReason, { error: inwardTexts.billRequired, path: ['billAttachment'] }),
  // The smallest data that passes as a PDF.
  {
    ...inwardExample,
    rawMaterials: [...inwardExample.rawMaterials],
    billAttachment: 'data:application/pdf;base64,JVBERi0xLjQKJSVFT0YK',
  },
);

export const inwardUpdateBody = withExample(
  z.object({
    ...inwardFields,
    inwardId: z.int({ error: inwardTexts.idRequired }).positive(inwardTexts.idRequired),
    // An update without a status falls back to pending (specification §4).
    status: z.enum(inwardStatuses, { error: inwardTexts.statusRequired }).default('pending'),
    billAttachment: billDataUrl
      .or(z.literal(''))
      .nullish()
      .describe(`${changeTexts.keepsStored} Null and an empty text keep it, too.`),
    billFollows: changedText(limits.reason).describe(
      `Why there is no bill yet; ignored where there is one. ${changeTexts.keepsStored}`,
    ),
    updatedAt: seenUpdatedAt,
  }),
  { inwardId: 1, ...inwardExample, status: 'paid', rawMaterials: [...inwardExample.rawMaterials] },
);

export const inwardLineRecord = z
  .object({
    id: z.int(),
    inwardId: z.int(),
    rawMaterialId: z.int(),
    rawMaterialName: z.string(),
    unit: z.string(),
    quantity: quantityAnswer(),
    pricePerUnit: moneyAnswer(),
    totalAmount: moneyAnswer(),
    lotId: z.int(),
    lotCode: z.string(),
    supplierLotNumber: z.string(),
    expiresOn: dateAnswer().nullable(),
    claim: z.enum(claims),
    certificateId: z.int().nullable(),
    certificateNumber: z.string().nullable(),
    overrideReason: z.string(),
    transactionCertificate: z.string(),
  })
  .meta({ id: 'InwardLine' });

export const inwardSummaryRecord = z
  .object({
    inwardId: z.int(),
    supplierId: z.int(),
    supplierName: z.string(),
    invoiceNumber: z.string(),
    inwardDate: dateAnswer(),
    status: z.enum(inwardStatuses),
    hasBill: z.boolean(),
    billFollows: z.string().describe('Why there is no bill yet; else empty.'),
    subTotal: moneyAnswer(),
    totalGst: moneyAnswer(),
    grandTotal: moneyAnswer(),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  })
  .meta({ id: 'InwardSummary' });

export const inwardRecord = inwardSummaryRecord
  .extend({ rawMaterials: z.array(inwardLineRecord) })
  .meta({ id: 'Inward' });
const inwardRecordWithBill = inwardRecord
  .extend({
    activeContent: activeContent(),
    billAttachment: z.string().nullable().describe('The bill as a data URL.'),
  })
  .meta({ id: 'InwardWithBill' });

const savedInward = inwardRecord.extend({ warnings }).meta({ id: 'SavedInward' });

/** As a row of GET /inward/get-all-with-rawmaterials, on the wire. */
export type InwardRecord = z.input<typeof inwardRecord>;

/** Whether an inward is still to be paid: not paid or pending. */
export function isUnpaid({ status }: Pick<InwardRecord, 'status'>): boolean {
  return status !== 'paid';
}

const inwardSort = ['inwardId', 'supplierName', 'invoiceNumber', 'inwardDate', 'status', 'grandTotal'] as const;

/** Inwards can be narrowed by these; the totals are of the same. */
const inwardQuery = listQuery(inwardSort).extend({
  isPaid: choiceFilter(
    z.enum(['true', 'false'], { error: 'isPaid must be true or false.' }),
    'Payment',
    { false: 'Unpaid (not paid or pending)', true: 'Paid' },
    'Paid, or all others: not paid and pending.',
  ),
  status: choiceFilter(
    z.enum(inwardStatuses, { error: `status must be one of: ${inwardStatuses.join(', ')}.` }),
    inwardLabels.status,
    inwardStatusLabels,
  ),
  inwardDateFrom: daysFilter(firstDay('inwardDateFrom'), inwardLabels.inwardDate, 'inwardDateTo'),
  inwardDateTo: lastDay('inwardDateTo'),
  hasBill: choiceFilter(z.enum(['true', 'false'], { error: 'hasBill must be true or false.' }), inwardLabels.bill, {
    true: 'With a bill',
    false: 'Bill missing',
  }),
  supplierId: recordFilter('supplierId', 'suppliers', inwardLabels.supplierId),
  rawMaterialId: recordFilter('rawMaterialId', 'materials', inwardLabels.rawMaterials, { isFurther: true }),
  grandTotalFrom: amountsFilter(rangeAmount('grandTotalFrom'), 'Total', 'grandTotalTo'),
  grandTotalTo: rangeAmount('grandTotalTo'),
});

const inwardTotals = z
  .object({
    count: z.int(),
    subTotal: moneyAnswer(),
    totalGst: moneyAnswer(),
    grandTotal: moneyAnswer(),
    notPaid: moneyAnswer().describe('Grand totals of those that are not paid.'),
  })
  .meta({ id: 'InwardTotals' });
export type InwardTotals = z.input<typeof inwardTotals>;

export const inwardEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/inward',
    access: ['inward', 'view'],
    query: inwardQuery,
    answer: z.array(inwardSummaryRecord),
  }),
  totals: endpoint({
    method: 'GET',
    path: '/inward/totals',
    access: ['inward', 'view'],
    query: inwardQuery.omit({ page: true, pageSize: true, sort: true, order: true }),
    answer: inwardTotals,
  }),
  listWithLines: endpoint({
    method: 'GET',
    path: listPaths.inward,
    access: ['inward', 'view'],
    query: inwardQuery,
    answer: z.array(inwardRecord),
  }),
  get: endpoint({
    method: 'GET',
    path: '/inward/:id',
    access: ['inward', 'view'],
    params: idParams,
    answer: inwardRecordWithBill,
  }),
  bill: fileRead('/inward/:id/bill', 'inward', 'bill'),
  lastPrice: endpoint({
    method: 'GET',
    path: '/materials/:id/last-price',
    access: ['inward', 'view'],
    params: idParams,
    query: z.object({
      exceptId,
      until: calendarDate('until must be a date.').optional().describe('The last invoice date that is compared with.'),
    }),
    answer: z.object({ pricePerUnit: moneyAnswer().nullable(), quantity: quantityAnswer().nullable() }),
  }),
  invoiceNumberUse: endpoint({
    method: 'GET',
    path: '/inward/invoice-number-use',
    access: ['inward', 'view'],
    query: z.object({
      supplierId: withExample(queryId(inwardTexts.supplierRequired), 1),
      invoiceNumber: withExample(
        requiredName(limits.code, inwardTexts.invoiceNumberRequired),
        inwardExample.invoiceNumber,
      ),
      exceptId,
    }),
    answer: z.object({
      inward: z.object({ inwardId: z.int(), inwardDate: dateAnswer() }).nullable(),
    }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/inward',
    access: ['inward', 'create'],
    body: inwardCreateBody,
    betweenFields: billFaults,
    pastDates: ['inwardDate'],
    answer: savedInward,
    errors: ['conflict'],
  }),
  update: endpoint({
    method: 'PUT',
    path: '/inward/:id',
    access: ['inward', 'update'],
    params: idParams,
    body: inwardUpdateBody,
    pastDates: ['inwardDate'],
    answer: savedInward,
    errors: ['conflict'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/inward/:id',
    access: ['inward', 'delete'],
    params: idParams,
    answer: messageAnswer,
    errors: ['conflict'],
  }),
};
