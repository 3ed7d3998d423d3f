/** Quantities of lots in runs in progress: inputs, less outputs and losses, by mass. */
import { sql } from 'kysely';
import { divided } from '#contract/core/values/ratios.ts';
import type { ItemPart } from '#contract/stock/stock.ts';
import { inPieces } from '../../core/db/statements.ts';
import type { Database, Trx } from '../../core/db/tables.ts';

type Db = Database | Trx;

interface InputRow {
  lotId: number;
  runId: number;
  /** Thousandths. */
  quantity: number;
}

interface Line {
  runId: number;
  side: 'in' | 'lost' | 'out';
  quantity: number | null;
  /** Set for a weighed loss. */
  milligrams: number | null;
  perUnit: number | null;
  part: ItemPart | null;
}

const findInputs = async (db: Db, lotIds: readonly number[]) =>
  await inPieces(
    db,
    'in runs in progress',
    lotIds,
    (chunk) => sql<InputRow>`
      select v.lot_id as "lotId", r.id as "runId", cast(-sum(v.quantity) as bigint) as quantity
      from movement v join production_run r on r.id = v.document_id
      where v.lot_id in ${chunk} and v.kind = 'consumed' and v.document_kind = 'run' and r.status = 'in_progress'
      group by v.lot_id, r.id having sum(v.quantity) <> 0`,
  );

const findLines = async (db: Db, runIds: readonly number[]) =>
  await inPieces(
    db,
    'lines of runs in progress',
    runIds,
    (chunk) => sql<Line>`
      select x.run_id as "runId", x.side, x.quantity, x.milligrams, i.weight as "perUnit", i.part
      from (
        select run_id, 'in' as side, raw_material_id, product_id, quantity, cast(null as bigint) as milligrams
        from production where deleted_at is null
        union all
        select run_id, 'out', null, product_id, quantity, null from finished_good where deleted_at is null
        union all
        select run_id, 'lost', raw_material_id, product_id, quantity, milligrams from run_loss
      ) x
      left join item i on i.raw_material_id = x.raw_material_id or i.product_id = x.product_id
      where x.run_id in ${chunk}`,
  );

/** Input of a run and its remaining part; packaging is left out, as in its yield. */
function remainderOf(lines: readonly Line[]): { all: bigint; left: bigint } {
  const counted = lines.filter(({ part }) => part !== 'packaging');
  // Everything remains in a run without outputs; with outputs, unknown grams per unit make the rest unknown.
  if (counted.every(({ side }) => side === 'in')) return { all: 1n, left: 1n };
  if (counted.some(({ perUnit, milligrams }) => perUnit === null && milligrams === null)) return { all: 1n, left: 0n };
  const massOf = (some: readonly Line[]) =>
    some.reduce((sum, { quantity, milligrams, perUnit }) => {
      return sum + (milligrams === null ? BigInt(quantity ?? 0) * BigInt(perUnit ?? 0) : BigInt(milligrams) * 1000n);
    }, 0n);
  const all = massOf(counted.filter(({ side }) => side === 'in'));
  const outputsAndLosses = massOf(counted.filter(({ side }) => side !== 'in'));
  return all > outputsAndLosses ? { all, left: all - outputsAndLosses } : { all: 1n, left: 0n };
}

/** How much of lots is in runs in progress, in thousandths, by lot. */
export async function findInProgress(db: Db, lotIds: readonly number[]): Promise<ReadonlyMap<number, number>> {
  const inputs = await findInputs(db, lotIds);
  const runIds = [...new Set(inputs.map(({ runId }) => runId))];
  const lines = Map.groupBy(await findLines(db, runIds), ({ runId }) => runId);
  const quantities = new Map<number, number>();
  for (const { lotId, runId, quantity } of inputs) {
    const { all, left } = remainderOf(lines.get(runId) ?? []);
    quantities.set(lotId, (quantities.get(lotId) ?? 0) + divided(BigInt(quantity) * left, all));
  }
  return quantities;
}
