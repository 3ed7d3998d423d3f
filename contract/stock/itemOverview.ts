/** The overview of an item: stock, use, months, prices, recipes and runs, for the page of a raw material or product. */
import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { dateAnswer, moneyAnswer, quantityAnswer } from '../core/fields.ts';
import { lotRecord } from './lots.ts';
import { MAX_OVERVIEW_ROWS, overviewRead, priceChangeAnswer } from '../core/overviewParts.ts';
import { productionStatuses } from '../documentStatus.ts';
import { masters } from '../kinds.ts';
import { USE_DAYS, usedInDays } from './useDays.ts';

export const itemOverviewTexts = {
  noMonths: 'Nothing came in or went out in these months.',
  onHand: 'On hand',
  free: (quantity: string) => `${quantity} free`,
  onHold: (quantity: string) => `${quantity} on hold`,
  noReorderLevel: 'not set',
  setReorderLevel: 'Set it in the stock settings',
  below: (quantity: string) => `${quantity} below`,
  lasts: 'Lasts',
  notUsed: 'not used',
  used: (quantity: string) => `${quantity} used in ${USE_DAYS} days`,
  nextExpiry: 'Next expiry',
  noExpiry: 'no expiry date',
  value: 'Value at purchase price',
  valueUnknown: 'not known',
  withoutPrice: (count: number) => `${count} ${count === 1 ? 'lot' : 'lots'} without a price left out`,
  stockByLot: 'Stock by lot',
  noStock: 'Nothing is in stock.',
  months: 'In and out by month',
  prices: 'Price history',
  noPrices: 'It was never bought.',
  recipes: 'Recipes that use it',
  noRecipes: 'No recipe uses it.',
  lastUsed: 'Last used',
  lastMade: 'Last made',
  noRuns: 'No production yet.',
} as const;

export const OVERVIEW_MONTHS = 12;

const itemMonth = z.object({
  month: z.string().describe('yyyy-mm'),
  inQty: quantityAnswer(),
  outQty: quantityAnswer(),
  balanceQty: quantityAnswer().describe('At its end.'),
});

const itemOverview = z
  .object({
    itemId: z.int(),
    unit: z.string(),
    freeQty: quantityAnswer(),
    onHoldQty: quantityAnswer().describe('On hold or recalled.'),
    reorderLevel: quantityAnswer().nullable(),
    usedQty: quantityAnswer().describe(usedInDays),
    lastsDays: z.int().nullable().describe('Whole days that what is free lasts at that use; null where none was used.'),
    nextExpiry: z.object({ day: dateAnswer(), quantity: quantityAnswer() }).nullable(),
    value: moneyAnswer()
      .nullable()
      .describe('What is on hand at the price of each lot; null where no price is known, or beyond what can be kept.'),
    withoutPrice: z.int().describe('How many lots are left out of the value.'),
    openLots: z.int(),
    lots: z.array(lotRecord).describe(`Lots with stock, what expires first first, at most ${MAX_OVERVIEW_ROWS}.`),
    months: z.array(itemMonth).length(OVERVIEW_MONTHS),
    prices: z
      .array(
        z.object({
          lotId: z.int(),
          inwardId: z.int(),
          inwardDate: dateAnswer(),
          invoiceNumber: z.string(),
          supplierId: z.int(),
          supplierName: z.string(),
          quantity: quantityAnswer(),
          pricePerUnit: moneyAnswer(),
          changePercent: priceChangeAnswer(),
        }),
      )
      .describe(`Lines of inwards, the newest first, at most ${MAX_OVERVIEW_ROWS}.`),
    recipes: z.array(
      z.object({
        recipeId: z.int(),
        productId: z.int(),
        productName: z.string(),
        quantity: quantityAnswer(),
        outputQuantity: quantityAnswer(),
        outputUnit: z.string(),
        expectedYieldPercent: quantityAnswer().nullable(),
      }),
    ),
    runs: z
      .array(
        z.object({
          runId: z.int(),
          label: z.string().describe('What the run is called: by what it made and its day.'),
          productionDate: dateAnswer(),
          status: z.enum(productionStatuses),
          quantity: quantityAnswer().describe('Of a raw material what was used, of a product what was made.'),
        }),
      )
      .describe('The last ten that used it, or of a product that made it.'),
  })
  .meta({ id: 'ItemOverview' });

export type ItemOverview = z.input<typeof itemOverview>;

export const itemOverviewEndpoints = {
  material: endpoint({
    ...overviewRead,
    path: `${masters.materials.apiPath}/:id/overview`,
    access: ['lots', 'view'],
    answer: itemOverview,
  }),
  product: endpoint({
    ...overviewRead,
    path: `${masters.products.apiPath}/:id/overview`,
    access: ['lots', 'view'],
    answer: itemOverview,
  }),
};
