/** The stock counts of the sample data: two of the dearest materials, between which a mass balance can be drawn up. */
import { adjustmentBody } from '#contract/stock/adjustments/adjustments.ts';
import { fromThousandths } from '#contract/core/values/numbers.ts';
import { adjustmentDocument } from '../../stock/adjustments/actions.ts';
import type { Write } from '../../core/records/write.ts';
import type { Book, Entry } from './book.ts';
import type { MaterialKey } from './materials.ts';

interface SampleCount {
  daysAgo: number;
  /** Thousandths that were missing from the oldest lot of each. */
  missing: Partial<Record<MaterialKey, number>>;
}

const counts: readonly SampleCount[] = [
  { daysAgo: 86, missing: { turmeric: 350, ashwagandha: 0, pepper: 120, cardamom: 0 } },
  { daysAgo: 2, missing: { turmeric: 600, ashwagandha: 250, pepper: 0, cardamom: 40 } },
];

/** The lots of an item that have stock, oldest first; quantities in thousandths. */
export async function lotsOf({ trx }: Write, itemId: number): Promise<{ id: number; on_hand: number }[]> {
  return await trx
    .selectFrom('lot')
    .select(['id', 'on_hand'])
    .where('item_id', '=', itemId)
    .where('on_hand', '>', 0)
    .orderBy('id')
    .execute();
}

/** The two counts, in which some lots lack a little. */
export function countEntries(book: Book): Entry[] {
  return counts.map(({ daysAgo, missing }) => ({
    at: book.timeOf(daysAgo, 20, 15),
    record: async (write) => {
      const lines = [];
      for (const [key, less] of Object.entries(missing)) {
        for (const [index, lot] of (await lotsOf(write, book.materials.get(key).itemId)).entries()) {
          const counted = fromThousandths(lot.on_hand - (index === 0 ? less : 0));
          const reason = index === 0 && less > 0 ? 'Moisture' : '';
          lines.push({ lotId: lot.id, quantity: counted, reason });
        }
      }
      const body = { kind: 'count', date: book.dateOf(daysAgo), reason: 'Quarterly count', lines };
      await adjustmentDocument.create(write, adjustmentBody.parse(body));
    },
  }));
}
