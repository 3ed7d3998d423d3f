/** The lot that is on hold in the sample data. */
import { holdLot } from '../../stock/lots/actions.ts';
import type { Book, Entry } from './book.ts';
import { lotsOf } from './counts.ts';

const DAYS_AGO = 25;
const REASON = 'Moisture 12.4 %: dry again and measure before use';

/** The hold of the newest lot of ginger. */
export function holdEntries(book: Book): Entry[] {
  return [
    {
      at: book.timeOf(DAYS_AGO, 9, 50),
      record: async (write) => {
        const newest = (await lotsOf(write, book.materials.get('ginger').itemId)).at(-1);
        if (newest) await holdLot(write, newest.id, REASON);
      },
    },
  ];
}
