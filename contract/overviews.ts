/** What stands behind a record, worked out by the server in one read for its page. */
import { z } from 'zod';
import { endpoint, idParams } from './endpoints.ts';
import { dateAnswer, moneyAnswer, quantityAnswer } from './fields.ts';
import { lotRecord } from './lots.ts';
import { productionStatuses } from './production.ts';
import { masters } from './resources.ts';
import { lotStates } from './stock.ts';
import { USE_DAYS, usedInDays } from './useDays.ts';

export const overviewTexts = {
  loadFailed: 'What belongs here could not be loaded.',
  noMonths: 'Nothing came in or went out in these months.',
  notPaid: 'Not paid',
  nothingOwed: 'nothing is owed',
  lastInward: 'Last inward',
  boughtSince: (date: string) => `Bought since ${date}`,
  neverBought: 'nothing was bought',
  certificate: 'Certificate',
  certificateUntil: (date: string) => `until ${date}`,
  inwards: (count: number) => `${count} ${count === 1 ? 'inward' : 'inwards'}`,
  oldest: (open: string) => `the oldest ${open}`,
  days: (count: number) => (count === 1 ? '1 day' : `${count} days`),
  boughtHere: 'Raw materials bought here',
  nothingBought: 'Nothing was bought here since then.',
  held: 'What they hold',
  nothingHeld: 'They hold nothing.',
  dispatchedSince: (date: string) => `Dispatches since ${date}`,
  lastDispatch: 'Last dispatch',
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

/** So many rows of a part are answered, the newest or nearest. */
export const MOST_OVERVIEW_ROWS = 50;
export const OVERVIEW_MONTHS = 12;

const change = () => quantityAnswer().nullable().describe('In percent; null where the price before was 0 or unknown.');

const supplierOverview = z
  .object({
    since: dateAnswer().describe('The first day of the financial year.'),
    notPaid: moneyAnswer().describe('Grand totals of their inwards that are not paid.'),
    notPaidInwards: z.int(),
    oldestNotPaid: dateAnswer().nullable(),
    bought: moneyAnswer().describe('Grand totals since then.'),
    boughtInwards: z.int(),
    inwards: z.int(),
    lastInward: dateAnswer().nullable(),
    certificate: z
      .object({
        certificateId: z.int(),
        number: z.string(),
        validFrom: dateAnswer(),
        validTo: dateAnswer(),
        withdrawnOn: dateAnswer().nullable(),
      })
      .nullable()
      .describe('The one that lapses last; null where they have none.'),
    materials: z
      .array(
        z.object({
          rawMaterialId: z.int(),
          rawMaterialName: z.string(),
          unit: z.string(),
          firstPrice: moneyAnswer(),
          lastPrice: moneyAnswer(),
          lastOn: dateAnswer(),
          changePercent: change(),
          quantity: quantityAnswer(),
          lineTotals: moneyAnswer(),
        }),
      )
      .describe(`What was bought since then, the most first, at most ${MOST_OVERVIEW_ROWS}.`),
  })
  .meta({ id: 'SupplierOverview' });

const buyerOverview = z
  .object({
    since: dateAnswer().describe('The first day of the financial year.'),
    dispatchesSince: z.int(),
    dispatches: z.int(),
    lastDispatch: dateAnswer().nullable(),
    heldBatches: z.int().describe('Of how many batches they hold something.'),
    held: z
      .array(
        z.object({
          lotId: z.int(),
          lotCode: z.string(),
          finishedGoodId: z.int().nullable(),
          productId: z.int().nullable(),
          itemName: z.string(),
          unit: z.string(),
          expiresOn: dateAnswer().nullable(),
          lastOn: dateAnswer(),
          dispatchedQty: quantityAnswer(),
          returnedQty: quantityAnswer(),
          heldQty: quantityAnswer().describe('Dispatched less returned.'),
        }),
      )
      .describe(`By batch, the last dispatched first, at most ${MOST_OVERVIEW_ROWS}.`),
  })
  .meta({ id: 'BuyerOverview' });

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
    lots: z.array(lotRecord).describe(`Lots with stock, what expires first first, at most ${MOST_OVERVIEW_ROWS}.`),
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
          changePercent: change(),
        }),
      )
      .describe(`Lines of inwards, the newest first, at most ${MOST_OVERVIEW_ROWS}.`),
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

const inwardOverview = z
  .object({
    lots: z.array(
      z.object({
        lotId: z.int(),
        state: z.enum(lotStates),
        quantityIn: quantityAnswer(),
        leftQty: quantityAnswer(),
        runs: z.int().describe('How many production runs took from it.'),
        lastPrice: moneyAnswer().nullable().describe('Of the material on the inward before, by date.'),
        lastPriceOn: dateAnswer().nullable(),
      }),
    ),
  })
  .meta({ id: 'InwardOverview' });

/** What stands behind records, on the wire. */
export type SupplierOverview = z.input<typeof supplierOverview>;
export type BuyerOverview = z.input<typeof buyerOverview>;
export type InwardOverview = z.input<typeof inwardOverview>;
export type ItemOverview = z.input<typeof itemOverview>;

const read = { method: 'GET', params: idParams } as const;

export const overviewEndpoints = {
  supplier: endpoint({
    ...read,
    path: `${masters.suppliers.apiPath}/:id/overview`,
    access: ['inward', 'view'],
    answer: supplierOverview,
  }),
  buyer: endpoint({
    ...read,
    path: `${masters.buyers.apiPath}/:id/overview`,
    access: ['dispatches', 'view'],
    answer: buyerOverview,
  }),
  inward: endpoint({ ...read, path: '/inward/:id/overview', access: ['inward', 'view'], answer: inwardOverview }),
  material: endpoint({
    ...read,
    path: `${masters.materials.apiPath}/:id/overview`,
    access: ['lots', 'view'],
    answer: itemOverview,
  }),
  product: endpoint({
    ...read,
    path: `${masters.products.apiPath}/:id/overview`,
    access: ['lots', 'view'],
    answer: itemOverview,
  }),
};
