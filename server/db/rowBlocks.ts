/**
 * How many rows of a table aren't deleted, and where a far page of them begins, without counting them: triggers keep the
 * numbers by blocks of ids, large ones and within them small ones (docs/decisions/026).
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

/** So many ids are in a block of each level. */
export const blockSizes = { large: 65_536, small: 256 } as const;

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

async function blocksOf(db: Database, table: CountedTable): Promise<Block[]> {
  return await blocks(db, { table, size: blockSizes.large, first: 0, last: Number.MAX_SAFE_INTEGER });
}

/** Passes whole blocks, from the far end, as long as no more than `offset` rows lie in them. */
function passBlocks(found: readonly Block[], offset: number): { block: number | undefined; rest: number } {
  let rest = offset;
  for (const { block, records } of found) {
    if (records > rest) return { block, rest };
    rest -= records;
  }
  return { block: undefined, rest };
}

/** Where to begin to read: at an id, and how many rows to skip from there; never more than a small block. */
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
  const large = await blocksOf(db, table);
  const total = large.reduce((sum, { records }) => sum + records, 0);
  if (order === undefined || offset < blockSizes.small || offset >= total) return { total, start: undefined };
  const inOrder = (found: Block[]) => (order === 'asc' ? found : found.toReversed());
  const outer = passBlocks(inOrder(large), offset);
  if (outer.block === undefined) return { total, start: undefined };
  const perLarge = blockSizes.large / blockSizes.small;
  const first = outer.block * perLarge;
  const small = await blocks(db, { table, size: blockSizes.small, first, last: first + perLarge - 1 });
  const inner = passBlocks(inOrder(small), outer.rest);
  if (inner.block === undefined) return { total, start: undefined };
  const id = order === 'asc' ? inner.block * blockSizes.small : (inner.block + 1) * blockSizes.small - 1;
  return { total, start: { id, skip: inner.rest } };
}
