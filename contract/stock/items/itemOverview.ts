/** The overview of an item: stock, use, months, prices, recipes and runs, for the page of a raw material or product. */
import { z } from 'zod';
import { endpoint } from '../../core/endpoint.ts';
import { dateAnswer, moneyAnswer, quantityAnswer } from '../../core/fields.ts';
import { lotRecord } from '../lots/lots.ts';
import { MAX_OVERVIEW_ROWS, overviewRead, priceChangeAnswer } from '../../core/overviewParts.ts';
import { productionStatuses } from '../../documentStatus.ts';
import { masters } from '../../kinds.ts';
import { USE_DAYS, usedInDays } from './useDays.ts';

export const itemOverviewTexts = {
  noMonths: 'Nothing came in or went out in these months.',
  onHand: 'On hand',
  free: (quantity: string) => `${quantity} free`,
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
    lastsDays: z
      .int()
      .nullable()
      .describe('Whole days that the free stock lasts at that use; null where none was used.'),
    nextExpiry: z.object({ day: dateAnswer(), quantity: quantityAnswer() }).nullable(),
    value: moneyAnswer()
      .nullable()
      .describe(
        'Value of the stock at the price of each lot; null without a known price, or beyond the largest amount that is stored.',
      ),
    withoutPrice: z.int().describe('Number of lots that the value leaves out.'),
    openLots: z.int(),
    lots: z.array(lotRecord).describe(`Lots with stock, the earliest expiry first, at most ${MAX_OVERVIEW_ROWS}.`),
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
          label: z.string().describe('Name of the run: its outputs and its day.'),
          productionDate: dateAnswer(),
          status: z.enum(productionStatuses),
          quantity: quantityAnswer().describe('Quantity used of a raw material, or produced of a product.'),
        }),
      )
      .describe('The last ten that used the item, or produced the product.'),
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
