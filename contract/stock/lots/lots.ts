/** Lots on the wire: fields, list and calls (docs/domain.md, Lots). */
import { z } from 'zod';
import { changedDate } from '../../core/values/dates.ts';
import { endpoint, idParams } from '../../core/endpoint.ts';
import {
  bodyId,
  changedText,
  dateAnswer,
  limits,
  moneyAnswer,
  quantityAnswer,
  requiredName,
  seenUpdatedAt,
  withExample,
} from '../../core/fields.ts';
import { choiceFilter, daysFilter, recordFilter, stockFilter } from '../../core/filters.ts';
import { firstDay, lastDay, listQuery, rangeDay } from '../../core/lists.ts';
import { changeTexts, fieldTexts } from '../../core/sharedTexts.ts';
import { listPaths, documentKinds } from '../../kinds.ts';
import { claimLabels, claimTexts } from '../claims/claims.ts';
import { lotLabels, lotOriginLabels, lotStateLabels, lotTexts } from './lotTexts.ts';
import { marketAccess } from '../claims/marketAccess.ts';
import { schemeClaim } from '../claims/schemes.ts';
import { lotCover } from '../claims/transactionCertificateCover.ts';
import { claims, itemParts, lotOrigins, lotStates, movementKinds } from '../stock.ts';

const lotBody = withExample(
  z.object({
    lotId: bodyId,
    code: requiredName(limits.code, lotTexts.codeRequired).optional().describe(changeTexts.keepsStored),
    supplierLotNumber: changedText(limits.code).describe(changeTexts.keepsStored),
    expiresOn: changedDate(lotTexts.expiryInvalid).describe(changeTexts.keepsStored),
    claim: z
      .enum(claims, { error: claimTexts.claimInvalid })
      .optional()
      .describe(`${changeTexts.keepsStored} For a produced lot, at most the claim that its inputs allow.`),
    updatedAt: seenUpdatedAt,
  }),
  { supplierLotNumber: 'W-118', expiresOn: '2028-03-31' },
);

const reasonBody = withExample(z.object({ reason: requiredName(limits.address, fieldTexts.reasonRequired) }), {
  reason: 'Moisture above 10 %; sample sent to the laboratory',
});

const documentRecord = z.object({
  kind: z.enum(documentKinds),
  id: z.int(),
  label: z.string().describe('Name as people use it: the number of an invoice or a batch, the day of a production.'),
});

/** Bounds the search for a lot with a known cost among an item's newest lots. */
export const NEWEST_LOTS = 3;

export const lotRecord = z
  .object({
    lotId: z.int(),
    itemId: z.int(),
    rawMaterialId: z.int().nullable(),
    productId: z.int().nullable(),
    itemName: z.string(),
    unit: z.string(),
    gtin: z.string().describe('GTIN of its product; empty where it has none.'),
    code: z.string(),
    supplierLotNumber: z.string(),
    origin: z.enum(lotOrigins),
    originDocument: documentRecord.nullable(),
    finishedGoodId: z.int().nullable(),
    parentLotId: z.int().nullable().describe('For a return from a buyer: the lot that it is a part of.'),
    supplierId: z.int().nullable(),
    supplierName: z.string().nullable(),
    madeOrReceivedOn: dateAnswer().describe(
      'Day of entry for a batch without a date of manufacture and without a run.',
    ),
    madeOn: dateAnswer()
      .nullable()
      .describe('The date of manufacture of a batch, else that of its run; null where neither was entered.'),
    expiresOn: dateAnswer().nullable(),
    claim: z
      .enum(claims)
      .describe('The best of what its schemes allow, as entered or, for a produced lot, computed from its inputs.'),
    claims: z
      .array(schemeClaim)
      .describe('Claims that certificates prove, by scheme; for a produced lot, also those of your own.'),
    certificateId: z.int().nullable().describe('The certificate that covers it on the day of its receipt.'),
    certificateNumber: z.string().nullable(),
    overrideReason: z.string().describe('Why it was received as organic without a certificate.'),
    organicPercent: quantityAnswer()
      .nullable()
      .describe(
        'Share of the ingredients without water and salt, by mass, rounded down to one decimal; null where unknown.',
      ),
    state: z.enum(lotStates),
    stateReason: z.string(),
    quantityIn: quantityAnswer(),
    onHandQty: quantityAnswer(),
    pricePerUnit: moneyAnswer()
      .nullable()
      .describe('Cost of one unit in rupees; for a produced lot, computed from its inputs. Null where unknown.'),
    value: moneyAnswer().nullable().describe('Value of the quantity on hand at that price.'),
    isProvisional: z
      .boolean()
      .describe('Whether the price may still change, since a run that it came from is in progress.'),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  })
  .meta({ id: 'Lot' });

/** A lot on the wire. */
export type LotRecord = z.input<typeof lotRecord>;

export const lotMovementRecord = z
  .object({
    movementId: z.int(),
    kind: z.enum(movementKinds),
    quantity: quantityAnswer().describe('Above 0 into the lot, below 0 out of it.'),
    occurredOn: dateAnswer(),
    document: documentRecord,
    reversesId: z.int().nullable().describe('The movement that this one takes back.'),
    reversed: z.boolean().describe('Whether another movement takes it back.'),
    recordedAt: z.iso.datetime(),
    recordedBy: z.string(),
  })
  .meta({ id: 'LotMovement' });

