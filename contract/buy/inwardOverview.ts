/** The overview of an inward: the stock left of each line's lot, and the price before. */
import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { dateAnswer, moneyAnswer, quantityAnswer } from '../core/fields.ts';
import { overviewRead } from '../core/overviewParts.ts';
import { schemeClaim } from '../stock/claims/schemes.ts';
import { claims, lotStates } from '../stock/stock.ts';

const inwardOverview = z
  .object({
    lots: z.array(
      z.object({
        lotId: z.int(),
        state: z.enum(lotStates),
        claim: z.enum(claims),
        claims: z.array(schemeClaim).describe('Its claims by scheme, as certificates prove them.'),
        quantityIn: quantityAnswer(),
        leftQty: quantityAnswer(),
        consumedQty: quantityAnswer().describe('In production runs.'),
        batches: z.array(z.string()).describe('Numbers of the batches that these runs made.'),
        runs: z.int().describe('Number of production runs that consumed from it.'),
        lastPrice: moneyAnswer().nullable().describe('Price of the material on the previous inward, by date.'),
        lastPriceOn: dateAnswer().nullable(),
      }),
    ),
  })
  .meta({ id: 'InwardOverview' });

export type InwardOverview = z.input<typeof inwardOverview>;

export const inwardOverviewEndpoint = endpoint({
  ...overviewRead,
  path: '/inward/:id/overview',
  access: ['inward', 'view'],
  answer: inwardOverview,
});
