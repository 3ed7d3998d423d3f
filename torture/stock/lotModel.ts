/** The plain model of stock: lots, and what documents took from them, by the rules of design §2 in their plainest form. */

export interface Line {
  material: number;
  quantity: number;
  price: number;
}

export interface Take {
  /** The number of the lot, in the order in which lots were opened. */
  lot: number;
  quantity: number;
}

interface ModelLot {
  material: number;
  day: number;
  quantity: number;
}

interface ModelProduction {
  material: number;
  quantity: number;
  day: number;
  takes: readonly Take[];
}

/** A run: its inputs are productions, its outputs lots. */
export interface ModelRun {
  inputs: readonly number[];
  outputs: readonly { lot: number; goodId: number }[];
}

/** What a run is to be: quantities of materials and products that go in, and of products that come out. */
export interface RunContent {
  inputs: readonly { material: number; quantity: number }[];
  outputs: readonly { material: number; quantity: number }[];
  day: number;
}

/** A change that the product must refuse. */
export class Refused extends Error {}

export class Model {
  readonly lots: ModelLot[] = [];
  /** The lots of each inward, line by line. */
  readonly inwards = new Map<number, readonly number[]>();
  readonly productions = new Map<number, ModelProduction>();
  readonly runs = new Map<number, ModelRun>();
  /** What dispatches and adjustments took, by the document's kind and id. */
  readonly departures = new Map<string, readonly Take[]>();
  /** The lot of each opening stock. */
  readonly openings = new Map<number, number>();
  /** Lots on hold. */
  readonly held = new Set<number>();

  copy(): Model {
    const copy = new Model();
    copy.lots.push(...this.lots.map((lot) => ({ ...lot })));
    for (const [id, lots] of this.inwards) copy.inwards.set(id, lots);
    for (const [id, production] of this.productions) copy.productions.set(id, production);
    for (const [id, run] of this.runs) copy.runs.set(id, run);
    for (const [document, takes] of this.departures) copy.departures.set(document, takes);
    for (const [id, lot] of this.openings) copy.openings.set(id, lot);
    for (const lot of this.held) copy.held.add(lot);
    return copy;
  }

  takenFrom(lot: number): number {
    const consumed = [...this.productions.values()].flatMap((production) => production.takes);
    const takes = [...consumed, ...[...this.departures.values()].flat()];
    return takes.reduce((sum, take) => sum + (take.lot === lot ? take.quantity : 0), 0);
  }

  left(lot: number): number {
    return (this.lots[lot]?.quantity ?? 0) - this.takenFrom(lot);
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

  open({ material, quantity }: { material: number; quantity: number }, day: number): number {
    this.lots.push({ material, quantity, day });
    return this.lots.length - 1;
  }

  /** Takes from the lots of a material: those that came in by the day, then the later ones; the oldest first. */
  take(of: number, wanted: number, day: number): Take[] {
    const own = [...this.lots.entries()].filter(([number, lot]) => lot.material === of && !this.held.has(number));
    const oldestFirst = own.sort(([a, { day: dayA }], [b, { day: dayB }]) => dayA - dayB || a - b);
    const there = oldestFirst.filter(([, lot]) => lot.day <= day);
    const later = oldestFirst.filter(([, lot]) => lot.day > day);
    const takes: Take[] = [];
    let missing = wanted;
    for (const [lot, { quantity: held }] of [...there, ...later]) {
      const taken = Math.min(held - this.takenFrom(lot), missing);
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
      const now = { material: this.lots[lot]?.material ?? 0, day: of.day, quantity: line?.quantity ?? 0 };
      if (this.takenFrom(lot) > now.quantity) throw new Refused();
      this.lots[lot] = now;
    }
    this.inwards.set(
      id,
      of.lines.map((each, index) => kept[index] ?? this.open(each, of.day)),
    );
  }

  reviseProduction(id: number, of: { material: number; quantity: number; day: number }): void {
    const before = this.productions.get(id);
    const takes: Take[] = [];
    let missing = of.quantity;
    for (const take of before?.material === of.material ? before.takes : []) {
      const kept = Math.min(take.quantity, missing);
      if (kept > 0) takes.push({ ...take, quantity: kept });
      missing -= kept;
    }
    this.productions.set(id, { ...of, takes });
    if (missing > 0) takes.push(...this.take(of.material, missing, of.day));
  }

  /** Makes what a document takes `takes`: no more than is left, and no more than before from a lot on hold, but for a loss. */
  depart(document: string, takes: readonly Take[], isLoss: boolean): void {
    const sumOf = (some: readonly Take[], lot: number) =>
      some.reduce((sum, take) => sum + (take.lot === lot ? take.quantity : 0), 0);
    const before = this.departures.get(document) ?? [];
    for (const { lot } of takes) {
      const [had, has] = [sumOf(before, lot), sumOf(takes, lot)];
      if (has > this.left(lot) + had || (has > had && this.held.has(lot) && !isLoss)) throw new Refused();
    }
    this.departures.set(document, takes);
  }

  /** Gives a lot another quantity, not below what has left it; 0 takes it back. */
  resize(lot: number, quantity: number, day?: number): void {
    const before = this.lots[lot];
    if (!before || this.takenFrom(lot) > quantity) throw new Refused();
    this.lots[lot] = { ...before, quantity, day: day ?? before.day };
  }

  /** Makes a run what it is to be: inputs of the same material keep their lots, outputs of the same product theirs. */
  reviseRun(id: number, of: RunContent, newIds: readonly number[]): void {
    const before = this.runs.get(id) ?? { inputs: [], outputs: [] };
    const ids = newIds.values();
    const free = new Set(before.inputs);
    const kept = of.inputs.map(({ material }) => {
      const own = [...free].find((input) => this.productions.get(input)?.material === material);
      if (own !== undefined) free.delete(own);
      return own;
    });
    for (const gone of free) this.productions.delete(gone);
    for (const [index, input] of of.inputs.entries()) {
      const own = kept[index];
      if (own !== undefined) this.reviseProduction(own, { ...input, day: of.day });
    }
    const inputs = of.inputs.map((input, index) => {
      const own = kept[index];
      if (own !== undefined) return own;
      const fresh = ids.next().value ?? 0;
      this.reviseProduction(fresh, { ...input, day: of.day });
      return fresh;
    });
    const stays = this.keptOutputs(id, of);
    for (const { lot, goodId } of before.outputs) {
      if (!stays.some((output) => output?.goodId === goodId)) this.resize(lot, 0);
    }
    const outputs = of.outputs.map((output, index) => {
      const own = stays[index];
      if (own) this.resize(own.lot, output.quantity);
      return own ?? { lot: this.open(output, of.day), goodId: ids.next().value ?? 0 };
    });
    this.runs.set(id, { inputs, outputs });
    this.refuseCycle(id);
  }

  /** Refuses a run that uses what was made of its own outputs, at any depth. */
  private refuseCycle(id: number): void {
    const usedBy = ({ inputs }: ModelRun) =>
      new Set(inputs.flatMap((input) => (this.productions.get(input)?.takes ?? []).map(({ lot }) => lot)));
    const made = new Set(this.runs.get(id)?.outputs.map(({ lot }) => lot));
    // A set that grows while it is walked is walked to its end.
    for (const lot of made) {
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
