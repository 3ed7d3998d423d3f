/** Finished goods: batches of products, with their numbers, dates and status (docs/domain.md, Production). */
import { schemeClaim } from '../stock/claims/schemes.ts';
import { batchNumberField } from '../stock/lots/batchNumber.ts';
import { z } from 'zod';
import { areValid } from '../core/betweenFields.ts';
import { optionalDate } from '../core/values/dates.ts';
import { endpoint, recordEndpoints } from '../core/endpoint.ts';
import {
  bodyId,
  dateAnswer,
  exceptId,
  quantity,
  quantityAnswer,
  reference,
  seenUpdatedAt,
  withExample,
} from '../core/fields.ts';
import { choiceFilter, daysFilter, recordFilter } from '../core/filters.ts';
import { firstDay, lastDay } from '../core/lists.ts';
import { finishedGoods } from '../kinds.ts';
import { unknownTexts } from '../stock/referenceTexts.ts';
import type { LotState } from '../stock/stock.ts';

const thisBatch = (state: LotState) => `This batch is ${state === 'recalled' ? 'recalled' : 'on hold'}`;

/** Specification §5 and §8, Finished good. */
export const goodTexts = {
  productRequired: 'Please select a valid product.',
  productUnknown: unknownTexts.product,
  batchUsed: (batchNumber: string) => `Batch number "${batchNumber}" is already used!`,
  batchUsedInline: 'Batch number already used!',
  quantityInvalid: 'Please enter a valid quantity.',
  statusInvalid: 'Choose a status.',
  dateInvalid: 'Choose a valid date.',
  readsExpired: 'Shown as expired: the expiry date is past.',
  expiryBeforeManufacture: 'The expiry date is before the manufacture date.',
  title: 'Finished Goods',
  notLoaded: 'The batch could not be loaded.',
  noRun: 'What went into this batch is not recorded.',
  giveRun: 'Link to a run',
  numberFixed: 'The batch number can no longer be changed: something has left this batch.',
  dispatched: 'This batch reads as sold, since all of it was dispatched. Change its dispatches, or make more of it.',
  held: (state: LotState) => `${thisBatch(state)}: it cannot be sold.`,
  alsoMade: 'Into the whole production, which also made',
  productFixed: (state: LotState) => `${thisBatch(state)}: its product cannot be changed.`,
  added: 'Finished good added successfully!',
  updated: 'Finished good updated successfully!',
  deleted: 'Finished good deleted successfully!',
  confirmDelete: 'Are you sure you want to delete this finished good?',
  validationError: 'Validation Error:',
  error: (message: string) => `Error: ${message}`,
  saveFailed: 'Failed to save finished good. Check console for details.',
  deleteFailed: 'Failed to delete finished good. Please try again.',
  searchPlaceholder: 'Search batch number, product or status',
  empty: 'No finished goods found.',
  notFound: 'Finished good not found or already deleted.',
} as const;

/** Field labels, on the form and in the history. */
export const goodLabels = {
  productId: 'Product',
  batchNumber: 'Batch number',
  quantity: 'Quantity',
  status: 'Status',
  manufactureDate: 'Manufacture date',
  expiryDate: 'Expiry date',
} as const;

export const goodStatusLabels = { available: 'Available', sold: 'Sold', expired: 'Expired' } as const;
export const goodStatuses = ['available', 'sold', 'expired'] as const;
export type GoodStatus = (typeof goodStatuses)[number];

/** In thousandths: 1 unit, and 9 million, so that sums over a product's batches stay exact. */
const MIN_QUANTITY = 1000;
const MAX_QUANTITY = 9_000_000_000;

/** The quantity of a batch. */
export const goodQuantity = quantity(goodTexts.quantityInvalid, { min: MIN_QUANTITY, max: MAX_QUANTITY });

interface BatchDates {
  manufactureDate: string | null;
  expiryDate: string | null;
}

/** Whether a batch expires no earlier than it was manufactured, as far as both days are known. */
export function isManufacturedFirst({ manufactureDate, expiryDate }: BatchDates): boolean {
  return manufactureDate === null || expiryDate === null || manufactureDate <= expiryDate;
}

/** The refinement of `isManufacturedFirst`, beside the other faults of a batch. */
export const manufacturedFirst = {
  error: goodTexts.expiryBeforeManufacture,
  path: ['expiryDate'],
  when: areValid('manufactureDate', 'expiryDate'),
};

