/** Random steps of runs, dispatches, adjustments and holds, and what the model says of them. */
import fc from 'fast-check';
import type { Actor } from '#server/core/records/journal.ts';
import { chosenLots } from './chosenLots.ts';
import { type Model, NEVER, type RunContent } from './lotModel.ts';
import { Refused, type Take } from './takes.ts';

/** Records that the steps refer to. */
export interface World {
  actor: Actor;
  supplierId: number;
  materialIds: number[];
  productIds: number[];
  buyerId: number;
}

export const MATERIALS = 3;
export const PRODUCTS = 2;

interface LotLine {
  lotPick: number;
  quantity: number;
}

export type ShipmentStep =
  | ({ do: 'run' } & RunContent)
  | ({ do: 'reviseRun'; pick: number } & RunContent)
  | { do: 'deleteRun'; pick: number }
  | { do: 'dispatch'; lines: LotLine[]; day: number }
  | { do: 'writeOff'; lines: LotLine[]; day: number }
  | { do: 'reviseDispatch'; pick: number; lines: LotLine[]; day: number }
  | { do: 'reviseWriteOff'; pick: number; lines: LotLine[]; day: number }
  | { do: 'supplierReturn'; lines: LotLine[]; day: number }
  | { do: 'reviseSupplierReturn'; pick: number; lines: LotLine[]; day: number }
  | { do: 'buyerReturn'; pick: number; quantity: number; day: number }
  | { do: 'reviseBuyerReturn'; pick: number; quantity: number; day: number }
  | { do: 'count'; lotPick: number; share: number }
  | { do: 'reviseCount'; pick: number; counted: number }
  | { do: 'countMore'; lotPick: number; quantity: number }
  | { do: 'deleteDispatch' | 'deleteAdjustment'; pick: number }
  | { do: 'open'; material: number; quantity: number; day: number; useBy: number }
  | { do: 'reviseOpening'; pick: number; quantity: number; day: number; useBy: number }
  | { do: 'deleteOpening'; pick: number }
  | { do: 'hold' | 'release'; lotPick: number };

const quantity = fc.integer({ min: 1, max: 20_000 });
/** Counts have this day, after all movements: the ledger then has the remaining quantities. */
export const LAST_DAY = 28;
const day = fc.integer({ min: 1, max: LAST_DAY });
const pick = fc.nat(20);
const item = fc.nat(MATERIALS + PRODUCTS - 1);
const product = fc.integer({ min: MATERIALS, max: MATERIALS + PRODUCTS - 1 });
/** Below the quantities of lots, so that runs on runs find enough. */
const little = fc.integer({ min: 1, max: 8000 });
const byHand = fc.boolean();
const useBy = fc.oneof(fc.constant(NEVER), day);
const inputs = fc.array(fc.record({ material: item, quantity: little, byHand }), { minLength: 1, maxLength: 3 });
const outputs = fc.array(fc.record({ material: product, quantity, useBy }), { maxLength: 2 });
const lotLines = fc.array(fc.record({ lotPick: pick, quantity: little }), { minLength: 1, maxLength: 3 });

const as = <const D extends string>(name: D) => fc.constant(name);

