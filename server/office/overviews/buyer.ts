/** Quantities that a buyer holds: dispatches less returns (decision 76). */
import type { partyOverviewEndpoints } from '#contract/masters/partyOverviews.ts';
import { sql } from 'kysely';
import type { z } from 'zod';
import { MAX_OVERVIEW_ROWS } from '#contract/core/overviewParts.ts';
import { param, prepared } from '../../core/db/statements.ts';
import type { Trx } from '../../core/db/tables.ts';
import { recordExists } from '../../core/records/crudQueries.ts';
import { nameOfItem, unitOfItem, withMasters } from '../../stock/names/itemNames.ts';
import { returnedOfLine } from '../../stock/ledger/returned.ts';

type BuyerOverview = z.output<typeof partyOverviewEndpoints.buyer.answer>;
type Held = BuyerOverview['held'][number];

const findSums = prepared(
  () => sql<Pick<BuyerOverview, 'dispatches' | 'dispatchesSince' | 'lastDispatch'>>`
    select count(*) as dispatches, max(d.dispatch_date) as "lastDispatch",
      count(case when d.dispatch_date >= ${param('since')} then 1 end) as "dispatchesSince"
    from dispatch d where d.buyer_id = ${param('id')} and d.deleted_at is null`,
);

const findHeld = prepared(
  () => sql<Held & { total: number }>`
    with line as (
      select x.lot_id, d.dispatch_date, x.quantity,
        ${returnedOfLine(sql`x.id`)} as returned
      from dispatch d join dispatch_line x on x.dispatch_id = d.id
      where d.buyer_id = ${param('id')} and d.deleted_at is null and x.deleted_at is null),
    batch as (
      select lot_id, max(dispatch_date) as last_on, cast(sum(quantity) as bigint) as dispatched,
        cast(sum(returned) as bigint) as returned
      from line group by lot_id having sum(quantity) > sum(returned))
    select b.lot_id as "lotId", l.code as "lotCode", g.id as "finishedGoodId", i.product_id as "productId",
      ${nameOfItem} as "itemName", ${unitOfItem} as unit, l.expires_on as "expiresOn",
      b.last_on as "lastOn", b.dispatched as "dispatchedQty", b.returned as "returnedQty",
      b.dispatched - b.returned as "heldQty", count(*) over () as total
    from batch b join lot l on l.id = b.lot_id join item i on i.id = l.item_id
      ${withMasters}
      left join finished_good g on g.lot_id = l.id
    order by b.last_on desc, b.lot_id desc limit ${sql.lit(MAX_OVERVIEW_ROWS)}`,
);

/** Quantities that a buyer holds, and their dispatches since a day; undefined if there is no such buyer. */
export async function findBuyerOverview(trx: Trx, id: number, since: string): Promise<BuyerOverview | undefined> {
  if (!(await recordExists(trx, 'buyer', id))) return undefined;
  const [sums] = await findSums(trx, { id, since });
  if (!sums) return undefined;
  const held = await findHeld(trx, { id });
  return { since, ...sums, heldBatches: held[0]?.total ?? 0, held: held.map(({ total: _, ...row }) => row) };
}
