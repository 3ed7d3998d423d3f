/** Amounts owed to a supplier, and purchases there (decision 76). */
import type { partyOverviewEndpoints } from '#contract/masters/partyOverviews.ts';
import { sql } from 'kysely';
import type { z } from 'zod';
import { MAX_OVERVIEW_ROWS } from '#contract/core/overviewParts.ts';
import { param, prepared } from '../../core/db/statements.ts';
import { isUnpaid } from '../../buy/inward/queries.ts';
import { sumOf } from '../../core/db/sums.ts';
import { findParts, partsOf } from '../../stock/origins/coverage.ts';
import type { Trx } from '../../core/db/tables.ts';
import { recordExists } from '../../core/records/crudQueries.ts';
import { changeOf } from '#contract/stock/warnings/priceChange.ts';

type SupplierOverview = z.output<typeof partyOverviewEndpoints.supplier.answer>;
type Bought = SupplierOverview['materials'][number];

const isSince = sql`w.inward_date >= ${param('since')}`;

const findSums = prepared(
  () => sql<Omit<SupplierOverview, 'since' | 'certificate' | 'materials'>>`
    select ${sumOf(sql`case when ${isUnpaid} then w.grand_total else 0 end`)} as "notPaid",
      count(case when ${isUnpaid} then 1 end) as "notPaidInwards",
      min(case when ${isUnpaid} then w.inward_date end) as "oldestNotPaid",
      ${sumOf(sql`case when ${isSince} then w.grand_total else 0 end`)} as bought,
      count(case when ${isSince} then 1 end) as "boughtInwards", count(*) as inwards,
      max(w.inward_date) as "lastInward"
    from inward w where w.supplier_id = ${param('id')} and w.deleted_at is null`,
);

const findCertificate = prepared(
  () => sql<Omit<NonNullable<SupplierOverview['certificate']>, 'suspensions'>>`
    select id as "certificateId", number, valid_from as "validFrom", valid_to as "validTo", withdrawn_on as "withdrawnOn"
    from certificate where supplier_id = ${param('id')} and deleted_at is null
    order by case when withdrawn_on is null then 0 else 1 end, valid_to desc, id desc limit 1`,
);

const findBought = prepared(
  () => sql<Omit<Bought, 'changePercent'>>`
    with line as (
      select n.raw_material_id, n.quantity, n.price_per_unit, n.total_amount, w.inward_date,
        row_number() over (partition by n.raw_material_id order by w.inward_date, n.lot_id) as nth,
        row_number() over (partition by n.raw_material_id order by w.inward_date desc, n.lot_id desc) as back
      from inward w join inward_line n on n.inward_id = w.id
      where w.supplier_id = ${param('id')} and w.deleted_at is null and n.deleted_at is null and ${isSince})
    select b.raw_material_id as "rawMaterialId", m.name as "rawMaterialName", m.unit,
      max(case when b.nth = 1 then b.price_per_unit end) as "firstPrice",
      max(case when b.back = 1 then b.price_per_unit end) as "lastPrice", max(b.inward_date) as "lastOn",
      ${sumOf(sql`b.quantity`)} as quantity, ${sumOf(sql`b.total_amount`)} as "lineTotals"
    from line b join raw_material m on m.id = b.raw_material_id
    group by b.raw_material_id, m.name, m.unit
    order by ${sumOf(sql`b.total_amount`)} desc, b.raw_material_id limit ${sql.lit(MAX_OVERVIEW_ROWS)}`,
);

/**
 * Amounts owed to a supplier, purchases since a day, and the validity of their certificates; undefined if there is no
 * such supplier.
 */
export async function findSupplierOverview(trx: Trx, id: number, since: string): Promise<SupplierOverview | undefined> {
  if (!(await recordExists(trx, 'supplier', id))) return undefined;
  const [sums] = await findSums(trx, { id, since });
  if (!sums) return undefined;
  const [newest] = await findCertificate(trx, { id });
  const certificate = newest
    ? {
        ...newest,
        suspensions: partsOf(await findParts(trx, [newest.certificateId]), newest.certificateId).suspensions,
      }
    : null;
  const bought = await findBought(trx, { id, since });
  const materials = bought.map((row) => ({ ...row, changePercent: changeOf(row.firstPrice, row.lastPrice) }));
  return { since, ...sums, certificate, materials };
}
