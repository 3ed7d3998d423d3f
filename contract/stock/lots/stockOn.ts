/** Stock at the end of a day. */
import { z } from 'zod';
import { endpoint } from '../../core/endpoint.ts';
import { dateAnswer, moneyAnswer, quantityAnswer, withExample } from '../../core/fields.ts';
import { listQuery, rangeDay } from '../../core/lists.ts';
import { lotStates } from '../stock.ts';

export const stockOnTexts = {
  asOn: 'As on',
  today: 'Today',
  value: 'Value, ₹',
  valueToday: 'Value and stock in production of today',
  inProduction: 'In production',
  inProductionValue: 'In production, ₹',
  /** After the value: a mass balance has another quantity in runs in progress. */
  inProductionBasis: 'by cost, with charges and overhead; a mass balance has it by mass',
  empty: 'Nothing was in stock on that day.',
  loadFailed: 'The stock of that day could not be loaded.',
  total: 'Value at purchase price',
  withoutPrice: (lots: number) => (lots === 1 ? '1 lot has no price.' : `${lots} lots have no price.`),
} as const;

export const stockOnExport = {
  materials: {
    sheet: 'RawMaterial Report',
    headings: [
      'Raw Material Name',
      'Total Inward Qty',
      'Total Used Qty',
      'Available Balance',
      'Adjusted',
      'In Production',
      'Unit',
      'Value',
      'Value in Production',
    ],
    /** The file's name for the day that it is as on, yyyy-mm-dd. */
    fileName: (day: string) => `RawMaterialReport_as_on_${day}.xlsx`,
  },
  lots: {
    sheet: 'Lots',
    headings: [
      'Code',
      'Item',
      'Supplier',
      'Received',
      'Expires',
      'Left',
      'In production',
      'Unit',
      'Price',
      'Value',
      'Value in production',
    ],
    fileName: (day: string) => `Lots_as_on_${day}.xlsx`,
  },
  products: {
    sheet: 'Product Stock',
    headings: [
      'Batch Number',
      'Product',
      'Quantity',
      'In Production',
      'Unit',
      'Manufacture Date',
      'Expiry Date',
      'Price',
      'Value',
      'Value in Production',
    ],
    fileName: (day: string) => `ProductStock_as_on_${day}.xlsx`,
  },
} as const;

const asOn = withExample(rangeDay('asOn', 'Movements up to the end of this day count.').unwrap(), '2026-10-31');
const kind = z
  .enum(['rawMaterial', 'product'], { error: 'kind must be one of: rawMaterial, product.' })
  .optional()
  .describe('Only raw materials, or only products.');

const itemOnRecord = z
  .object({
    itemId: z.int(),
    rawMaterialId: z.int().nullable(),
    productId: z.int().nullable(),
    name: z.string(),
    unit: z.string(),
    inQty: quantityAnswer().describe('Opening stock, received and produced quantities.'),
    usedQty: quantityAnswer().describe('Quantity that production used.'),
    dispatchedQty: quantityAnswer(),
    balanceQty: quantityAnswer().describe('Below 0 where it was used before the day of its receipt.'),
    value: moneyAnswer().describe(
      'Value in rupees of the lots with a price: the price paid, or the cost of production.',
    ),
    withoutPrice: z.int().describe('Lots in stock without a price.'),
    inProductionQty: quantityAnswer().describe(
      'Beside the balance: what runs that were not finished on the day had taken, less what they had made of it.',
    ),
    inProductionValue: moneyAnswer().describe(
      'Its value: with the value of what these runs had made, all that went into them, charges and overhead included.',
    ),
  })
  .meta({ id: 'ItemOnDay' });

/** Stock of an item on a day, on the wire. */
export type ItemOnRecord = z.input<typeof itemOnRecord>;

const lotOnRecord = z
  .object({
    lotId: z.int(),
    itemId: z.int(),
    itemName: z.string(),
    unit: z.string(),
    code: z.string(),
    supplierId: z.int().nullable(),
    supplierName: z.string().nullable(),
    madeOrReceivedOn: dateAnswer(),
    expiresOn: dateAnswer().nullable(),
    state: z.enum(lotStates).describe('Current state, not that of the day.'),
    onHandQty: quantityAnswer(),
    pricePerUnit: moneyAnswer().nullable(),
    value: moneyAnswer().nullable(),
    inProductionQty: quantityAnswer().describe('Beside what is on hand, as for items.'),
    inProductionValue: moneyAnswer().nullable(),
  })
  .meta({ id: 'LotOnDay' });

/** Remainder of a lot on a day, on the wire. */
export type LotOnRecord = z.input<typeof lotOnRecord>;

const itemsQuery = listQuery(['name', 'itemId']).extend({ asOn, kind });
const lotsQuery = listQuery(['lotId', 'itemName', 'code', 'madeOrReceivedOn', 'expiresOn']).extend({
  asOn,
  kind,
  hasStock: z
    .enum(['true', 'false'], { error: 'hasStock must be true or false.' })
    .optional()
    .describe('Only lots of which something was left, or only those that were empty.'),
});

export const stockOnEndpoints = {
  items: endpoint({
    method: 'GET',
    path: '/stock-on/items',
    access: ['items', 'view'],
    query: itemsQuery,
    answer: z.array(itemOnRecord),
  }),
  lots: endpoint({
    method: 'GET',
    path: '/stock-on/lots',
    access: ['lots', 'view'],
    query: lotsQuery,
    answer: z.array(lotOnRecord),
  }),
  value: endpoint({
    method: 'GET',
    path: '/stock-on/value',
    access: ['lots', 'view'],
    query: lotsQuery.pick({ asOn: true, kind: true, hasStock: true, search: true }).extend({
      list: z
        .enum(['items', 'lots'], { error: 'list must be one of: items, lots.' })
        .default('lots')
        .describe('The list that is searched: names of items, or lots.'),
    }),
    answer: z.object({
      value: moneyAnswer().describe('Value of all lots with a price that the search finds.'),
      withoutPrice: z.int().describe('Lots in stock without a price.'),
      inProductionValue: moneyAnswer().describe('Value of what of them was in production.'),
    }),
  }),
};
