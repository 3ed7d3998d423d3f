/** Adding, changing and deleting recipes, each in the caller's transaction. */
import { defineDocument } from '../../core/records/document.ts';
import type { z } from 'zod';
import type { FieldErrors } from '#contract/core/errors.ts';
import { entryAt } from '#contract/core/values/entryAt.ts';
import { recipeTexts, type recipeBody, recipeLabels } from '#contract/make/recipes.ts';
import { insertNumbered, insertRows } from '../../core/db/statements.ts';
import type { Trx } from '../../core/db/tables.ts';
import { conflict, invalid } from '../../core/http/errors.ts';
import { refuseMissingReferences } from '../../core/records/restoring.ts';
import { findItemIds, lockItems } from '../../stock/ledger/items.ts';
import { findMaterialNames } from '../../stock/names/materialNames.ts';
import { findProductNames } from '../../stock/names/productNames.ts';
import { findNewestVersion, findRecipe, type Recipe } from './queries.ts';
import {
  fieldsOf,
  nameIn,
  listOf,
  named,
  quantity,
  quantityOf,
  someAmount,
  thousandths,
} from '../../core/records/historyFields.ts';
import { itemLine } from '../../stock/documents/historyLines.ts';

type Body = z.output<typeof recipeBody>;
type NewestVersion = Awaited<ReturnType<typeof findNewestVersion>>;

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

/** A body with its fields of cost: those of the recipe before where it leaves them out, as older clients do. */
function withCosts(body: Body, before?: Recipe) {
  return {
    ...body,
    overheadPerRun: body.overheadPerRun ?? before?.overheadPerRun ?? 0,
    overheadPerKg: body.overheadPerKg ?? before?.overheadPerKg ?? 0,
    overheadPerHour: body.overheadPerHour ?? before?.overheadPerHour ?? 0,
    costShare: body.costShare === undefined ? (before?.costShare ?? null) : body.costShare,
  };
}

type Content = ReturnType<typeof withCosts>;

function columnsOf(content: Content) {
  return {
    output_quantity: content.outputQuantity,
    expected_yield: content.expectedYieldPercent,
    overhead_per_run: content.overheadPerRun,
    overhead_per_kg: content.overheadPerKg,
    overhead_per_hour: content.overheadPerHour,
    cost_share: content.costShare,
    note: content.note,
  };
}

async function insertVersion(trx: Trx, recipeId: number, version: number, body: Content): Promise<void> {
  const row = { recipe_id: recipeId, version, ...columnsOf(body) };
  const versionId = entryAt(await insertNumbered(trx, 'recipe_version', [row]), 0);
  await insertLines(trx, versionId, body.lines);
}

/** Replaces the content of a version that no run has used. */
async function replaceVersion(trx: Trx, versionId: number, body: Content): Promise<void> {
  await trx.updateTable('recipe_version').set(columnsOf(body)).where('id', '=', versionId).execute();
  await trx.deleteFrom('recipe_line').where('recipe_version_id', '=', versionId).execute();
  await insertLines(trx, versionId, body.lines);
}

/** Content of a version, as text to compare. */
function contentOf(content: Content | Recipe): string {
  const ingredients = content.lines.map((line) => {
    return [line.rawMaterialId, line.productId, line.quantity, line.plannedLossPercent];
  });
  return JSON.stringify([...Object.values(columnsOf(content)), ingredients]);
}

/** Whether a recipe has this content already. */
export function isSameRecipe(body: Body, recipe: Recipe): boolean {
  return contentOf(withCosts(body, recipe)) === contentOf(recipe);
}

/** The names of the product and ingredients of a recipe that are now deleted; locks their items. */
async function findDeletedItems(trx: Trx, { productId, productName, lines }: Recipe): Promise<string[]> {
  await lockItems(trx, await findItemIds(trx, [{ rawMaterialId: null, productId }, ...lines]));
  const references = [{ rawMaterialId: null, productId, itemName: productName }, ...lines];
  const materials = await findMaterialNames(
    trx,
    references.flatMap((each) => each.rawMaterialId ?? []),
  );
  const products = await findProductNames(
    trx,
    references.flatMap((each) => each.productId ?? []),
  );
  const isDeleted = ({ rawMaterialId, productId: id }: (typeof references)[number]) =>
    !materials.has(rawMaterialId ?? 0) && !products.has(id ?? 0);
  return references.filter(isDeleted).map(({ itemName }) => itemName);
}

/** The newest version of a recipe before a change. Throws 409 where the product of a used recipe would change. */
async function checkProduct(trx: Trx, body: Body, { recipeId, productId }: Recipe): Promise<NewestVersion> {
  const newest = await findNewestVersion(trx, recipeId);
  if (body.productId !== productId && newest.isRecipeUsed)
    throw conflict(recipeTexts.productFixed, { productId: [recipeTexts.productFixed] });
  return newest;
}

/**
 * The writes of recipes. The newest version is changed in place until a run uses it; a change then adds one. Runs keep the
 * version that they used, also when the recipe is deleted.
 */
export const recipeDocument = defineDocument<Recipe, Body, NewestVersion | undefined>({
  kind: 'recipes',
  table: 'recipe',
  idField: 'recipeId',
  historyName: nameIn('productName'),
  historyFields: fieldsOf(recipeLabels, {
    productId: named('productName'),
    outputQuantity: quantity,
    expectedYieldPercent: thousandths,
    overheadPerRun: someAmount,
    overheadPerKg: someAmount,
    overheadPerHour: someAmount,
    costShare: thousandths,
    lines: listOf(({ plannedLossPercent: loss, ...line }) => {
      return itemLine(line) + (loss ? ` (${quantityOf(loss, '')} % lost)` : '');
    }),
  }),
  texts: recipeTexts,
  find: findRecipe,
  columns: ({ productId }) => ({ product_id: productId }),
  async prepare({ trx }, body, before) {
    const newest = before && (await checkProduct(trx, body, before));
    await lockReferences(trx, body);
    return newest;
  },
  async save({ trx }, id, body, newest, before) {
    const content = withCosts(body, before);
    if (!before || !newest) await insertVersion(trx, id, 1, content);
    else if (isSameRecipe(body, before)) return;
    else if (newest.isUsed) await insertVersion(trx, id, before.version + 1, content);
    else await replaceVersion(trx, newest.id, content);
  },
  async restore({ trx }, recipe) {
    refuseMissingReferences(await findDeletedItems(trx, recipe));
  },
});
