/** Expected traces of a random world, by exact fractions, computed lot by lot from its events. */
import { add, multiply, fromInteger, zero, type Fraction } from '#server/stock/origins/fractions.ts';
import { wholeOf, type Moved, type TracedWorld, type WorldLot } from './tracedWorld.ts';

/** An edge; masses in milligrams. */
interface ExpectedEdge {
  /** Null where what moved is not of one unit. */
  quantity: number | null;
  /** Exactly this, rounded by movement. */
  grams: number;
  share: Fraction;
  /** So many movements, each of which is rounded. */
  terms: number;
}

export type ExpectedEdges = Map<string, ExpectedEdge>;

export const share = (part: number | bigint, all: number | bigint): Fraction => ({
  numerator: BigInt(part),
  denominator: BigInt(all) || 1n,
});

/** Milligrams of thousandths of an item, rounded half up. */
export function massOf({ item }: WorldLot, quantity: number): number {
  return Number((2n * BigInt(quantity) * BigInt(item.milligrams) + 1000n) / 2000n);
}

const exactMass = ({ item }: WorldLot, quantity: number): Fraction => ({
  numerator: BigInt(quantity) * BigInt(item.milligrams),
  denominator: 1000n,
});

type Parts = ReadonlyMap<WorldLot, Fraction>;

export class TraceModel {
  readonly world: TracedWorld;
  /** The part of each lot that is in a lot, by the latter. */
  readonly #inside = new Map<WorldLot, Map<WorldLot, Fraction>>();
  readonly #inRun = new Map<TracedWorld['runs'][number], Map<WorldLot, Fraction>>();

