import { categoryEndpoints, categorySort, categoryTexts } from '#contract/categories.ts';
import { masters } from '#contract/resources.ts';
import type { Routes } from '../http/routes.ts';
import { countHolders } from '../records/crudQueries.ts';
import { crudRoutes, type MasterDefinition } from '../records/crudRoutes.ts';

export const categories: MasterDefinition = {
  master: masters.categories,
  table: 'category',
  idField: masters.categories.idField,
  columns: { name: 'name', description: 'description', status: 'status' },
  search: ['name', 'description'],
  words: 'category_words',
  sort: categorySort,
  texts: categoryTexts,
  async heldBy(trx, id) {
    const products = await countHolders(trx, 'product', 'category_id', id);
    const materials = await countHolders(trx, 'raw_material', 'category_id', id);
    return products + materials > 0 ? categoryTexts.inUse(products, materials) : undefined;
  },
};

export function registerCategories(routes: Routes): void {
  crudRoutes(routes, categoryEndpoints, categories);
}