export const shipmentStep: fc.Arbitrary<ShipmentStep> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ do: as('run'), inputs, outputs, day }) },
  { weight: 3, arbitrary: fc.record({ do: as('reviseRun'), pick, inputs, outputs, day }) },
  { weight: 1, arbitrary: fc.record({ do: as('deleteRun'), pick }) },
  { weight: 3, arbitrary: fc.record({ do: as('dispatch'), lines: lotLines, day }) },
  { weight: 1, arbitrary: fc.record({ do: as('writeOff'), lines: lotLines, day }) },
  { weight: 2, arbitrary: fc.record({ do: as('reviseDispatch'), pick, lines: lotLines, day }) },
  { weight: 1, arbitrary: fc.record({ do: as('reviseWriteOff'), pick, lines: lotLines, day }) },
  { weight: 1, arbitrary: fc.record({ do: as('count'), lotPick: pick, share: fc.integer({ min: 0, max: 4 }) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('deleteDispatch', 'deleteAdjustment'), pick }) },
  { weight: 1, arbitrary: fc.record({ do: as('supplierReturn'), lines: lotLines, day }) },
  { weight: 1, arbitrary: fc.record({ do: as('reviseSupplierReturn'), pick, lines: lotLines, day }) },
  { weight: 2, arbitrary: fc.record({ do: as('buyerReturn'), pick, quantity: little, day }) },
  { weight: 1, arbitrary: fc.record({ do: as('reviseBuyerReturn'), pick, quantity: little, day }) },
  { weight: 1, arbitrary: fc.record({ do: as('reviseCount'), pick, counted: fc.nat(20_000) }) },
  { weight: 2, arbitrary: fc.record({ do: as('countMore'), lotPick: pick, quantity: little }) },
  { weight: 3, arbitrary: fc.record({ do: as('open'), material: item, quantity, day, useBy }) },
  { weight: 1, arbitrary: fc.record({ do: as('reviseOpening'), pick, quantity, day, useBy }) },
  { weight: 1, arbitrary: fc.record({ do: as('deleteOpening'), pick }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('hold', 'release'), lotPick: pick }) },
);

export const at = <T>(list: readonly T[], place: number): T | undefined => list[place % Math.max(list.length, 1)];

/** The lots that lines are about, each once. */
export function takesOf(model: Model, lines: readonly LotLine[]): Take[] {
  const present = model.present();
  const takes = lines.flatMap(({ lotPick, quantity: taken }) => {
    const lot = at(present, lotPick);
    return lot === undefined ? [] : [{ lot, quantity: taken }];
  });
  return [...new Map(takes.map((take) => [take.lot, take])).values()];
}

/** Deficit of a count: so many quarters of the lot's stock. */
export function missing(model: Model, { lotPick, share }: { lotPick: number; share: number }): Take[] {
  const lot = at(model.present(), lotPick);
  return lot === undefined ? [] : [{ lot, quantity: Math.floor((model.left(lot) * share) / 4) }];
}

/** The ids of documents of a kind that took something. */
export function departed(model: Model, kind: string): number[] {
  const own = [...model.departures.keys()].filter((document) => document.startsWith(`${kind} `));
  return own.map((document) => Number(document.split(' ')[1]));
}

/** Purchased lots among those of the lines. */
export function boughtOf(model: Model, lines: readonly LotLine[]): Take[] {
  const bought = new Set([...model.inwards.values()].flat());
  return takesOf(model, lines).filter(({ lot }) => bought.has(lot));
}

/** Subject of a buyer's return: the first line of a dispatch. */
export function sentOf(model: Model, pickOf: number): { id: number; take: Take } | undefined {
  const id = at(departed(model, 'dispatch'), pickOf);
  const take = model.departures.get(`dispatch ${id}`)?.[0];
  return id === undefined || take === undefined ? undefined : { id, take };
}

/** The ids of adjustments that a step may delete. */
export function adjusted(model: Model): number[] {
  const departures = ['writeOff', 'supplierReturn'].flatMap((kind) => departed(model, kind));
  return [...departures, ...model.counts.keys(), ...model.returns.keys()];
}

export const departureOf = {
  reviseDispatch: 'dispatch',
  reviseWriteOff: 'writeOff',
  reviseSupplierReturn: 'supplierReturn',
} as const;

/** The document that a step changes, and its new quantities. */
export function revisedDeparture(
  model: Model,
  of: Extract<ShipmentStep, { do: keyof typeof departureOf }>,
): { id: number; takes: Take[] } | undefined {
  const kind = departureOf[of.do];
  const id = at(departed(model, kind), of.pick);
  const takes = kind === 'supplierReturn' ? boughtOf(model, of.lines) : takesOf(model, of.lines);
  return id === undefined || takes.length === 0 ? undefined : { id, takes };
}

function countInModel(model: Model, id: number, lot: number, change: number): void {
  const ledger = model.left(lot);
  model.counts.set(id, { lot, ledger });
  model.count(id, ledger + change);
}

