/** The codes of lots: proposed as TUR-2611-03, the third lot of turmeric that came in November 2026. */
import { sql } from 'kysely';
import { batchKey, batchOrder } from '../db/batchOrder.ts';
import { executeKeyed } from '../db/statements.ts';
import type { Trx } from '../db/tables.ts';

const PREFIX_LETTERS = 3;
const NO_LETTERS = 'LOT';
const NUMBER_DIGITS = 2;

/** The first letters of a name, in capitals; LOT for a name without letters. */
export function codePrefix(name: string): string {
  const letters: readonly string[] = name.normalize('NFKC').match(/\p{L}/gu) ?? [];
  return letters.slice(0, PREFIX_LETTERS).join('').toUpperCase() || NO_LETTERS;
}

/** The part of a proposed code before its number: the item and the month of a day, yyyy-mm-dd. */
function codeBeginning(name: string, day: string): string {
  return `${codePrefix(name)}-${day.slice(2, 4)}${day.slice(5, 7)}-`;
}

/** The columns of a code: text, unique key and sort key. */
export function storedCode(code: string) {
  return { code, code_key: batchKey(code), code_order: batchOrder(code) };
}

/** A lot that needs a code. */
export interface Uncoded {
  itemId: number;
  itemName: string;
  receivedOn: string;
}

/** The number of the newest lot whose code begins so, 0 for none, in the order of the questions. */
async function findLastNumbers(trx: Trx, asked: readonly { itemId: number; beginning: string }[]): Promise<number[]> {
  const ranges = asked.map(({ itemId, beginning }) => [itemId, batchOrder(beginning)] as const);
  const values = ranges.flatMap(([itemId, order]) => [itemId, order, `${order}:`]);
  const { rows } = await executeKeyed(trx, `last codes ${asked.length}`, values, () => {
    // One index range per item. Digits come before ':', and each code goes on with digits.
    const walks = ranges.map(
      ([itemId, order]) => sql`
        select * from (
          select item_id as "itemId", code_key as "codeKey" from lot
          where item_id = ${itemId} and code_order >= ${order} and code_order < ${`${order}:`}
          order by code_order desc limit 1) as newest`,
    );
    return sql<{ itemId: number; codeKey: string }>`${sql.join(walks, sql` union all `)}`;
  });
  return asked.map(({ itemId, beginning }) => {
    const key = batchKey(beginning);
    const newest = rows.find((row) => row.itemId === itemId && row.codeKey.startsWith(key));
    return newest ? Number.parseInt(newest.codeKey.slice(key.length), 10) : 0;
  });
}

/** A free code for each lot, in order; their items are locked, so that nobody else takes it. */
export async function proposeCodes(trx: Trx, lots: readonly Uncoded[]): Promise<string[]> {
  const beginnings = lots.map(({ itemId, itemName, receivedOn }) => ({
    itemId,
    beginning: codeBeginning(itemName, receivedOn),
  }));
  const keyOf = ({ itemId, beginning }: { itemId: number; beginning: string }) => `${itemId} ${beginning}`;
  const asked = [...new Map(beginnings.map((each) => [keyOf(each), each])).values()];
  const found = await findLastNumbers(trx, asked);
  const last = new Map(asked.map((each, index) => [keyOf(each), found[index] ?? 0]));
  return beginnings.map((each) => {
    const number = (last.get(keyOf(each)) ?? 0) + 1;
    last.set(keyOf(each), number);
    return `${each.beginning}${String(number).padStart(NUMBER_DIGITS, '0')}`;
  });
}
