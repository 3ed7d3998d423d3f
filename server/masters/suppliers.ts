import { stockRefusals } from '#contract/stock/stockRefusals.ts';
import { supplierEndpoints, supplierSort, supplierTexts } from '#contract/masters/suppliers.ts';
import { masters } from '#contract/kinds.ts';
import { countHolders } from '../core/records/crudQueries.ts';
import { master } from '../core/records/crudRoutes.ts';
import { refuseMerged } from './mergedInto.ts';
import { party } from './parties.ts';

export const suppliers = master(masters.suppliers, supplierEndpoints, {
  ...party,
  table: 'supplier',
  wordIndex: 'supplier_words',
  sort: supplierSort,
  texts: supplierTexts,
  beforeRestore: async (trx, id) => await refuseMerged(trx, 'suppliers', 'supplier', id),
  async findDeletionRefusal(trx, id) {
    if ((await countHolders(trx, 'inward', 'supplier_id', id)) > 0) return supplierTexts.inUse;
    if ((await countHolders(trx, 'lot', 'supplier_id', id)) > 0) return stockRefusals.supplierOpened;
    const ofPurchases = await countHolders(trx, 'transaction_certificate', 'supplier_id', id);
    const certificates = ofPurchases + (await countHolders(trx, 'certificate', 'supplier_id', id));
    return certificates > 0 ? stockRefusals.supplierCertified : undefined;
  },
});
