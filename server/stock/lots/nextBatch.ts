/** Proposal of a product's next batch number and expiry date. */
import { daysAfter, isCalendarDate } from '#contract/core/values/dates.ts';
import { batchNumberField } from '#contract/stock/lots/batchNumber.ts';
import { BATCH_NUMBER_PLACE } from '#contract/stock/items/items.ts';
import { batchKey } from '../../core/db/batchOrder.ts';
import type { Trx } from '../../core/db/tables.ts';
import { numberedOf, SERIES_LOOKS_BACK, accepts, withNumber, type Numbered } from '../../core/records/series.ts';
import { findLastNumbers, proposeCodes } from '../ledger/codes.ts';

/** Other products may have taken the next numbers of the same pattern. */
const MAX_TRIES = 1000;

interface BatchItem {
  itemId: number;
  itemName: string;
  batchPattern: string;
  shelfLifeDays: number | null;
}

/** A pattern on a day, yyyy-mm-dd. */
function patternOn(pattern: string, day: string): Numbered {
  const dated = pattern.replaceAll('{yy}', day.slice(2, 4)).replaceAll('{mm}', day.slice(5, 7));
  const [beginning = '', end = ''] = dated.split(BATCH_NUMBER_PLACE);
  return { beginning, end, digits: 1 };
}

async function isFree(trx: Trx, batchNumber: string): Promise<boolean> {
  const query = trx.selectFrom('finished_good').select('id').where('batch_key', '=', batchKey(batchNumber));
  return (await query.where('deleted_at', 'is', null).executeTakeFirst()) === undefined;
}

/** Empty if none is free, or the field of the form takes none. */
async function firstFree(trx: Trx, numbered: Numbered, after: bigint): Promise<string> {
  for (let number = after + 1n; number <= after + BigInt(MAX_TRIES); number += 1n) {
    const batchNumber = withNumber(numbered, number);
    if (!accepts(batchNumberField, batchNumber)) return '';
    if (await isFree(trx, batchNumber)) return batchNumber;
  }
  return '';
}

/** The codes of the newest batches, the newest first. */
async function findLastBatches(trx: Trx, itemId: number): Promise<string[]> {
  const query = trx.selectFrom('lot').select('code').where('item_id', '=', itemId).where('origin', '=', 'produced');
  const newest = query.where('deleted_at', 'is', null).orderBy('id', 'desc').limit(SERIES_LOOKS_BACK);
  return (await newest.execute()).map(({ code }) => code);
}

async function proposeNumber(trx: Trx, { itemId, itemName, batchPattern }: BatchItem, day: string): Promise<string> {
  if (batchPattern !== '') {
    const numbered = patternOn(batchPattern, day);
    const [last = 0n] = await findLastNumbers(trx, [{ itemId, beginning: numbered.beginning }]);
    return await firstFree(trx, numbered, last);
  }
  for (const last of await findLastBatches(trx, itemId)) {
    const known = numberedOf(last, day);
    const next = known ? await firstFree(trx, known.numbered, known.number) : '';
    if (next !== '') return next;
  }
  const [code = ''] = await proposeCodes(trx, [{ itemId, itemName, receivedOn: day }]);
  return accepts(batchNumberField, code) ? code : '';
}

/** A free batch number by the item's pattern, or after its last batch, and the expiry date by its shelf life. */
export async function proposeBatch(
  trx: Trx,
  item: BatchItem,
  day: string,
): Promise<{ batchNumber: string; expiresOn: string | null }> {
  const { shelfLifeDays } = item;
  const expiresOn = shelfLifeDays === null ? null : daysAfter(day, shelfLifeDays);
  // No field takes a day beyond the last year.
  const isDay = expiresOn !== null && isCalendarDate(expiresOn);
  return { batchNumber: await proposeNumber(trx, item, day), expiresOn: isDay ? expiresOn : null };
}
