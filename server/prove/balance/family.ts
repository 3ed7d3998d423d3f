/**
 * An item in all products made from it, by mass: each output of a run carries the item's part of the run's inputs
 * (docs/domain.md, Mass balance). Masses are thousandths of a milligram, as whole numbers.
 */
import { divided } from '#contract/core/values/ratios.ts';
import type { MovementKind } from '#contract/stock/stock.ts';
import { runKey } from '../../stock/origins/flows.ts';
import { evaluateGraph } from '../../stock/origins/evaluateGraph.ts';
import type { FamilyFlows, FamilyLot, LotSum } from './familyFlows.ts';
import type { RunFacts } from './runFacts.ts';
import type { Period } from './statement.ts';

/** Milligrams of a mass in thousandths of one. */
export const milligramsOf = (mass: bigint): number => divided(mass, 1000n);

/** How much of the item is in each lot and in the inputs of each run: lots by their ids, runs by theirs below zero. */
export type Content = ReadonlyMap<number, bigint | undefined>;

/** The keys of a lot's or run's sources, by its key. */
function sourcesIn({ lots, inputs, returned }: FamilyFlows): (key: number) => readonly number[] {
  return (key) => {
    if (key < 0) return (inputs.get(-key) ?? []).map(({ lotId }) => lotId);
    const [runId, parent] = [lots.get(key)?.runId, returned.get(key)?.parentLotId];
    if (runId) return [runKey(runId)];
    return parent !== undefined && lots.has(parent) ? [parent] : [];
  };
}

/** Lots and runs by their keys, and all their ancestors. */
export function withSources(flows: FamilyFlows, keys: Iterable<number>): ReadonlySet<number> {
  const sourcesOf = sourcesIn(flows);
  const family = new Set(keys);
  // Iteration over a set includes elements added meanwhile.
  for (const key of family) for (const source of sourcesOf(key)) family.add(source);
  return family;
}

/**
 * Mass of an item in each lot and run. `seeds` are the lots of the item itself; `keys` includes all sources of each key.
 */
export function contentOf(
  flows: FamilyFlows,
  keys: ReadonlySet<number>,
  runs: ReadonlyMap<number, RunFacts>,
  seeds: ReadonlySet<number>,
  milligrams: number | null,
): Content {
  const { lots, inputs, returned } = flows;
  const massIn = ({ quantityIn }: FamilyLot) => BigInt(quantityIn) * BigInt(milligrams ?? 0);
  return evaluateGraph<number, bigint>(keys, sourcesIn(flows), (key, contentIn) => {
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
    if ('milligrams' in lot) {
      const run = runs.get(lot.runId);
      if (!run || run.input === 0n) return 0n;
      const mass = BigInt(lot.quantity) * BigInt(lot.milligrams ?? 0);
      return (mass * (contentIn(runKey(lot.runId)) ?? 0n)) / run.input;
    }
    const back = returned.get(key);
    const parent = lots.get(back?.parentLotId ?? 0);
    if (!back || !parent || parent.quantityIn === 0) return 0n;
    return ((contentIn(parent.lotId) ?? 0n) * BigInt(back.quantity)) / BigInt(parent.quantityIn);
  });
}

/** Flows of the item's mass in a period, in lots of one item or of all. */
export interface MassFlows {
  opening: bigint;
  /** Purchases, and for lots of the item also outputs of other items. */
  bought: bigint;
  /** Outputs of runs that used the item. */
  made: bigint;
  consumed: bigint;
  /** Less returns of buyers. */
  sold: bigint;
  left: bigint;
  lost: bigint;
}

const parts: Readonly<Record<MovementKind, keyof MassFlows>> = {
  opening: 'bought',
  received: 'bought',
  found: 'bought',
  returnedByBuyer: 'sold',
  produced: 'made',
  consumed: 'consumed',
  dispatched: 'sold',
  returnedToSupplier: 'lost',
  wasted: 'lost',
  lost: 'lost',
};

const outgoing: ReadonlySet<keyof MassFlows> = new Set(['consumed', 'sold', 'lost']);

export interface FamilyMass {
  lots: ReadonlyMap<number, FamilyLot>;
  /** The item's own lots. */
  seeds: ReadonlySet<number>;
  runs: ReadonlyMap<number, RunFacts>;
  content: Content;
}

/**
 * The surplus of a count in a product's lot belongs to the output or the return: it adds nothing to the item's
 * purchases.
 */
