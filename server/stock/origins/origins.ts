/** Sources of lots, back to purchases: the lots, runs and quantities that determine cost and claim. */
import { sql, type RawBuilder } from 'kysely';
import { piecesOf } from '../../core/db/pieces.ts';
import { executeKeyed, inPieces, listed } from '../../core/db/statements.ts';
import { isOfSubstance } from '#contract/stock/claims/massBound.ts';
import type { Claim, ItemPart, LotOrigin } from '#contract/stock/stock.ts';
import type { Database, Trx } from '../../core/db/tables.ts';
import { supplierOfLot } from '../names/lotSuppliers.ts';
import { evaluateGraph } from './evaluateGraph.ts';

type Db = Database | Trx;

/** A lot with the fields that its outputs inherit from. */
export interface Source {
  lotId: number;
  itemId: number;
  origin: LotOrigin;
  parentLotId: number | null;
  /** Paise per unit, where it is noted. */
  price: number | null;
  runId: number | null;
  /** Supplier, if known. */
  supplierId: number | null;
  receivedOn: string;
  /** Claim entered by hand. */
  claim: Claim | null;
  certificateId: number | null;
  /** Weight of one unit; null if unknown. */
  milligrams: number | null;
  part: ItemPart;
  /** Thousandths that came in with a document, and those that counts found beyond what they lost. */
  documented: number;
  surplus: number;
}

/** How much of a lot a run consumed, in thousandths. */
export interface Input {
  runId: number;
  lotId: number;
  quantity: number;
}

/** The mass of one unit of a lot, and whether it counts. */
interface Weighable {
  part: ItemPart;
  milligrams: number | null;
}

/**
 * The mass of the inputs of a run, in thousandths of a milligram: of those that are of substance (docs/domain.md, Bounded by
 * mass). What has no grams per unit counts as none.
 */
export function inputMassOf(
  inputs: readonly Pick<Input, 'lotId' | 'quantity'>[],
  lots: ReadonlyMap<number, Weighable>,
): bigint {
  return inputs.reduce((sum, { lotId, quantity }) => {
    const lot = lots.get(lotId);
    return lot && isOfSubstance(lot.part) ? sum + BigInt(quantity) * BigInt(lot.milligrams ?? 0) : sum;
  }, 0n);
}

/** An output of a run: thousandths, and milligrams of one unit. */
export interface Output {
  runId: number;
  lotId: number;
  itemId: number;
  quantity: number;
  milligrams: number | null;
}

/** An output with what bounds its claim (withinMass). */
export interface BoundedOutput extends Output {
  part: ItemPart;
  /** Thousandths of a percent. */
  maxGain: number;
  /** 1 if its run has a reason for a gain. */
  hasGainReason: number;
}

/** An output with what divides the cost of its run: its own share in thousandths of a percent, the price of a by-product. */
export interface CostedOutput extends Output {
  costShare: number | null;
  /** Paise per unit. */
  byProductPrice: number | null;
}

/** An output of a run with what both of them take. */
export interface RunOutput extends BoundedOutput, CostedOutput {}

/** Weights of outputs: of one unit of each lot, and of all units together. */
interface OutputWeights {
  perUnit: ReadonlyMap<number, bigint>;
  sum: bigint;
  /** Thousandths of a milligram, or thousandths of a unit. */
  by: 'mass' | 'quantity';
}

/**
 * Weights that distribute a run's inputs over its outputs (docs/domain.md, Cost): mass, else the quantity of one
 * item. Undefined if several items have no mass, or there are no outputs.
 */
export function weightsOf(outputs: readonly Output[]): OutputWeights | undefined {
  const [first] = outputs;
  const isOneItem = outputs.every(({ itemId }) => itemId === first?.itemId);
  const hasMass = outputs.every(({ milligrams }) => milligrams !== null);
  if (!isOneItem && !hasMass) return undefined;
  const weightOf = ({ milligrams }: Output) => BigInt(hasMass ? (milligrams ?? 0) : 1);
  const sum = outputs.reduce((total, output) => total + weightOf(output) * BigInt(output.quantity), 0n);
  if (sum === 0n) return undefined;
  const perUnit = new Map(outputs.map((each) => [each.lotId, weightOf(each)]));
  return { perUnit, sum, by: hasMass ? 'mass' : 'quantity' };
}

/** All lots and runs that some lots came from, and those themselves. */
export interface Origins {
  sources: ReadonlyMap<number, Source>;
  inputs: ReadonlyMap<number, readonly Input[]>;
  outputs: ReadonlyMap<number, readonly RunOutput[]>;
}

/** The noted price of lots, in a query with lot l and, of received ones, inward_line n. */
export const notedPrice = sql<number | null>`
  case l.origin when 'received' then n.price_per_unit when 'opening' then (
    select j.price_per_unit from adjustment_line j where j.lot_id = l.id and j.price_per_unit is not null
    order by j.id limit 1) end`;

async function findSources(db: Db, lotIds: readonly number[]): Promise<Source[]> {
  return await inPieces(
    db,
    'sources',
    lotIds,
    (chunk) => sql<Source>`
      select l.id as "lotId", l.item_id as "itemId", l.origin, l.parent_lot_id as "parentLotId", ${notedPrice} as price,
        g.run_id as "runId", ${supplierOfLot} as "supplierId", l.received_on as "receivedOn", l.claim,
        l.certificate_id as "certificateId", i.weight as milligrams, i.part,
        l.opening + l.received + l.produced + l.returned_by_buyer as documented,
        case when l.found > l.lost then l.found - l.lost else 0 end as surplus
      from lot l join item i on i.id = l.item_id left join inward_line n on n.lot_id = l.id
        left join inward w on w.id = n.inward_id left join finished_good g on g.lot_id = l.id
      where l.id in ${chunk}`,
  );
}

