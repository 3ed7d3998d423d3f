/** The stock of raw materials as the specification has it (§7, Production): inward, used and balance. */
import { z } from 'zod';
import { formatQuantity, formatQuantityWithUnit } from '../../core/values/format.ts';
import { endpoint, idParams } from '../../core/endpoint.ts';
import { quantityAnswer } from '../../core/fields.ts';
import { choiceFilter, stockFilter } from '../../core/filters.ts';
import { listQuery } from '../../core/lists.ts';
import { listPaths } from '../../kinds.ts';

/** The parts of a balance besides inward and used, and the part that can't be taken (docs/domain.md, Stock figures). */
export const balanceTexts = {
  adjusted: (quantity: number) => `adjusted ${quantity < 0 ? '−' : '+'}${formatQuantity(Math.abs(quantity))}`,
  onHold: (quantity: number) => `of it ${formatQuantity(quantity)} on hold`,
} as const;

/** '193.500 kg, of it 65 on hold': a quantity on hand and the part of it that can't be taken, both in units. */
export function onHandText(onHand: number, onHold: number, unit: string): string {
  const text = formatQuantityWithUnit(onHand, unit);
  return onHold === 0 ? text : `${text}, ${balanceTexts.onHold(onHold)}`;
}

export const stockRecord = z
  .object({
    rawMaterialId: z.int(),
    itemId: z.int(),
    rawMaterialName: z.string(),
    unit: z.string(),
    totalInwardQty: quantityAnswer().describe('Opening stock and received quantities.'),
    usedQty: quantityAnswer().describe('Quantity that production consumed.'),
    adjustedQty: quantityAnswer().describe('Everything else, such as what a count found (+) or lost (-).'),
    balanceQty: quantityAnswer().describe('Quantity on hand: totalInwardQty - usedQty + adjustedQty.'),
    onHoldQty: quantityAnswer().describe('Part of the balance that production cannot take: on hold or recalled.'),
    minProductionQuantity: quantityAnswer().describe('Production takes no less of it at once.'),
  })
  .meta({ id: 'RawMaterialStock' });

/** Beside a balance, the part of it that can't be used. */
export function ofItOnHold(held: string): string {
  return `of it ${held} on hold`;
}

/** A row of the raw material stock, on the wire. */
export type StockRecord = z.input<typeof stockRecord>;

const stockSort = ['rawMaterialName', 'rawMaterialId', 'totalInwardQty', 'usedQty', 'balanceQty'] as const;

export const materialStockEndpoints = {
  list: endpoint({
    method: 'GET',
    path: listPaths.stock,
    access: ['production', 'view'],
    query: listQuery(stockSort).extend({
      hasStock: stockFilter('Only raw materials of which something is on hand, or only those that are used up.'),
      belowReorder: choiceFilter(
        z.enum(['true', 'false'], { error: 'belowReorder must be true or false.' }),
        'Reorder level',
        { true: 'Below it', false: 'Not below it' },
        'Only those of which less is free than their reorder level, or only the others.',
      ),
    }),
    answer: z.array(stockRecord),
  }),
  get: endpoint({
    method: 'GET',
    path: '/Production/get-rawmaterial-stock/:id',
    access: ['production', 'view'],
    params: idParams,
    answer: stockRecord,
  }),
};
