import { z } from 'zod';
import { calendarDate } from '../../core/values/dates.ts';
import { endpoint, idParams } from '../../core/endpoint.ts';
import {
  bodyId,
  dateAnswer,
  limits,
  optionalText,
  quantity,
  quantityAnswer,
  seenUpdatedAt,
  withExample,
} from '../../core/fields.ts';
import { optionalGtin } from '../labels/gtin.ts';
import { afterExpiryRules, afterExpiryTexts } from '../lots/afterExpiry.ts';
import { listQuery } from '../../core/lists.ts';
import { HUNDRED_PERCENT } from '../../core/values/ratios.ts';
import { listPaths } from '../../kinds.ts';
import { fieldTexts } from '../../core/sharedTexts.ts';
import { itemParts } from '../stock.ts';

/** Texts of items (docs/domain.md, Items). */
export const itemTexts = {
  gramsInvalid: 'Enter grams above 0 with at most 3 decimals.',
  toleranceInvalid: fieldTexts.percentInvalid,
  gainInvalid: fieldTexts.percentInvalid,
  reorderInvalid: fieldTexts.quantityInvalid,
  partInvalid: 'Choose what it is in a recipe.',
  patternInvalid: 'Write {n} once, where the number goes.',
  shelfLifeInvalid: 'Enter whole days from 1 to 36500.',
  gtinInvalid: 'This is no GTIN: 8, 12, 13 or 14 digits, of which the last one checks the others.',
  dayRequired: 'day must be a day, yyyy-mm-dd.',
  notFound: 'There is no such item.',
  title: 'Stock settings',
  loadFailed: 'The stock settings could not be loaded.',
  updated: 'Stock settings updated successfully!',
  saveFailed: 'Failed to save the stock settings.',
} as const;

/** Field labels, on the form and in the history. */
export const itemLabels = {
  gramsPerUnit: 'Grams per unit',
  part: 'Part in the recipe',
  balanceTolerancePercent: 'Tolerance of the mass balance (%)',
  maxGainPercent: 'Gain in production, at most (%)',
  afterExpiry: afterExpiryTexts.rule,
  reorderLevel: 'Reorder level',
  batchPattern: 'Pattern of batch numbers',
  shelfLifeDays: 'Shelf life (days)',
  gtin: 'GTIN',
} as const;

export const itemPartLabels = {
  ingredient: 'Ingredient',
  water: 'Water',
  salt: 'Salt',
  processingAid: 'Processing aid',
  packaging: 'Packaging',
} as const;

/** Milligrams of the units that say it, in lower case. */
export const weightUnits: ReadonlyMap<string, number> = new Map([
  ...['kg', 'kgs', 'kilogram', 'kilograms'].map((unit) => [unit, 1_000_000] as const),
  ...['g', 'gm', 'gms', 'gram', 'grams'].map((unit) => [unit, 1000] as const),
  ...['t', 'mt', 'tonne', 'tonnes'].map((unit) => [unit, 1_000_000_000] as const),
]);

/** Whether a unit implies its grams. */
export function isWeight(unit: string): boolean {
  return weightUnits.has(unit.toLowerCase());
}

/** Where the number goes in a pattern of batch numbers. */
export const BATCH_NUMBER_PLACE = '{n}';

