/** The plain model of stock: lots and takings by the rules of docs/domain.md (Allocation) in their plainest form. */

import { changeBy, isCountedLater } from './modelCounts.ts';
import { Returns } from './modelReturns.ts';
import { isIn, Refused, sumFrom, type Take } from './takes.ts';

export interface Line {
  material: number;
  quantity: number;
  price: number;
}

interface ModelLot {
  material: number;
  day: number;
  quantity: number;
  /** The last day on which it is good. */
  useBy: number;
}

/** The day of what does not expire. */
export const NEVER = 99;

interface ModelProduction {
  material: number;
  quantity: number;
  day: number;
  takes: readonly Take[];
}

/** A run: its inputs are productions, its outputs lots. */
interface ModelRun {
  inputs: readonly number[];
  outputs: readonly { lot: number; goodId: number }[];
}

/** Intended content of a run: quantities of input materials and products, and of output products. */
export interface RunContent {
  inputs: readonly { material: number; quantity: number; byHand: boolean }[];
  outputs: readonly { material: number; quantity: number; useBy: number }[];
  day: number;
}

export class Model {
  readonly lots: ModelLot[] = [];
  /** The lots of each inward, line by line. */
  readonly inwards = new Map<number, readonly number[]>();
  readonly productions = new Map<number, ModelProduction>();
  readonly runs = new Map<number, ModelRun>();
  /** Quantities that dispatches and adjustments took, by the document's kind and id. */
  readonly departures = new Map<string, readonly Take[]>();
  /** The days of write-offs and returns to suppliers, by their key among the departures. */
  readonly takenOutOn = new Map<string, number>();
  /** Surpluses of counts, by the count's id. */
  readonly surplus = new Map<number, Take>();
  /** The lot of each count, and the ledger's quantity at that time. */
  readonly counts = new Map<number, { lot: number; ledger: number }>();
  /** The lot of each opening stock. */
  readonly openings = new Map<number, number>();
  /** Lots on hold. */
  readonly held = new Set<number>();
  readonly returns: Returns;

  constructor(returns = new Returns()) {
    this.returns = returns;
  }

  copy(): Model {
    const copy = new Model(this.returns.copy());
    copy.lots.push(...this.lots.map((lot) => ({ ...lot })));
    for (const [id, lots] of this.inwards) copy.inwards.set(id, lots);
    for (const [id, production] of this.productions) copy.productions.set(id, production);
    for (const [id, run] of this.runs) copy.runs.set(id, run);
    for (const [document, takes] of this.departures) copy.departures.set(document, takes);
    for (const [document, day] of this.takenOutOn) copy.takenOutOn.set(document, day);
    for (const [id, take] of this.surplus) copy.surplus.set(id, take);
    for (const [id, count] of this.counts) copy.counts.set(id, count);
    for (const [id, lot] of this.openings) copy.openings.set(id, lot);
    for (const lot of this.held) copy.held.add(lot);
    return copy;
  }

  takenFrom(lot: number): number {
    const consumed = [...this.productions.values()].flatMap((production) => production.takes);
    const takes = [...consumed, ...[...this.departures.values()].flat()];
    return takes.reduce((sum, take) => sum + (take.lot === lot ? take.quantity : 0), 0);
  }

  foundIn(lot: number): number {
    return [...this.surplus.values()].reduce((sum, take) => sum + (take.lot === lot ? take.quantity : 0), 0);
  }

  left(lot: number): number {
    return (this.lots[lot]?.quantity ?? 0) + this.foundIn(lot) - this.takenFrom(lot);
  }

  found(of: number): number {
    const own = [...this.surplus.values()].filter(({ lot }) => this.lots[lot]?.material === of);
    return own.reduce((sum, { quantity }) => sum + quantity, 0);
  }

  /** Whether a lot may have this quantity: at least what left it; 0 only if no other document moved or counted it. */
  private canBe(lot: number, quantity: number): boolean {
    const [taken, found] = [this.takenFrom(lot), this.foundIn(lot)];
    if (quantity > 0) return taken <= quantity + found;
    return taken === 0 && found === 0 && [...this.counts.values()].every((count) => count.lot !== lot);
  }

  /** Lots that are there: one that was taken back holds nothing. */
  present(): number[] {
    return [...this.lots.entries()].filter(([, { quantity }]) => quantity > 0).map(([lot]) => lot);
  }

