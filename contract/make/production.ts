/** The specification's calls on productions: each is one input of a run (docs/domain.md, Production). */
import { referenceTexts, unknownTexts } from '../stock/referenceTexts.ts';
import { productionStatuses } from '../documentStatus.ts';
import { z } from 'zod';
import { calendarDate } from '../core/values/dates.ts';
import { endpoint, idParams, messageAnswer } from '../core/endpoint.ts';
import {
  dateAnswer,
  exceptId,
  limits,
  quantity,
  quantityAnswer,
  reference,
  seenUpdatedAt,
  withExample,
} from '../core/fields.ts';
import { listOf } from '../core/values/listOf.ts';
import { listQuery } from '../core/lists.ts';
import { listPaths } from '../kinds.ts';
import { ofItOnHold } from '../stock/items/materialStock.ts';
import { changeTexts, fieldTexts } from '../core/sharedTexts.ts';
import { warnings } from '../stock/warnings/warnings.ts';

/** Specification §5 and §8, Production. */
export const productionTexts = {
  lineRequired: 'Please fill all required fields for each raw material.',
  required: 'Please fill all required fields',
  exceedsBalance: (material: string) => `Quantity for ${material} exceeds available balance!`,
  exceedsBalanceInline: (available: number) => `Quantity exceeds available balance! Max: ${available}`,
  /** After both, where less can be used than the balance. */
  lessThanBalance: (balance: string, held: string) => `Available ${balance}, ${ofItOnHold(held)}.`,
  materialRequired: referenceTexts.materialRequired,
  materialUnknown: unknownTexts.rawMaterial,
  quantityInvalid: fieldTexts.quantityInvalid,
  belowMinimum: (material: string, least: string) =>
    `Quantity for ${material} is below ${least}, its smallest quantity for production.`,
  belowMinimumInline: (least: string) => `Quantity must be at least ${least}.`,
  dateRequired: 'Choose a valid production date.',
  statusInvalid: 'Choose a status.',
  addFailed: 'Error adding production. Please try again.',
  addManyFailed: 'Error adding productions. Please try again.',
  added: 'Production added successfully!',
  updated: 'Production updated successfully!',
  deleted: 'Production deleted successfully!',
  confirmDelete: 'Are you sure you want to delete this production?',
  updateFailed: 'Error updating production. Please try again.',
  deleteFailed: 'Error deleting production. Please try again.',
  /** Beside a lot that was received after the day of the production. */
  beforeReceipt: 'which came in later',
  noStock: 'No stock data available',
  /** The status of a day of which the runs differ: 'In progress (1 of 2)'. */
  someOf: (status: string, count: number, all: number) => `${status} (${count} of ${all})`,
  notFound: 'Production not found or already deleted.',
} as const;

/** Field labels, on the form and in the history. */
export const productionLabels = {
  rawMaterialId: 'Raw material',
  quantity: 'Quantity',
  productionDate: 'Production date',
  status: 'Status',
} as const;

const productionFields = {
  rawMaterialId: reference(productionTexts.materialRequired),
  quantity: quantity(productionTexts.quantityInvalid),
  productionDate: calendarDate(productionTexts.dateRequired),
  status: z.enum(productionStatuses, { error: productionTexts.statusInvalid }),
};

const productionExample = {
  rawMaterialId: 1,
  quantity: 2.5,
  productionDate: '2026-11-20',
  status: 'in_progress',
} as const;

const newProduction = { ...productionFields, status: productionFields.status.default('in_progress') };
export const productionBody = withExample(z.object(newProduction), productionExample);
export const productionUpdateBody = withExample(
  z.object({
    ...productionFields,
    status: productionFields.status.optional().describe(changeTexts.keepsStored),
    productionId: z.int().positive().optional(),
    updatedAt: seenUpdatedAt,
  }),
  { ...productionExample, quantity: 3, status: 'completed' },
);
const productionManyBody = withExample(
  listOf(z.object(newProduction), { max: limits.lines, missing: productionTexts.required }),
  [productionExample, { ...productionExample, rawMaterialId: 2, quantity: 1.25 }],
);

