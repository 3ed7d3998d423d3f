import { sql } from 'kysely';
import { categoryLabels, categoryEndpoints, categorySort, categoryTexts } from '#contract/masters/categories.ts';
import { masters } from '#contract/kinds.ts';
import { countHolders } from '../core/records/crudQueries.ts';
import { master } from '../core/records/crudRoutes.ts';
import { active, fieldsOf } from '../core/records/historyFields.ts';

export const categories = master(masters.categories, categoryEndpoints, {
  table: 'category',
  columns: { name: 'name', description: 'description', status: 'status' },
  filters: { status: (equalsParam) => sql`status ${equalsParam}` },
  search: ['name', 'description'],
  wordIndex: 'category_words',
  sort: categorySort,
  texts: categoryTexts,
  async findDeletionRefusal(trx, id) {
    const products = await countHolders(trx, 'product', 'category_id', id);
    const materials = await countHolders(trx, 'raw_material', 'category_id', id);
    return products + materials > 0 ? categoryTexts.inUse(products, materials) : undefined;
  },
  historyFields: fieldsOf(categoryLabels, { status: active }),
});
