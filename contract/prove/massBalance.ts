/**
 * Mass balance of an item or a lot over a period, with or without the products made from it
 * (docs/domain.md, Mass balance).
 */
import { documentKinds } from '../kinds.ts';
import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { dateAnswer, quantityAnswer, queryId, withExample } from '../core/fields.ts';
import { rangeDay } from '../core/lists.ts';
import { formatKilograms } from '../core/values/format.ts';
import { movementKinds } from '../stock/stock.ts';
import { schemes } from '../stock/claims/schemes.ts';
import { massBalanceTexts, type BalanceState } from './massBalanceTexts.ts';

/** Entries per line of the answer, by document, lot and day; `documents` counts the documents of all. */
export const MAX_BALANCE_ENTRIES = 200;

/** Items of one answer with all organic ones. */
export const MAX_BALANCED_ITEMS = 10;

/** Query of a mass balance, field by field. */
const balanceFields = z.object({
  itemId: withExample(queryId('itemId must be an id.'), 1).optional(),
  lotId: queryId('lotId must be an id.').optional(),
  withProducts: z
    .enum(['true', 'false'], { error: 'withProducts must be true or false.' })
    .default('false')
    .transform((value) => value === 'true'),
  from: rangeDay('from', 'The first day; without it, from the beginning.'),
  to: rangeDay('to', 'The last day; without it, to the end.'),
});

const isPeriod = ({ from, to }: { from?: string | undefined; to?: string | undefined }) =>
  from === undefined || to === undefined || from <= to;
const reversed = { error: massBalanceTexts.periodInvalid, path: ['to'] };

const massBalanceQuery = balanceFields
  .refine(({ itemId, lotId }) => (itemId === undefined) !== (lotId === undefined), {
    error: massBalanceTexts.itemOrLot,
    path: ['itemId'],
  })
  .refine(isPeriod, reversed);

const organicQuery = balanceFields
  .pick({ from: true, to: true })
  .extend({ after: queryId('after must be an id.').optional().describe('`next` of the answer before.') })
  .refine(isPeriod, reversed);

const entry = z.object({
  document: z.object({ kind: z.enum(documentKinds), id: z.int(), label: z.string() }),
  day: dateAnswer(),
  lotCode: z.string(),
  quantity: quantityAnswer(),
});

const amount = { quantity: quantityAnswer(), grams: quantityAnswer().nullable() };

const line = z.object({
  kind: z.enum(movementKinds),
  ...amount,
  documents: z.int().describe('How many documents stand behind it.'),
  entries: z.array(entry).describe(`The newest ${MAX_BALANCE_ENTRIES}.`),
});

const conversion = z.object({
  inputGrams: quantityAnswer().describe('Inputs of the runs that were finished in the period.'),
  outputGrams: quantityAnswer(),
  lossGrams: quantityAnswer(),
  unexplainedGrams: quantityAnswer(),
  inProgressGrams: quantityAnswer().describe('Mass in runs at the end of the period: inputs less outputs by then.'),
  yieldPercent: quantityAnswer().nullable(),
});

const productYield = z.object({
  itemId: z.int().nullable().describe('The item of the product; null for runs that made nothing.'),
  productId: z.int().nullable(),
  itemName: z.string(),
  runs: z.int(),
  inputGrams: quantityAnswer().describe(
    'The part of the item that went into its runs; of runs of several products, by mass.',
  ),
  outputGrams: quantityAnswer(),
  lossGrams: quantityAnswer(),
  unexplainedGrams: quantityAnswer(),
  yieldPercent: quantityAnswer().nullable(),
  expectedPercent: quantityAnswer()
    .nullable()
    .describe('The yield that the recipes of these runs expect, weighted by input mass; null where none does.'),
  yearBeforePercent: quantityAnswer()
    .nullable()
    .describe('The yield in the same days a year before; null without both ends of the period.'),
});

const product = z.object({
  itemId: z.int(),
  itemName: z.string(),
  madeGrams: quantityAnswer(),
  soldGrams: quantityAnswer(),
  leftGrams: quantityAnswer(),
  lostGrams: quantityAnswer(),
});

const family = z.object({
  openingGrams: quantityAnswer().describe('In stock and in runs before the period.'),
  boughtGrams: quantityAnswer().describe('Received, opening stock, found, and what buyers returned.'),
  soldGrams: quantityAnswer(),
  leftGrams: quantityAnswer(),
  lostGrams: quantityAnswer().describe('Written off, lost in counts, returned to suppliers.'),
  conversionGrams: quantityAnswer().describe('Lost, unexplained or in progress in runs.'),
  products: z.array(product),
});

const cover = {
  boughtGrams: quantityAnswer().describe('In stock before or bought, as certificates prove it.'),
  soldGrams: quantityAnswer().describe('Sold under a claim: what the dispatch is sold as, else what its lots claim.'),
  otherGrams: quantityAnswer().describe(
    'Part of boughtGrams: lost, written off, sent back, or sold without the claim.',
  ),
  leftGrams: quantityAnswer().describe('Part of boughtGrams: in stock, in products and in runs.'),
  shortGrams: quantityAnswer().describe(
    'Part of soldGrams that neither certified purchases nor the remaining stock cover.',
  ),
  standInGrams: quantityAnswer().describe(
    'Part of soldGrams without proof, for which the remaining stock stands in: boughtGrams = soldGrams − shortGrams − standInGrams + otherGrams + leftGrams.',
  ),
};

