import { sql } from 'kysely';
import type { z } from 'zod';
import { costOf, type recipeEndpoints, type recipeRecord } from '#contract/make/recipes.ts';
import { executeKeyed, listed } from '../../core/db/statements.ts';
import type { Database, Trx } from '../../core/db/tables.ts';
import type { ListSource } from '../../core/lists/listing.ts';
import { anyOf, matchesByWords } from '../../core/lists/search.ts';
import { findNewestCosts } from '../../stock/origins/costs.ts';
import { newestLine } from '../../stock/ledger/lastLines.ts';
import { matchingMaterials } from '../../stock/names/materialNames.ts';
import { nameOfItem, unitOfItem } from '../../stock/names/itemNames.ts';
import { findOne } from '../../core/lists/findOne.ts';
import { withLines } from '../../core/records/lines.ts';

export type Recipe = z.output<typeof recipeRecord>;
type RecipeVersion = z.output<typeof recipeEndpoints.versions.answer>[number];
type RecipeLine = Recipe['lines'][number];

/** A recipe without its ingredients. */
interface RecipeRow extends Omit<Recipe, 'lines' | 'cost'> {
  versionId: number;
}

const rowId = sql<number>`r.id`;

const costColumns = sql`
  v.overhead_per_run as "overheadPerRun", v.overhead_per_kg as "overheadPerKg",
  v.overhead_per_hour as "overheadPerHour", v.cost_share as "costShare"`;

/** Recipes in their newest version, newest first; searched by product and ingredients. */
export const recipeList: ListSource<RecipeRow> = {
  columns: sql`
    r.id as "recipeId", v.id as "versionId", v.version, r.product_id as "productId", p.name as "productName", p.unit,
    v.output_quantity as "outputQuantity", v.expected_yield as "expectedYieldPercent", ${costColumns}, v.note,
    (select count(*) from recipe_version w join production_run run on run.recipe_version_id = w.id
      where w.recipe_id = r.id and run.deleted_at is null) as "usedByRuns",
    r.created_at as "createdAt", r.updated_at as "updatedAt"`,
  // Left joins, so that both engines drop those that aren't needed.
  from: sql`
    recipe r left join product p on p.id = r.product_id
    left join recipe_version v on v.recipe_id = r.id
      and v.version = (select max(w.version) from recipe_version w where w.recipe_id = r.id)`,
  where: sql`r.deleted_at is null`,
  counted: 'recipe',
  filters: {
    productId: (equalsParam) => sql`r.product_id ${equalsParam}`,
    itemId: (equalsParam) => sql`v.id in (
      select x.recipe_version_id from recipe_line x join item i on i.raw_material_id = x.raw_material_id
      where i.id ${equalsParam}
      union all
      select x.recipe_version_id from recipe_line x join item i on i.product_id = x.product_id
      where i.id ${equalsParam})`,
  },
  matches: (term) => {
    const products = sql`select id from product where ${matchesByWords(term, 'product_words', 'id', ['name'])}`;
    return anyOf(
      sql`r.product_id in (${products})`,
      sql`v.id in (
        select x.recipe_version_id from recipe_line x
        where x.raw_material_id in (${matchingMaterials(term)}) or x.product_id in (${products}))`,
    );
  },
  sort: { recipeId: rowId, productName: sql`lower(p.name)` },
  defaultSort: { by: 'recipeId', order: 'desc' },
  id: rowId,
};

interface LineRow extends Omit<RecipeLine, 'cost'> {
  versionId: number;
  /** Paise. */
  lastPrice: number | null;
}

