import { buyerEndpoints, buyerSort, buyerTexts } from '#contract/buyers.ts';
import { masters } from '#contract/resources.ts';
import type { Routes } from '../http/routes.ts';
import { crudRoutes, type MasterDefinition } from '../records/crudRoutes.ts';

export const buyers: MasterDefinition = {
  master: masters.buyers,
  table: 'buyer',
  idField: masters.buyers.idField,
  columns: {
    name: 'name',
    email: 'email',
    gstinNumber: 'gstin_number',
    phone: 'phone',
    address: 'address',
    status: 'status',
  },
  search: ['name', 'email', 'phone'],
  words: 'buyer_words',
  sort: buyerSort,
  texts: buyerTexts,
  heldBy: () => Promise.resolve(undefined),
};

export function registerBuyers(routes: Routes): void {
  crudRoutes(routes, buyerEndpoints, buyers);
}
