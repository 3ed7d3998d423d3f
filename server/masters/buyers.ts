import { stockRefusals } from '#contract/stock/stockRefusals.ts';
import { buyerEndpoints, buyerSort, buyerTexts } from '#contract/masters/buyers.ts';
import { masters } from '#contract/kinds.ts';
import { countHolders } from '../core/records/crudQueries.ts';
import { master } from '../core/records/crudRoutes.ts';
import { refuseMerged } from './mergedInto.ts';
import { party } from './parties.ts';

export const buyers = master(masters.buyers, buyerEndpoints, {
  ...party,
  table: 'buyer',
  wordIndex: 'buyer_words',
  sort: buyerSort,
  texts: buyerTexts,
  beforeRestore: async (trx, id) => await refuseMerged(trx, 'buyers', 'buyer', id),
  async findReferences(trx, id) {
    if ((await countHolders(trx, 'dispatch', 'buyer_id', id)) > 0) return buyerTexts.inUse;
    const certificates = await countHolders(trx, 'transaction_certificate', 'buyer_id', id);
    return certificates > 0 ? stockRefusals.buyerCertified : undefined;
  },
});
