/** Production runs: inputs, outputs, losses (docs/domain.md, Production). */
import { referenceTexts, unknownTexts } from '../stock/referenceTexts.ts';
import { z } from 'zod';
import { areValid, validEntries } from '../core/betweenFields.ts';
import { claimText, claimTexts } from '../stock/claims/claims.ts';
import {
  costAnswers,
  costFields,
  isShareOrByProduct,
  refuseLargeShares,
  runCostLabels,
  shareOrByProduct,
} from './costTerms.ts';
import { schemeClaim } from '../stock/claims/schemes.ts';
import { calendarDate, optionalDate } from '../core/values/dates.ts';
import { endpoint, recordEndpoints } from '../core/endpoint.ts';
import {
  bodyId,
  dateAnswer,
  limits,
  optionalText,
  quantity,
  quantityAnswer,
  reference,
  requiredName,
  seenUpdatedAt,
  withExample,
} from '../core/fields.ts';
import { choiceFilter, daysFilter, recordFilter } from '../core/filters.ts';
import { gainReasonField } from './gains.ts';
import { goodQuantity, goodTexts, isManufacturedFirst, manufacturedFirst } from './goods.ts';
import { batchNumberField } from '../stock/lots/batchNumber.ts';
import { afterExpiryReason, afterExpiryTexts } from '../stock/lots/afterExpiry.ts';
import { heldText } from '../stock/lots/lotTexts.ts';
import { itemAnswer, itemReference, namesOneItem, oneItem } from '../stock/items/itemReferences.ts';
import { listOf } from '../core/values/listOf.ts';
import { firstDay, lastDay } from '../core/lists.ts';
import { productionTexts } from './production.ts';
import { productionStatuses, productionStatusLabels } from '../documentStatus.ts';
import { runYield } from './runYield.ts';
import { MAX_LOTS, organicMassesEndpoint } from './organicMasses.ts';
import { kinds } from '../kinds.ts';
import { claims, lotStates } from '../stock/stock.ts';
import { warnings } from '../stock/warnings/warnings.ts';

export const runTexts = {
  title: 'Production',
  recorded: 'Recorded productions',
  add: 'Add production',
  edit: 'Update production',
  complete: 'Complete production',
  askComplete: 'This production has an output now. Is it complete, or still in progress?',
  withoutOutput: {
    question: 'Complete it without a product?',
    note: 'This production has no output: what went in counts as unexplained until one is added, which only an admin or a manager may do then, with a reason.',
    confirm: 'Complete anyway',
  },
  madeOn: (day: string) => `, made ${day}`,
  expiresOn: (day: string) => `, expires ${day}`,
  empty: 'No productions found.',
  tooManyLots: `At most ${MAX_LOTS} chosen lots. Divide this production, or let Godown propose lots.`,
  inputRequired: referenceTexts.itemRequired,
  inputsRequired: productionTexts.lineRequired,
  itemUnknown: unknownTexts.item,
  lotUnknown: unknownTexts.lot,
  lotOfOther: 'This lot is of another item.',
  lotTwice: referenceTexts.lotTwice,
  lotShort: (code: string, left: string) => `Only ${left} left in ${code}.`,
  lotHeld: heldText,
  lotsDiffer: 'The lots do not add up to the quantity.',
  asRecorded: 'as recorded',
  recordedFirst: 'those recorded first',
  receivedAfter: (code: string, date: string) =>
    `${code} was received on ${date}, after this production. It can be saved; put a date or a lot right later.`,
  lotExpiresSoon: (code: string, date: string, days: number) =>
    `${code} expires on ${date}, in ${days === 1 ? '1 day' : `${days} days`}.`,
  gramsInvalid: 'Enter a weight above 0, not finer than a milligram.',
  lossIncomplete: 'Enter the grams that were lost, or which input and how much of it.',
  lossWithoutInput: 'Its material is no longer in this production.',
  lossReason: 'Say how it was lost.',
  recipeUnknown: 'This recipe does not exist.',
  recipeOfOther: 'This recipe is for another product.',
  recordedAlone: 'A batch of this product with this number was recorded by itself.',
  link: 'Link it',
  linked: 'This batch was recorded by itself; saving links it to this run.',
  makeAnother: 'Make another batch',
  batchOfOther: 'This batch is of another product.',
  batchInOther: 'This batch was made by another run.',
  expiryBeforeRun: 'The expiry date is before the production date.',
  batchTwice: 'This batch number appears twice.',
  madeOfItself: 'A run cannot use what was made of its own batches.',
  reasonRequired: 'Say why a completed run is changed.',
  completed: 'This run is completed. Admins and managers can change it, with a reason.',
  noProduct: 'No product yet',
  noOutputs: 'Nobody recorded what came out of this run.',
  notLoaded: 'The production could not be loaded.',
  notSaved: 'Production was not saved.',
  notDeleted: 'Production was not deleted.',
  notFound: 'Production run not found or already deleted.',
  added: productionTexts.added,
  updated: productionTexts.updated,
  deleted: productionTexts.deleted,
  addOutput: 'Add another output',
  addMaterial: 'Add another material',
  addProductInput: 'Add a product that goes in',
  /** 'NPOP: 98 of 100 kg' */
  organicUnder: (scheme: string, organic: string, all: string) => `${scheme}: ${organic} of ${all}`,
  notOrganic: claimText,
  mixed: (count: number, claim: string) => `, ${count === 1 ? 'one' : count} ${claim.toLowerCase()}`,
  confirmDelete: productionTexts.confirmDelete,
} as const;