function partOf({ seeds }: FamilyMass, { lotId, runId }: FamilyLot, kind: MovementKind): keyof MassFlows {
  if (kind !== 'found' || seeds.has(lotId)) return parts[kind];
  return runId === null ? 'sold' : 'made';
}

/** The part of an output in a lot of the item that comes from the item itself, as in a batch that is ground again. */
function partOfItself({ seeds, runs, content }: FamilyMass, { lotId, runId }: FamilyLot, mass: bigint): bigint {
  if (!seeds.has(lotId)) return mass;
  const run = runId === null ? undefined : runs.get(runId);
  if (runId === null || !run || run.input === 0n) return 0n;
  return (mass * (content.get(runKey(runId)) ?? 0n)) / run.input;
}

/** Adds up movements of lots, in proportion to their part of the item. */
export function whereaboutsOf(worked: FamilyMass, sums: readonly LotSum[]): MassFlows {
  const { lots, content } = worked;
  const totals: MassFlows = { opening: 0n, bought: 0n, made: 0n, consumed: 0n, sold: 0n, left: 0n, lost: 0n };
  for (const { lotId, kind, quantity } of sums) {
    const lot = lots.get(lotId);
    const inLot = content.get(lotId);
    if (!lot || inLot === undefined || lot.quantityIn === 0) continue;
    const mass = (inLot * BigInt(quantity)) / BigInt(lot.quantityIn);
    totals.left += mass;
    if (kind === 'before') totals.opening += mass;
    else if (kind === 'produced') {
      const own = partOfItself(worked, lot, mass);
      totals.made += own;
      totals.bought += mass - own;
    } else {
      const part = partOf(worked, lot, kind);
      totals[part] += outgoing.has(part) ? -mass : mass;
    }
  }
  return totals;
}

/**
 * The item's mass in runs at the end of a day: inputs less outputs until then. A finished run holds nothing: the
 * difference is lost or unexplained.
 */
export function inRuns(
  { inputs, outputs }: FamilyFlows,
  { lots, runs, content }: Omit<FamilyMass, 'seeds'>,
  isBy: (day: string) => boolean,
): bigint {
  let sum = 0n;
  for (const [runId, run] of runs) {
    if (!isBy(run.since) || run.input === 0n || (run.finishedOn !== undefined && isBy(run.finishedOn))) continue;
    for (const { lotId, quantity, day } of inputs.get(runId) ?? []) {
      const quantityIn = BigInt(lots.get(lotId)?.quantityIn ?? 0);
      if (quantityIn > 0n && isBy(day)) sum += ((content.get(lotId) ?? 0n) * BigInt(quantity)) / quantityIn;
    }
    const own = content.get(runKey(runId)) ?? 0n;
    for (const { quantity, milligrams, day } of outputs.get(runId) ?? []) {
      if (isBy(day)) sum -= (BigInt(quantity) * BigInt(milligrams ?? 0) * own) / run.input;
    }
  }
  return sum;
}

/** An item in all products made from it over a period, computed. */
export interface FamilyMasses {
  flows: FamilyFlows;
  /** Keys of the lots and runs that matter in the period. */
  keys: ReadonlySet<number>;
  runs: ReadonlyMap<number, RunFacts>;
  content: Content;
  sums: readonly LotSum[];
  seeds: ReadonlySet<number>;
  milligrams: number | null;
}

/** Flows of the item's mass in the runs of a period. */
export interface Conversion {
  input: bigint;
  output: bigint;
  loss: bigint;
  inProgress: bigint;
}

/** A run that consumed some of the item: `own` of its input. */
export interface RunOfItem extends RunFacts {
  runId: number;
  own: bigint;
}

/** The runs that were finished in a period and consumed some of the item. */
export function finishedRuns(runs: ReadonlyMap<number, RunFacts>, content: Content, { from, to }: Period): RunOfItem[] {
  const finished: RunOfItem[] = [];
  for (const [runId, run] of runs) {
    const own = content.get(runKey(runId)) ?? 0n;
    const { finishedOn } = run;
    if (finishedOn === undefined || finishedOn < from || finishedOn > to || own === 0n || run.input === 0n) continue;
    finished.push({ ...run, runId, own });
  }
  return finished;
}

/** The item's part of the inputs, outputs and losses of finished runs. */
export function conversionOf(runs: readonly RunOfItem[]): Omit<Conversion, 'inProgress'> {
  const conversion = { input: 0n, output: 0n, loss: 0n };
  for (const { own, input, output, loss } of runs) {
    conversion.input += own;
    conversion.output += (output * own) / input;
    conversion.loss += (loss * own) / input;
  }
  return conversion;
}