const consumption = (runIds: RawBuilder<unknown>) => sql`
  select document_id as "runId", lot_id as "lotId", cast(-sum(quantity) as bigint) as quantity
  from movement where document_kind = 'run' and kind = 'consumed' and document_id in ${runIds}
  group by document_id, lot_id having sum(quantity) <> 0`;

const production = (runIds: RawBuilder<unknown>) => sql`
  select g.run_id as "runId", g.id as place, l.id as "lotId", l.produced as quantity, l.item_id as "itemId",
    i.weight as milligrams, g.cost_share as "costShare", g.by_product_price as "byProductPrice",
    i.part, i.max_gain as "maxGain", case when r.gain_reason = '' then 0 else 1 end as "hasGainReason"
  from finished_good g join lot l on l.id = g.lot_id join item i on i.id = l.item_id
    join production_run r on r.id = g.run_id
  where g.run_id in ${runIds} and g.deleted_at is null and l.deleted_at is null`;

/** Consumption of runs, by lot. */
export async function findRunInputs(db: Db, runIds: readonly number[]): Promise<Input[]> {
  return await inPieces(db, 'run inputs', runIds, (chunk) => sql<Input>`${consumption(chunk)} order by 1, 2`);
}

/** Outputs of runs: all of each run, in the order in which the run shows them. */
export async function findRunOutputs(db: Db, runIds: readonly number[]): Promise<RunOutput[]> {
  return await inPieces(db, 'run outputs', runIds, (chunk) => sql<RunOutput>`${production(chunk)} order by g.id`);
}

interface FlowRow extends RunOutput {
  side: 'in' | 'out';
  /** The order within a run and side: of outputs that in which the run shows them. */
  place: number;
}

/** Inputs and outputs of runs, by run, with one statement. Runs without any are missing. */
export async function findRunFlows(
  db: Db,
  runIds: readonly number[],
): Promise<{ inputs: Map<number, Input[]>; outputs: Map<number, RunOutput[]> }> {
  const rows: FlowRow[] = [];
  for (const chunk of piecesOf(runIds)) {
    const ids = listed(chunk);
    const result = await executeKeyed(
      db,
      `run flows ${chunk.length}`,
      [...chunk, ...chunk],
      () => sql<FlowRow>`
      select 'in' as side, c."runId", c."lotId" as place, c."lotId", c.quantity, cast(null as bigint) as "itemId", cast(null as bigint) as milligrams,
        cast(null as bigint) as "costShare", cast(null as bigint) as "byProductPrice", cast(null as text) as part, cast(null as bigint) as "maxGain",
         cast(null as bigint) as "hasGainReason"
      from (${consumption(ids)}) c
      union all
      select 'out', p.* from (${production(ids)}) p
      order by 2, 3`,
    );
    for (const row of result.rows) rows.push(row);
  }
  const { in: consumed = [], out: produced = [] } = Object.groupBy(rows, ({ side }) => side);
  return {
    inputs: Map.groupBy(consumed, ({ runId }) => runId),
    outputs: Map.groupBy(produced, ({ runId }) => runId),
  };
}

/** Where lots came from, to any depth, each lot and run once: two statements for each level of runs. */
export async function findOrigins(db: Db, lotIds: readonly number[]): Promise<Origins> {
  const sources = new Map<number, Source>();
  const inputs = new Map<number, Input[]>();
  const outputs = new Map<number, RunOutput[]>();
  let level = [...new Set(lotIds)];
  while (level.length > 0) {
    const rows = await findSources(db, level);
    for (const source of rows) sources.set(source.lotId, source);
    const runIds = [...new Set(rows.flatMap(({ runId }) => runId ?? []))].filter((runId) => !inputs.has(runId));
    const flows = await findRunFlows(db, runIds);
    for (const runId of runIds) inputs.set(runId, flows.inputs.get(runId) ?? []);
    for (const [runId, own] of flows.outputs) outputs.set(runId, own);
    const consumed = [...flows.inputs.values()].flat();
    const next = [...consumed.map(({ lotId }) => lotId), ...rows.flatMap(({ parentLotId }) => parentLotId ?? [])];
    level = [...new Set(next)].filter((lotId) => !sources.has(lotId));
  }
  return { sources, inputs, outputs };
}

/** The lots that a lot was produced from, or the one that it is a part of. */
function sourcesOf({ sources, inputs }: Origins, lotId: number): number[] {
  const source = sources.get(lotId);
  if (source?.runId) return (inputs.get(source.runId) ?? []).map((input) => input.lotId);
  return source?.parentLotId ? [source.parentLotId] : [];
}

/**
 * Evaluates a value per lot from the values of its source lots. `work` gets the source of the lot and the values so far.
 */
export function evaluateOrigins<Value>(
  origins: Origins,
  work: (source: Source, valueOf: (lotId: number) => Value | undefined) => Value | undefined,
): ReadonlyMap<number, Value | undefined> {
  return evaluateGraph<number, Value>(
    origins.sources.keys(),
    (lotId) => sourcesOf(origins, lotId),
    (lotId, valueOf) => {
      const source = origins.sources.get(lotId);
      return source && work(source, valueOf);
    },
  );
}
