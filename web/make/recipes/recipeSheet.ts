/** The spreadsheet of recipes: a row for each ingredient. */
import type { RecipeRecord } from '#contract/make/recipes.ts';
import { recipeSheet as recipeImport } from '#contract/make/importSheets.ts';
import { importableSheet } from '#web/core/sheets/importableSheet.ts';

export const recipeSheet = importableSheet(
  recipeImport,
  ({ lines, ...recipe }: RecipeRecord) => lines.map((line) => ({ ...recipe, ...line })),
  [
    { heading: 'Version', width: 10, value: ({ version }) => version },
    { heading: 'ID', width: 8, value: ({ recipeId }) => recipeId },
  ],
);
