/** Fills the inputs of a run by the newest recipe of its first output, for the entered quantity. */
import type { UseFormReturnType } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { fromThousandths, thousandthsOr0 } from '#contract/core/values/numbers.ts';
import { inputQuantityOf, recipeEndpoints, type RecipeRecord } from '#contract/make/recipes.ts';
import { listQueryOf } from '#web/core/api/queries.ts';
import { typedThousandthsOr0 } from '#web/core/form/fields/numberOf.ts';
import { clearFaults } from '#web/core/form/lines.ts';
import { blankInput, filledOutputs, type InputValues, type RunValues } from '../runValues.ts';

/** The newest recipe of a product; null if there is none, undefined while it is loading or without a product. */
function useRecipeOf(productId: number | null | undefined): RecipeRecord | null | undefined {
  const { data } = useQuery({
    ...listQueryOf(recipeEndpoints.list, { query: { productId: productId ?? 0, page: 1, pageSize: 1 } }),
    enabled: typeof productId === 'number',
  });
  return data && (data.rows[0] ?? null);
}

/** The inputs of a run that produces `requested` by a recipe. */
function inputsOf({ lines, outputQuantity }: RecipeRecord, requested: number): InputValues[] {
  return lines.map(({ itemId, rawMaterialId, productId, itemName, unit, quantity, plannedLossPercent }) => {
    const ingredient = { quantity: thousandthsOr0(quantity), plannedLoss: thousandthsOr0(plannedLossPercent) };
    return {
      ...blankInput(productId === null ? 'material' : 'product'),
      item: { itemId, rawMaterialId, productId, itemName, unit },
      quantity: String(
        fromThousandths(inputQuantityOf(ingredient, thousandthsOr0(requested), thousandthsOr0(outputQuantity))),
      ),
    };
  });
}

/** Inputs with the same key have the same items, quantities and chosen lots. */
function memoKey(inputs: readonly InputValues[]): string {
  return JSON.stringify(inputs.map(({ item, quantity, lots }) => [item?.itemId, quantity, lots]));
}

/** The quantity of a product in all outputs together; undefined if nothing is typed. */
function outputQuantityOf(productId: number | null | undefined, values: RunValues): number | undefined {
  const outputs = filledOutputs(values).filter(({ product }) => product?.productId === productId);
  const sum = outputs.reduce((total, { quantity }) => total + typedThousandthsOr0(quantity), 0);
  return sum === 0 ? undefined : fromThousandths(sum);
}

/** The recipe in use; typed inputs stay as they are. */
export function useRecipe(form: UseFormReturnType<RunValues>, isNew: boolean): RecipeRecord | undefined {
  const [mainOutput] = filledOutputs(form.values);
  const productId = mainOutput?.product?.productId;
  const requested = outputQuantityOf(productId, form.values);
  const recipe = useRecipeOf(productId);
  /** The product that the recipe of the form is for. */
  const recipeProductId = useRef(productId);
  /** A recorded run stays with its version, as long as its product is the same. */
  const followsNewest = useRef(isNew);
  /** Key of the inputs that the recipe filled in last. */
  const filledKey = useRef(memoKey([blankInput()]));
  const setInputs = (inputs: InputValues[]) => {
    filledKey.current = memoKey(inputs);
    clearFaults(form, 'inputs');
    form.setFieldValue('inputs', inputs);
  };
  const forgetRecipe = useEffectEvent(() => {
    if (recipeProductId.current === productId) return;
    recipeProductId.current = productId;
    followsNewest.current = true;
    form.setFieldValue('recipeId', null);
  });
  useEffect(() => forgetRecipe(), [productId]);
  /** Removing the product removes the inputs that its recipe filled in. */
  const emptyInputs = () => {
    const blank = [blankInput()];
    const isFilledIn = memoKey(form.getValues().inputs) === filledKey.current;
    if (isFilledIn && filledKey.current !== memoKey(blank)) setInputs(blank);
  };
  const fillInputs = useEffectEvent(() => {
    if (followsNewest.current && recipe === null) emptyInputs();
    if (!followsNewest.current || !recipe || !requested) return;
    const { inputs } = form.getValues();
    const isUntouched =
      memoKey(inputs) === filledKey.current || inputs.every(({ item, quantity }) => !item && !quantity);
    form.setFieldValue('recipeId', recipe.recipeId);
    if (isUntouched) setInputs(inputsOf(recipe, requested));
  });
  useEffect(() => fillInputs(), [recipe, requested]);
  return recipe ?? undefined;
}
