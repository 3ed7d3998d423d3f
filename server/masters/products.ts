import { productEndpoints, productSort, productTexts } from '#contract/products.ts';
import { masters } from '#contract/resources.ts';
import type { Routes } from '../http/routes.ts';
import { countHolders } from './crudQueries.ts';
import { crudRoutes, type MasterDefinition } from './crudRoutes.ts';

export const products: MasterDefinition = {
  master: masters.products,
  table: 'product',
  idField: masters.products.idField,
  columns: { name: 'name', description: 'description', categoryId: 'category_id', price: 'price', unit: 'unit' },
  readAlong: { categoryName: { table: 'category', via: 'category_id', column: 'name' } },
  search: ['name', 'description', 'unit', 'categoryName'],
  words: 'product_words',
  sort: productSort,
  texts: productTexts,
  references: { categoryId: { table: 'category', message: productTexts.categoryUnknown } },
  async heldBy(trx, id) {
    return (await countHolders(trx, 'finished_good', 'product_id', id)) > 0 ? productTexts.inUse : undefined;
  },
};

export function registerProducts(routes: Routes): void {
  crudRoutes(routes, productEndpoints, products);
}
