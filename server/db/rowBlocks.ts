/**
 * How many rows of a table aren't deleted, and where a far page of them begins, without counting them: triggers keep the
 * numbers by blocks of ids, large ones and within them smaller ones (docs/decisions/026).
 */
import { sql } from 'kysely';
import { place, prepared } from './prepared.ts';
import type { Database } from './tables.ts';

/** Tables whose rows are counted. */
export const countedTables = [
  'app_user',
  'supplier',
  'buyer',
  'category',
  'raw_material',
  'product',
  'inward',
  'production',
  'finished_good',
] as const;
export type CountedTable = (typeof countedTables)[number];

/** So many ids are in a block of each level; a block is made of whole ones of the next. */
export const blockSizes = [65_536, 2048, 64] as const;
const [largest, ...smaller] = blockSizes;
/** So few rows are skipped sooner than the blocks before them are read. */
const SKIPPED_QUICKLY = 100;

interface Block {
  block: number;
  records: number;
}

/** A server of PostgreSQL counts in several rows, so that writers needn't wait for each other; together they are the block. */
const blocks = prepared<Block>(
  () => sql`
    select block, cast(sum(records) as bigint) as records from row_block
    where counted = ${place('table')} and size = ${place('size')} and block between ${place('first')} and ${place('last')}
    group by block order by block`,
);

/** Passes whole blocks, from the far end, as long as no more than `offset` rows lie in them. */
function passBlocks(found: readonly Block[], offset: number): { block: number | undefined; rest: number } {
  let rest = offset;
  for (const { block, records } of found) {
    if (records > rest) return { block, rest };
    rest -= records;
  }
  return { block: undefined, rest };
}

/** Where to begin to read: at an id, and how many rows to skip from there; never more than one of the smallest blocks. */
export interface Start {
  id: number;
  skip: number;
}

/**
 * How many rows there are, and where the rows after the first `offset` begin in the order of their ids. Without an
 * `order`, or past the end, only the total is answered.
 */
export async function findTotal(
  db: Database,
  table: CountedTable,
  offset: number,
  order: 'asc' | 'desc' | undefined,
): Promise<{ total: number; start: Start | undefined }> {
  const inOrder = (found: Block[]) => (order === 'asc' ? found : found.toReversed());
  const all = await blocks(db, { table, size: largest, first: 0, last: Number.MAX_SAFE_INTEGER });
  const total = all.reduce((sum, { records }) => sum + records, 0);
  if (order === undefined || offset < SKIPPED_QUICKLY) return { total, start: undefined };
  let size: number = largest;
  let { block, rest } = passBlocks(inOrder(all), offset);
  for (const next of smaller) {
    if (block === undefined) break;
    const first = block * (size / next);
    const within = await blocks(db, { table, size: next, first, last: first + size / next - 1 });
    ({ block, rest } = passBlocks(inOrder(within), rest));
    size = next;
  }
  if (block === undefined) return { total, start: undefined };
  return { total, start: { id: order === 'asc' ? block * size : (block + 1) * size - 1, skip: rest } };
}
