/** Markets of what a saved recipe would make today. */
import { useQuery } from '@tanstack/react-query';
import { formatQuantityWithUnit } from '#contract/core/values/format.ts';
import { recipeEndpoints, recipeTexts, type RecipeRecord } from '#contract/make/recipes.ts';
import { marketTexts } from '#contract/stock/claims/marketAccess.ts';
import { queryOf } from '#web/core/api/queries.ts';
import { LoadFailed } from '#web/core/list/LoadFailed.tsx';
import { Markets } from '#web/stock/lots/WhoMayBuy.tsx';
import classes from './RecipeLines.module.css';

export function RecipeMarkets({ recipe: { recipeId, outputQuantity, unit } }: { recipe: RecipeRecord }) {
  const { data, error, refetch } = useQuery(queryOf(recipeEndpoints.markets, { params: { id: recipeId } }));
  return (
    <section className={classes.markets} aria-label={marketTexts.title}>
      <p>
        <strong>{marketTexts.title}</strong> {recipeTexts.marketsOf(formatQuantityWithUnit(outputQuantity, unit))}
      </p>
      {error && !data && <LoadFailed failed={marketTexts.notLoaded} error={error} retry={refetch} />}
      {data && <Markets markets={data} />}
    </section>
  );
}