  constructor(world: TracedWorld) {
    this.world = world;
    const makerOf = new Map(world.runs.flatMap((run) => run.outputs.map((lot) => [lot, run] as const)));
    const mixed = (moved: readonly Moved[]) => {
      const parts = new Map<WorldLot, Fraction>();
      for (const { lot, quantity } of moved) {
        for (const [source, part] of this.#inside.get(lot) ?? []) {
          const more = multiply(part, share(quantity, wholeOf(lot)));
          parts.set(source, add(parts.get(source) ?? zero, more));
        }
      }
      return parts;
    };
    for (const lot of world.lots) {
      const run = makerOf.get(lot);
      const parts = new Map<WorldLot, Fraction>();
      if (run) {
        const inRun = this.#inRun.get(run) ?? mixed(run.inputs);
        this.#inRun.set(run, inRun);
        for (const [source, part] of inRun) parts.set(source, multiply(part, this.weight(run, lot)));
      }
      if (lot.parent) {
        for (const [source, part] of mixed([{ lot: lot.parent.lot, quantity: lot.quantity }])) parts.set(source, part);
      }
      this.#inside.set(lot, parts.set(lot, fromInteger(1)));
    }
    for (const run of world.runs) if (!this.#inRun.has(run)) this.#inRun.set(run, mixed(run.inputs));
  }

  /** The part of the outputs of a run that is this lot. */
  weight({ outputs }: TracedWorld['runs'][number], lot: WorldLot): Fraction {
    const weightOf = (each: WorldLot) => BigInt(each.quantity) * BigInt(each.item.milligrams);
    return share(
      weightOf(lot),
      outputs.reduce((sum, each) => sum + weightOf(each), 0n),
    );
  }

  /** The part of `source` that is in `lot`; undefined where none is. */
  partIn(source: WorldLot, lot: WorldLot): Fraction | undefined {
    return this.#inside.get(lot)?.get(source);
  }

  /** The milligrams of lots in each lot. */
  amounts(seeds: readonly WorldLot[]): Parts {
    const amounts = new Map<WorldLot, Fraction>();
    for (const lot of this.world.lots) {
      for (const seed of seeds) {
        const part = this.partIn(seed, lot);
        if (part === undefined) continue;
        amounts.set(lot, add(amounts.get(lot) ?? zero, multiply(part, exactMass(seed, wholeOf(seed)))));
      }
    }
    return amounts;
  }

  /** The part of each lot in the root, given the root's part of each lot. */
  parts(asked: Parts): Parts {
    const parts = new Map<WorldLot, Fraction>();
    for (const lot of this.world.lots) {
      for (const [end, much] of asked) {
        const part = this.partIn(lot, end);
        if (part !== undefined) parts.set(lot, add(parts.get(lot) ?? zero, multiply(part, much)));
      }
    }
    return parts;
  }

  /** The edges of the trace forward of lots of which none came of another. */
  forward(seeds: readonly WorldLot[]): ExpectedEdges {
    const amounts = this.amounts(seeds);
    const edges = new Edges();
    const ofLot = (lot: WorldLot, quantity: number): Fraction =>
      multiply(amounts.get(lot) ?? zero, share(quantity, wholeOf(lot)));
    for (const { runId, inputs, outputs } of this.world.runs) {
      const reached = inputs.filter(({ lot }) => amounts.has(lot));
      for (const { lot, quantity } of reached)
        edges.add(`lot-${lot.lotId}`, `run-${runId}`, lot, quantity, ofLot(lot, quantity));
      if (reached.length === 0) continue;
      for (const lot of outputs) {
        edges.add(`run-${runId}`, `lot-${lot.lotId}`, lot, lot.quantity, amounts.get(lot) ?? zero);
      }
    }
    for (const { dispatchId, buyerId, lines } of this.world.dispatches) {
      for (const { lot, quantity } of lines) {
        if (!amounts.has(lot)) continue;
        edges.add(`lot-${lot.lotId}`, `dispatch-${dispatchId}`, lot, quantity, ofLot(lot, quantity));
        edges.addToParty(`dispatch-${dispatchId}`, `buyer-${buyerId}`, lot, quantity, ofLot(lot, quantity));
      }
    }
    for (const { adjustmentId, lot, quantity } of this.world.losses) {
      if (amounts.has(lot))
        edges.add(`lot-${lot.lotId}`, `adjustment-${adjustmentId}`, lot, quantity, ofLot(lot, quantity));
    }
    for (const lot of amounts.keys()) {
      if (!lot.parent) continue;
      const part = seeds.includes(lot) ? ofLot(lot, lot.quantity) : (amounts.get(lot) ?? zero);
      edges.add(`dispatch-${lot.parent.dispatchId}`, lot.from, lot, lot.quantity, part);
      edges.add(lot.from, `lot-${lot.lotId}`, lot, lot.quantity, part);
    }
    return edges.all;
  }

  /** The edges of the backward trace of the root, given the root's part of each lot. */
  backward(asked: Parts): ExpectedEdges {
    const parts = this.parts(asked);
    const edges = new Edges();
    const ofLot = (lot: WorldLot, quantity: number) => multiply(parts.get(lot) ?? zero, exactMass(lot, quantity));
    for (const run of this.world.runs) {
      let part = zero;
      const used = run.outputs.filter((lot) => parts.has(lot));
      for (const lot of used) {
        part = add(part, multiply(this.weight(run, lot), parts.get(lot) ?? zero));
        edges.add(`run-${run.runId}`, `lot-${lot.lotId}`, lot, lot.quantity, ofLot(lot, lot.quantity));
      }
      if (used.length === 0) continue;
      for (const { lot, quantity } of run.inputs) {
        edges.add(`lot-${lot.lotId}`, `run-${run.runId}`, lot, quantity, multiply(part, exactMass(lot, quantity)));
      }
    }
    for (const lot of parts.keys()) {
      const { from, quantity, parent, found } = lot;
      if (!from.startsWith('run-')) edges.add(from, `lot-${lot.lotId}`, lot, quantity, ofLot(lot, quantity));
      for (const [id, more] of found) edges.add(`adjustment-${id}`, `lot-${lot.lotId}`, lot, more, ofLot(lot, more));
      const supplierId = this.world.supplierOf.get(from);
      if (supplierId !== undefined)
        edges.addToParty(`supplier-${supplierId}`, from, lot, quantity, ofLot(lot, quantity));
      if (!parent) continue;
      edges.add(`lot-${parent.lot.lotId}`, `dispatch-${parent.dispatchId}`, lot, quantity, ofLot(lot, quantity));
      edges.add(`dispatch-${parent.dispatchId}`, from, lot, quantity, ofLot(lot, quantity));
    }
    return edges.all;
  }

  /** Adds what an asked dispatch took, where it isn't there yet. */
  addSent(edges: ExpectedEdges, { dispatchId, buyerId, lines }: TracedWorld['dispatches'][number]): void {
    const sent = new Edges();
    for (const { lot, quantity } of lines) {
      sent.add(`lot-${lot.lotId}`, `dispatch-${dispatchId}`, lot, quantity, fromInteger(massOf(lot, quantity)));
      sent.addToParty(`dispatch-${dispatchId}`, `buyer-${buyerId}`, lot, quantity, fromInteger(massOf(lot, quantity)));
    }
    for (const [key, edge] of sent.all) if (!edges.has(key)) edges.set(key, edge);
  }
}

/** Edges by their ends: what goes the same way is added up. */
class Edges {
  readonly all: ExpectedEdges = new Map();
  readonly #units = new Map<string, string>();

  add(from: string, to: string, lot: WorldLot, quantity: number, part: Fraction): void {
    this.#sum(`${from} ${to}`, lot, quantity, part);
  }

  /** Between a document and who sent or got it: masses alone. */
  addToParty(from: string, to: string, lot: WorldLot, quantity: number, part: Fraction): void {
    this.#sum(`${from} ${to}`, lot, quantity, part);
    const edge = this.all.get(`${from} ${to}`);
    if (edge) edge.quantity = null;
  }

  #sum(key: string, lot: WorldLot, quantity: number, part: Fraction): void {
    const before = this.all.get(key);
    const isOneUnit = (this.#units.get(key) ?? lot.item.unit) === lot.item.unit;
    this.#units.set(key, lot.item.unit);
    this.all.set(key, {
      quantity: isOneUnit && before?.quantity !== null ? (before?.quantity ?? 0) + quantity : null,
      grams: (before?.grams ?? 0) + massOf(lot, quantity),
      share: add(before?.share ?? zero, part),
      terms: (before?.terms ?? 0) + 1,
    });
  }
}
