import { sql } from 'kysely';
import { supplierEndpoints, supplierSort, supplierTexts } from '#contract/suppliers.ts';
import { partyLabels } from '#contract/parties.ts';
import { refusalTexts } from '#contract/refusals.ts';
import { masters } from '#contract/resources.ts';
import { param } from '../db/statements.ts';
import { countHolders } from '../records/crudQueries.ts';
import { master } from '../records/crudRoutes.ts';
import { active, fieldsOf } from '../records/historyFields.ts';

export const suppliers = master(masters.suppliers, supplierEndpoints, {
  table: 'supplier',
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
  wordIndex: 'supplier_words',
  sort: supplierSort,
  texts: supplierTexts,
  async findReferences(trx, id) {
    if ((await countHolders(trx, 'inward', 'supplier_id', id)) > 0) return supplierTexts.inUse;
    const ofPurchases = await countHolders(trx, 'transaction_certificate', 'supplier_id', id);
    const certificates = ofPurchases + (await countHolders(trx, 'certificate', 'supplier_id', id));
    return certificates > 0 ? refusalTexts.supplierCertified : undefined;
  },
  historyFields: fieldsOf(partyLabels, { status: active }),
});
