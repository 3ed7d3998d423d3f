/** The codes of lots: proposed as TUR-2611-03, the third lot of turmeric that came in November 2026. */
import { sql } from 'kysely';
import { withoutRefused } from '#contract/core/values/characters.ts';
import { cutText } from '#contract/core/values/cutText.ts';
import { limits } from '#contract/core/fields.ts';
import { codePrefix } from '#contract/stock/lots/codes.ts';
import { normalizeName } from '#contract/core/values/names.ts';
import { piecesOf } from '../../core/db/pieces.ts';
import { batchKey, batchOrder, LENGTH_DIGITS, storedCode, type StoredCode } from '../../core/db/batchOrder.ts';
import { executeKeyed } from '../../core/db/statements.ts';
import { SERIES_DIGITS } from '../../core/records/series.ts';
import type { Trx } from '../../core/db/tables.ts';

const NUMBER_DIGITS = 2;
/** SQLite joins at most 500 selects by union. */
const SCANS_PER_BATCH = 100;
const RETURNED = '-R';
/** Digits reserved in the code of a return. */
const RETURN_DIGITS = 4;

/** The part of a proposed code before its number: the item and the month of a day, yyyy-mm-dd. */
function codeBeginning(name: string, day: string): string {
  return `${codePrefix(name)}-${day.slice(2, 4)}${day.slice(5, 7)}-`;
}

/** The code of the lot of that number in the month of its item. */
function codeOf(name: string, day: string, number: bigint): string {
  return codeBeginning(name, day) + String(number).padStart(NUMBER_DIGITS, '0');
}

/** Whether a code or batch number is unchanged, ignoring characters that an older version stored and fields drop or refuse now. */
export function isSameCode(stored: string, code: string): boolean {
  return normalizeName(withoutRefused(stored, '')) === normalizeName(code);
}

/** A lot that needs a code. */
export interface Uncoded {
  itemId: number;
  itemName: string;
  receivedOn: string;
}

/** The number in a sort key after its beginning: two digits of length, then as many of the number. */
function numberIn(order: string, beginning: string): bigint {
  const length = Number(order.slice(beginning.length, beginning.length + LENGTH_DIGITS));
  return BigInt(order.slice(beginning.length + LENGTH_DIGITS, beginning.length + LENGTH_DIGITS + length));
}

/** A question for the highest number of an item's codes that begin so. */
interface CodeSeries {
  itemId: number;
  beginning: string;
}

/** How many digits a number in a series has at most, so that the next one fits behind this beginning. */
function digitsBehind(beginning: string): number {
  return Math.max(1, Math.min(SERIES_DIGITS, limits.code - beginning.length - 1));
}

/**
 * The highest number of the lots whose code begins so, 0 for none, in the order of the questions. Those with more digits
 * than a series has, or than leave room for the next one, don't count.
 */
export async function findLastNumbers(trx: Trx, series: readonly CodeSeries[]): Promise<bigint[]> {
  const numbers: bigint[] = [];
  for (const chunk of piecesOf(series, SCANS_PER_BATCH)) numbers.push(...(await scanToLastNumbers(trx, chunk)));
  return numbers;
}

async function scanToLastNumbers(trx: Trx, series: readonly CodeSeries[]): Promise<bigint[]> {
  const ranges = series.map(({ itemId, beginning }) => {
    const order = batchOrder(beginning);
    // The number is prefixed by its length, so that longer numbers sort behind this bound.
    return { itemId, order, end: order + String(digitsBehind(beginning) + 1).padStart(LENGTH_DIGITS, '0') };
  });
  const values = ranges.flatMap(({ itemId, order, end }, index) => [index, itemId, `${order}0`, end]);
  const { rows } = await executeKeyed(trx, `last codes ${series.length}`, values, () => {
    // One index range per item.
    const scans = ranges.map(
      ({ itemId, order, end }, index) => sql`
        select * from (
          select cast(${index} as integer) as scan, code_order as "codeOrder" from lot
          where item_id = ${itemId} and code_order >= ${`${order}0`} and code_order < ${end}
          order by code_order desc limit 1) as highest`,
    );
    return sql<{ scan: number; codeOrder: string }>`${sql.join(scans, sql` union all `)}`;
  });
  // By scan: the codes of one question can begin as those of another do, as TP-11-R1-R2 and TP-11-R3.
  const highest = new Map(rows.map(({ scan, codeOrder }) => [scan, codeOrder]));
  return ranges.map(({ order }, index) => {
    const last = highest.get(index);
    return last === undefined ? 0n : numberIn(last, order);
  });
}

