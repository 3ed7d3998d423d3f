/** Adding, changing and deleting recipes, each in the caller's transaction. */
import type { z } from 'zod';
import type { FieldErrors } from '#contract/core/errors.ts';
import { recipeTexts, type recipeBody } from '#contract/make/recipes.ts';
import { restoreTexts } from '#contract/core/restore.ts';
import { insertNumbered, insertRows } from '../../core/db/statements.ts';
import type { Trx } from '../../core/db/tables.ts';
import { conflict, invalid, notFound } from '../../core/http/errors.ts';
import { lockRecord, markDeleted } from '../../core/records/crudQueries.ts';
import { changedAt, checkBodyId, checkUnchanged } from '../../core/records/optimisticLock.ts';
import { refuseMissingReferences, markRestored } from '../../core/records/restoring.ts';
import type { Write } from '../../core/records/write.ts';
import { findItemIds, lockItems } from '../../stock/ledger/items.ts';
import { findMaterialNames } from '../../stock/ledger/materialNames.ts';
import { findProductNames } from '../../stock/ledger/productNames.ts';
import { findNewestVersion, findRecipe, type Recipe } from './queries.ts';

type Body = z.output<typeof recipeBody>;

async function mustFind(trx: Trx, id: number): Promise<Recipe> {
  const found = await findRecipe(trx, id);
  if (!found) throw notFound(recipeTexts.notFound);
  return found;
}

/** Locks the product and the ingredients against deletion. Throws 400 naming each that is missing. */
async function lockReferences(trx: Trx, { productId, lines }: Body): Promise<void> {
  await lockItems(trx, await findItemIds(trx, [{ rawMaterialId: null, productId }, ...lines]));
  const materials = await findMaterialNames(
    trx,
    lines.flatMap((line) => line.rawMaterialId ?? []),
  );
  const products = await findProductNames(trx, [productId, ...lines.flatMap((line) => line.productId ?? [])]);
  const errors: FieldErrors = {};
  if (!products.has(productId)) errors['productId'] = [recipeTexts.productUnknown];
  for (const [index, { rawMaterialId, productId: ingredient }] of lines.entries()) {
    if (rawMaterialId !== null && !materials.has(rawMaterialId))
      errors[`lines.${index}.rawMaterialId`] = [recipeTexts.itemUnknown];
    if (ingredient !== null && !products.has(ingredient))
      errors[`lines.${index}.productId`] = [recipeTexts.itemUnknown];
  }
  if (Object.keys(errors).length > 0) throw invalid(errors);
}

async function insertLines(trx: Trx, versionId: number, lines: Body['lines']): Promise<void> {
  const rows = lines.map((line, position) => ({
    recipe_version_id: versionId,
    position,
    raw_material_id: line.rawMaterialId,
    product_id: line.productId,
    quantity: line.quantity,
    planned_loss: line.plannedLossPercent,
  }));
  await insertRows(trx, 'recipe_line', rows);
}

async function insertVersion(trx: Trx, recipeId: number, version: number, body: Body): Promise<void> {
  const row = {
    recipe_id: recipeId,
    version,
    output_quantity: body.outputQuantity,
    expected_yield: body.expectedYieldPercent,
    note: body.note,
  };
  const [id = 0] = await insertNumbered(trx, 'recipe_version', [row]);
  await insertLines(trx, id, body.lines);
}

/** Replaces what a version says; no run has used it. */
async function replaceVersion(trx: Trx, versionId: number, body: Body): Promise<void> {
  await trx
    .updateTable('recipe_version')
    .set({ output_quantity: body.outputQuantity, expected_yield: body.expectedYieldPercent, note: body.note })
    .where('id', '=', versionId)
    .execute();
  await trx.deleteFrom('recipe_line').where('recipe_version_id', '=', versionId).execute();
  await insertLines(trx, versionId, body.lines);
}

