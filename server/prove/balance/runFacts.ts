/** Inputs, outputs and losses of whole runs, by mass. */
import { sql } from 'kysely';
import type { ProductionStatus } from '#contract/documentStatus.ts';
import type { ItemPart } from '#contract/stock/stock.ts';
import { inPieces } from '../../core/db/statements.ts';
import type { Trx } from '../../core/db/tables.ts';
import type { FamilyFlows } from './familyFlows.ts';
import { findWeighedItems } from './items.ts';

export interface Run {
  runId: number;
  status: ProductionStatus;
  /** The first day of an input or output. */
  since: string;
  /** The last such day; undefined while it is in progress. */
  finishedOn: string | undefined;
  /** The yield that its recipe expects, in thousandths of a percent; null without one. */
  expected: number | null;
}

/** Masses are thousandths of a milligram: a quantity in thousandths times the milligrams of a unit. */
export interface RunFacts extends Run {
  /** Without packaging. */
  input: bigint;
  output: bigint;
  loss: bigint;
}

interface InputRow {
  runId: number;
  rawMaterialId: number | null;
  productId: number | null;
  quantity: number;
}

interface LossRow {
  runId: number;
  /** Set for a weighed loss. */
  milligrams: number | null;
  quantity: number | null;
  perUnit: number | null;
  part: ItemPart | null;
}

/** As recorded, which equals the runs' movements: verify-ledger compares them. */
const findInputs = async (trx: Trx, runIds: readonly number[]) =>
  await inPieces(
    trx,
    'balance inputs',
    runIds,
    (chunk) => sql<InputRow>`
      select run_id as "runId", raw_material_id as "rawMaterialId", product_id as "productId", quantity
      from production where run_id in ${chunk} and deleted_at is null`,
  );

const findLosses = async (trx: Trx, runIds: readonly number[]) =>
  await inPieces(
    trx,
    'balance losses',
    runIds,
    (chunk) => sql<LossRow>`
      select s.run_id as "runId", s.milligrams, s.quantity, i.weight as "perUnit", i.part
      from run_loss s left join item i on i.raw_material_id = s.raw_material_id or i.product_id = s.product_id
      where s.run_id in ${chunk}`,
  );

type RunRow = Pick<Run, 'runId' | 'status' | 'expected'> & { day: string };

/** The runs that used the lots: their duration follows from movements, which may have several days. */
export async function findRuns(trx: Trx, { inputs, outputs }: FamilyFlows): Promise<Run[]> {
  const rows = await inPieces(
    trx,
    'balance runs',
    [...outputs.keys()],
    (chunk) => sql<RunRow>`
      select r.id as "runId", r.production_date as day, r.status, v.expected_yield as expected
      from production_run r left join recipe_version v on v.id = r.recipe_version_id where r.id in ${chunk}`,
  );
  return rows.map(({ day, ...run }) => {
    const moved = [...(inputs.get(run.runId) ?? []), ...(outputs.get(run.runId) ?? [])];
    let [since, last] = [day, day];
    for (const each of moved) {
      if (each.day < since) since = each.day;
      if (each.day > last) last = each.day;
    }
    return { ...run, since, finishedOn: run.status === 'in_progress' ? undefined : last };
  });
}

/** The item of each input. */
async function findItemsOf(trx: Trx, inputs: readonly InputRow[]) {
  const materials = await findWeighedItems(
    trx,
    'raw_material_id',
    inputs.flatMap(({ rawMaterialId }) => rawMaterialId ?? []),
  );
  const products = await findWeighedItems(
    trx,
    'product_id',
    inputs.flatMap(({ productId }) => productId ?? []),
  );
  return ({ rawMaterialId, productId }: InputRow) => materials.get(rawMaterialId ?? 0) ?? products.get(productId ?? 0);
}

/** Masses of inputs, outputs and losses of runs, and the names of items without grams per unit. */
export async function findRunFacts(
  trx: Trx,
  { outputs, items }: Pick<FamilyFlows, 'outputs' | 'items'>,
  allRuns: readonly Run[],
): Promise<{ runs: Map<number, RunFacts>; withoutGrams: Set<string> }> {
  const runIds = allRuns.map(({ runId }) => runId);
  const runs = new Map<number, RunFacts>();
  const withoutGrams = new Set<string>();
  for (const run of allRuns) {
    let output = 0n;
    for (const { itemId, quantity, milligrams } of outputs.get(run.runId) ?? []) {
      output += BigInt(quantity) * BigInt(milligrams ?? 0);
      if (milligrams === null) withoutGrams.add(items.get(itemId)?.itemName ?? '');
    }
    runs.set(run.runId, { ...run, input: 0n, output, loss: 0n });
  }
  const inputs = await findInputs(trx, runIds);
  const itemOf = await findItemsOf(trx, inputs);
  for (const each of inputs) {
    const run = runs.get(each.runId);
    const item = itemOf(each);
    if (!run || !item || item.part === 'packaging') continue;
    if (item.milligrams === null) withoutGrams.add(item.itemName);
    run.input += BigInt(each.quantity) * BigInt(item.milligrams ?? 0);
  }
  for (const { runId, milligrams, quantity, perUnit, part } of await findLosses(trx, runIds)) {
    const run = runs.get(runId);
    if (!run || part === 'packaging') continue;
    run.loss += milligrams === null ? BigInt(quantity ?? 0) * BigInt(perUnit ?? 0) : BigInt(milligrams) * 1000n;
  }
  return { runs, withoutGrams };
}