export const productionRecord = z
  .object({
    productionId: z.int(),
    runId: z.int().describe('The production run that it is an input of; those of one create-multiple share it.'),
    rawMaterialId: z.int(),
    rawMaterialName: z.string(),
    unit: z.string(),
    quantity: quantityAnswer(),
    productionDate: dateAnswer(),
    status: z.enum(productionStatuses),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  })
  .meta({ id: 'Production' });

/** A lot that a production consumed, with the quantity. */
export const productionLotRecord = z
  .object({
    lotId: z.int(),
    lotCode: z.string(),
    inwardId: z.int().nullable().describe('null where it came in otherwise: opening stock, or what a count found.'),
    invoiceNumber: z.string().nullable(),
    supplierName: z.string().nullable(),
    inwardDate: dateAnswer().describe('Day of its receipt.'),
    quantity: quantityAnswer(),
    beforeReceipt: z.boolean().describe('Whether it was consumed on a day before the receipt of the lot.'),
  })
  .meta({ id: 'ProductionLot' });

const productionRecordWithLots = productionRecord
  .extend({ lots: z.array(productionLotRecord) })
  .meta({ id: 'ProductionWithLots' });
const savedProduction = productionRecord.extend({ warnings }).meta({ id: 'SavedProduction' });

/** As a row of GET /Production, on the wire. */
export type ProductionRecord = z.input<typeof productionRecord>;

export const productionReportRow = z
  .object({
    // Spelt as in specification §3.
    rawmaterialID: z.int(),
    productionDate: dateAnswer(),
    quantity: quantityAnswer(),
    status: z.enum(productionStatuses),
  })
  .meta({ id: 'ProductionReportRow' });

/** A date with all its consumption; the status is that of the date's first report. */
export const productionDayRow = z
  .object({
    productionDate: dateAnswer(),
    status: z.enum(productionStatuses),
    runs: z.int().describe('The production runs of the date.'),
    runsInProgress: z.int().describe('Those of them of which a report of the date is in progress.'),
    rawMaterials: z.array(z.object({ rawmaterialID: z.int(), quantity: quantityAnswer() })),
  })
  .meta({ id: 'ProductionDay' });

/** A row of GET /Production/report/days, on the wire. */
export type ProductionDayRow = z.input<typeof productionDayRow>;

const productionSort = ['productionId', 'rawMaterialName', 'quantity', 'productionDate', 'status'] as const;
const reportSort = ['productionDate'] as const;

export const productionEndpoints = {
  list: endpoint({
    method: 'GET',
    path: listPaths.production,
    access: ['production', 'view'],
    query: listQuery(productionSort),
    answer: z.array(productionRecord),
  }),
  lastQuantity: endpoint({
    method: 'GET',
    path: '/materials/:id/last-quantity',
    access: ['production', 'view'],
    params: idParams,
    query: z.object({ exceptId }),
    answer: z.object({ quantity: quantityAnswer().nullable() }),
  }),
  report: endpoint({
    method: 'GET',
    path: '/Production/report',
    access: ['production', 'view'],
    query: listQuery(reportSort),
    answer: z.array(productionReportRow),
  }),
  reportDays: endpoint({
    method: 'GET',
    path: '/Production/report/days',
    access: ['production', 'view'],
    query: listQuery(reportSort),
    answer: z.array(productionDayRow),
  }),
  get: endpoint({
    method: 'GET',
    path: '/Production/:id',
    access: ['production', 'view'],
    params: idParams,
    answer: productionRecordWithLots,
  }),
  create: endpoint({
    method: 'POST',
    path: '/Production',
    access: ['production', 'create'],
    body: productionBody,
    pastDates: ['productionDate'],
    answer: savedProduction,
    errors: ['conflict'],
  }),
  createMany: endpoint({
    method: 'POST',
    path: '/Production/create-multiple',
    access: ['production', 'create'],
    body: productionManyBody,
    pastDates: ['productionDate'],
    answer: z.array(savedProduction),
    errors: ['conflict'],
  }),
  update: endpoint({
    method: 'PUT',
    path: '/Production/:id',
    access: ['production', 'update'],
    params: idParams,
    body: productionUpdateBody,
    pastDates: ['productionDate'],
    answer: savedProduction,
    errors: ['conflict'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/Production/:id',
    access: ['production', 'delete'],
    params: idParams,
    answer: messageAnswer,
    errors: ['conflict'],
  }),
};