  /** Productions that were recorded by themselves. */
  ownProductions(): number[] {
    const inputs = new Set([...this.runs.values()].flatMap((run) => run.inputs));
    return [...this.productions.keys()].filter((id) => !inputs.has(id));
  }

  received(of: number): number {
    return this.lots.reduce((sum, { material, quantity }) => sum + (material === of ? quantity : 0), 0);
  }

  consumed(of: number): number {
    const own = [...this.productions.values()].filter(({ material }) => material === of);
    return own.reduce((sum, { quantity }) => sum + quantity, 0);
  }

  open(of: { material: number; quantity: number; useBy?: number }, day: number): number {
    const { material, quantity, useBy = NEVER } = of;
    this.lots.push({ material, quantity, day, useBy });
    return this.lots.length - 1;
  }

  /**
   * Takes from the lots of a material: those that came in by the day, then the later ones, then the expired ones; the
   * earliest expiry first, then the oldest.
   */
  take(of: number, wanted: number, day: number): Take[] {
    const own = [...this.lots.entries()].filter(([number, lot]) => lot.material === of && !this.held.has(number));
    const inOrder = own.sort(([a, one], [b, two]) => one.useBy - two.useBy || one.day - two.day || a - b);
    const good = inOrder.filter(([, lot]) => lot.useBy >= day);
    const there = good.filter(([, lot]) => lot.day <= day);
    const later = [...good.filter(([, lot]) => lot.day > day), ...inOrder.filter(([, lot]) => lot.useBy < day)];
    const takes: Take[] = [];
    let missing = wanted;
    for (const [lot] of [...there, ...later]) {
      const taken = Math.min(this.left(lot), missing);
      if (taken > 0) takes.push({ lot, quantity: taken });
      missing -= taken;
    }
    if (missing > 0) throw new Refused();
    return takes;
  }

  /** The lot that each line of an edited inward keeps, if it keeps one. */
  keptLots(inwardId: number, lines: readonly Line[], keepIds: boolean): (number | undefined)[] {
    const free = [...(this.inwards.get(inwardId) ?? [])];
    const named = lines.map((_, index) => (keepIds ? (this.inwards.get(inwardId) ?? [])[index] : undefined));
    for (const lot of named) if (lot !== undefined) free.splice(free.indexOf(lot), 1);
    return lines.map(({ material }, index) => {
      const isOwn = (lot: number | undefined) => lot !== undefined && this.lots[lot]?.material === material;
      const lot = named[index] ?? free.find(isOwn);
      if (lot !== undefined && free.includes(lot)) free.splice(free.indexOf(lot), 1);
      return isOwn(lot) ? lot : undefined;
    });
  }

  reviseInward(id: number, of: { lines: readonly Line[]; day: number }, keepIds: boolean): void {
    const kept = this.keptLots(id, of.lines, keepIds);
    for (const lot of this.inwards.get(id) ?? []) {
      const line = of.lines[kept.indexOf(lot)];
      const own = { material: this.lots[lot]?.material ?? 0, useBy: this.lots[lot]?.useBy ?? NEVER };
      const now = { ...own, day: of.day, quantity: line?.quantity ?? 0 };
      this.refuseTakenBefore(lot, of.day);
      if (!this.canBe(lot, now.quantity)) throw new Refused();
      this.lots[lot] = now;
    }
    this.inwards.set(
      id,
      of.lines.map((each, index) => kept[index] ?? this.open(each, of.day)),
    );
  }

  reviseProduction(id: number, of: { material: number; quantity: number; day: number }): void {
    this.takeMore(id, this.keepFirst(id, of));
  }

  /** Keeps what an edited production may keep, the first that it took; answers how much it has to take. */
  private keepFirst(id: number, of: { material: number; quantity: number; day: number }): number {
    const before = this.productions.get(id);
    const takes: Take[] = [];
    let missing = of.quantity;
    for (const take of before?.material === of.material ? before.takes : []) {
      const kept = Math.min(take.quantity, missing);
      if (kept > 0) takes.push({ ...take, quantity: kept });
      missing -= kept;
    }
    this.productions.set(id, { ...of, takes });
    return missing;
  }

  private takeMore(id: number, missing: number): void {
    const production = this.productions.get(id);
    if (!production || missing === 0) return;
    const more = this.take(production.material, missing, production.day);
    this.productions.set(id, { ...production, takes: [...production.takes, ...more] });
  }

