/**
 * An item in all that is made of it, by mass: each output of a run carries the item's part of the run's inputs (design §2,
 * Mass balance). Masses are thousandths of a milligram, as whole numbers.
 */
import { sql } from 'kysely';
import type { MovementKind } from '#contract/stock.ts';
import { inPieces } from '../db/pieces.ts';
import type { Trx } from '../db/tables.ts';
import { runKey, type Flows, type Moved } from '../stock/flows.ts';
import { moved as movedOf } from '../stock/kinds.ts';
import { workOut } from '../stock/workOut.ts';
import type { RunFacts } from './runFacts.ts';
import type { Period } from './statement.ts';

/** A lot of an item or of what is made of it. */
export interface FamilyLot {
  lotId: number;
  itemId: number;
  /** All that came in, in thousandths. */
  quantityIn: number;
  parentLotId: number | null;
}

/** Lots by their ids. */
export async function findFamilyLots(trx: Trx, lotIds: readonly number[]): Promise<FamilyLot[]> {
  return await inPieces(
    trx,
    'balanced lots',
    lotIds,
    (some) => sql<FamilyLot>`
      select l.id as "lotId", l.item_id as "itemId", ${movedOf('in', 'l')} as "quantityIn", l.parent_lot_id as "parentLotId"
      from lot l where l.id in ${some} and l.deleted_at is null`,
  );
}

/** How much of the item is in each lot and went into each run: lots by their ids, runs by theirs below zero. */
export type Content = ReadonlyMap<number, bigint | undefined>;

/** What of the seeds, whole lots of an item of so many milligrams a unit, is in each lot and run of the flows. */
export function contentOf(
  { lots, consumed, outputs, returns }: Flows<FamilyLot>,
  runs: ReadonlyMap<number, RunFacts>,
  seeds: ReadonlySet<number>,
  milligrams: number | null,
): Content {
  const inputs = Map.groupBy(consumed, ({ runId }) => runId);
  const made = new Map(
    [...outputs].flatMap(([runId, own]) => own.map((output) => [output.lotId, { ...output, runId }])),
  );
  const returnOf = new Map(returns.map((each) => [each.lotId, each]));
  const massIn = ({ quantityIn }: FamilyLot) => BigInt(quantityIn) * BigInt(milligrams ?? 0);
  const needsOf = (key: number): number[] => {
    if (key < 0) return (inputs.get(-key) ?? []).map(({ lotId }) => lotId);
    const [output, parent] = [made.get(key), returnOf.get(key)?.parentLotId];
    return [...(output ? [runKey(output.runId)] : []), ...(parent !== undefined && lots.has(parent) ? [parent] : [])];
  };
  return workOut<number, bigint>([...lots.keys(), ...[...outputs.keys()].map(runKey)], needsOf, (key, contentIn) => {
    if (key < 0) {
      let sum = 0n;
      for (const { lotId, quantity } of inputs.get(-key) ?? []) {
        const quantityIn = BigInt(lots.get(lotId)?.quantityIn ?? 0);
        if (quantityIn > 0n) sum += ((contentIn(lotId) ?? 0n) * BigInt(quantity)) / quantityIn;
      }
      return sum;
    }
    const lot = lots.get(key);
    if (!lot) return 0n;
    if (seeds.has(key)) return massIn(lot);
    const output = made.get(key);
    const run = output && runs.get(output.runId);
    if (output && run && run.input > 0n) {
      const mass = BigInt(output.quantity) * BigInt(output.milligrams ?? 0);
      return (mass * (contentIn(runKey(output.runId)) ?? 0n)) / run.input;
    }
    const returned = returnOf.get(key);
    const parent = lots.get(returned?.parentLotId ?? 0);
    if (!returned || !parent || parent.quantityIn === 0) return 0n;
    return ((contentIn(parent.lotId) ?? 0n) * BigInt(returned.quantity)) / BigInt(parent.quantityIn);
  });
}