/**
 * The number after this one. Where it has more digits than the numbers that were looked at, it may be taken, and each
 * further one is looked up.
 */
async function nextNumber(trx: Trx, { itemId, beginning }: CodeSeries, last: bigint): Promise<bigint> {
  const isLookedAt = (number: bigint) => String(number).length <= digitsBehind(beginning);
  const isTaken = async (number: bigint) => {
    const key = batchKey(beginning + String(number));
    const query = trx.selectFrom('lot').select('id').where('item_id', '=', itemId).where('code_key', '=', key);
    return (await query.executeTakeFirst()) !== undefined;
  };
  let number = last + 1n;
  while (!isLookedAt(number) && (await isTaken(number))) number += 1n;
  return number;
}

/** The code of a return before its number: the code of its lot, cut if the whole would be too long. */
function returnBeginning(code: string): string {
  const room = limits.code - RETURNED.length - RETURN_DIGITS;
  return `${cutText(code, room).trimEnd()}${RETURNED}`;
}

/** A free code for each part of a lot that a buyer returned, in order: TP-12-R1 of TP-12. Their items are locked. */
export async function proposeReturnCodes(
  trx: Trx,
  parents: readonly { itemId: number; code: string }[],
): Promise<StoredCode[]> {
  const series = parents.map(({ itemId, code }) => ({ itemId, beginning: returnBeginning(code) }));
  const lastNumbers = await findLastNumbers(trx, series);
  // Codes that were cut may begin alike, but for their case.
  const keyOf = ({ itemId, beginning }: CodeSeries) => `${itemId} ${batchKey(beginning)}`;
  const last = new Map(series.map((each, index) => [keyOf(each), lastNumbers[index] ?? 0n]));
  const codes: StoredCode[] = [];
  for (const each of series) {
    const key = keyOf(each);
    const number = await nextNumber(trx, each, last.get(key) ?? 0n);
    last.set(key, number);
    codes.push(storedCode(`${each.beginning}${number}`));
  }
  return codes;
}

/**
 * A free code for each lot, in order: its number is higher than any in the codes with the same beginning, including
 * those that people wrote. The items are locked, so that no other transaction takes it.
 */
export async function proposeCodes(trx: Trx, lots: readonly Uncoded[]): Promise<string[]> {
  const keyOf = ({ itemId, itemName, receivedOn }: Uncoded) => `${itemId} ${codeBeginning(itemName, receivedOn)}`;
  const series = [...new Map(lots.map((lot) => [keyOf(lot), lot])).entries()];
  const lastNumbers = await findLastNumbers(
    trx,
    series.map(([, { itemId, itemName, receivedOn }]) => ({ itemId, beginning: codeBeginning(itemName, receivedOn) })),
  );
  const last = new Map(series.map(([key], index) => [key, lastNumbers[index] ?? 0n]));
  const codes: string[] = [];
  for (const lot of lots) {
    const { itemId, itemName, receivedOn } = lot;
    const beginning = codeBeginning(itemName, receivedOn);
    const number = await nextNumber(trx, { itemId, beginning }, last.get(keyOf(lot)) ?? 0n);
    last.set(keyOf(lot), number);
    codes.push(codeOf(itemName, receivedOn, number));
  }
  return codes;
}
