/** Runs with outputs beyond their inputs, by SQL: all of them, or some (docs/domain.md, Bounded by mass). */
import { sql, type RawBuilder } from 'kysely';
import { isOfSubstance } from '#contract/stock/claims/massBound.ts';
import { itemParts } from '#contract/stock/stock.ts';
import { inPieces } from '../../core/db/statements.ts';
import type { Trx } from '../../core/db/tables.ts';
import type { Flows } from './flows.ts';
import { inputMassOf, type Input, type Output } from './origins.ts';

const substance = sql`(${sql.join(itemParts.filter(isOfSubstance).map((part) => sql.lit(part)))})`;

/** The item of an input or a loss c: m for a raw material, p for a product. */
const itemOf = sql`
  left join item m on m.raw_material_id = c.raw_material_id left join item p on p.product_id = c.product_id`;
const weight = sql`coalesce(m.weight, p.weight)`;
const counts = sql`coalesce(m.part, p.part) in ${substance}`;

/**
 * Runs whose outputs, with the gain that counts, and losses needed more than went in, as run_id, output_mass and input_mass in thousandths of a
 * milligram; not those with an input of unknown weight. `runs` are the ids to look at, or all where it is true.
 */
export function madeMore(runs: RawBuilder<unknown>): RawBuilder<unknown> {
  // By floats, since whole numbers could overflow: the factor at the end is more than the rounding of equal masses.
  // One pass over each table: a look-up for each run takes six times as long where all runs are read.
  return sql`(
    with made as materialized (
      select g.run_id, sum(g.quantity * 1.0 * i.weight) as mass,
        sum(g.quantity * 1.0 * i.weight / (1 + i.max_gain / 100000.0)) as needed
      from production_run r join finished_good g on g.run_id = r.id and g.deleted_at is null
        join item i on i.product_id = g.product_id and i.part in ${substance}
      where r.deleted_at is null and ${runs} group by g.run_id),
    losses as materialized (
      select c.run_id, sum(coalesce(c.milligrams * 1e3, c.quantity * 1.0 * ${weight})) as mass
      from run_loss c ${itemOf}
      where c.run_id in (select run_id from made) and (c.milligrams is not null or ${counts}) group by c.run_id),
    inputs as materialized (
      select c.run_id, case when count(*) = count(${weight}) then sum(c.quantity * 1.0 * ${weight}) end as mass
      from production c ${itemOf}
      where c.run_id in (select run_id from made) and c.deleted_at is null and ${counts} group by c.run_id)
    select * from (
      select r.id as run_id, r.gain_reason, made.mass + coalesce(losses.mass, 0) as output_mass,
        case r.gain_reason when '' then made.mass else made.needed end + coalesce(losses.mass, 0) as needed_mass,
        case when inputs.run_id is null then 0 else inputs.mass end as input_mass
      from made join production_run r on r.id = made.run_id left join inputs on inputs.run_id = r.id
        left join losses on losses.run_id = r.id) masses
    where needed_mass > input_mass * 1.000000000001)`;
}

/** Whether the inputs that a trace knows may be less than the outputs of a run; losses are not looked at. */
function mayMakeMore(outputs: readonly Output[], inputs: readonly Input[], { lots }: Flows): boolean {
  const outputMass = outputs.reduce(
    (sum, { quantity, milligrams }) => sum + BigInt(quantity) * BigInt(milligrams ?? 0),
    0n,
  );
  return outputMass > inputMassOf(inputs, lots);
}

/** The runs of a trace with outputs beyond their inputs. */
export async function findMadeMore(trx: Trx, flows: Flows): Promise<number[]> {
  const { consumed, outputs } = flows;
  const inputs = Map.groupBy(consumed, ({ runId }) => runId);
  const runIds = [...outputs.keys()];
  const lossy = await inPieces(
    trx,
    'runs with losses',
    runIds,
    (chunk) => sql<{ runId: number }>`select distinct run_id as "runId" from run_loss where run_id in ${chunk}`,
  );
  const withLosses = new Set(lossy.map(({ runId }) => runId));
  // Few of them: the masses of all inputs and losses take longer to read than the rest of a trace.
  const doubtful = runIds.filter(
    (runId) => withLosses.has(runId) || mayMakeMore(outputs.get(runId) ?? [], inputs.get(runId) ?? [], flows),
  );
  const rows = await inPieces(
    trx,
    'runs that made more',
    doubtful,
    (chunk) =>
      sql<{ runId: number }>`select run_id as "runId" from ${madeMore(sql`r.id in ${chunk}`)} made order by run_id`,
  );
  return rows.map(({ runId }) => runId);
}
