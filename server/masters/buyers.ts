import { stockRefusals } from '#contract/stock/stockRefusals.ts';
import { marketLabels } from '#contract/stock/claims/schemes.ts';
import { soldAsLabels } from '#contract/stock/claims/soldAs.ts';
import { buyerEndpoints, buyerLabels, buyerSort, buyerTexts } from '#contract/masters/buyers.ts';
import { masters } from '#contract/kinds.ts';
import { countHolders } from '../core/records/crudQueries.ts';
import { master } from '../core/records/crudRoutes.ts';
import { active, fieldsOf, oneOf } from '../core/records/historyFields.ts';
import { mergeTexts } from '#contract/masters/merging.ts';
import { refuseMerged } from './mergedInto.ts';
import { party } from './parties.ts';

export const buyers = master(masters.buyers, buyerEndpoints, {
  ...party,
  table: 'buyer',
  columns: { ...party.columns, market: 'market', soldAs: 'sold_as' },
  historyFields: [
    ...fieldsOf(buyerLabels, { status: active, market: oneOf(marketLabels), soldAs: oneOf(soldAsLabels) }),
    ...fieldsOf(mergeTexts.historyLabels),
  ],
  wordIndex: 'buyer_words',
  sort: buyerSort,
  texts: buyerTexts,
  beforeRestore: async (trx, id) => await refuseMerged(trx, 'buyers', 'buyer', id),
  async findDeletionRefusal(trx, id) {
    if ((await countHolders(trx, 'dispatch', 'buyer_id', id)) > 0) return buyerTexts.inUse;
    const certificates = await countHolders(trx, 'transaction_certificate', 'buyer_id', id);
    return certificates > 0 ? stockRefusals.buyerCertified : undefined;
  },
});