const covered = z.object({
  ...cover,
  schemes: z
    .array(
      z.object({
        scheme: z
          .enum(schemes)
          .nullable()
          .describe('Null for what was sold as organic under no scheme that the suppliers’ certificates prove.'),
        ...cover,
        madeGrams: quantityAnswer().describe(
          'Its mass in batches that runs made in the period, those of one another included.',
        ),
      }),
    )
    .describe(
      'The same under each scheme. What is certified under two is in the purchases of both; sales are under one, and add up to soldGrams.',
    ),
});

export const massBalanceAnswer = z
  .object({
    itemId: z.int(),
    rawMaterialId: z.int().nullable().describe('The raw material; null of a product.'),
    itemName: z.string(),
    unit: z.string(),
    gramsPerUnit: quantityAnswer().nullable(),
    lotCode: z.string().nullable(),
    from: dateAnswer().nullable(),
    to: dateAnswer().nullable(),
    lines: z.array(line),
    opening: quantityAnswer(),
    closing: quantityAnswer(),
    counted: quantityAnswer().nullable().describe('Quantity found by the last count of the period; null without one.'),
    countedOn: dateAnswer().nullable(),
    countedLedger: quantityAnswer()
      .nullable()
      .describe('Quantity that the ledger had on that day in the lots of that count.'),
    countedLots: z.int().describe('Lots of that count; 0 without one.'),
    countDays: z
      .array(dateAnswer())
      .describe('All days on which it was counted, also outside the period, newest first.'),
    variance: quantityAnswer().describe('Found less lost in the period.'),
    variancePercent: quantityAnswer().nullable().describe('Variance in percent of the throughput, two decimals.'),
    tolerancePercent: quantityAnswer().nullable(),
    withinTolerance: z
      .boolean()
      .nullable()
      .describe('Judged by the variance before rounding; null without a tolerance.'),
    covered: covered
      .optional()
      .describe(
        'Cover of organic sales by certified purchases that did not leave otherwise. Sales count as declared, also after a certificate is withdrawn. Missing where no lot of the item was declared organic, and where some of it has no grams per unit.',
      ),
    conversion,
    yields: z.array(productYield).describe('The conversion product by product, of completed runs.'),
    family: family.optional().describe('With products: in the mass of the item, wherever it is.'),
    withoutGrams: z.array(z.string()).describe('Items of the runs that have no grams per unit.'),
  })
  .meta({ id: 'MassBalance' });

export const organicBalancesAnswer = z
  .object({
    items: z.array(
      z.object({
        itemId: z.int(),
        itemName: z.string(),
        isCounted: z.boolean().describe('Whether a lot of it was counted in the period.'),
        covered: covered
          .nullable()
          .describe('As of its mass balance with products; null where grams per unit are missing.'),
      }),
    ),
    next: z.int().nullable().describe('`after` of the call for the next items; null after the last one.'),
  })
  .meta({ id: 'OrganicBalances' });

/** The balance of an organic item on the wire. */
export type OrganicBalance = z.input<typeof organicBalancesAnswer>['items'][number];

interface Shortage {
  shortGrams: number;
}

/** The cover of organic sales on the wire. */
export type Covered = NonNullable<MassBalance['covered']>;

/** The cover of sales under one scheme. */
export type SchemeCover = Covered['schemes'][number];

// The sum of all schemes may hide that more was sold under one of them than is covered.
function shortUnder<Row extends Shortage>({ schemes: own }: { schemes: readonly Row[] }): Row[] {
  return own.filter(({ shortGrams }) => shortGrams > 0);
}

/**
 * The state of an organic item in a period, on the screen and in an inspection pack: short if it is so in all or under any
 * one scheme; null without grams per unit.
 */
export function balanceStateOf(of: (Shortage & { schemes: readonly Shortage[] }) | null): BalanceState {
  if (of === null) return 'unweighed';
  return of.shortGrams > 0 || shortUnder(of).length > 0 ? 'short' : 'covered';
}

/** The shortage under each scheme, in words; empty where nothing is. Masses are in grams, unless `inWords` has another unit. */
export function shortUnderText(of: Pick<Covered, 'schemes'>, inWords = formatKilograms): string {
  return shortUnder(of)
    .map(({ scheme, shortGrams }) => massBalanceTexts.shortUnder(inWords(shortGrams), scheme))
    .join(', ');
}

/** A mass balance on the wire. */
export type MassBalance = z.input<typeof massBalanceAnswer>;

/** True if a product's yield is below the one that the recipes of its runs expect. */
export function isBelowExpected({ yieldPercent, expectedPercent }: MassBalance['yields'][number]): boolean {
  return yieldPercent !== null && expectedPercent !== null && yieldPercent < expectedPercent;
}

/** The query of a screen, whose parameters are checked one by one; a scheme narrows what it shows of all items. */
export const massBalanceFilters = {
  query: balanceFields.extend({ scheme: z.enum(schemes, massBalanceTexts.schemeInvalid).optional() }),
};

export const massBalanceEndpoints = {
  read: endpoint({
    method: 'GET',
    path: '/mass-balance',
    access: ['proof', 'view'],
    query: massBalanceQuery,
    answer: massBalanceAnswer,
    errors: ['not_found'],
  }),
  organic: endpoint({
    method: 'GET',
    path: '/mass-balance/organic',
    access: ['proof', 'view'],
    query: organicQuery,
    answer: organicBalancesAnswer,
  }),
};
