/** Terms of runs that their costs depend on, beside inputs and outputs: charges, hours, recipe and losses. */
import { sql } from 'kysely';
import { HUNDRED_PERCENT } from '#contract/core/values/ratios.ts';
import type { ProductionStatus } from '#contract/documentStatus.ts';
import type { ItemPart } from '#contract/stock/stock.ts';
import { piecesOf } from '../../core/db/pieces.ts';
import { executeKeyed, inPieces, listed } from '../../core/db/statements.ts';
import type { Database, Trx } from '../../core/db/tables.ts';
import type { RecipeTerms, RunTerms } from './runCost.ts';

type Db = Database | Trx;

interface RunRow extends Omit<RecipeTerms, 'itemId' | 'quantity' | 'inputMass' | 'hasPlannedLoss'> {
  runId: number;
  status: ProductionStatus;
  charges: number;
  hours: number | null;
  itemId: number | null;
  outputQuantity: number | null;
}

const findRuns = async (db: Db, runIds: readonly number[]) =>
  await inPieces(
    db,
    'terms of runs',
    runIds,
    (chunk) => sql<RunRow>`
      select r.id as "runId", r.status, r.charges, r.hours, i.id as "itemId",
        v.output_quantity as "outputQuantity", i.weight as milligrams, v.expected_yield as "expectedYield",
        v.cost_share as "costShare", coalesce(v.overhead_per_run, 0) as "overheadPerRun",
        coalesce(v.overhead_per_kg, 0) as "overheadPerKg", coalesce(v.overhead_per_hour, 0) as "overheadPerHour"
      from production_run r left join recipe_version v on v.id = r.recipe_version_id
        left join recipe c on c.id = v.recipe_id left join item i on i.product_id = c.product_id
      where r.id in ${chunk}`,
  );

/** A loss of a run whose mass is known, or an ingredient of its recipe, without packaging. */
interface LineRow {
  runId: number;
  side: 'lost' | 'planned';
  /** Set for a weighed loss. */
  milligrams: number | null;
  quantity: number | null;
  perUnit: number | null;
  /** Null for a weighed loss, and for what the recipe plans. */
  part: ItemPart | null;
  scrapPrice: number | null;
  plannedLoss: number | null;
}

async function findLines(db: Db, runIds: readonly number[]): Promise<LineRow[]> {
  const rows: LineRow[] = [];
  for (const chunk of piecesOf(runIds)) {
    const ids = listed(chunk);
    const result = await executeKeyed(
      db,
      `lines of terms ${chunk.length}`,
      [...chunk, ...chunk],
      () => sql<LineRow>`
        select s.run_id as "runId", 'lost' as side, s.milligrams, s.quantity, i.weight as "perUnit", i.part,
          s.scrap_price as "scrapPrice", cast(null as bigint) as "plannedLoss"
        from run_loss s left join item i on i.raw_material_id = s.raw_material_id or i.product_id = s.product_id
        where s.run_id in ${ids} and (s.milligrams is not null or i.weight is not null)
        union all
        select r.id, 'planned', null, x.quantity, i.weight, null, null, x.planned_loss
        from production_run r join recipe_line x on x.recipe_version_id = r.recipe_version_id
          join item i on i.raw_material_id = x.raw_material_id or i.product_id = x.product_id
        where r.id in ${ids} and i.part <> 'packaging'`,
    );
    for (const row of result.rows) rows.push(row);
  }
  return rows;
}

/** The mass of ingredients with their planned losses; null if one has no grams per unit. */
function massOf(ingredients: readonly LineRow[]): bigint | null {
  let mass = 0n;
  for (const { quantity, plannedLoss, perUnit } of ingredients) {
    if (perUnit === null) return null;
    mass += BigInt(quantity ?? 0) * BigInt(perUnit) * BigInt(HUNDRED_PERCENT + (plannedLoss ?? 0));
  }
  return mass / BigInt(HUNDRED_PERCENT);
}

/** Reads the terms of runs, by their ids, with two statements. */
export async function findRunTerms(db: Db, runIds: readonly number[]): Promise<ReadonlyMap<number, RunTerms>> {
  const runs = await findRuns(db, runIds);
  const lines = Map.groupBy(await findLines(db, runIds), ({ runId }) => runId);
  return new Map(
    runs.map(({ runId, status, charges, hours, itemId, outputQuantity, ...planned }) => {
      const own = (lines.get(runId) ?? []).filter(({ side }) => side === 'planned');
      const losses = (lines.get(runId) ?? []).filter(({ side }) => side === 'lost');
      const recipe =
        itemId === null || outputQuantity === null
          ? null
          : {
              ...planned,
              itemId,
              quantity: outputQuantity,
              inputMass: massOf(own),
              hasPlannedLoss: own.some(({ plannedLoss }) => (plannedLoss ?? 0) > 0),
            };
      const lost = losses.map(({ milligrams, quantity, perUnit, scrapPrice, part }) => {
        const mass = milligrams === null ? BigInt(quantity ?? 0) * BigInt(perUnit ?? 0) : BigInt(milligrams) * 1000n;
        return { mass, scrapPrice, part: part ?? 'ingredient' } as const;
      });
      return [runId, { isInProgress: status === 'in_progress', charges, hours, recipe, losses: lost }];
    }),
  );
}
