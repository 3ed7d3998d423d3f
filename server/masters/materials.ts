import { stockRefusals } from '#contract/stock/stockRefusals.ts';
import { sql } from 'kysely';
import { materialLabels, materialEndpoints, materialSort, materialTexts } from '#contract/masters/materials.ts';
import { masters } from '#contract/kinds.ts';
import { mergeTexts } from '#contract/masters/merging.ts';
import { lockMaterials, openMaterialItem } from '../stock/ledger/items.ts';
import { hasLots } from '../stock/ledger/lots.ts';
import { countHolders } from '../core/records/crudQueries.ts';
import { master } from '../core/records/crudRoutes.ts';
import { fieldsOf, named, quantity } from '../core/records/historyFields.ts';
import { findRecipesWith } from './recipesWith.ts';
import { refuseMerged } from './mergedInto.ts';
import { isCertified } from './certified.ts';
import { refuseUnitChange, unitFixed, type UnitUse } from './fixedUnit.ts';

/** Lots are only soft-deleted, since they have movements. A deleted recipe can be restored. */
const unitUse: UnitUse = {
  table: 'raw_material',
  users: [
    sql`lot l join item i on i.id = l.item_id where i.raw_material_id = raw_material.id`,
    sql`recipe_line x where x.raw_material_id = raw_material.id`,
  ],
  sentence: materialTexts.unitFixed,
  lock: async (trx, id) => await lockMaterials(trx, [id]),
};

export const materials = master(masters.materials, materialEndpoints, {
  table: 'raw_material',
  columns: {
    name: 'name',
    description: 'description',
    unit: 'unit',
    categoryId: 'category_id',
    minProductionQuantity: 'min_production_quantity',
  },
  readAlong: { categoryName: { table: 'category', via: 'category_id', column: 'name' } },
  derived: {
    unitFixed: unitFixed(unitUse),
    itemId: sql`(select i.id from item i where i.raw_material_id = raw_material.id)`,
  },
  filters: {
    categoryId: (equalsParam) => sql`category_id ${equalsParam}`,
    hasStock: (equalsParam) => sql`exists (
      select 1 from item i
      where i.raw_material_id = raw_material.id and case when i.on_hand > 0 then 1 else 0 end ${equalsParam})`,
  },
  search: ['name', 'description', 'unit'],
  wordIndex: 'raw_material_words',
  sort: materialSort,
  texts: materialTexts,
  references: { categoryId: { table: 'category', message: materialTexts.categoryUnknown } },
  afterCreate: openMaterialItem,
  async beforeUpdate(trx, id, before, fields) {
    await refuseUnitChange(trx, unitUse, id, before, fields);
    return fields;
  },
  beforeRestore: async (trx, id) => await refuseMerged(trx, 'materials', 'raw_material', id),
  async findDeletionRefusal(trx, id) {
    await lockMaterials(trx, [id]);
    if ((await countHolders(trx, 'inward_line', 'raw_material_id', id)) > 0) return materialTexts.inUse;
    if (await hasLots(trx, { rawMaterialId: id, productId: null })) return materialTexts.inStock;
    if (await isCertified(trx, 'raw_material_id', id)) return stockRefusals.materialCertified;
    const { first, more } = await findRecipesWith(trx, 'raw_material_id', id);
    return first === undefined ? undefined : materialTexts.inRecipes(first, more);
  },
  historyFields: [
    ...fieldsOf(materialLabels, { minProductionQuantity: quantity, categoryId: named('categoryName') }),
    ...fieldsOf(mergeTexts.historyLabels),
  ],
});
