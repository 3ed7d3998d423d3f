/** The report of what batches cost (docs/domain.md, Cost). */
import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { dateAnswer, moneyAnswer, quantityAnswer } from '../core/fields.ts';
import { choiceFilter, daysFilter, recordFilter } from '../core/filters.ts';
import { firstDay, lastDay, listQuery } from '../core/lists.ts';
import { productionStatuses, productionStatusLabels } from '../documentStatus.ts';

export const batchCostTexts = {
  title: 'Cost of batches',
  searchPlaceholder: 'Search batch number or product',
  empty: 'No batches of runs found.',
  loadFailed: 'The costs of batches could not be loaded.',
  about: 'Material, charges, overhead and yield of each batch against its recipe, and its cost beside the sale price.',
  provisional: 'provisional',
  inRupees: (label: string) => `${label} (₹)`,
  unknown: 'not known',
  withoutCost: (batches: number) => (batches === 1 ? '1 batch has no known cost.' : `${batches} have no known cost.`),
  margin: (percent: string) => `margin ${percent}`,
  each: (rupees: string, unit: string) => `${rupees} a ${unit}`,
  scrapSold: (rupees: string) => `${rupees} of scrap sold`,
  lessScrap: (rupees: string) => `less ${rupees} of scrap`,
  of: (expected: string) => `of ${expected}`,
} as const;

export const batchCostLabels = {
  batchNumber: 'Batch Number',
  product: 'Product',
  madeOn: 'Made on',
  status: 'Run',
  quantity: 'Quantity',
  unit: 'Unit',
  material: 'Material',
  charges: 'Charges',
  overhead: 'Overhead',
  recovered: 'Recovered',
  cost: 'Cost',
  costPerUnit: 'Per unit',
  salePrice: 'Sale price',
  marginPercent: 'Margin (%)',
  yieldPercent: 'Yield (%)',
  expectedYieldPercent: 'Expected yield (%)',
  abnormalLoss: 'Abnormal loss',
  scrapSold: 'Scrap sold',
  abnormalScrap: 'Scrap of the abnormal loss',
  isProvisional: 'Provisional',
} as const;

const unknown = 'null where it is not known';

const batchCostRecord = z
  .object({
    finishedGoodId: z.int(),
    lotId: z.int(),
    runId: z.int(),
    productId: z.int(),
    productName: z.string(),
    unit: z.string(),
    batchNumber: z.string(),
    madeOn: dateAnswer(),
    status: z.enum(productionStatuses).describe('Status of its run.'),
    quantity: quantityAnswer(),
    material: moneyAnswer().nullable().describe(`Its part of what the inputs of its run cost; ${unknown}.`),
    charges: moneyAnswer().nullable(),
    overhead: moneyAnswer().nullable(),
    recovered: moneyAnswer()
      .nullable()
      .describe(
        'Value of sold scrap and by-products, which lowers its cost; below 0 for a by-product, which has it as its cost.',
      ),
    cost: moneyAnswer().nullable().describe('Material, charges and overhead, less what was recovered.'),
    costPerUnit: moneyAnswer().nullable(),
    salePrice: moneyAnswer().describe('Price of the product.'),
    marginPercent: quantityAnswer().nullable().describe('Sale price less cost, of the sale price; two decimals.'),
    yieldPercent: quantityAnswer().nullable().describe('Yield of its run: output of input by mass, two decimals.'),
    expectedYieldPercent: quantityAnswer().nullable().describe('By the recipe of its run.'),
    abnormalLoss: moneyAnswer()
      .nullable()
      .describe(
        'Its part of the loss of its run beyond what the recipe plans; below 0 for a gain. No part of its cost.',
      ),
    scrapSold: moneyAnswer()
      .nullable()
      .describe('Its part of what the scrap of its run was sold for, as entered, that of the abnormal loss included.'),
    abnormalScrap: moneyAnswer()
      .nullable()
      .describe(
        'The part of scrapSold that is of the abnormal loss, and not in recovered; below 0 for a gain, which left less scrap than planned. Over the batches of a completed run, cost + abnormalLoss − abnormalScrap + scrapSold is what was spent.',
      ),
    isProvisional: z
      .boolean()
      .describe('Whether its cost may still change, since a run that it came from is in progress.'),
  })
  .meta({ id: 'BatchCost' });

/** The cost of a batch, on the wire. */
export type BatchCostRecord = z.input<typeof batchCostRecord>;

const batchCostTotals = z
  .object({
    count: z.int().describe('Batches with a known cost.'),
    withoutCost: z.int().describe('Batches without one, which the sums leave out.'),
    material: moneyAnswer().nullable(),
    charges: moneyAnswer().nullable(),
    overhead: moneyAnswer().nullable(),
    recovered: moneyAnswer().nullable(),
    cost: moneyAnswer().nullable(),
    abnormalLoss: moneyAnswer().nullable(),
    scrapSold: moneyAnswer().nullable(),
    abnormalScrap: moneyAnswer().nullable(),
  })
  .meta({ id: 'BatchCostTotals' });
export type BatchCostTotals = z.input<typeof batchCostTotals>;

const path = '/batch-costs';

const query = listQuery(['madeOn', 'batchNumber', 'productName']).extend({
  productId: recordFilter('productId', 'products', batchCostLabels.product),
  madeOnFrom: daysFilter(firstDay('madeOnFrom'), batchCostLabels.madeOn, 'madeOnTo'),
  madeOnTo: lastDay('madeOnTo'),
  status: choiceFilter(
    z.enum(productionStatuses, { error: `status must be one of: ${productionStatuses.join(', ')}.` }),
    batchCostLabels.status,
    productionStatusLabels,
  ),
});

export const batchCostEndpoints = {
  list: endpoint({ method: 'GET', path, access: ['reports', 'view'], query, answer: z.array(batchCostRecord) }),
  totals: endpoint({
    method: 'GET',
    path: `${path}/totals`,
    access: ['reports', 'view'],
    query: query.omit({ page: true, pageSize: true, sort: true, order: true }),
    answer: batchCostTotals,
  }),
};