function leave(model: Model, document: string, takes: readonly Take[], on: number): void {
  if (document.startsWith('dispatch ')) model.dispatch(document, takes, on);
  else model.takeOut(document, takes, on);
}

/** An edit of a run loses none of its outputs on hold: only deleting it or them does. */
function keepHeld(model: Model, id: number, content: RunContent): void {
  const kept = model.keptOutputs(id, content);
  const isLost = (lot: number) => model.held.has(lot) && !kept.some((output) => output?.lot === lot);
  if (model.runs.get(id)?.outputs.some(({ lot }) => isLost(lot))) throw new Refused();
}

/** Changes the model by a step; `newIds` are what the step's new documents are called. Throws where it must be refused. */
export function shipInModel(model: Model, of: ShipmentStep, newIds: readonly number[]): void {
  const [newId = 0, ...otherIds] = newIds;
  if (of.do === 'run') model.reviseRun(newId, of, otherIds, chosenLots(model, of));
  if (of.do === 'reviseRun' || of.do === 'deleteRun') {
    const id = at([...model.runs.keys()], of.pick);
    if (id === undefined) return;
    if (of.do === 'reviseRun') keepHeld(model, id, of);
    const content = of.do === 'reviseRun' ? of : { inputs: [], outputs: [], day: 1 };
    model.reviseRun(id, content, otherIds, chosenLots(model, content, id));
    if (of.do === 'deleteRun') model.runs.delete(id);
  }
  if (of.do === 'dispatch' || of.do === 'writeOff') {
    const takes = takesOf(model, of.lines);
    if (takes.length > 0) leave(model, `${of.do} ${newId}`, takes, of.day);
  }
  if (of.do === 'reviseDispatch' || of.do === 'reviseWriteOff' || of.do === 'reviseSupplierReturn') {
    const kind = departureOf[of.do];
    const revised = revisedDeparture(model, of);
    if (revised) leave(model, `${kind} ${revised.id}`, revised.takes, of.day);
  }
  if (of.do === 'reviseBuyerReturn') {
    const id = at([...model.returns.keys()], of.pick);
    if (id !== undefined) model.reviseReturn(id, of.quantity, of.day);
  }
  if (of.do === 'reviseCount') {
    const id = at([...model.counts.keys()], of.pick);
    if (id !== undefined) model.count(id, of.counted);
  }
  if (of.do === 'supplierReturn') {
    const takes = boughtOf(model, of.lines);
    if (takes.length > 0) leave(model, `supplierReturn ${newId}`, takes, of.day);
  }
  if (of.do === 'buyerReturn') {
    const sent = sentOf(model, of.pick);
    if (sent) model.giveBack(newId, `dispatch ${sent.id}`, sent.take, of.quantity, of.day);
  }
  if (of.do === 'countMore') {
    const lot = at(model.present(), of.lotPick);
    if (lot !== undefined) countInModel(model, newId, lot, of.quantity);
  }
  if (of.do === 'count') {
    const [take] = missing(model, of);
    if (take) countInModel(model, newId, take.lot, -take.quantity);
  }
  if (of.do === 'deleteDispatch') model.undispatch(`dispatch ${at(departed(model, 'dispatch'), of.pick)}`);
  if (of.do === 'deleteAdjustment') model.unadjust(at(adjusted(model), of.pick) ?? 0);
  if (of.do === 'open') model.openings.set(newId, model.open(of, of.day));
  if (of.do === 'reviseOpening' || of.do === 'deleteOpening') {
    const id = at([...model.openings.keys()], of.pick);
    if (id === undefined) return;
    const lot = model.openings.get(id) ?? 0;
    if (of.do === 'reviseOpening') model.resize(lot, of.quantity, { day: of.day, useBy: of.useBy });
    else model.resize(lot, 0);
    if (of.do === 'deleteOpening') model.openings.delete(id);
  }
  if (of.do === 'hold' || of.do === 'release') {
    const lot = at(model.present(), of.lotPick);
    if (lot === undefined) return;
    if (model.held.has(lot) === (of.do === 'hold')) throw new Refused();
    if (of.do === 'hold') model.held.add(lot);
    else model.held.delete(lot);
  }
}
