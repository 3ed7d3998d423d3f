/** Destinations of an inward's lots, and earlier prices of its materials (decision 76). */
import type { inwardOverviewEndpoint } from '#contract/buy/inwardOverview.ts';
import { sql } from 'kysely';
import type { z } from 'zod';
import { param, prepared } from '../../core/db/statements.ts';
import type { Trx } from '../../core/db/tables.ts';
import { recordExists } from '../../core/records/crudQueries.ts';
import { findNamedClaims, unclaimed } from '../../stock/origins/schemeClaims.ts';
import { moved } from '../../stock/ledger/kinds.ts';

type InwardOverview = z.output<typeof inwardOverviewEndpoint.answer>;

/** The line before, by date and then by lot, as `findLastLines` reads the last one. */
const before = (column: 'price_per_unit' | 'received_on') => sql`(
  select ${sql.ref(column === 'received_on' ? 'earlier.received_on' : 'earlier_line.price_per_unit')}
  from lot earlier join inward_line earlier_line on earlier_line.lot_id = earlier.id
  where earlier.item_id = l.item_id and earlier_line.inward_id <> n.inward_id and earlier_line.deleted_at is null
    and (earlier.received_on < l.received_on or (earlier.received_on = l.received_on and earlier.id < l.id))
  order by earlier.received_on desc, earlier.id desc limit 1)`;

const findLots = prepared(
  () => sql<Omit<InwardOverview['lots'][number], 'batches' | 'claim' | 'claims'>>`
    select l.id as "lotId", l.state, ${moved('in', 'l')} as "quantityIn", l.on_hand as "leftQty",
      l.consumed as "consumedQty",
      (select count(*) from (
        select v.document_id from movement v
        where v.lot_id = l.id and v.kind = 'consumed' and v.document_kind = 'run'
        group by v.document_id having sum(v.quantity) <> 0) u) as runs,
      ${before('price_per_unit')} as "lastPrice", ${before('received_on')} as "lastPriceOn"
    from inward_line n join lot l on l.id = n.lot_id
    where n.inward_id = ${param('id')} and n.deleted_at is null order by n.position`,
);

const findBatches = prepared(
  () => sql<{ lotId: number; batchNumber: string }>`
    select u.lot_id as "lotId", g.batch_number as "batchNumber"
    from (
      select v.lot_id, v.document_id as run_id from movement v
      where v.kind = 'consumed' and v.document_kind = 'run'
        and v.lot_id in (select lot_id from inward_line where inward_id = ${param('id')} and deleted_at is null)
      group by v.lot_id, v.document_id having sum(v.quantity) <> 0) u
    join finished_good g on g.run_id = u.run_id and g.deleted_at is null
    order by g.batch_order`,
);

/** Destinations of an inward's lots; undefined if there is no such inward. */
export async function findInwardOverview(trx: Trx, id: number): Promise<InwardOverview | undefined> {
  if (!(await recordExists(trx, 'inward', id))) return undefined;
  const batches = Map.groupBy(await findBatches(trx, { id }), ({ lotId }) => lotId);
  const lots = await findLots(trx, { id });
  const claims = await findNamedClaims(
    trx,
    lots.map(({ lotId }) => lotId),
  );
  return {
    lots: lots.map((lot) => ({
      ...lot,
      ...(claims.get(lot.lotId) ?? unclaimed),
      batches: batches.get(lot.lotId)?.map(({ batchNumber }) => batchNumber) ?? [],
    })),
  };
}
