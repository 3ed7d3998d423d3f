/** Recipes of products, in versions (docs/domain.md, Production). */
import { referenceTexts, unknownTexts } from '../stock/referenceTexts.ts';
import { z } from 'zod';
import { areValid, validEntries } from '../core/betweenFields.ts';
import { marketAccess } from '../stock/claims/marketAccess.ts';
import { endpoint, idParams, recordEndpoints } from '../core/endpoint.ts';
import {
  bodyId,
  limits,
  moneyAnswer,
  optionalText,
  quantity,
  quantityAnswer,
  reference,
  seenUpdatedAt,
  withExample,
} from '../core/fields.ts';
import { recordFilter } from '../core/filters.ts';
import { itemAnswer, itemReference, namesOneItem, oneItem } from '../stock/items/itemReferences.ts';
import { listOf } from '../core/values/listOf.ts';
import { costAnswers, costFields, recipeCostLabels } from './costTerms.ts';
import { isKeptAmount } from '../core/values/numbers.ts';
import { divided, HUNDRED_PERCENT } from '../core/values/ratios.ts';
import { kinds } from '../kinds.ts';
import { fieldTexts } from '../core/sharedTexts.ts';

export const recipeTexts = {
  title: 'Recipes',
  one: 'Recipe',
  none: 'It has no recipe yet.',
  open: 'Open',
  productRequired: 'Choose what the recipe makes.',
  productUnknown: unknownTexts.product,
  productFixed: 'Runs have used this recipe: copy it for another product.',
  itemRequired: referenceTexts.itemRequired,
  itemUnknown: unknownTexts.item,
  itself: 'A product is no ingredient of itself.',
  linesRequired: 'Add at least one ingredient with its quantity.',
  quantityInvalid: fieldTexts.quantityInvalid,
  yieldInvalid: 'Enter a percentage from 0 to 1000 with at most 3 decimals.',
  lossInvalid: fieldTexts.percentInvalid,
  notFound: 'Recipe not found or already deleted.',
  added: 'Recipe added successfully!',
  updated: 'Recipe updated successfully!',
  deleted: 'Recipe deleted successfully!',
  confirmDelete: 'Are you sure you want to delete this recipe?',
  saveFailed: 'Failed to save the recipe.',
  loadFailed: 'The recipes could not be loaded.',
  empty: 'No recipes found.',
  without: (names: readonly string[]) => `without ${names.join(', ')}`,
  older: (version: number) => `Version ${version}`,
  olderTitle: 'Older versions',
  lossOf: (percent: string) => `(planned loss ${percent})`,
  yieldOf: (percent: string) => `expected yield ${percent}`,
  usedBy: (runs: number) => `now, used by ${runs === 1 ? '1 run' : `${runs} runs`}`,
  searchPlaceholder: 'Search product or ingredient',
  addNew: 'Add Recipe',
  addFirst: 'Add the first recipe',
  add: 'Add recipe',
  edit: 'Update recipe',
  deleteFailed: 'Failed to delete the recipe. Please try again.',
  /** Below the markets: lots decide, which the recipe alone does not name. */
  marketsOf: (output: string) =>
    `If ${output} were made today, by the saved recipe, of the lots that its production would take.`,
  notInStock: (item: string, there: string, needed: string) =>
    `${item}: ${there} can be taken, ${needed} is needed. Who may buy it depends on the lots.`,
} as const;

/** Field labels, on the form and in the history. */
export const recipeLabels = {
  productId: 'Product',
  outputQuantity: 'Makes',
  expectedYieldPercent: 'Expected yield (%)',
  ...recipeCostLabels,
  note: 'Note',
  lines: 'Ingredients',
  version: 'Version',
} as const;

/** Field labels of an ingredient. */
export const recipeLineLabels = {
  itemId: 'Ingredient',
  quantity: 'Quantity',
  plannedLossPercent: 'Planned loss (%)',
  cost: 'Cost (₹)',
} as const;

const line = z
  .object({
    ...itemReference(recipeTexts.itemRequired),
    quantity: quantity(recipeTexts.quantityInvalid),
    plannedLossPercent: quantity(recipeTexts.lossInvalid, { min: 0, max: HUNDRED_PERCENT }).default(0),
  })
  .refine(namesOneItem, oneItem(recipeTexts.itemRequired));

const recipeFields = {
  productId: reference(recipeTexts.productRequired),
  outputQuantity: quantity(recipeTexts.quantityInvalid),
  expectedYieldPercent: quantity(recipeTexts.yieldInvalid, { min: 0, max: 10 * HUNDRED_PERCENT })
    .nullish()
    .transform((percent) => percent ?? null),
  ...costFields.recipe,
  note: optionalText(limits.description),
  lines: listOf(line, { max: limits.lines, missing: recipeTexts.linesRequired }),
};