/** Field labels, on the form and in the history. */
export const runLabels = {
  productionDate: 'Production date',
  status: 'Status',
  ...runCostLabels,
  note: 'Note',
  gainReason: 'Why more came out than went in',
  afterExpiryReason: afterExpiryTexts.reason,
  reason: 'Reason',
} as const;

/** Label of a recipe and its version in the history. */
export const runRecipeLabel = 'Recipe';

/** Reasons that the screens propose; others can be written. */
export const lossReasons = ['Grinding dust', 'Moisture', 'Cleaning', 'Spilt', 'Broken', 'Sample'];

/** Labels of lists in the history. */
export const runLineLabels = { inputs: 'Inputs', outputs: 'Outputs', losses: 'Loss' } as const;

const chosenLot = z.object({
  lotId: reference(runTexts.lotUnknown),
  quantity: quantity(productionTexts.quantityInvalid),
});

const input = z
  .object({
    productionId: bodyId.describe('Id of an existing input; without it, the first existing input of the same item.'),
    ...itemReference(runTexts.inputRequired),
    quantity: quantity(productionTexts.quantityInvalid),
    lots: listOf(chosenLot, { max: limits.lines, tooMany: `At most ${limits.lines} lots.` })
      .optional()
      .describe('Chosen lots, which add up to the quantity. Without them Godown proposes.'),
  })
  .refine(namesOneItem, oneItem(runTexts.inputRequired));

const output = z
  .object({
    finishedGoodId: bodyId.describe('An existing batch: recorded by itself, or by this run.'),
    productId: reference(goodTexts.productRequired),
    batchNumber: batchNumberField,
    quantity: goodQuantity,
    manufactureDate: optionalDate(goodTexts.dateInvalid),
    expiryDate: optionalDate(goodTexts.dateInvalid),
    claim: z
      .enum(claims, { error: claimTexts.claimInvalid })
      .optional()
      .describe('At most the claim that the inputs allow; computed from them if missing.'),
    ...costFields.output,
  })
  .refine(isManufacturedFirst, manufacturedFirst)
  .refine(isShareOrByProduct, shareOrByProduct);

