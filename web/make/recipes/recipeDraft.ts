/** The form values of a recipe: numbers as typed text, lines that may be blank. */
import type { FormErrors } from '@mantine/form';
import { randomId } from '@mantine/hooks';
import { z } from 'zod';
import { toThousandths } from '#contract/core/values/numbers.ts';
import { costOf, recipeEndpoints, type RecipeRecord } from '#contract/make/recipes.ts';
import { contractFaults } from '#web/core/form/contractFaults.ts';
import { numberOf } from '#web/core/form/fields/numberOf.ts';
import { choice } from '#web/core/lookup/lookup.ts';
import { itemChoice } from '#web/stock/parts/ItemField.tsx';

const recipeLine = z.object({
  /** React key; stays when lines before it are removed. */
  key: z.string(),
  item: itemChoice.nullable(),
  quantity: z.string(),
  plannedLossPercent: z.string(),
});

export const recipeDraft = z.object({
  productId: choice.extend({ unit: z.string() }).nullable(),
  outputQuantity: z.string(),
  expectedYieldPercent: z.string(),
  note: z.string(),
  lines: z.array(recipeLine),
});

export type RecipeDraft = z.output<typeof recipeDraft>;
export type RecipeLine = z.output<typeof recipeLine>;

export function blankLine(): RecipeLine {
  return { key: randomId(), item: null, quantity: '', plannedLossPercent: '' };
}

/** The form of a copy, whose product is still to be chosen: two recipes of one product would be rivals. */
export function copyOf(recipe: RecipeRecord): RecipeDraft {
  return { ...valuesOf(recipe), productId: null };
}

export function valuesOf(recipe?: RecipeRecord): RecipeDraft {
  if (!recipe) return { productId: null, outputQuantity: '', expectedYieldPercent: '', note: '', lines: [blankLine()] };
  const { productId, productName, unit, outputQuantity, expectedYieldPercent, note, lines } = recipe;
  return {
    productId: { value: productId, label: productName, unit },
    outputQuantity: String(outputQuantity),
    expectedYieldPercent: expectedYieldPercent === null ? '' : String(expectedYieldPercent),
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
export function filledLines(lines: readonly RecipeLine[]): RecipeLine[] {
  return lines.filter((line) => line.item !== null || line.quantity !== '');
}

/** The request body. Missing values become invalid ones, so that the contract's schema reports them. */
export function contentOf({ productId, outputQuantity, expectedYieldPercent, note, lines }: RecipeDraft) {
  return {
    productId: productId?.value ?? 0,
    outputQuantity: numberOf(outputQuantity) ?? Number.NaN,
    expectedYieldPercent: expectedYieldPercent === '' ? null : (numberOf(expectedYieldPercent) ?? Number.NaN),
    note,
    lines: filledLines(lines).map(({ item, quantity, plannedLossPercent }) => ({
      rawMaterialId: item?.rawMaterialId ?? null,
      productId: item?.productId ?? null,
      quantity: numberOf(quantity) ?? Number.NaN,
      plannedLossPercent: plannedLossPercent === '' ? 0 : (numberOf(plannedLossPercent) ?? Number.NaN),
    })),
  };
}

/** Maps a field path of the body to the form, whose blank lines the body lacks and which has one field for both ids. */
export function fieldOf(path: string, { lines }: RecipeDraft): string {
  const [list, index, field = ''] = path.split('.');
  if (list !== 'lines') return path;
  const line = filledLines(lines)[Number(index)];
  const own = ['quantity', 'plannedLossPercent'].includes(field) ? field : 'item';
  // Without any line, the error shows at the first blank one.
  return `lines.${line ? lines.indexOf(line) : 0}.${own}`;
}

export function faultsOf(values: RecipeDraft): FormErrors {
  return contractFaults(recipeEndpoints.create, contentOf(values));
}

/** The cost of a line in paise; undefined while its quantity or its price isn't known. */
export function costOfLine(
  { quantity, plannedLossPercent }: RecipeLine,
  pricePaise: number | undefined,
): number | undefined {
  const thousandths = toThousandths(numberOf(quantity) ?? Number.NaN);
  if (thousandths === undefined || pricePaise === undefined) return undefined;
  const loss = toThousandths(numberOf(plannedLossPercent) ?? 0) ?? 0;
  return costOf({ quantity: thousandths, plannedLoss: loss }, pricePaise) ?? undefined;
}
