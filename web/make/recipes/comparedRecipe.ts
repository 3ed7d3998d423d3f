/** What two versions of a recipe are compared by. */
import { recipeEndpoints, recipeLabels, recipeLineLabels, type RecipeRecord } from '#contract/make/recipes.ts';
import { call } from '#web/core/api/client.ts';
import type { ConflictOptions } from '#web/core/form/conflicts/useConflict.tsx';
import { filledLines, valuesOf, type RecipeDraft } from './recipeDraft.ts';

const { quantity, plannedLossPercent } = recipeLineLabels;

export const recipeConflict: ConflictOptions<RecipeRecord, RecipeDraft> = {
  kind: 'recipes',
  idOf: ({ recipeId }) => recipeId,
  read: ({ recipeId }) => call(recipeEndpoints.get, { params: { id: recipeId } }),
  valuesOf,
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
        labels: { quantity, plannedLossPercent },
      },
    ],
  },
};
