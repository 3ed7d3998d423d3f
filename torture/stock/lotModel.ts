/** The plain model of stock: lots, and what productions took from them, by the rules of design §2 in their plainest form. */

export interface Line {
  material: number;
  quantity: number;
  price: number;
}

interface Take {
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

/** A change that the product must refuse. */
export class Refused extends Error {}

export class Model {
  readonly lots: ModelLot[] = [];
  /** The lots of each inward, line by line. */
  readonly inwards = new Map<number, readonly number[]>();
  readonly productions = new Map<number, ModelProduction>();

  copy(): Model {
    const copy = new Model();
    copy.lots.push(...this.lots.map((lot) => ({ ...lot })));
    for (const [id, lots] of this.inwards) copy.inwards.set(id, lots);
    for (const [id, production] of this.productions) copy.productions.set(id, production);
    return copy;
  }

  takenFrom(lot: number): number {
    const takes = [...this.productions.values()].flatMap((production) => production.takes);
    return takes.reduce((sum, take) => sum + (take.lot === lot ? take.quantity : 0), 0);
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
    const own = [...this.lots.entries()].filter(([, lot]) => lot.material === of);
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
}
