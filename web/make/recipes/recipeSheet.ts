/** The spreadsheet of recipes: a row for each ingredient. */
import { recordCell } from '#contract/core/importColumns.ts';
import { recipeSheet as recipeImport } from '#contract/make/importSheets.ts';
import { recipeLabels, type RecipeRecord } from '#contract/make/recipes.ts';
import { importableSheet } from '#web/core/sheets/importableSheet.ts';

export const recipeSheet = importableSheet(
  recipeImport,
  ({ lines, ...recipe }: RecipeRecord) => lines.map((line) => ({ ...recipe, outputUnit: recipe.unit, ...line })),
  ({ recipeId, createdAt, updatedAt }) => recordCell(recipeId, { createdAt, updatedAt }),
  [
    { heading: recipeLabels.version, width: 10, value: ({ version }) => version },
    { heading: 'ID', width: 8, value: ({ recipeId }) => recipeId },
  ],
);