/** Content of a version, as text to compare. */
function contentOf({ outputQuantity, expectedYieldPercent, note, lines }: Body | Recipe): string {
  const ingredients = lines.map((line) => [line.rawMaterialId, line.productId, line.quantity, line.plannedLossPercent]);
  return JSON.stringify([outputQuantity, expectedYieldPercent, note, ingredients]);
}

/** Whether a recipe says this already. */
export function isSameRecipe(body: Body, recipe: Recipe): boolean {
  return contentOf(body) === contentOf(recipe);
}

/** Adds a recipe, in version 1. Throws 400 with all invalid fields. */
export async function createRecipe({ trx, actor, audit }: Write, body: Body): Promise<Recipe> {
  await lockReferences(trx, body);
  const row = { product_id: body.productId, created_at: actor.at, updated_at: actor.at };
  const [id = 0] = await insertNumbered(trx, 'recipe', [row]);
  await insertVersion(trx, id, 1, body);
  const after = await mustFind(trx, id);
  await audit({ action: 'create', resource: 'recipes', recordId: id, before: null, after });
  return after;
}

/**
 * Changes a recipe: by a new version where a run has used the newest one, else in place. Throws 400, 404, 409 if it was
 * changed concurrently, or if runs have used it and its product would change.
 */
export async function updateRecipe({ trx, actor, audit }: Write, id: number, body: Body): Promise<Recipe> {
  checkBodyId(id, body.recipeId, 'recipeId');
  await lockRecord(trx, 'recipe', id);
  const before = await mustFind(trx, id);
  checkUnchanged(body.updatedAt, before.updatedAt);
  const newest = await findNewestVersion(trx, id);
  if (body.productId !== before.productId && newest.isRecipeUsed)
    throw conflict(recipeTexts.productFixed, { productId: [recipeTexts.productFixed] });
  await lockReferences(trx, body);
  if (!isSameRecipe(body, before)) {
    if (newest.isUsed) await insertVersion(trx, id, before.version + 1, body);
    else await replaceVersion(trx, newest.id, body);
  }
  await trx
    .updateTable('recipe')
    .set({ product_id: body.productId, updated_at: changedAt(actor.at, before.updatedAt) })
    .where('id', '=', id)
    .execute();
  const after = await mustFind(trx, id);
  await audit({ action: 'update', resource: 'recipes', recordId: id, before, after });
  return after;
}

/** Restores a deleted recipe. Throws 404, or 409 where it is there, or its product or an ingredient is now deleted. */
export async function restoreRecipe({ trx, actor, audit }: Write, id: number): Promise<{ message: string }> {
  await markRestored(trx, 'recipe', id, { at: actor.at, notFoundText: recipeTexts.notFound });
  const after = await mustFind(trx, id);
  const { productId, productName, lines } = after;
  await lockItems(trx, await findItemIds(trx, [{ rawMaterialId: null, productId }, ...lines]));
  const used = [{ rawMaterialId: null, productId, itemName: productName }, ...lines];
  const materials = await findMaterialNames(
    trx,
    used.flatMap((each) => each.rawMaterialId ?? []),
  );
  const products = await findProductNames(
    trx,
    used.flatMap((each) => each.productId ?? []),
  );
  const isGone = (each: (typeof used)[number]) =>
    !materials.has(each.rawMaterialId ?? 0) && !products.has(each.productId ?? 0);
  refuseMissingReferences(used.filter(isGone).map(({ itemName }) => itemName));
  await audit({ action: 'restore', resource: 'recipes', recordId: id, before: null, after });
  return { message: restoreTexts.restored('recipes') };
}

/** Deletes a recipe; runs keep the version that they used. Throws 404. */
export async function deleteRecipe({ trx, actor, audit }: Write, id: number): Promise<{ message: string }> {
  await lockRecord(trx, 'recipe', id);
  const before = await mustFind(trx, id);
  await markDeleted(trx, 'recipe', id, actor.at);
  await audit({ action: 'delete', resource: 'recipes', recordId: id, before, after: null });
  return { message: recipeTexts.deleted };
}
