/** The definition of recipes for list and form; numbers are typed text, lines may be blank. */
import { randomId } from '@mantine/hooks';
import { z } from 'zod';
import { formatQuantityWithUnit } from '#contract/core/values/format.ts';
import {
  costOf,
  recipeEndpoints,
  recipeLabels,
  recipeLineLabels,
  recipeRecord,
  recipeTexts,
  type RecipeRecord,
} from '#contract/make/recipes.ts';
import { typedNumber, typedThousandths, typedThousandthsOr0 } from '#web/core/form/fields/numberOf.ts';
import { lineField } from '#web/core/form/lines.ts';
import { choice } from '#web/core/lookup/lookup.ts';
import { defineDocument } from '#web/core/records/document.ts';
import { itemChoice } from '#web/stock/items/itemChoice.ts';

const recipeLine = z.object({
  /** React key; stays when lines before it are removed. */
  key: z.string(),
  item: itemChoice.nullable(),
  quantity: z.string(),
  plannedLossPercent: z.string(),
});

const recipeValues = z.object({
  productId: choice.extend({ unit: z.string() }).nullable(),
  outputQuantity: z.string(),
  expectedYieldPercent: z.string(),
  /** Missing in drafts of older versions, as the other fields of cost. */
  overheadPerRun: z.string().default(''),
  overheadPerKg: z.string().default(''),
  overheadPerHour: z.string().default(''),
  costShare: z.string().default(''),
  note: z.string(),
  lines: z.array(recipeLine),
});

export type RecipeValues = z.output<typeof recipeValues>;
export type RecipeLine = z.output<typeof recipeLine>;

export function blankLine(): RecipeLine {
  return { key: randomId(), item: null, quantity: '', plannedLossPercent: '' };
}

const noCosts = { overheadPerRun: '', overheadPerKg: '', overheadPerHour: '', costShare: '' };

const typedAmount = (rupees: number) => (rupees === 0 ? '' : String(rupees));
const amountOf = (typed: string) => (typed === '' ? 0 : typedNumber(typed));

function valuesOf(recipe: RecipeRecord): RecipeValues {
  const { productId, productName, unit, outputQuantity, expectedYieldPercent, note, lines } = recipe;
  return {
    productId: { value: productId, label: productName, unit },
    outputQuantity: String(outputQuantity),
    expectedYieldPercent: expectedYieldPercent === null ? '' : String(expectedYieldPercent),
    overheadPerRun: typedAmount(recipe.overheadPerRun),
    overheadPerKg: typedAmount(recipe.overheadPerKg),
    overheadPerHour: typedAmount(recipe.overheadPerHour),
    costShare: recipe.costShare === null ? '' : String(recipe.costShare),
    note,
    lines: lines.map(({ quantity, plannedLossPercent, ...item }) => ({
      key: randomId(),
      item,
      quantity: String(quantity),
      plannedLossPercent: plannedLossPercent === 0 ? '' : String(plannedLossPercent),
    })),
  };
}

/** Drops blank lines. */
function filledLines(lines: readonly RecipeLine[]): RecipeLine[] {
  return lines.filter((line) => line.item !== null || line.quantity !== '');
}

export const recipes = defineDocument({
  kind: 'recipes',
  calls: recipeEndpoints,
  record: recipeRecord,
  rowId: (row) => row.recipeId,
  idField: 'recipeId',
  nameOf: (row) => `recipe of ${row.productName}`,
  subjectOf: (row) => ({
    name: row.productName,
    facts: [`ID ${row.recipeId}`, formatQuantityWithUnit(row.outputQuantity, row.unit), `version ${row.version}`],
  }),
  values: recipeValues,
  /** The product of a copy is still to be chosen: two recipes of one product would be rivals. */
  blank: (copied?: RecipeRecord): RecipeValues =>
    copied
      ? { ...valuesOf(copied), productId: null }
      : { productId: null, outputQuantity: '', expectedYieldPercent: '', ...noCosts, note: '', lines: [blankLine()] },
  valuesOf,
  bodyOf: ({ productId, outputQuantity, expectedYieldPercent, note, lines, ...costs }) => ({
    productId: productId?.value ?? 0,
    outputQuantity: typedNumber(outputQuantity),
    expectedYieldPercent: expectedYieldPercent === '' ? null : typedNumber(expectedYieldPercent),
    overheadPerRun: amountOf(costs.overheadPerRun),
    overheadPerKg: amountOf(costs.overheadPerKg),
    overheadPerHour: amountOf(costs.overheadPerHour),
    costShare: costs.costShare === '' ? null : typedNumber(costs.costShare),
    note,
    lines: filledLines(lines).map(({ item, ...line }) => ({
      rawMaterialId: item?.rawMaterialId ?? null,
      productId: item?.productId ?? null,
      quantity: typedNumber(line.quantity),
      plannedLossPercent: line.plannedLossPercent === '' ? 0 : typedNumber(line.plannedLossPercent),
    })),
  }),
  /** A line has one field for both ids. */
  fieldOf: (path, { lines }) =>
    path.startsWith('lines')
      ? lineField(path, { all: lines, filled: filledLines(lines) }, (field) =>
          field in recipeLineLabels ? field : 'item',
        )
      : path,
  compared: {
    labels: recipeLabels,
    lists: [
      {
        name: 'lines',
        linesOf: ({ lines }) =>
          filledLines(lines).map((line) => {
            const { itemId, itemName = '', unit = '' } = line.item ?? {};
            return { line, key: itemId, name: itemName, text: `${line.quantity} ${unit}` };
          }),
        labels: { quantity: recipeLineLabels.quantity, plannedLossPercent: recipeLineLabels.plannedLossPercent },
      },
    ],
  },
  words: recipeTexts,
});

/** The cost of a line in paise; undefined while its quantity or its price isn't known. */
export function costOfLine(
  { quantity, plannedLossPercent }: RecipeLine,
  pricePaise: number | undefined,
): number | undefined {
  const thousandths = typedThousandths(quantity);
  if (thousandths === undefined || pricePaise === undefined) return undefined;
  const loss = typedThousandthsOr0(plannedLossPercent);
  return costOf({ quantity: thousandths, plannedLoss: loss }, pricePaise) ?? undefined;
}
