/** Fills the inputs of a run by the newest recipe of its first output, for the entered quantity. */
import type { UseFormReturnType } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { fromThousandths, toThousandths } from '#contract/core/values/numbers.ts';
import { recipeEndpoints, takenOf, type RecipeRecord } from '#contract/make/recipes.ts';
import { callList } from '#web/core/api/client.ts';
import { numberOf } from '#web/core/form/fields/numberOf.ts';
import { clearFaults } from '#web/core/form/lines.ts';
import { blankLine, namedOutputs, type RunDraft, type RunLine } from '../runDraft.ts';

/** The newest recipe of a product; null if there is none, undefined while it is loading or without a product. */
function useRecipeOf(productId: number | null | undefined): RecipeRecord | null | undefined {
  const { data } = useQuery({
    queryKey: [recipeEndpoints.list.path, 'of product', productId],
    queryFn: ({ signal }) =>
      callList(recipeEndpoints.list, { query: { productId: productId ?? 0, page: 1, pageSize: 1 }, signal }),
    enabled: typeof productId === 'number',
  });
  return data && (data.rows[0] ?? null);
}

function linesOf({ lines, outputQuantity }: RecipeRecord, requested: number): RunLine[] {
  const exact = (units: number) => toThousandths(units) ?? 0;
  return lines.map(({ itemId, rawMaterialId, productId, itemName, unit, quantity, plannedLossPercent }) => {
    const ingredient = { quantity: exact(quantity), plannedLoss: exact(plannedLossPercent) };
    return {
      ...blankLine(productId === null ? 'material' : 'product'),
      item: { itemId, rawMaterialId, productId, itemName, unit },
      quantity: String(fromThousandths(takenOf(ingredient, exact(requested), exact(outputQuantity)))),
    };
  });
}

const contentOf = (lines: readonly RunLine[]) =>
  JSON.stringify(lines.map(({ item, quantity, takes }) => [item?.itemId, quantity, takes]));

/** How much of a product all outputs make together; undefined if nothing is typed. */
function outputOf(productId: number | null | undefined, values: RunDraft): number | undefined {
  const own = namedOutputs(values).filter(({ product }) => product?.productId === productId);
  const output = own.reduce((sum, { quantity }) => sum + (toThousandths(numberOf(quantity) ?? 0) ?? 0), 0);
  return output === 0 ? undefined : fromThousandths(output);
}

/** The recipe in use; typed lines stay as they are. */
export function useRecipe(form: UseFormReturnType<RunDraft>, isNew: boolean): RecipeRecord | undefined {
  const [main] = namedOutputs(form.values);
  const productId = main?.product?.productId;
  const requested = outputOf(productId, form.values);
  const recipe = useRecipeOf(productId);
  /** The product that the recipe of the form is for. */
  const recipeFor = useRef(productId);
  /** A recorded run stays with its version, as long as its product is the same. */
  const follows = useRef(isNew);
  /** Content that the recipe filled in last. */
  const filled = useRef(contentOf([blankLine()]));
  const forget = useEffectEvent(() => {
    if (recipeFor.current === productId) return;
    recipeFor.current = productId;
    follows.current = true;
    form.setFieldValue('recipeId', null);
  });
  useEffect(() => forget(), [productId]);
  /** Removing the product removes the inputs that its recipe filled in. */
  const empty = () => {
    const blank = [blankLine()];
    const isFilledIn = contentOf(form.getValues().lines) === filled.current;
    if (!isFilledIn || filled.current === contentOf(blank)) return;
    filled.current = contentOf(blank);
    clearFaults(form, 'lines');
    form.setFieldValue('lines', blank);
  };
  const fill = useEffectEvent(() => {
    if (follows.current && recipe === null) empty();
    if (!follows.current || !recipe || !requested) return;
    const { lines } = form.getValues();
    const isUntouched = contentOf(lines) === filled.current || lines.every(({ item, quantity }) => !item && !quantity);
    form.setFieldValue('recipeId', recipe.recipeId);
    if (!isUntouched) return;
    const proposed = linesOf(recipe, requested);
    filled.current = contentOf(proposed);
    clearFaults(form, 'lines');
    form.setFieldValue('lines', proposed);
  });
  useEffect(() => fill(), [recipe, requested]);
  return recipe ?? undefined;
}
