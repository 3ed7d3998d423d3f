import { recipeEndpoints, recipeTexts } from '#contract/make/recipes.ts';
import { readSnapshot } from '../../core/db/snapshot.ts';
import { notFound } from '../../core/http/errors.ts';
import type { Routes } from '../../core/http/routes.ts';
import { recipeDocument } from './actions.ts';
import { findRecipeMarkets } from './markets.ts';
import { findRecipe, findVersions, recipeList, addLines } from './queries.ts';

/** Registers the calls of recipes. */
export function registerRecipes(routes: Routes): void {
  const { db } = routes.services.store;
  routes.listOf(recipeEndpoints.list, recipeList, addLines);
  routes.read(recipeEndpoints.get, async ({ params }) => {
    const recipe = await readSnapshot(db, async (snapshot) => await findRecipe(snapshot, params.id));
    if (!recipe) throw notFound(recipeTexts.notFound);
    return recipe;
  });
  routes.read(recipeEndpoints.versions, async ({ params }) => {
    const versions = await readSnapshot(db, async (snapshot) => await findVersions(snapshot, params.id));
    if (versions.length === 0) throw notFound(recipeTexts.notFound);
    return versions;
  });
  routes.read(recipeEndpoints.markets, async ({ params }) => {
    const today = routes.services.today();
    const found = await readSnapshot(db, async (snapshot) => await findRecipeMarkets(snapshot, params.id, today));
    if (!found) throw notFound(recipeTexts.notFound);
    return found;
  });
  recipeDocument.register(routes, recipeEndpoints, async (_, recipe) => await Promise.resolve(recipe));
}
