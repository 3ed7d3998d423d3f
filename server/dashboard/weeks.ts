/** What production used, what was bought and what came of it, by week, in a snapshot. */
import { sql, type RawBuilder } from 'kysely';
import type { z } from 'zod';
import { daysAfter } from '#contract/dates.ts';
import { MORNING_WEEKS, type morningAnswer } from '#contract/morning.ts';
import { percentOf } from '#contract/ratios.ts';
import { yieldOf, type Measured } from '#contract/runYield.ts';
import { mondayOf } from '../calendar.ts';
import type { Trx } from '../db/tables.ts';
import { milligramsPerUnit } from '../stock/weights.ts';
import { withMasters } from '../stock/itemNames.ts';

type Week = NonNullable<z.output<typeof morningAnswer>['weeks']>[number];

interface Days {
  monday: string;
  sunday: string;
}

const THOUSANDTHS = 1000n;
const DAYS_OF_WEEK = 7;

/** The whole weeks before the one of a day, the oldest first. */
function weeksBefore(today: string): Days[] {
  const current = mondayOf(today);
  return Array.from({ length: MORNING_WEEKS }, (_, index) => {
    const monday = daysAfter(current, (index - MORNING_WEEKS) * DAYS_OF_WEEK);
    return { monday, sunday: daysAfter(monday, DAYS_OF_WEEK - 1) };
  });
}

function isIn(column: string, weeks: readonly Days[]): RawBuilder<unknown> {
  return sql`${sql.ref(column)} between ${weeks[0]?.monday} and ${weeks.at(-1)?.sunday}`;
}

/** Finds the number of the week that a day is in. */
function weekOf(day: string, weeks: readonly Days[]): number {
  return weeks.findIndex(({ sunday }) => day <= sunday);
}

/** The mass used on a day: thousandths of kilograms, plus those of grams and of milligrams. */
interface Used {
  day: string;
  kilograms: number;
  grams: number;
  milligrams: number;
}

/**
 * Thousandths of a milligram that production used of raw materials, by week. Kilograms, grams and milligrams of a weight are
 * summed apart, so that no sum is too large for an integer. Grouped by the day alone, which an index has in order.
 */
async function findUsed(trx: Trx, weeks: readonly Days[]): Promise<bigint[]> {
  const { rows } = await sql<Used>`
    with weighed as materialized (
      select m.id, ${milligramsPerUnit} as weight
      from raw_material m join item i on i.raw_material_id = m.id left join product p on p.id = i.product_id
      where ${milligramsPerUnit} is not null and i.part <> 'packaging')
    select n.production_date as day,
      cast(sum(n.quantity * (w.weight / 1000000)) as bigint) as kilograms,
      cast(sum(n.quantity * (w.weight / 1000 % 1000)) as bigint) as grams,
      cast(sum(n.quantity * (w.weight % 1000)) as bigint) as milligrams
    from production n join weighed w on w.id = n.raw_material_id
    where n.deleted_at is null and n.raw_material_id is not null and ${isIn('n.production_date', weeks)}
    group by 1`.execute(trx);
  const used = weeks.map(() => 0n);
  for (const { day, kilograms, grams, milligrams } of rows) {
    const week = weekOf(day, weeks);
    const mass = (BigInt(kilograms) * 1000n + BigInt(grams)) * 1000n + BigInt(milligrams);
    used[week] = (used[week] ?? 0n) + mass;
  }
  return used;
}

/** Paise of inwards, by week. */
async function findPurchases(trx: Trx, weeks: readonly Days[]): Promise<number[]> {
  const { rows } = await sql<{ day: string; amount: number }>`
    select inward_date as day, cast(sum(grand_total) as bigint) as amount from inward
    where deleted_at is null and ${isIn('inward_date', weeks)} group by 1`.execute(trx);
  const purchases = weeks.map(() => 0);
  for (const { day, amount } of rows) {
    const week = weekOf(day, weeks);
    purchases[week] = (purchases[week] ?? 0) + amount;
  }
  return purchases;
}

interface Line extends Measured {
  runId: number;
  day: string;
  side: 'in' | 'out';
  expected: number | null;
}

/** What went into completed runs that made something, and what they made. */
async function findLines(trx: Trx, weeks: readonly Days[]): Promise<Line[]> {
  // A count instead of `exists`: SQLite evaluates it once per run, `exists` once per line.
  const runs = sql`
    production_run r left join recipe_version v on v.id = r.recipe_version_id
    where r.status = 'completed' and r.deleted_at is null and ${isIn('r.production_date', weeks)}
      and (select count(*) from finished_good e where e.run_id = r.id and e.deleted_at is null) > 0`;
  const columns = sql`o."runId", o.day, o.expected, ${milligramsPerUnit} as "milligramsPerUnit", i.part`;
  const ofItem = sql`
    ${withMasters}`;
  const { rows } = await sql<Line>`
    with o as (select r.id as "runId", r.production_date as day, v.expected_yield as expected from ${runs})
    select 'in' as side, ${columns}, '' as "itemName", n.quantity
    from o join production n on n.run_id = o."runId" and n.deleted_at is null
      join item i on i.raw_material_id = n.raw_material_id ${ofItem}
    union all
    select 'in' as side, ${columns}, '' as "itemName", n.quantity
    from o join production n on n.run_id = o."runId" and n.deleted_at is null
      join item i on i.product_id = n.product_id ${ofItem}
    union all
    select 'out' as side, ${columns}, '' as "itemName", g.quantity
    from o join finished_good g on g.run_id = o."runId" and g.deleted_at is null
      join item i on i.product_id = g.product_id ${ofItem}`.execute(trx);
  return rows;
}

interface Mass {
  input: bigint;
  output: bigint;
  /** Of runs whose recipe expects a yield: what went in, and the same times thousandths of a percent. */
  judged: bigint;
  expected: bigint;
}

/** What went into runs and came out of them, by week; runs of which a mass is unknown are left out. */
function massesOf(lines: readonly Line[], weeks: readonly Days[]): Mass[] {
  const masses = weeks.map((): Mass => ({ input: 0n, output: 0n, judged: 0n, expected: 0n }));
  for (const [, own] of Map.groupBy(lines, ({ runId }) => runId)) {
    const of = (side: Line['side']) => own.filter((line) => line.side === side);
    const { yieldPercent, inputGrams, outputGrams } = yieldOf(of('in'), of('out'), []);
    const [first] = own;
    const mass = first && masses[weekOf(first.day, weeks)];
    if (yieldPercent === null || !mass) continue;
    mass.input += BigInt(inputGrams);
    mass.output += BigInt(outputGrams);
    const { expected } = first;
    if (expected === null) continue;
    mass.judged += BigInt(inputGrams);
    mass.expected += BigInt(inputGrams) * BigInt(expected);
  }
  return masses;
}

/** The last whole weeks before a day, the oldest first. */
export async function findWeeks(trx: Trx, today: string): Promise<Week[]> {
  const weeks = weeksBefore(today);
  const [used, purchases] = [await findUsed(trx, weeks), await findPurchases(trx, weeks)];
  const masses = massesOf(await findLines(trx, weeks), weeks);
  return weeks.map((week, index) => {
    const { input, output, judged, expected } = masses[index] ?? { input: 0n, output: 0n, judged: 0n, expected: 0n };
    return {
      ...week,
      usedGrams: Number((used[index] ?? 0n) / THOUSANDTHS),
      purchases: purchases[index] ?? 0,
      yieldPercent: percentOf(output, input),
      // Thousandths of a percent to hundredths.
      expectedPercent: percentOf(expected, judged * 100_000n),
    };
  });
}
