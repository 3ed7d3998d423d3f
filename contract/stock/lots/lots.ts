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
import { firstDay, lastDay, listQuery } from '../../core/lists.ts';
import { changeTexts } from '../../core/sharedTexts.ts';
import { listPaths, documentKinds } from '../../kinds.ts';
import { claimLabels, claimTexts } from '../claims/claims.ts';
import { lotCover } from '../claims/coverage.ts';
import { claims, itemParts, lotOrigins, type LotState, lotStates, type MovementKind, movementKinds } from '../stock.ts';

/** Texts of lots (docs/domain.md, Lots). */
export const lotTexts = {
  batchRequired: 'Please enter a batch number.',
  title: 'Lots',
  codeRequired: 'Enter the code of the lot.',
  codeUsed: (code: string) => `Another lot of this item has the code "${code}".`,
  codeFixed: 'The code can no longer be changed: something has left this lot.',
  expiryInvalid: 'Choose a valid date.',
  reasonRequired: 'Say why.',
  heldAlready: 'This lot is on hold already.',
  notHeld: 'This lot is not on hold.',
  recalled: 'This lot is recalled: its recall releases it.',
  notFound: 'There is no such lot.',
  edit: 'Edit lot',
  hold: 'Put on hold',
  inStock: 'In stock',
  lots: (count: string, isOne: boolean) => (isOne ? '1 lot' : `${count} lots`),
  worth: 'Worth at their own prices',
  withoutPrice: (count: string) => `without ${count} whose price is not known`,
  heldSince: (state: string, date: string, by: string) => `${state} since ${date}${by === '' ? '' : ` by ${by}`}`,
  left: 'In the store',
  whereTo: 'Where to',
  others: (count: number) => `${count} more`,
  release: 'Release',
  held: 'Lot put on hold.',
  released: 'Lot released.',
  updated: 'Lot updated successfully!',
  saveFailed: 'Failed to save the lot.',
  loadFailed: 'The lots could not be loaded.',
  notLoaded: 'The lot could not be loaded.',
  noMovements: 'Nothing has moved yet.',
  /** Refuses to reduce a lot below the quantity that has left it. */
  inUse: (item: string, lot: string, wentOut: string, documents: readonly string[], more: number) =>
    `${wentOut} of ${item}, lot ${lot}, already taken by ${documents.join(', ')}${more > 0 ? ` and ${more} more` : ''}.`,
  /** Refuses to change a lot with a surplus from a count. */
  counted: (item: string, lot: string, documents: readonly string[]) =>
    `Something was found in lot ${lot} of ${item}: ${documents.join(', ')}.`,
  recalledStays: (codes: readonly string[]) =>
    `${codes.join(', ')} ${codes.length === 1 ? 'is' : 'are'} recalled and cannot be deleted.`,
  takenBy: (document: string, quantity: string) => `${document} (${quantity})`,
  ofBatch: 'Batch number and expiry date of a finished good are changed in Finished Goods.',
  empty: 'No lots found.',
  searchPlaceholder: 'Search code, item or supplier',
} as const;

/** The number of a batch, which is also the code of its lot. */
export const batchNumberField = requiredName(limits.code, lotTexts.batchRequired);

/** Names of documents, with dates as people read them; a run is named by its outputs, if it has any. */
export const documentTexts = {
  returned: (code: string, quantityText: string) => `${quantityText} of ${code} came back from this dispatch.`,
  run: (date: string, [batch, ...others]: readonly string[] = []) =>
    batch === undefined
      ? `Production of ${date}`
      : `Production of ${batch}${others.length > 0 ? ` and ${others.length} more` : ''} on ${date}`,
  dispatch: (number: string, buyer: string) => (buyer === '' ? `Dispatch ${number}` : `Dispatch ${number} to ${buyer}`),
  adjustment: (kind: string, date: string) => `${kind} of ${date}`,
} as const;

/** Field labels, on the form and in the history. */
export const lotLabels = {
  code: 'Code',
  supplierLotNumber: 'Supplier lot number',
  expiresOn: 'Expires on',
  claim: 'Claim',
  state: 'State',
  stateReason: 'Reason',
} as const;

/** Why nothing is allocated from a lot. */
export function heldText(code: string, state: LotState): string {
  return `${code} is ${lotStateLabels[state].toLowerCase()}.`;
}

export const lotStateLabels = { released: 'Released', onHold: 'On hold', recalled: 'Recalled' } as const;
export const lotOriginLabels = {
  opening: 'Opening stock',
  received: 'Received',
  produced: 'Produced',
  found: 'Found',
  returned: 'Returned',
} as const;

/** Label of each kind of movement. */
export const movementLabels: Readonly<Record<MovementKind, string>> = {
  opening: 'Opening stock',
  received: 'Received',
  produced: 'Produced',
  returnedByBuyer: 'Returned by the buyer',
  found: 'Found',
  consumed: 'Consumed',
  dispatched: 'Dispatched',
  returnedToSupplier: 'Returned to the supplier',
  wasted: 'Written off',
  lost: 'Lost',
};

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

const reasonBody = withExample(z.object({ reason: requiredName(limits.address, lotTexts.reasonRequired) }), {
  reason: 'Moisture above 10 %; sample sent to the laboratory',
});

const documentRecord = z.object({
  kind: z.enum(documentKinds),
  id: z.int(),
  label: z.string().describe('Name as people use it: the number of an invoice or a batch, the day of a production.'),
});

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
    claim: z.enum(claims).describe('For a produced lot, computed from its inputs.'),
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
  withoutGrams: z.array(z.string()).describe('Ingredients without grams per unit.'),
});

const lotWithMovements = lotRecord
  .extend({
    movements: z.array(lotMovementRecord),
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
    access: ['lots', 'update'],
    params: idParams,
    body: reasonBody,
    answer: lotRecord,
    status: 200,
    errors: ['conflict'],
  }),
  release: endpoint({
    method: 'POST',
    path: `${lotPath}/release`,
    access: ['lots', 'update'],
    params: idParams,
    body: reasonBody,
    answer: lotRecord,
    status: 200,
    errors: ['conflict'],
  }),
};