  /** Makes productions take the lots that were chosen for them, together; what stays as it was comes first. */
  private choose(chosen: readonly (ModelProduction & { id: number })[]): void {
    const had = chosen.flatMap(({ id }) => this.productions.get(id)?.takes ?? []);
    for (const { id, ...production } of chosen) {
      const before = this.productions.get(id);
      const stay = (before?.day === production.day ? before.takes : []).filter((take) => isIn(production.takes, take));
      const added = production.takes.filter((take) => !isIn(stay, take));
      this.productions.set(id, { ...production, takes: [...stay, ...added] });
    }
    const has = chosen.flatMap(({ takes }) => takes);
    for (const { lot } of has) {
      const isMore = sumFrom(has, lot) > sumFrom(had, lot);
      if (this.left(lot) < 0 || (isMore && this.held.has(lot))) throw new Refused();
    }
  }

  /**
   * Makes what a document takes `takes`: no more than is left, and no more than before from a lot on hold, but for a loss.
   */
  depart(document: string, takes: readonly Take[], isLoss: boolean): void {
    const before = this.departures.get(document) ?? [];
    for (const { lot } of takes) {
      const [had, has] = [sumFrom(before, lot), sumFrom(takes, lot)];
      if (has > this.left(lot) + had || (has > had && this.held.has(lot) && !isLoss)) throw new Refused();
    }
    this.departures.set(document, takes);
  }

  /** Makes a write-off or a return to the supplier of a day take `takes`: of lots that are there by then. */
  takeOut(document: string, takes: readonly Take[], day: number): void {
    if (takes.some(({ lot }) => (this.lots[lot]?.day ?? 0) > day)) throw new Refused();
    this.depart(document, takes, true);
    this.takenOutOn.set(document, day);
  }

  /** Refuses to let a lot come in after something was taken out of it; runs and dispatches may take before. */
  private refuseTakenBefore(lot: number, day: number): void {
    const isTaken = (document: string) => sumFrom(this.departures.get(document) ?? [], lot) > 0;
    if ([...this.takenOutOn].some(([document, on]) => on < day && isTaken(document))) throw new Refused();
  }

  /** Makes a dispatch of a day take `takes`. */
  dispatch(document: string, takes: readonly Take[], day: number): void {
    this.returns.send(document, takes, day);
    this.depart(document, takes, false);
  }

  /** Takes back what a dispatch took, unless the buyer returned some of it. */
  undispatch(document: string): void {
    if (this.returns.of(document).length > 0) throw new Refused();
    this.departures.delete(document);
  }

  /** A buyer returns something of a dispatch: it is on hold. */
  giveBack(id: number, dispatch: string, { lot: from, quantity: sent }: Take, quantity: number, day: number): void {
    this.returns.check({ dispatch, from, quantity, day }, sent);
    const { material = 0, useBy = NEVER } = this.lots[from] ?? {};
    const lot = this.open({ material, quantity, useBy }, day);
    this.held.add(lot);
    this.returns.set(id, { dispatch, from, lot, quantity, day });
  }

  /**
   * Sets the counted quantity of a lot: below the ledger's at that time, equal to it, or above. Refused below the
   * quantity that has left the lot, and for any change once the lot was counted later.
   */
  count(id: number, counted: number): void {
    const { lot, ledger } = this.counts.get(id) ?? { lot: 0, ledger: 0 };
    const change = counted - ledger;
    const before = changeBy(this, id);
    if (this.left(lot) - before + change < 0) throw new Refused();
    if (change !== before && isCountedLater(this, id)) throw new Refused();
    this.surplus.delete(id);
    if (change > 0) this.surplus.set(id, { lot, quantity: change });
    this.departures.set(`count ${id}`, change < 0 ? [{ lot, quantity: -change }] : []);
  }

  /** A buyer's return was of another quantity or day. */
  reviseReturn(id: number, quantity: number, day: number): void {
    const returned = this.returns.get(id);
    if (!returned) return;
    const { dispatch, from, lot } = returned;
    const sent = sumFrom(this.departures.get(dispatch) ?? [], from);
    const now = { ...returned, quantity, day };
    this.returns.check(now, sent, id);
    this.resize(lot, quantity, { day });
    this.returns.set(id, now);
  }

