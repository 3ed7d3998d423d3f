/** The versions of a recipe before the newest: runs that used them keep them. */
import { useQuery } from '@tanstack/react-query';
import { formatPercent, formatQuantityWithUnit, formatRupees } from '#contract/core/values/format.ts';
import { recipeEndpoints, recipeTexts, type RecipeRecord } from '#contract/make/recipes.ts';
import { queryOf } from '#web/core/api/queries.ts';
import classes from './RecipeLines.module.css';

function ingredientText({ quantity, unit, itemName, plannedLossPercent }: RecipeRecord['lines'][number]): string {
  const loss = plannedLossPercent > 0 ? ` ${recipeTexts.lossOf(formatPercent(plannedLossPercent))}` : '';
  return `${formatQuantityWithUnit(quantity, unit)} ${itemName}${loss}`;
}

export function OlderVersions({ recipe: { recipeId, version } }: { recipe: RecipeRecord }) {
  const { data } = useQuery({
    ...queryOf(recipeEndpoints.versions, { params: { id: recipeId } }),
    enabled: version > 1,
  });
  const older = data?.filter((each) => each.version < version) ?? [];
  if (older.length === 0) return null;
  return (
    <details className={classes.older}>
      <summary>{recipeTexts.olderTitle}</summary>
      <ul aria-label={recipeTexts.olderTitle}>
        {older.map(({ version: number, outputQuantity, unit, lines, expectedYieldPercent, cost, usedByRuns, note }) => (
          <li key={number}>
            <strong>{recipeTexts.older(number)}</strong>: {formatQuantityWithUnit(outputQuantity, unit)} of{' '}
            {lines.map(ingredientText).join(' · ')}
            {expectedYieldPercent !== null && `, ${recipeTexts.yieldOf(formatPercent(expectedYieldPercent))}`},{' '}
            {formatRupees(cost)} {recipeTexts.usedBy(usedByRuns)}
            {note && ` · ${note}`}
          </li>
        ))}
      </ul>
    </details>
  );
}