const loss = z
  .object({
    reason: requiredName(limits.name, runTexts.lossReason),
    grams: quantity(runTexts.gramsInvalid)
      .nullish()
      .transform((milligrams) => milligrams ?? null),
    ...itemReference(runTexts.inputRequired),
    quantity: quantity(productionTexts.quantityInvalid)
      .nullish()
      .transform((thousandths) => thousandths ?? null),
    ...costFields.loss,
  })
  .refine(
    ({ grams, quantity: pieces, ...item }) =>
      grams === null ? pieces !== null && namesOneItem(item) : pieces === null && !namesOneItem(item),
    {
      error: runTexts.lossIncomplete,
      path: ['grams'],
      when: areValid('grams', 'quantity', 'rawMaterialId', 'productId'),
    },
  );

/** The number of lots of inputs, before these are checked. */
function countLots(inputs: readonly unknown[]): number {
  return inputs.reduce<number>((sum, unchecked) => {
    const { lots }: { lots?: unknown } = Object(unchecked);
    return sum + (Array.isArray(lots) ? lots.length : 0);
  }, 0);
}

const runFields = {
  productionDate: calendarDate(productionTexts.dateRequired),
  status: z.enum(productionStatuses, { error: productionTexts.statusInvalid }),
  recipeId: reference(runTexts.recipeUnknown)
    .nullish()
    .transform((id) => id ?? null),
  note: optionalText(limits.description),
  gainReason: gainReasonField,
  afterExpiryReason,
  inputs: listOf(input, {
    max: limits.lines,
    missing: runTexts.inputsRequired,
    tooMuch: (inputs) => (countLots(inputs) > MAX_LOTS ? runTexts.tooManyLots : undefined),
  }),
  outputs: listOf(output, { max: limits.lines }).default([]),
  losses: listOf(loss, { max: limits.lines }).default([]),
  ...costFields.run,
};

const runExample = {
  productionDate: '2026-11-20',
  status: 'in_progress' as const,
  inputs: [{ rawMaterialId: 1, quantity: 2.5 }],
  outputs: [{ productId: 1, batchNumber: 'TRY-RUN-1', quantity: 12, expiryDate: '2027-08-20' }],
  losses: [{ reason: 'Grinding dust', grams: 25 }],
};

interface DatedRun {
  productionDate: string;
  outputs: { manufactureDate: string | null; expiryDate: string | null }[];
}

/** Refuses an expiry date before the production date, for outputs without a manufacture date of their own (those: `isManufacturedFirst`). */
function refuseExpiryBeforeRun({ productionDate, outputs }: DatedRun, context: z.RefinementCtx): void {
  const datedOutputs = validEntries(context, 'outputs', outputs, 'manufactureDate', 'expiryDate');
  for (const [index, { manufactureDate, expiryDate }] of datedOutputs) {
    if (manufactureDate || !expiryDate || productionDate <= expiryDate) continue;
    context.addIssue({ code: 'custom', message: runTexts.expiryBeforeRun, path: ['outputs', index, 'expiryDate'] });
  }
}

export const runBody = withExample(
  z
    .object({ ...runFields, status: runFields.status.default('in_progress') })
    .superRefine(refuseExpiryBeforeRun, { when: areValid('productionDate') })
    .superRefine(refuseLargeShares, { when: areValid() }),
  runExample,
);

export const runUpdateBody = withExample(
  z
    .object({
      ...runFields,
      runId: bodyId,
      reason: optionalText(limits.address).describe('Why a completed run is changed; required for one.'),
      updatedAt: seenUpdatedAt,
    })
    .superRefine(refuseExpiryBeforeRun, { when: areValid('productionDate') })
    .superRefine(refuseLargeShares, { when: areValid() }),
  { ...runExample, outputs: [], losses: [], reason: 'The scale was read wrongly' },
);

const consumedLot = z.object({
  lotId: z.int(),
  lotCode: z.string(),
  supplierName: z.string().nullable(),
  quantity: quantityAnswer(),
  beforeReceipt: z.boolean().describe('Whether it was consumed on a day before the receipt of the lot.'),
});

const runInput = z.object({ productionId: z.int(), ...itemAnswer, quantity: quantityAnswer() });

