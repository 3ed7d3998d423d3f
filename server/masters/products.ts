import { stockRefusals } from '#contract/stock/stockRefusals.ts';
import { sql } from 'kysely';
import { productLabels, productEndpoints, productSort, productTexts } from '#contract/masters/products.ts';
import { masters } from '#contract/kinds.ts';
import { mergeTexts } from '#contract/masters/merging.ts';
import type { Trx } from '../core/db/tables.ts';
import { findItemIds, lockItems, openProductItem } from '../stock/ledger/items.ts';
import { hasLots } from '../stock/ledger/lots.ts';
import { countHolders } from '../core/records/crudQueries.ts';
import { master } from '../core/records/crudRoutes.ts';
import { amount, fieldsOf, named } from '../core/records/historyFields.ts';
import { findRecipesWith } from './recipesWith.ts';
import { refuseMerged } from './mergedInto.ts';
import { isCertified } from './certified.ts';
import { refuseUnitChange, unitFixed, type UnitUse } from './fixedUnit.ts';

/** Locks the item, as all writes that create lots of the product or save a recipe with it do. */
const lockItemOf = async (trx: Trx, productId: number) =>
  await lockItems(trx, await findItemIds(trx, [{ rawMaterialId: null, productId }]));

/** Batches are only soft-deleted, since they have movements. A deleted recipe can be restored. */
const unitUse: UnitUse = {
  table: 'product',
  users: [
    sql`lot l join item i on i.id = l.item_id where i.product_id = product.id`,
    sql`recipe r where r.product_id = product.id`,
    sql`recipe_line x where x.product_id = product.id`,
  ],
  sentence: productTexts.unitFixed,
  lock: lockItemOf,
};

export const products = master(masters.products, productEndpoints, {
  table: 'product',
  columns: { name: 'name', description: 'description', categoryId: 'category_id', price: 'price', unit: 'unit' },
  readAlong: { categoryName: { table: 'category', via: 'category_id', column: 'name' } },
  derived: {
    unitFixed: unitFixed(unitUse),
    itemId: sql`(select i.id from item i where i.product_id = product.id)`,
  },
  filters: {
    categoryId: (equalsParam) => sql`category_id ${equalsParam}`,
    hasStock: (equalsParam) => sql`exists (
      select 1 from item i
      where i.product_id = product.id and case when i.on_hand > 0 then 1 else 0 end ${equalsParam})`,
  },
  search: ['name', 'description', 'unit', 'categoryName'],
  wordIndex: 'product_words',
  sort: productSort,
  texts: productTexts,
  references: { categoryId: { table: 'category', message: productTexts.categoryUnknown } },
  afterCreate: openProductItem,
  async beforeUpdate(trx, id, before, fields) {
    await refuseUnitChange(trx, unitUse, id, before, fields);
    return fields;
  },
  beforeRestore: async (trx, id) => await refuseMerged(trx, 'products', 'product', id),
  async findDeletionRefusal(trx, id) {
    await lockItemOf(trx, id);
    if ((await countHolders(trx, 'finished_good', 'product_id', id)) > 0) return productTexts.inUse;
    if (await hasLots(trx, { rawMaterialId: null, productId: id })) return productTexts.inStock;
    if (await isCertified(trx, 'product_id', id)) return stockRefusals.productCertified;
    if ((await countHolders(trx, 'recipe', 'product_id', id)) > 0) return productTexts.hasRecipe;
    const { first, more } = await findRecipesWith(trx, 'product_id', id);
    return first === undefined ? undefined : productTexts.inRecipes(first, more);
  },
  historyFields: [
    ...fieldsOf(productLabels, { categoryId: named('categoryName'), price: amount }),
    ...fieldsOf(mergeTexts.historyLabels),
  ],
});
