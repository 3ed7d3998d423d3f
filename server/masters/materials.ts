import { materialEndpoints, materialSort, materialTexts } from '#contract/materials.ts';
import { masters } from '#contract/resources.ts';
import type { Routes } from '../http/routes.ts';
import { lockBalances, openBalance } from '../ledger/balances.ts';
import { countHolders } from './crudQueries.ts';
import { crudRoutes, type MasterDefinition } from './crudRoutes.ts';

export const materials: MasterDefinition = {
  master: masters.materials,
  table: 'raw_material',
  idField: masters.materials.idField,
  columns: { name: 'name', description: 'description', unit: 'unit', categoryId: 'category_id' },
  search: ['name', 'description', 'unit'],
  words: 'raw_material_words',
  sort: materialSort,
  texts: materialTexts,
  references: { categoryId: { table: 'category', message: materialTexts.categoryUnknown } },
  afterCreate: openBalance,
  async heldBy(trx, id) {
    await lockBalances(trx, [id]);
    return (await countHolders(trx, 'inward_line', 'raw_material_id', id)) > 0 ? materialTexts.inUse : undefined;
  },
};

export function registerMaterials(routes: Routes): void {
  crudRoutes(routes, materialEndpoints, materials);
}