  /** Takes back an adjustment of any kind but opening stock. */
  unadjust(id: number): void {
    if (changeBy(this, id) !== 0 && isCountedLater(this, id)) throw new Refused();
    for (const kind of ['writeOff', 'count', 'supplierReturn']) this.departures.delete(`${kind} ${id}`);
    const more = this.surplus.get(id);
    if (more && this.left(more.lot) < more.quantity) throw new Refused();
    this.surplus.delete(id);
    this.counts.delete(id);
    const returned = this.returns.get(id);
    if (returned) this.resize(returned.lot, 0);
    this.returns.delete(id);
  }

  /** Gives a lot another quantity, not below what has left it; 0 takes it back. */
  resize(lot: number, quantity: number, now: Partial<Pick<ModelLot, 'day' | 'useBy'>> = {}): void {
    const before = this.lots[lot];
    if (!before || !this.canBe(lot, quantity)) throw new Refused();
    if (now.day !== undefined) this.refuseTakenBefore(lot, now.day);
    this.lots[lot] = { ...before, ...now, quantity };
  }

  /**
   * Changes a run: inputs of the same material keep their lots unless others are chosen, outputs of the same product
   * theirs.
   */
  reviseRun(
    id: number,
    of: RunContent,
    newIds: readonly number[],
    chosen: readonly (readonly Take[] | undefined)[],
  ): void {
    const before = this.runs.get(id) ?? { inputs: [], outputs: [] };
    const ids = newIds.values();
    const free = new Set(before.inputs);
    const kept = of.inputs.map(({ material }) => {
      const own = [...free].find((input) => this.productions.get(input)?.material === material);
      if (own !== undefined) free.delete(own);
      return own;
    });
    for (const gone of free) this.productions.delete(gone);
    const inputs = kept.map((own) => own ?? ids.next().value ?? 0);
    const missing = new Map<number, number>();
    for (const [index, input] of of.inputs.entries()) {
      const own = kept[index];
      if (own !== undefined && !chosen[index]) missing.set(own, this.keepFirst(own, { ...input, day: of.day }));
    }
    this.choose(
      of.inputs.flatMap(({ material, quantity }, index) => {
        const takes = chosen[index];
        return takes ? [{ id: inputs[index] ?? 0, material, quantity, day: of.day, takes }] : [];
      }),
    );
    for (const [own, more] of missing) this.takeMore(own, more);
    for (const [index, input] of of.inputs.entries()) {
      if (kept[index] === undefined && !chosen[index]) {
        this.reviseProduction(inputs[index] ?? 0, { ...input, day: of.day });
      }
    }
    const stays = this.keptOutputs(id, of);
    for (const { lot, goodId } of before.outputs) {
      if (!stays.some((output) => output?.goodId === goodId)) this.resize(lot, 0);
    }
    const outputs = of.outputs.map((output, index) => {
      const own = stays[index];
      if (own) this.resize(own.lot, output.quantity, { useBy: output.useBy, day: of.day });
      return own ?? { lot: this.open(output, of.day), goodId: ids.next().value ?? 0 };
    });
    this.runs.set(id, { inputs, outputs });
    this.refuseCycle(id);
  }

  /** Refuses a run that uses lots made from its own outputs, at any depth. */
  private refuseCycle(id: number): void {
    const usedBy = ({ inputs }: ModelRun) =>
      new Set(inputs.flatMap((input) => (this.productions.get(input)?.takes ?? []).map(({ lot }) => lot)));
    const made = new Set(this.runs.get(id)?.outputs.map(({ lot }) => lot));
    // A set that grows while it is walked is walked to its end.
    for (const lot of made) {
      for (const returned of this.returns.values()) if (returned.from === lot) made.add(returned.lot);
      for (const run of this.runs.values()) {
        if (usedBy(run).has(lot)) for (const output of run.outputs) made.add(output.lot);
      }
    }
    const used = usedBy(this.runs.get(id) ?? { inputs: [], outputs: [] });
    if ([...made].some((lot) => used.has(lot))) throw new Refused();
  }

  /** The output that each one of an edited run keeps: that in its place, where it is of the same product. */
  keptOutputs(id: number, { outputs }: Pick<RunContent, 'outputs'>): (ModelRun['outputs'][number] | undefined)[] {
    const before = this.runs.get(id)?.outputs ?? [];
    return outputs.map(({ material }, index) => {
      const own = before[index];
      return own && this.lots[own.lot]?.material === material ? own : undefined;
    });
  }
}
