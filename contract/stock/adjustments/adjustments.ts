/** Adjustments: opening stock, counts, write-offs and returns (docs/domain.md, Documents). */
import {
  adjustmentKindLabels,
  adjustmentKinds,
  adjustmentStateLabels,
  adjustmentStates,
} from '../../documentStatus.ts';
import { z } from 'zod';
import { areValid } from '../../core/betweenFields.ts';
import { claimTexts } from '../claims/claims.ts';
import { calendarDate, optionalDate } from '../../core/values/dates.ts';
import { endpoint, idParams, messageAnswer, recordEndpoints } from '../../core/endpoint.ts';
import {
  bodyId,
  dateAnswer,
  limits,
  money,
  moneyAnswer,
  optionalText,
  quantity,
  quantityAnswer,
  queryId,
  reference,
  seenUpdatedAt,
  withExample,
} from '../../core/fields.ts';
import { choiceFilter, daysFilter, recordFilter } from '../../core/filters.ts';
import { itemAnswer, itemReference } from '../items/itemReferences.ts';
import { listOf } from '../../core/values/listOf.ts';
import { firstDay, lastDay } from '../../core/lists.ts';
import { isKeptTotal } from '../../core/values/numbers.ts';
import { kinds } from '../../kinds.ts';
import { changeTexts } from '../../core/sharedTexts.ts';
import { claims } from '../stock.ts';
import { adjustmentLabels, adjustmentTexts } from './adjustmentTexts.ts';

/** The kinds that are recorded with a form of lines; a count has its sheet. */
export const formKinds = ['writeOff', 'opening', 'supplierReturn', 'buyerReturn'] as const;
export type FormKind = (typeof formKinds)[number];

/** Which of these a kind requires stands in adjustmentFaults.ts. */
const line = z
  .object({
    lotId: bodyId,
    dispatchLineId: bodyId.describe('Line of the dispatch that came back, for a return from a buyer.'),
    ...itemReference(adjustmentTexts.itemRequired),
    quantity: quantity(adjustmentTexts.quantityInvalid, { min: 0 }).describe(
      'Quantity moved, or for a count the counted one, where 0 means none. Units, at most 3 decimals.',
    ),
    code: optionalText(limits.code).describe('Code of a new lot; without one Godown proposes it.'),
    claim: z
      .enum(claims, { error: claimTexts.claimInvalid })
      .nullish()
      .describe(`Claim of opening stock. ${changeTexts.keepsStored} Null keeps it, too.`),
    supplierId: reference(adjustmentTexts.supplierRequired)
      .nullish()
      .describe(`Supplier of opening stock; null where unknown. ${changeTexts.keepsStored}`),
    expiresOn: optionalDate(adjustmentTexts.expiryInvalid),
    pricePerUnit: money(adjustmentTexts.priceInvalid)
      .nullish()
      .transform((paise) => paise ?? null),
    reason: optionalText(limits.name),
  })
  .refine(({ quantity: units, pricePerUnit }) => isKeptTotal(units, pricePerUnit ?? 0), {
    error: adjustmentTexts.valueTooLarge,
    path: ['quantity'],
    when: areValid('quantity', 'pricePerUnit'),
  });

/** A count may have a line for each lot. */
export const MAX_ADJUSTMENT_LINES = 2000;

const countFields = {
  date: calendarDate(adjustmentTexts.dateRequired),
  reason: optionalText(limits.address),
  lines: listOf(line, { max: MAX_ADJUSTMENT_LINES, missing: adjustmentTexts.linesRequired }),
};

const adjustmentFields = {
  ...countFields,
  kind: z.enum(adjustmentKinds, { error: adjustmentTexts.kindInvalid }),
  supplierId: reference(adjustmentTexts.supplierRequired)
    .nullish()
    .transform((id) => id ?? null),
};

const adjustmentExample = {
  kind: 'opening',
  date: '2026-11-20',
  reason: 'Stock when Godown was begun',
  lines: [{ rawMaterialId: 3, quantity: 12.5, expiresOn: '2027-11-19', pricePerUnit: 118.5 }],
} as const;

const example = { ...adjustmentExample, lines: [...adjustmentExample.lines] };

export const adjustmentBody = withExample(z.object(adjustmentFields), example);
const adjustmentUpdateBody = withExample(
  z.object({ ...adjustmentFields, adjustmentId: bodyId, updatedAt: seenUpdatedAt }),
  example,
);

export const adjustmentLineRecord = z.object({
  adjustmentLineId: z.int(),
  lotId: z.int(),
  lotCode: z.string(),
  ...itemAnswer,
  expiresOn: dateAnswer().nullable(),
  quantity: quantityAnswer().describe('Quantity moved, or for a count the counted one.'),
  ledgerQuantity: quantityAnswer()
    .nullable()
    .describe('For a count: the quantity in the ledger at the end of the counted day, as of its recording.'),
  pricePerUnit: moneyAnswer().nullable().describe('Price of opening stock.'),
  claim: z.enum(claims).nullable().describe('Claim of opening stock as entered; null where none was.'),
  supplierId: z.int().nullable().describe('Supplier of opening stock.'),
  supplierName: z.string().nullable(),
  dispatchLineId: z.int().nullable().describe('Line of the dispatch that came back, for a return from a buyer.'),
  dispatchId: z.int().nullable(),
  dispatchNumber: z.string().nullable().describe('Its invoice number.'),
  buyerId: z.int().nullable(),
  buyerName: z.string().nullable(),
  reason: z.string(),
  value: moneyAnswer()
    .nullable()
    .describe(
      'Opening stock at its price; a surplus (above zero) or loss (below zero) of a count, and a write-off (below zero), at ' +
        'the cost of the lot. Null where that is unknown, and for returns.',
    ),
});

