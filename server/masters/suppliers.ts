import { stockRefusals } from '#contract/stockRefusals.ts';
import { supplierEndpoints, supplierSort, supplierTexts } from '#contract/suppliers.ts';
import { masters } from '#contract/resources.ts';
import { countHolders } from '../records/crudQueries.ts';
import { master } from '../records/crudRoutes.ts';
import { party } from './parties.ts';

export const suppliers = master(masters.suppliers, supplierEndpoints, {
  ...party,
  table: 'supplier',
  wordIndex: 'supplier_words',
  sort: supplierSort,
  texts: supplierTexts,
  async findReferences(trx, id) {
    if ((await countHolders(trx, 'inward', 'supplier_id', id)) > 0) return supplierTexts.inUse;
    if ((await countHolders(trx, 'lot', 'supplier_id', id)) > 0) return stockRefusals.supplierOpened;
    const ofPurchases = await countHolders(trx, 'transaction_certificate', 'supplier_id', id);
    const certificates = ofPurchases + (await countHolders(trx, 'certificate', 'supplier_id', id));
    return certificates > 0 ? stockRefusals.supplierCertified : undefined;
  },
});