export const itemBody = withExample(
  z.object({
    itemId: bodyId,
    // Decoded to milligrams, thousandths of a percent, and thousandths of the unit.
    gramsPerUnit: quantity(itemTexts.gramsInvalid)
      .nullable()
      .describe(
        'Grams of one unit, to add up quantities of different units. Null where the unit is kg, g or t, or where it is unknown.',
      ),
    part: z.enum(itemParts, { error: itemTexts.partInvalid }),
    balanceTolerancePercent: quantity(itemTexts.toleranceInvalid, { min: 0, max: HUNDRED_PERCENT }).nullable(),
    maxGainPercent: quantity(itemTexts.gainInvalid, { min: 0, max: HUNDRED_PERCENT })
      .optional()
      .describe(
        'How much more than went in may come out as this item, such as water taken up, where its run gives a reason. A change without it keeps it.',
      ),
    afterExpiry: z
      .enum(afterExpiryRules, { error: afterExpiryTexts.ruleInvalid })
      .optional()
      .describe(
        'Whether a run or a dispatch that takes a lot after its expiry date is refused, needs a reason, or is saved with a warning alone. Admins change it. A change without it keeps it.',
      ),
    reorderLevel: quantity(itemTexts.reorderInvalid).nullable(),
    batchPattern: optionalText(limits.code)
      .refine((pattern) => pattern === '' || pattern.split(BATCH_NUMBER_PLACE).length === 2, itemTexts.patternInvalid)
      .describe(
        'Pattern of proposed batch numbers, such as TP-{n}; also {yy} and {mm}. Empty: the last number, plus 1.',
      ),
    shelfLifeDays: z
      .int({ error: itemTexts.shelfLifeInvalid })
      .min(1, itemTexts.shelfLifeInvalid)
      .max(36_500, itemTexts.shelfLifeInvalid)
      .nullish()
      .transform((days) => days ?? null),
    gtin: optionalGtin(itemTexts.gtinInvalid),
    updatedAt: seenUpdatedAt,
  }),
  { gramsPerUnit: 200, part: 'ingredient', balanceTolerancePercent: 0.5, maxGainPercent: 2, reorderLevel: 40 },
);

const itemKinds = ['rawMaterial', 'product'] as const;

const itemRecord = z
  .object({
    itemId: z.int(),
    kind: z.enum(itemKinds),
    rawMaterialId: z.int().nullable(),
    productId: z.int().nullable(),
    name: z.string(),
    unit: z.string(),
    gramsPerUnit: quantityAnswer()
      .nullable()
      .describe('Grams of one unit: of kg, g and t from the unit itself. Null where it is unknown.'),
    part: z.enum(itemParts),
    balanceTolerancePercent: quantityAnswer().nullable(),
    maxGainPercent: quantityAnswer(),
    afterExpiry: z.enum(afterExpiryRules),
    reorderLevel: quantityAnswer().nullable(),
    batchPattern: z.string(),
    shelfLifeDays: z.int().nullable(),
    gtin: z.string(),
    minProductionQuantity: quantityAnswer().describe('Production takes no less of a raw material at once.'),
    onHandQty: quantityAnswer(),
    onHoldQty: quantityAnswer().describe('Quantity on hold or recalled.'),
    updatedAt: z.iso.datetime(),
  })
  .meta({ id: 'Item' });

/** An item on the wire. */
export type ItemRecord = z.input<typeof itemRecord>;

const itemSort = ['itemId', 'name', 'onHandQty'] as const;
const itemPath = `${listPaths.items}/:id` as const;

export const itemEndpoints = {
  list: endpoint({
    method: 'GET',
    path: listPaths.items,
    access: ['items', 'view'],
    query: listQuery(itemSort).extend({
      kind: z.enum(itemKinds, { error: `kind must be one of: ${itemKinds.join(', ')}.` }).optional(),
    }),
    answer: z.array(itemRecord),
  }),
  get: endpoint({ method: 'GET', path: itemPath, access: ['items', 'view'], params: idParams, answer: itemRecord }),
  update: endpoint({
    method: 'PUT',
    path: itemPath,
    access: ['items', 'update'],
    params: idParams,
    body: itemBody,
    answer: itemRecord,
    errors: ['conflict'],
  }),
  nextBatch: endpoint({
    method: 'GET',
    path: `${itemPath}/next-batch`,
    access: ['items', 'view'],
    params: idParams,
    query: z.object({ day: calendarDate(itemTexts.dayRequired).optional().describe('Without it today.') }),
    answer: z.object({
      batchNumber: z.string().describe('A free one.'),
      expiresOn: dateAnswer().nullable().describe('By the shelf life, where there is one.'),
    }),
  }),
};
