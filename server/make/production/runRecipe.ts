/** The recipe of a run, in the version that it uses. */
import { runTexts } from '#contract/make/runs.ts';
import type { Trx } from '../../core/db/tables.ts';
import { invalid } from '../../core/http/errors.ts';
import { lockRecord } from '../../core/records/crudQueries.ts';
import type { RunContent } from './runContent.ts';

/**
 * The id of the newest version of a run's recipe, null without a recipe. Locks the recipe, so that a concurrent change does
 * not replace the version that this run uses. Throws 400 for a recipe that does not exist, or that is for none of the
 * run's products.
 */
export async function lockRecipeVersion(trx: Trx, { recipeId, outputs }: RunContent): Promise<number | null> {
  if (recipeId === null) return null;
  if (!(await lockRecord(trx, 'recipe', recipeId))) throw invalid({ recipeId: [runTexts.recipeUnknown] });
  const version = await trx
    .selectFrom('recipe as r')
    .innerJoin('recipe_version as v', 'v.recipe_id', 'r.id')
    .select(['v.id', 'r.product_id as productId'])
    .where('r.id', '=', recipeId)
    .orderBy('v.version', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!version) throw invalid({ recipeId: [runTexts.recipeUnknown] });
  const isOther = outputs.length > 0 && outputs.every(({ productId }) => productId !== version.productId);
  if (isOther) throw invalid({ recipeId: [runTexts.recipeOfOther] });
  return version.id;
}