const runOutput = z.object({
  finishedGoodId: z.int(),
  lotId: z.int(),
  itemId: z.int(),
  productId: z.int(),
  productName: z.string(),
  unit: z.string(),
  batchNumber: z.string(),
  quantity: quantityAnswer(),
  manufactureDate: dateAnswer().nullable(),
  expiryDate: dateAnswer().nullable(),
  ...costAnswers.output,
});

const runLoss = z.object({
  reason: z.string(),
  grams: quantityAnswer().nullable(),
  itemId: z.int().nullable(),
  rawMaterialId: z.int().nullable(),
  productId: z.int().nullable(),
  itemName: z.string().nullable(),
  unit: z.string().nullable(),
  quantity: quantityAnswer().nullable(),
  ...costAnswers.loss,
});

export const runRecord = z
  .object({
    runId: z.int(),
    productionDate: dateAnswer(),
    status: z.enum(productionStatuses),
    recipeId: z.int().nullable(),
    recipeVersion: z.int().nullable(),
    expectedYieldPercent: quantityAnswer().nullable(),
    note: z.string(),
    gainReason: z.string(),
    afterExpiryReason: z.string(),
    inputs: z.array(runInput),
    outputs: z.array(runOutput),
    losses: z.array(runLoss),
    yield: runYield,
    ...costAnswers.run,
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  })
  .meta({ id: 'ProductionRun' });

/** A run on the wire, as a row of the list. */
export type RunRecord = z.input<typeof runRecord>;

export const runWithLots = runRecord
  .extend({ inputs: z.array(runInput.extend({ lots: z.array(consumedLot) })) })
  .meta({ id: 'ProductionRunWithLots' });

/** A consumed lot with its claim and dates, as they are today. */
const claimedLot = consumedLot.extend({
  claim: z.enum(claims).nullable().describe('As of the lot; null where its item does not count in the organic share.'),
  claims: z.array(schemeClaim).describe('As of the lot.'),
  organicPercent: quantityAnswer().nullable().describe('As of the lot: 0 where no certificate covers what it claims.'),
  madeOrReceivedOn: dateAnswer().describe('As of the lot.'),
  expiresOn: dateAnswer().nullable(),
  state: z.enum(lotStates),
});

export const runWithClaims = runRecord
  .extend({ inputs: z.array(runInput.extend({ lots: z.array(claimedLot) })) })
  .meta({ id: 'ProductionRunWithClaims' });

const createdRun = runWithLots.extend({ warnings }).meta({ id: 'CreatedProductionRun' });
const changedRun = runWithClaims.extend({ warnings }).meta({ id: 'ChangedProductionRun' });

/** A run with the lots of its inputs and their claims, on the wire. */
export type RunWithClaims = z.input<typeof runWithClaims>;

/** A batch dated ahead would be in stock today and not in the stock of any day until then. */
const pastDates = ['productionDate', 'outputs.manufactureDate'];

const row = kinds.runs;
const calls = recordEndpoints(
  row,
  { create: runBody, update: runUpdateBody },
  runRecord,
  ['runId', 'productionDate', 'status'],
  { create: ['conflict'], remove: ['conflict'], pastDates },
  {
    status: choiceFilter(
      z.enum(productionStatuses, { error: `status must be one of: ${productionStatuses.join(', ')}.` }),
      runLabels.status,
      productionStatusLabels,
    ),
    productId: recordFilter('productId', 'products', 'Made', { about: 'Runs that made this product.' }),
    rawMaterialId: recordFilter('rawMaterialId', 'materials', 'Used', {
      about: 'Runs that consumed this raw material.',
    }),
    productionDateFrom: daysFilter(firstDay('productionDateFrom'), runLabels.productionDate, 'productionDateTo'),
    productionDateTo: lastDay('productionDateTo'),
  },
);
const update = { ...calls.update, answer: changedRun };

export const runEndpoints = {
  organic: organicMassesEndpoint,
  ...calls,
  get: { ...calls.get, answer: runWithClaims },
  create: { ...calls.create, answer: createdRun },
  update,
  progress: endpoint({ ...update, path: `${row.apiPath}/:id/progress`, access: ['runs', 'create'] }),
};