const recipeExample = {
  productId: 1,
  outputQuantity: 100,
  expectedYieldPercent: 98.5,
  lines: [{ rawMaterialId: 1, quantity: 20.5, plannedLossPercent: 1 }],
};

interface RecipeProducts {
  productId: number;
  lines: { productId: number | null }[];
}

function refuseOwnProduct({ productId, lines }: RecipeProducts, context: z.RefinementCtx): void {
  for (const [index, ingredient] of validEntries(context, 'lines', lines, 'productId')) {
    if (ingredient.productId !== productId) continue;
    context.addIssue({ code: 'custom', message: recipeTexts.itself, path: ['lines', index, 'productId'] });
  }
}

export const recipeBody = withExample(
  z
    .object({ recipeId: bodyId, ...recipeFields, updatedAt: seenUpdatedAt })
    .superRefine(refuseOwnProduct, { when: areValid('productId') }),
  recipeExample,
);

/** An ingredient: thousandths of its unit for one output of its recipe, and the planned loss in thousandths of a percent. */
interface Ingredient {
  quantity: number;
  plannedLoss: number;
}

/**
 * The quantity of an ingredient with its planned loss, times `factor / divisor`. Rounded half up once, since small
 * quantities and losses would be rounded to nothing on the way.
 */
function withPlannedLoss(ingredient: Ingredient, factor: bigint, divisor: bigint): number {
  const whole = BigInt(HUNDRED_PERCENT);
  const { quantity: net, plannedLoss } = ingredient;
  return divided(BigInt(net) * (whole + BigInt(plannedLoss)) * factor, whole * divisor);
}

/** Thousandths of an ingredient that a run consumes for `requested` by a recipe for `output`, planned loss included. */
export function inputQuantityOf(ingredient: Ingredient, requested: number, output: number): number {
  return withPlannedLoss(ingredient, BigInt(requested), BigInt(output));
}

/** The cost of an ingredient with its planned loss at a price in paise, in paise; null beyond the largest amount. */
export function costOf(ingredient: Ingredient, pricePaise: number): number | null {
  const paise = withPlannedLoss(ingredient, BigInt(pricePaise), 1000n);
  return isKeptAmount(paise) ? paise : null;
}

/** The cost in paise of one unit of the output, from the cost of a quantity in thousandths; rounded half up. */
export function costPerUnit(paise: number, thousandths: number): number {
  return divided(BigInt(paise) * 1000n, BigInt(thousandths));
}

const recipeLine = z.object({
  ...itemAnswer,
  quantity: quantityAnswer(),
  plannedLossPercent: quantityAnswer(),
  cost: moneyAnswer()
    .nullable()
    .describe(
      'With its planned loss: at the last price of the raw material, or by what the newest lots of the product cost; null where neither is known.',
    ),
});

export const recipeRecord = z
  .object({
    recipeId: z.int(),
    version: z.int(),
    productId: z.int(),
    productName: z.string(),
    unit: z.string(),
    outputQuantity: quantityAnswer(),
    expectedYieldPercent: quantityAnswer().nullable(),
    ...costAnswers.recipe,
    note: z.string(),
    lines: z.array(recipeLine),
    cost: moneyAnswer().describe('Cost of the ingredients whose cost is known.'),
    usedByRuns: z.int().describe('How many runs used any of its versions.'),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  })
  .meta({ id: 'Recipe' });

const recipeVersionRecord = recipeRecord
  .omit({ createdAt: true, updatedAt: true })
  .extend({ usedByRuns: z.int().describe('How many runs used this version.') })
  .meta({ id: 'RecipeVersion' });

/** A recipe on the wire. */
export type RecipeRecord = z.input<typeof recipeRecord>;

const row = kinds.recipes;
const calls = recordEndpoints(
  row,
  { create: recipeBody, update: recipeBody },
  recipeRecord,
  ['recipeId', 'productName'],
  {},
  {
    productId: recordFilter('productId', 'products', recipeLabels.productId),
    itemId: recordFilter('itemId', 'items', 'Ingredient', {
      about: 'Recipes that take this raw material or product.',
    }),
  },
);

export const recipeEndpoints = {
  ...calls,
  versions: endpoint({
    method: 'GET',
    path: `${row.apiPath}/:id/versions`,
    access: ['recipes', 'view'],
    params: idParams,
    answer: z.array(recipeVersionRecord),
  }),
  markets: endpoint({
    method: 'GET',
    path: `${row.apiPath}/:id/markets`,
    access: ['recipes', 'view'],
    params: idParams,
    answer: z.array(marketAccess),
  }),
};
