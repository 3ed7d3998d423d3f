/** Open recalls, unpaid inwards, runs in progress and sales without a buyer, in a snapshot. */
import { sql } from 'kysely';
import type { z } from 'zod';
import { daysAfter } from '#contract/core/values/dates.ts';
import { unpaidAges, type morningAnswer } from '#contract/office/morning.ts';
import { isUnpaid } from '../../buy/inward/queries.ts';
import { ALWAYS } from '../../core/calendar.ts';
import { sumOf } from '../../core/db/sums.ts';
import type { Trx } from '../../core/db/tables.ts';
import { nameOfItem, unitOfItem, withMasters } from '../../stock/names/itemNames.ts';

type Answer = z.output<typeof morningAnswer>;
type Unpaid = NonNullable<Answer['unpaid']>;
type Age = Unpaid['ages'][number];

/** The groups of age as of a day, the newest first, without their sums. */
function agesOn(today: string): Pick<Age, 'fromDays' | 'toDays' | 'from' | 'to'>[] {
  const first = unpaidAges.map((toDays, index) => {
    const fromDays = index === 0 ? 0 : (unpaidAges[index - 1] ?? 0) + 1;
    return {
      fromDays,
      toDays,
      from: daysAfter(today, -toDays),
      to: fromDays === 0 ? null : daysAfter(today, -fromDays),
    };
  });
  const fromDays = Math.max(...unpaidAges) + 1;
  return [...first, { fromDays, toDays: null, from: null, to: daysAfter(today, -fromDays) }];
}

async function findOldest(trx: Trx): Promise<Unpaid['oldest']> {
  const { rows } = await sql<NonNullable<Unpaid['oldest']>>`
    select w.id as "inwardId", w.invoice_number as "invoiceNumber", s.name as "supplierName", w.inward_date as "inwardDate"
    from inward w join supplier s on s.id = w.supplier_id
    where ${isUnpaid} and w.deleted_at is null order by w.inward_date, w.id limit 1`.execute(trx);
  return rows[0] ?? null;
}

/** Unpaid invoices, by age. */
export async function findUnpaid(trx: Trx, today: string): Promise<Unpaid> {
  const ages: Age[] = [];
  for (const age of agesOn(today)) {
    const { rows } = await sql<{ count: number; amount: number }>`
      select count(*) as count, ${sumOf(sql`w.grand_total`)} as amount from inward w
      where ${isUnpaid} and w.deleted_at is null and w.inward_date between ${age.from ?? ALWAYS.from} and ${age.to ?? ALWAYS.to}`.execute(
      trx,
    );
    ages.push({ ...age, count: rows[0]?.count ?? 0, amount: rows[0]?.amount ?? 0 });
  }
  const sum = (part: 'count' | 'amount') => ages.reduce((total, age) => total + age[part], 0);
  return { count: sum('count'), amount: sum('amount'), ages, oldest: await findOldest(trx) };
}

/** Recalls in progress, without drills. */
export async function findOpenRecalls(trx: Trx): Promise<NonNullable<Answer['openRecalls']>> {
  const rows = await trx
    .selectFrom('recall')
    .select(['id as recallId', 'title'])
    .where('kind', '=', 'real')
    .where('closed_at', 'is', null)
    .where('deleted_at', 'is', null)
    .orderBy('id', 'desc')
    .execute();
  return { count: rows.length, newest: rows[0] ?? null };
}

/** Counts that wait for the office. */
export async function findWaitingCounts(trx: Trx): Promise<NonNullable<Answer['waitingCounts']>> {
  const { rows } = await sql<NonNullable<NonNullable<Answer['waitingCounts']>['newest']>>`
    select a.id as "adjustmentId", a.adjustment_date as date, u.full_name as "countedBy"
    from adjustment a join app_user u on u.id = a.counted_by
    where a.waiting_since is not null and a.deleted_at is null order by a.id desc`.execute(trx);
  return { count: rows.length, newest: rows[0] ?? null };
}

/** Runs in progress, and since when; all days are named so that SQLite reads the index of these runs alone. */
export async function findRunsInProgress(trx: Trx): Promise<NonNullable<Answer['runsInProgress']>> {
  const { rows } = await sql<NonNullable<Answer['runsInProgress']>>`
    select count(*) as count, min(production_date) as since from production_run
    where status = 'in_progress' and deleted_at is null and production_date >= ${ALWAYS.from}`.execute(trx);
  return rows[0] ?? { count: 0, since: null };
}

/** The newest batch that was sold without a buyer. */
export async function findSoldWithoutBuyer(trx: Trx): Promise<NonNullable<Answer['soldWithoutBuyer']>['newest']> {
  const { rows } = await sql<NonNullable<NonNullable<Answer['soldWithoutBuyer']>['newest']>>`
    select d.id as "dispatchId", l.code, ${nameOfItem} as "itemName", x.quantity, ${unitOfItem} as unit
    from dispatch d join dispatch_line x on x.dispatch_id = d.id and x.deleted_at is null
      join lot l on l.id = x.lot_id join item i on i.id = l.item_id
      ${withMasters}
    where d.buyer_id is null and d.deleted_at is null order by d.id desc limit 1`.execute(trx);
  return rows[0] ?? null;
}
