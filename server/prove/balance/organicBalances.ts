/** Mass balances of all organic items over a period, some items at a time (docs/domain.md, Mass balance). */
import { sql } from 'kysely';
import type { z } from 'zod';
import { MAX_BALANCED_ITEMS, organicBalancesAnswer } from '#contract/prove/massBalance.ts';
import { listed } from '../../core/db/statements.ts';
import { bytesOf, longRead } from '../../core/db/sqlite/threadReads.ts';
import type { Trx } from '../../core/db/tables.ts';
import { ALWAYS } from '../../core/calendar.ts';
import { jsonOf } from '../../core/http/answers.ts';
import { nameOfItem, withMasters } from '../../stock/names/itemNames.ts';
import { findOrganicCover } from './organicCover.ts';
import { findFamilyMasses, findLotIds } from './massBalance.ts';
import type { Period } from './statement.ts';

interface Request {
  from?: string | undefined;
  to?: string | undefined;
  after?: number | undefined;
}

interface ItemRow {
  itemId: number;
  itemName: string;
  milligrams: number | null;
}

/** Organic by what came in: batches of runs are in the balances of their materials. */
const isOrganicSource = sql`l.claim = 'organic' and l.origin <> 'produced' and l.deleted_at is null`;

async function findOrganicItems(trx: Trx, after: number): Promise<ItemRow[]> {
  const { rows } = await sql<ItemRow>`
    select i.id as "itemId", ${nameOfItem} as "itemName", i.weight as milligrams
    from item i ${withMasters}
    where i.id > ${after} and exists (select 1 from lot l where l.item_id = i.id and ${isOrganicSource})
    order by i.id limit ${sql.lit(MAX_BALANCED_ITEMS + 1)}`.execute(trx);
  return rows;
}

/** The items of which a lot was counted in the period. */
async function findCounted(trx: Trx, itemIds: readonly number[], { from, to }: Period): Promise<ReadonlySet<number>> {
  if (itemIds.length === 0) return new Set();
  const { rows } = await sql<{ itemId: number }>`
    select distinct l.item_id as "itemId"
    from adjustment a join adjustment_line j on j.adjustment_id = a.id join lot l on l.id = j.lot_id
    where a.kind = 'count' and a.adjustment_date between ${from} and ${to} and a.deleted_at is null
      and j.deleted_at is null and l.item_id in ${listed(itemIds)}`.execute(trx);
  return new Set(rows.map(({ itemId }) => itemId));
}

/** The next organic items by id with the cover of their organic sales, in a snapshot. */
async function findOrganicBalances(
  trx: Trx,
  { from = ALWAYS.from, to = ALWAYS.to, after = 0 }: Request,
): Promise<z.output<typeof organicBalancesAnswer>> {
  const period = { from, to };
  const itemRows = await findOrganicItems(trx, after);
  const rows = itemRows.slice(0, MAX_BALANCED_ITEMS);
  const counted = await findCounted(
    trx,
    rows.map(({ itemId }) => itemId),
    period,
  );
  const items: z.output<typeof organicBalancesAnswer>['items'] = [];
  for (const { itemId, itemName, milligrams } of rows) {
    const lotIds = await findLotIds(trx, { itemId, lotId: null });
    const masses = await findFamilyMasses(trx, { lotIds, milligrams, withProducts: true }, period);
    const covered = milligrams === null ? undefined : await findOrganicCover(trx, masses, period);
    // Neither in stock nor moved in the period.
    if (covered && covered.boughtGrams === 0 && covered.soldGrams === 0) continue;
    items.push({ itemId, itemName, isCounted: counted.has(itemId), covered: covered ?? null });
  }
  return { items, next: itemRows.length > rows.length ? (rows.at(-1)?.itemId ?? null) : null };
}

/** Balances of organic items as JSON. */
export const organicBalancesRead = longRead(import.meta.url, async (snapshot, request: Request) =>
  bytesOf(jsonOf(organicBalancesAnswer, await findOrganicBalances(snapshot, request))),
);

export default organicBalancesRead.inThread;
