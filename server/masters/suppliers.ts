import { supplierEndpoints, supplierSort, supplierTexts } from '#contract/suppliers.ts';
import { masters } from '#contract/resources.ts';
import type { Routes } from '../http/routes.ts';
import { countHolders } from '../records/crudQueries.ts';
import { crudRoutes, type MasterDefinition } from '../records/crudRoutes.ts';

export const suppliers: MasterDefinition = {
  master: masters.suppliers,
  table: 'supplier',
  idField: masters.suppliers.idField,
  columns: {
    name: 'name',
    email: 'email',
    gstinNumber: 'gstin_number',
    phone: 'phone',
    address: 'address',
    status: 'status',
  },
  search: ['name', 'email', 'phone'],
  words: 'supplier_words',
  sort: supplierSort,
  texts: supplierTexts,
  async heldBy(trx, id) {
    return (await countHolders(trx, 'inward', 'supplier_id', id)) > 0 ? supplierTexts.inUse : undefined;
  },
};

export function registerSuppliers(routes: Routes): void {
  crudRoutes(routes, supplierEndpoints, suppliers);
}