/** What moved of a lot, in thousandths: before the period, and within it by kind. */
export interface LotSum {
  lotId: number;
  kind: MovementKind;
  before: number;
  within: number;
}

/** The movements of lots up to the end of a period, net, by kind; those of each lot come together. */
export function sumsOf(movements: readonly Moved[], { from, to }: Period): LotSum[] {
  const sums: LotSum[] = [];
  const ofLot = new Map<MovementKind, LotSum>();
  let current = 0;
  for (const { lotId, kind, day, quantity } of movements) {
    if (day > to) continue;
    if (lotId !== current) ofLot.clear();
    current = lotId;
    let sum = ofLot.get(kind);
    if (!sum) {
      sum = { lotId, kind, before: 0, within: 0 };
      ofLot.set(kind, sum);
      sums.push(sum);
    }
    if (day < from) sum.before += quantity;
    else sum.within += quantity;
  }
  return sums.filter(({ before, within }) => before !== 0 || within !== 0);
}

/** What became of the item's mass in a period, in lots of one item or of all. */
export interface Whereabouts {
  opening: bigint;
  bought: bigint;
  made: bigint;
  consumed: bigint;
  sold: bigint;
  left: bigint;
  lost: bigint;
}

const parts: Readonly<Record<MovementKind, keyof Whereabouts>> = {
  opening: 'bought',
  received: 'bought',
  found: 'bought',
  returnedByBuyer: 'bought',
  produced: 'made',
  consumed: 'consumed',
  dispatched: 'sold',
  returnedToSupplier: 'lost',
  wasted: 'lost',
  lost: 'lost',
};

/** Adds up what moved of lots, as far as it is of the item. */
export function whereaboutsOf(
  lots: ReadonlyMap<number, FamilyLot>,
  content: Content,
  sums: readonly LotSum[],
): Whereabouts {
  const found: Whereabouts = { opening: 0n, bought: 0n, made: 0n, consumed: 0n, sold: 0n, left: 0n, lost: 0n };
  for (const { lotId, kind, before, within } of sums) {
    const lot = lots.get(lotId);
    const own = content.get(lotId);
    if (!lot || own === undefined || lot.quantityIn === 0) continue;
    const massOf = (quantity: number) => (own * BigInt(quantity)) / BigInt(lot.quantityIn);
    found.opening += massOf(before);
    found.left += massOf(before + within);
    const moved = massOf(within);
    found[parts[kind]] += moved < 0n ? -moved : moved;
  }
  return found;
}

/** What became of the item's mass in the runs of a period. */
export interface Conversion {
  input: bigint;
  output: bigint;
  loss: bigint;
  inProgress: bigint;
}

/** A run of a period that took some of the item: `own` of its input. */
interface RunOfItem extends RunFacts {
  runId: number;
  own: bigint;
  /** Has made nothing yet. */
  isInProgress: boolean;
}

/** The runs of a period that took some of the item. */
export function runsOfItem(runs: ReadonlyMap<number, RunFacts>, content: Content, { from, to }: Period): RunOfItem[] {
  const found: RunOfItem[] = [];
  for (const [runId, run] of runs) {
    const own = content.get(runKey(runId)) ?? 0n;
    if (run.day < from || run.day > to || own === 0n || run.input === 0n) continue;
    found.push({ ...run, runId, own, isInProgress: run.status === 'in_progress' && run.output === 0n });
  }
  return found;
}

/** The item's part of what runs took, made and lost. */
export function conversionOf(runs: readonly RunOfItem[]): Conversion {
  const found: Conversion = { input: 0n, output: 0n, loss: 0n, inProgress: 0n };
  for (const { own, isInProgress, input, output, loss } of runs) {
    if (isInProgress) {
      found.inProgress += own;
      continue;
    }
    found.input += own;
    found.output += (output * own) / input;
    found.loss += (loss * own) / input;
  }
  return found;
}