/** The bodies of create and update: they differ in whether the status is required. */
function goodSchema<Status extends z.ZodType<GoodStatus>>(status: Status) {
  return z
    .object({
      finishedGoodId: bodyId,
      productId: reference(goodTexts.productRequired),
      batchNumber: batchNumberField,
      quantity: goodQuantity,
      status,
      manufactureDate: optionalDate(goodTexts.dateInvalid),
      expiryDate: optionalDate(goodTexts.dateInvalid),
      updatedAt: seenUpdatedAt,
    })
    .refine(isManufacturedFirst, manufacturedFirst);
}

const status = z.enum(goodStatuses, { error: goodTexts.statusInvalid });
const goodExample = {
  productId: 1,
  batchNumber: 'TRY-001',
  quantity: 120,
  status: 'available',
  manufactureDate: '2026-11-20',
  expiryDate: '2027-11-19',
} as const;

export const goodBody = withExample(goodSchema(status.default('available')), goodExample);
export const goodUpdateBody = withExample(goodSchema(status), goodExample);

export const goodRecord = z
  .object({
    finishedGoodId: z.int(),
    productId: z.int(),
    productName: z.string(),
    unit: z.string(),
    batchNumber: z.string(),
    quantity: quantityAnswer().describe('Quantity produced.'),
    leftQty: quantityAnswer().describe('Quantity on hand.'),
    lotId: z.int(),
    runId: z.int().nullable().describe('The run that made it, where that is known.'),
    status: z.enum(goodStatuses),
    manufactureDate: dateAnswer().nullable(),
    expiryDate: dateAnswer().nullable(),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  })
  .meta({ id: 'FinishedGood' });

/** A finished good on the wire. */
export type GoodRecord = z.input<typeof goodRecord>;

export const goodSort = [
  'batchNumber',
  'finishedGoodId',
  'productName',
  'quantity',
  'status',
  'manufactureDate',
  'expiryDate',
] as const;

const goodFilters = {
  status: choiceFilter(z.enum(goodStatuses, { error: goodTexts.statusInvalid }), goodLabels.status, goodStatusLabels),
  productId: recordFilter('productId', 'products', goodLabels.productId),
  manufactureDateFrom: daysFilter(firstDay('manufactureDateFrom'), goodLabels.manufactureDate, 'manufactureDateTo'),
  manufactureDateTo: lastDay('manufactureDateTo'),
  expiryDateFrom: daysFilter(firstDay('expiryDateFrom'), goodLabels.expiryDate, 'expiryDateTo', 'coming'),
  expiryDateTo: lastDay('expiryDateTo'),
};

const calls = recordEndpoints(
  finishedGoods,
  { create: goodBody, update: goodUpdateBody },
  goodRecord,
  goodSort,
  {
    create: ['conflict'],
    remove: ['conflict'],
    pastDates: ['manufactureDate'],
  },
  goodFilters,
);

const goodWithClaims = goodRecord
  .extend({ claims: z.array(schemeClaim).describe('As of its lot.') })
  .meta({ id: 'FinishedGoodWithClaims' });

export const goodEndpoints = {
  ...calls,
  get: { ...calls.get, answer: goodWithClaims },
  batchNumberUse: endpoint({
    method: 'GET',
    path: '/goods/batch-number-use',
    access: ['goods', 'view'],
    query: z.object({
      batchNumber: withExample(batchNumberField, 'TRY-001'),
      exceptId,
    }),
    answer: z.object({
      used: z.boolean(),
      batch: z
        .object({ finishedGoodId: z.int(), productId: z.int(), runId: z.int().nullable() })
        .nullable()
        .describe('The finished good that has the number.'),
    }),
  }),
  perProduct: endpoint({
    method: 'GET',
    path: '/goods/per-product',
    access: ['goods', 'view'],
    answer: z.array(
      z.object({
        productId: z.int(),
        productName: z.string(),
        unit: z.string(),
        available: quantityAnswer().describe('In stock and not expired: batches, opening stock and returns.'),
        sold: quantityAnswer().describe('Dispatched, without what buyers returned.'),
        expired: quantityAnswer().describe('In stock past its expiry date.'),
      }),
    ),
  }),
};