/** The reasons for which a counted line is beyond the tolerance of its item. */
const beyondTolerances = ['difference', 'counts', 'notRecorded'] as const;
export type BeyondTolerance = (typeof beyondTolerances)[number];

export const waitingLineRecord = z.object({
  lotId: z.int().nullable().describe('Null for a lot that was not recorded.'),
  lotCode: z.string(),
  ...itemAnswer,
  expiresOn: dateAnswer().nullable(),
  quantity: quantityAnswer().describe('Counted quantity.'),
  ledgerQuantity: quantityAnswer().describe(
    'Quantity in the ledger at the end of the counted day, when it was counted.',
  ),
  tolerancePercent: quantityAnswer().nullable().describe('Tolerance of its item today; null without one.'),
  beyond: z
    .enum(beyondTolerances)
    .nullable()
    .describe(
      'Why it waits: its difference, or the counts of its lot together, are beyond the tolerance, or the lot was not recorded; null where none is.',
    ),
  reason: z.string(),
});

export const adjustmentRecord = z
  .object({
    adjustmentId: z.int(),
    kind: z.enum(adjustmentKinds),
    state: z.enum(adjustmentStates).describe('A count that waits for the office has moved nothing yet.'),
    countedBy: z
      .string()
      .nullable()
      .describe('The person who counted, for a count that waits for the office or waited.'),
    countedById: z.int().nullable().describe('Their id: they may discard the count while it waits.'),
    date: dateAnswer(),
    reason: z.string(),
    supplierId: z.int().nullable(),
    supplierName: z.string().nullable(),
    lines: z.array(adjustmentLineRecord),
    waitingLines: z
      .array(waitingLineRecord)
      .describe('Lines of a count that waits; it has no others until it is posted.'),
    value: moneyAnswer().nullable().describe('Sum of the lines whose value is known; null where there is none.'),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  })
  .meta({ id: 'Adjustment' });

/** An adjustment on the wire. */
export type AdjustmentRecord = z.input<typeof adjustmentRecord>;

const adjustmentTotals = z
  .object({
    count: z.int(),
    value: moneyAnswer().nullable().describe('Value of the opening stock among them whose price was entered.'),
    adjustedValue: moneyAnswer()
      .nullable()
      .describe(
        'Value of the counts and write-offs among them, for lots whose cost is known: below zero where losses exceed surpluses.',
      ),
  })
  .meta({ id: 'AdjustmentTotals' });
export type AdjustmentTotals = z.input<typeof adjustmentTotals>;

const row = kinds.adjustments;
const calls = recordEndpoints(
  row,
  { create: adjustmentBody, update: adjustmentUpdateBody },
  adjustmentRecord,
  ['adjustmentId', 'date', 'kind'],
  { create: ['conflict'], remove: ['conflict'], pastDates: ['date'] },
  {
    kind: choiceFilter(
      z.enum(adjustmentKinds, { error: adjustmentTexts.kindInvalid }),
      adjustmentLabels.kind,
      adjustmentKindLabels,
    ),
    state: choiceFilter(
      z.enum(adjustmentStates, { error: adjustmentTexts.stateInvalid }),
      adjustmentLabels.state,
      adjustmentStateLabels,
    ),
    dateFrom: daysFilter(firstDay('dateFrom'), adjustmentLabels.date, 'dateTo'),
    dateTo: lastDay('dateTo'),
    itemId: recordFilter('itemId', 'items', 'Item'),
    lotId: queryId('lotId must be an id.').optional(),
  },
);

export const adjustmentEndpoints = {
  ...calls,
  totals: endpoint({
    method: 'GET',
    path: `${row.apiPath}/totals`,
    access: ['adjustments', 'view'],
    query: calls.list.query.omit({ page: true, pageSize: true, sort: true, order: true }),
    answer: adjustmentTotals,
  }),
};

const countBody = withExample(z.object(countFields), {
  date: '2026-11-20',
  lines: [
    { lotId: 12, quantity: 84.5, reason: 'Moisture' },
    { rawMaterialId: 3, quantity: 2, code: 'SHELF-2' },
  ],
});

/** Counts by everyone: those of the office are posted, one of a user beyond tolerance waits. */
export const countEndpoints = {
  create: endpoint({
    method: 'POST',
    path: '/counts',
    access: ['counts', 'create'],
    body: countBody,
    pastDates: ['date'],
    answer: adjustmentRecord,
    errors: ['conflict'],
  }),
  discard: endpoint({
    method: 'DELETE',
    path: '/counts/:id',
    access: ['counts', 'create'],
    params: idParams,
    answer: messageAnswer,
    errors: ['conflict'],
  }),
};
