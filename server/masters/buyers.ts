import { sql } from 'kysely';
import { buyerEndpoints, buyerSort, buyerTexts } from '#contract/buyers.ts';
import { partyLabels } from '#contract/parties.ts';
import { refusalTexts } from '#contract/refusals.ts';
import { masters } from '#contract/resources.ts';
import { param } from '../db/statements.ts';
import { countHolders } from '../records/crudQueries.ts';
import { master } from '../records/crudRoutes.ts';
import { active, fieldsOf } from '../records/historyFields.ts';

export const buyers = master(masters.buyers, buyerEndpoints, {
  table: 'buyer',
  columns: {
    name: 'name',
    email: 'email',
    gstinNumber: 'gstin_number',
    phone: 'phone',
    address: 'address',
    status: 'status',
  },
  narrowedBy: { status: sql`status = ${param('status')}` },
  search: ['name', 'email', 'phone'],
  wordIndex: 'buyer_words',
  sort: buyerSort,
  texts: buyerTexts,
  async findReferences(trx, id) {
    if ((await countHolders(trx, 'dispatch', 'buyer_id', id)) > 0) return buyerTexts.inUse;
    const certificates = await countHolders(trx, 'transaction_certificate', 'buyer_id', id);
    return certificates > 0 ? refusalTexts.buyerCertified : undefined;
  },
  historyFields: fieldsOf(partyLabels, { status: active }),
});
