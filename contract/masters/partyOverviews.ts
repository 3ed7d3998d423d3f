/** Overviews of suppliers and buyers: purchases or dispatches, and amounts owed or quantities held. */
import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { dateAnswer, moneyAnswer, quantityAnswer } from '../core/fields.ts';
import { MAX_OVERVIEW_ROWS, overviewRead, priceChangeAnswer } from '../core/overviewParts.ts';
import { masters } from '../kinds.ts';
import { suspensionsAnswer } from '../stock/claims/coverage.ts';

export const partyOverviewTexts = {
  notPaid: 'Not paid',
  nothingOwed: 'nothing is owed',
  lastInward: 'Last inward',
  boughtSince: (date: string) => `Bought since ${date}`,
  neverBought: 'nothing was bought',
  certificate: 'Certificate',
  certificateUntil: (date: string) => `until ${date}`,
  inwards: (count: number) => `${count} ${count === 1 ? 'inward' : 'inwards'}`,
  oldest: (open: string) => `the oldest ${open}`,
  boughtHere: 'Raw materials bought here',
  nothingBought: 'Nothing was bought here since then.',
  held: 'What they hold',
  nothingHeld: 'They hold nothing.',
  dispatchedSince: (date: string) => `Dispatches since ${date}`,
  lastDispatch: 'Last dispatch',
} as const;

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
        suspensions: suspensionsAnswer(),
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
          changePercent: priceChangeAnswer(),
          quantity: quantityAnswer(),
          lineTotals: moneyAnswer(),
        }),
      )
      .describe(`Raw materials bought since then, the largest amount first, at most ${MAX_OVERVIEW_ROWS}.`),
  })
  .meta({ id: 'SupplierOverview' });

const buyerOverview = z
  .object({
    since: dateAnswer().describe('The first day of the financial year.'),
    dispatchesSince: z.int(),
    dispatches: z.int(),
    lastDispatch: dateAnswer().nullable(),
    heldBatches: z.int().describe('Number of batches of which they hold something.'),
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
      .describe(`By batch, the last dispatched first, at most ${MAX_OVERVIEW_ROWS}.`),
  })
  .meta({ id: 'BuyerOverview' });

export type SupplierOverview = z.input<typeof supplierOverview>;
export type BuyerOverview = z.input<typeof buyerOverview>;

export const partyOverviewEndpoints = {
  supplier: endpoint({
    ...overviewRead,
    path: `${masters.suppliers.apiPath}/:id/overview`,
    access: ['inward', 'view'],
    answer: supplierOverview,
  }),
  buyer: endpoint({
    ...overviewRead,
    path: `${masters.buyers.apiPath}/:id/overview`,
    access: ['dispatches', 'view'],
    answer: buyerOverview,
  }),
};
