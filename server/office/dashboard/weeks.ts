/** Consumption, purchases and outputs of production by week, in a snapshot. */
import { sql, type RawBuilder } from 'kysely';
import type { z } from 'zod';
import { daysAfter } from '#contract/core/values/dates.ts';
import { MORNING_WEEKS, type morningAnswer } from '#contract/office/morning.ts';
import { divided, percentOf } from '#contract/core/values/ratios.ts';
import { mondayOf } from '../../core/calendar.ts';
import { sumOf } from '../../core/db/sums.ts';
import type { Trx } from '../../core/db/tables.ts';

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

/** Base of three digits of a weight: the largest digit times the largest quantity fits into the engine's integers. */
const PART = 32_768;

/** Sums of quantities times the digits of a unit's weight to base PART: those of any usual quantities are exact. */
interface MassSums {
  high: number;
  middle: number;
  low: number;
}

/** Sums of quantities by the milligrams of a unit. */
function massSums(quantity: RawBuilder<unknown>, weight: RawBuilder<unknown>): RawBuilder<unknown> {
  const part = sql.lit(PART);
  return sql`
    ${sumOf(sql`${quantity} * (${weight} / ${part} / ${part})`)} as high,
    ${sumOf(sql`${quantity} * (${weight} / ${part} % ${part})`)} as middle,
    ${sumOf(sql`${quantity} * (${weight} % ${part})`)} as low`;
}

/** Thousandths of a milligram. */
function massOf({ high, middle, low }: MassSums): bigint {
  const base = BigInt(PART);
  return (BigInt(high) * base + BigInt(middle)) * base + BigInt(low);
}

/**
 * Thousandths of a milligram that production used of raw materials, by week. Grouped by the day alone, which an index has in
 * order.
 */
async function findUsed(trx: Trx, weeks: readonly Days[]): Promise<bigint[]> {
  const { rows } = await sql<MassSums & { day: string }>`
    with weighed as materialized (
      select raw_material_id as id, weight from item
      where raw_material_id is not null and weight is not null and part <> 'packaging')
    select p.production_date as day, ${massSums(sql`p.quantity`, sql`weighed.weight`)}
    from production p join weighed on weighed.id = p.raw_material_id
    where p.deleted_at is null and p.raw_material_id is not null and ${isIn('p.production_date', weeks)}
    group by 1`.execute(trx);
  const used = weeks.map(() => 0n);
  for (const row of rows) {
    const week = weekOf(row.day, weeks);
    used[week] = (used[week] ?? 0n) + massOf(row);
  }
  return used;
}

/** Paise of inwards, by week. */
async function findPurchases(trx: Trx, weeks: readonly Days[]): Promise<number[]> {
  const { rows } = await sql<{ day: string; amount: number }>`
    select inward_date as day, ${sumOf(sql`grand_total`)} as amount from inward
    where deleted_at is null and ${isIn('inward_date', weeks)} group by 1`.execute(trx);
  const purchases = weeks.map(() => 0);
  for (const { day, amount } of rows) {
    const week = weekOf(day, weeks);
    purchases[week] = (purchases[week] ?? 0) + amount;
  }
  return purchases;
}

/** Inputs or outputs of a run, without packaging. */
interface Side extends MassSums {
  runId: number;
  day: string;
  side: 'in' | 'out';
  /** Thousandths of a percent. */
  expected: number | null;
  /** Lines of which grams are unknown. */
  unknown: number;
}

/** Both sides of completed runs with outputs. */
async function findSides(trx: Trx, weeks: readonly Days[]): Promise<Side[]> {
  // A count instead of `exists`: SQLite evaluates it once per run, `exists` once per line.
  const runs = sql`
    production_run r left join recipe_version v on v.id = r.recipe_version_id
    where r.status = 'completed' and r.deleted_at is null and ${isIn('r.production_date', weeks)}
      and (select count(*) from finished_good g where g.run_id = r.id and g.deleted_at is null) > 0`;
  const columns = sql`o."runId", o.day, o.expected, i.weight`;
  const { rows } = await sql<Side>`
    with o as (select r.id as "runId", r.production_date as day, v.expected_yield as expected from ${runs}),
    line as (
      select 'in' as side, ${columns}, p.quantity
      from o join production p on p.run_id = o."runId" and p.deleted_at is null
        join item i on i.id = coalesce(
          (select item.id from item where item.raw_material_id = p.raw_material_id),
          (select item.id from item where item.product_id = p.product_id))
      where i.part <> 'packaging'
      union all
      select 'out' as side, ${columns}, g.quantity
      from o join finished_good g on g.run_id = o."runId" and g.deleted_at is null
        join item i on i.product_id = g.product_id
      where i.part <> 'packaging')
    select "runId", side, min(day) as day, min(expected) as expected, ${massSums(sql`quantity`, sql`weight`)},
      cast(count(*) - count(weight) as integer) as unknown
    from line group by 1, 2`.execute(trx);
  return rows;
}

interface Mass {
  input: bigint;
  output: bigint;
  /** Inputs of runs whose recipe expects a yield, and the same times thousandths of a percent. */
  judged: bigint;
  expected: bigint;
}

/** Inputs and outputs of runs in milligrams, by week; runs without a yield (yieldOf) are left out. */
function massesOf(sides: readonly Side[], weeks: readonly Days[]): Mass[] {
  const masses = weeks.map((): Mass => ({ input: 0n, output: 0n, judged: 0n, expected: 0n }));
  for (const [, own] of Map.groupBy(sides, ({ runId }) => runId)) {
    const milligramsOf = (side: Side['side']) => {
      const sum = own.find((each) => each.side === side);
      return BigInt(divided(sum ? massOf(sum) : 0n, THOUSANDTHS));
    };
    const [first] = own;
    const mass = first && masses[weekOf(first.day, weeks)];
    const [input, output] = [milligramsOf('in'), milligramsOf('out')];
    if (!mass || input === 0n || output === 0n || own.some(({ unknown }) => unknown > 0)) continue;
    mass.input += input;
    mass.output += output;
    const { expected } = first;
    if (expected === null) continue;
    mass.judged += input;
    mass.expected += input * BigInt(expected);
  }
  return masses;
}

/** The last whole weeks before a day, the oldest first. */
export async function findWeeks(trx: Trx, today: string): Promise<Week[]> {
  const weeks = weeksBefore(today);
  const [used, purchases] = [await findUsed(trx, weeks), await findPurchases(trx, weeks)];
  const masses = massesOf(await findSides(trx, weeks), weeks);
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