const wentTo = z.object({
  kind: z.enum(movementKinds),
  document: documentRecord,
  quantity: quantityAnswer(),
  made: z
    .array(z.object({ finishedGoodId: z.int(), batchNumber: z.string(), productName: z.string() }))
    .describe('Batches that a run produced; empty for other documents.'),
});

const organicShare = z.object({
  organicGrams: quantityAnswer(),
  totalGrams: quantityAnswer().describe('Mass of the ingredients without water and salt.'),
  leftOut: z.array(z.object({ itemName: z.string(), part: z.enum(itemParts), grams: quantityAnswer() })),
  withoutGrams: z.array(z.string()).describe('Ingredients without grams per unit, or the item of the lot itself.'),
  isBeyondMass: z.boolean().describe('Whether the outputs up to this one exceed what went in: then it has no claim.'),
});

const lotWithMovements = lotRecord
  .extend({
    movements: z.array(lotMovementRecord),
    isOfRunInProgress: z.boolean().describe('Whether a run that is still in progress made it.'),
    wentTo: z.array(wentTo).describe('Net quantity that each document took out of it, the last one first.'),
    held: z
      .object({
        at: z.iso.datetime(),
        by: z.string(),
        recallId: z.int().nullable().describe('The newest recall that keeps it recalled, also one that was closed.'),
      })
      .nullable()
      .describe('Since when it is on hold or recalled, and by whom; null where it is not.'),
    transactionCertificates: z
      .array(lotCover)
      .describe('Transaction certificates of its purchase and of its dispatches.'),
    organicShare: organicShare.nullable().describe('Computation of the percentage, for a lot that a run produced.'),
  })
  .meta({ id: 'LotWithMovements' });

/** A lot with its movements, on the wire. */
export type LotWithMovements = z.input<typeof lotWithMovements>;

const lotSort = ['lotId', 'itemName', 'code', 'madeOrReceivedOn', 'expiresOn', 'onHandQty'] as const;

const lotQuery = listQuery(lotSort).extend({
  state: choiceFilter(
    z.enum(lotStates, { error: `state must be one of: ${lotStates.join(', ')}.` }),
    lotLabels.state,
    lotStateLabels,
  ),
  hasStock: stockFilter('Only lots of which something is on hand, or only those that are empty.'),
  origin: choiceFilter(
    z.enum(lotOrigins, { error: `origin must be one of: ${lotOrigins.join(', ')}.` }),
    'Origin',
    lotOriginLabels,
  ),
  claim: choiceFilter(
    z.enum(claims, { error: claimTexts.claimInvalid }),
    'Claim as entered',
    claimLabels,
    'The claim as entered: of a received lot on its receipt (none is conventional), of a batch by hand. The current claim of a lot is computed on reading, so this does not find a batch without an entered claim.',
  ),
  itemId: recordFilter('itemId', 'items', 'Item'),
  supplierId: recordFilter('supplierId', 'suppliers', 'Supplier'),
  expiresOnFrom: daysFilter(firstDay('expiresOnFrom'), lotLabels.expiresOn, 'expiresOnTo', 'coming'),
  expiresOnTo: lastDay('expiresOnTo'),
});

const lotPath = `${listPaths.lots}/:id` as const;

const lotTotals = z
  .object({
    count: z.int().describe('Lots of which something is on hand.'),
    value: moneyAnswer().nullable().describe('Sum of the known values; null beyond the largest amount that is stored.'),
    withoutValue: z.int().describe('Lots without a known value.'),
  })
  .meta({ id: 'LotTotals' });
export type LotTotals = z.input<typeof lotTotals>;

export const lotEndpoints = {
  list: endpoint({
    method: 'GET',
    path: listPaths.lots,
    access: ['lots', 'view'],
    query: lotQuery,
    answer: z.array(lotRecord),
  }),
  totals: endpoint({
    method: 'GET',
    path: `${listPaths.lots}/totals`,
    access: ['lots', 'view'],
    query: lotQuery.omit({ page: true, pageSize: true, sort: true, order: true }),
    answer: lotTotals,
  }),
  get: endpoint({
    method: 'GET',
    path: lotPath,
    access: ['lots', 'view'],
    params: idParams,
    answer: lotWithMovements,
  }),
  markets: endpoint({
    method: 'GET',
    path: `${lotPath}/markets`,
    access: ['lots', 'view'],
    params: idParams,
    query: z.object({ on: rangeDay('on', 'The day of the sale; today without it.') }),
    answer: z.array(marketAccess),
  }),
  update: endpoint({
    method: 'PUT',
    path: lotPath,
    access: ['lots', 'update'],
    params: idParams,
    body: lotBody,
    answer: lotRecord,
    errors: ['conflict'],
  }),
  hold: endpoint({
    method: 'POST',
    path: `${lotPath}/hold`,
    access: ['holds', 'create'],
    params: idParams,
    body: reasonBody,
    answer: lotRecord,
    status: 200,
    errors: ['conflict'],
  }),
  release: endpoint({
    method: 'POST',
    path: `${lotPath}/release`,
    access: ['holds', 'delete'],
    params: idParams,
    body: reasonBody,
    answer: lotRecord,
    status: 200,
    errors: ['conflict'],
  }),
};