async function findLines(db: Database | Trx, versionIds: readonly number[]): Promise<LineRow[]> {
  const { rows } = await executeKeyed(
    db,
    `recipe lines ${versionIds.length}`,
    [...versionIds, ...versionIds],
    // The price once for each material: a recipe may name one in many lines, and materials have no end of invoices.
    () => sql<LineRow>`
      with price (item_id, last) as materialized (
        select material.id, (${newestLine(sql`n.price_per_unit`, sql`material.id`)}) from (
          select distinct i.id from recipe_line x join item i on i.raw_material_id = x.raw_material_id
          where x.recipe_version_id in ${listed(versionIds)}) material)
      select x.recipe_version_id as "versionId", i.id as "itemId", x.raw_material_id as "rawMaterialId",
        x.product_id as "productId", ${nameOfItem} as "itemName", ${unitOfItem} as unit, x.quantity,
        x.planned_loss as "plannedLossPercent", price.last as "lastPrice"
      from recipe_line x left join raw_material m on m.id = x.raw_material_id left join product p on p.id = x.product_id
        left join item i on i.id = coalesce(
          (select ingredient.id from item ingredient where ingredient.raw_material_id = x.raw_material_id),
          (select ingredient.id from item ingredient where ingredient.product_id = x.product_id))
        left join price on price.item_id = i.id
      where x.recipe_version_id in ${listed(versionIds)} order by x.recipe_version_id, x.position`,
  );
  return rows;
}

/** Lines with their cost: materials at the last prices, products at the cost of their newest lots. */
async function findCosts(db: Database | Trx, versionIds: readonly number[]) {
  const lines = await findLines(db, versionIds);
  const productCosts = await findNewestCosts(db, [
    ...new Set(lines.flatMap(({ productId, itemId }) => (productId === null ? [] : itemId))),
  ]);
  return lines.map(({ lastPrice, ...line }) => {
    const price = line.productId === null ? lastPrice : (productCosts.get(line.itemId) ?? null);
    const planned = { quantity: line.quantity, plannedLoss: line.plannedLossPercent };
    return { ...line, cost: price === null ? null : costOf(planned, price) };
  });
}

/** Adds the ingredients and their cost. */
export async function addLines<Row extends { versionId: number }>(
  db: Database | Trx,
  recipes: readonly Row[],
): Promise<(Omit<Row, 'versionId'> & Pick<Recipe, 'lines' | 'cost'>)[]> {
  return await withLines(
    recipes,
    'versionId',
    (ids) => findCosts(db, ids),
    ({ versionId: _, ...recipe }, lines) => {
      return { ...recipe, lines, cost: lines.reduce((sum, { cost }) => sum + (cost ?? 0), 0) };
    },
  );
}

/** One recipe in its newest version, unless it is deleted. */
export async function findRecipe(db: Database | Trx, id: number): Promise<Recipe | undefined> {
  return await findOne(db, recipeList, id, addLines);
}

interface VersionRow extends Omit<RecipeVersion, 'lines' | 'cost'> {
  versionId: number;
}

/** All versions of a recipe, the newest first, each with how many runs used it; none where it is deleted. */
export async function findVersions(db: Database | Trx, id: number): Promise<RecipeVersion[]> {
  const { rows } = await sql<VersionRow>`
    select r.id as "recipeId", v.id as "versionId", v.version, r.product_id as "productId", p.name as "productName",
      p.unit, v.output_quantity as "outputQuantity", v.expected_yield as "expectedYieldPercent", ${costColumns}, v.note,
      (select count(*) from production_run run where run.recipe_version_id = v.id and run.deleted_at is null) as "usedByRuns"
    from recipe r join product p on p.id = r.product_id join recipe_version v on v.recipe_id = r.id
    where r.id = ${id} and r.deleted_at is null order by v.version desc`.execute(db);
  return await addLines(db, rows);
}

/**
 * The newest version of a recipe: its id, whether runs have used just this one, and whether any has used the recipe. Deleted
 * runs count, since they can be restored.
 */
export async function findNewestVersion(
  trx: Trx,
  recipeId: number,
): Promise<{ id: number; isUsed: boolean; isRecipeUsed: boolean }> {
  const { rows } = await sql<{ id: number; runs: number }>`
    select v.id, (select count(*) from production_run run where run.recipe_version_id = v.id) as runs
    from recipe_version v where v.recipe_id = ${recipeId} order by v.version desc`.execute(trx);
  const [newest] = rows;
  if (!newest) throw new Error(`recipe ${recipeId} has no version`);
  return { id: newest.id, isUsed: newest.runs > 0, isRecipeUsed: rows.some(({ runs }) => runs > 0) };
}
