/** Random steps of runs, dispatches, adjustments and holds, what the model says of them, and how the product plays them. */
import fc from 'fast-check';
import type { Write } from '#server/records/write.ts';
import { createAdjustment, deleteAdjustment, updateAdjustment } from '#server/adjustments/actions.ts';
import { createDispatch, deleteDispatch, updateDispatch } from '#server/dispatch/actions.ts';
import { holdLot, releaseLot } from '#server/lots/actions.ts';
import { createRun, deleteRun, updateRun } from '#server/production/runActions.ts';
import type { RunWithLots } from '#server/production/runQueries.ts';
import type { ItemReference } from '#server/stock/items.ts';
import type { Actor } from '#server/stock/movements.ts';
import { type Model, NEVER, Refused, type RunContent, type Take } from './lotModel.ts';

/** What the steps are about. */
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
  | { do: 'buyerReturn'; pick: number; quantity: number; day: number }
  | { do: 'count'; lotPick: number; share: number; day: number }
  | { do: 'countMore'; lotPick: number; quantity: number; day: number }
  | { do: 'deleteDispatch' | 'deleteAdjustment'; pick: number }
  | { do: 'open'; material: number; quantity: number; day: number; useBy: number }
  | { do: 'reviseOpening'; pick: number; quantity: number; day: number; useBy: number }
  | { do: 'deleteOpening'; pick: number }
  | { do: 'hold' | 'release'; lotPick: number };

const quantity = fc.integer({ min: 1, max: 20_000 });
const day = fc.integer({ min: 1, max: 28 });
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
  { weight: 1, arbitrary: fc.record({ do: as('count'), lotPick: pick, share: fc.integer({ min: 0, max: 4 }), day }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('deleteDispatch', 'deleteAdjustment'), pick }) },
  { weight: 1, arbitrary: fc.record({ do: as('supplierReturn'), lines: lotLines, day }) },
  { weight: 2, arbitrary: fc.record({ do: as('buyerReturn'), pick, quantity: little, day }) },
  { weight: 2, arbitrary: fc.record({ do: as('countMore'), lotPick: pick, quantity: little, day }) },
  { weight: 3, arbitrary: fc.record({ do: as('open'), material: item, quantity, day, useBy }) },
  { weight: 1, arbitrary: fc.record({ do: as('reviseOpening'), pick, quantity, day, useBy }) },
  { weight: 1, arbitrary: fc.record({ do: as('deleteOpening'), pick }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('hold', 'release'), lotPick: pick }) },
);

const at = <T>(list: readonly T[], place: number): T | undefined => list[place % Math.max(list.length, 1)];

/** The lots that lines are about, each once. */
function takesOf(model: Model, lines: readonly LotLine[]): Take[] {
  const present = model.present();
  const takes = lines.flatMap(({ lotPick, quantity: taken }) => {
    const lot = at(present, lotPick);
    return lot === undefined ? [] : [{ lot, quantity: taken }];
  });
  return [...new Map(takes.map((take) => [take.lot, take])).values()];
}

/** What a count finds missing of its lot: so many quarters of what is left. */
function missing(model: Model, { lotPick, share }: { lotPick: number; share: number }): Take[] {
  const lot = at(model.present(), lotPick);
  return lot === undefined ? [] : [{ lot, quantity: Math.floor((model.left(lot) * share) / 4) }];
}

/** The ids of documents of a kind that took something. */
function departed(model: Model, kind: string): number[] {
  const own = [...model.departures.keys()].filter((document) => document.startsWith(`${kind} `));
  return own.map((document) => Number(document.split(' ')[1]));
}

/** Of the lots that lines are about, those that were bought. */
function boughtOf(model: Model, lines: readonly LotLine[]): Take[] {
  const bought = new Set([...model.inwards.values()].flat());
  return takesOf(model, lines).filter(({ lot }) => bought.has(lot));
}

/** What a buyer's return is about: the first line of a dispatch. */
function sentOf(model: Model, pickOf: number): { id: number; take: Take } | undefined {
  const id = at(departed(model, 'dispatch'), pickOf);
  const take = model.departures.get(`dispatch ${id}`)?.[0];
  return id === undefined || take === undefined ? undefined : { id, take };
}

/** The ids of adjustments that a step may delete. */
function adjusted(model: Model): number[] {
  const departures = ['writeOff', 'count', 'supplierReturn'].flatMap((kind) => departed(model, kind));
  return [...departures, ...model.surplus.keys(), ...model.returns.keys()];
}

/** Changes the model by a step; `newIds` are what the step's new documents are called. Throws where it must be refused. */
export function shipInModel(model: Model, of: ShipmentStep, newIds: readonly number[]): void {
  const [newId = 0, ...otherIds] = newIds;
  if (of.do === 'run') model.reviseRun(newId, of, otherIds, model.chosen(of));
  if (of.do === 'reviseRun' || of.do === 'deleteRun') {
    const id = at([...model.runs.keys()], of.pick);
    if (id === undefined) return;
    model.reviseRun(id, of.do === 'reviseRun' ? of : { inputs: [], outputs: [], day: 1 }, otherIds);
    if (of.do === 'deleteRun') model.runs.delete(id);
  }
  if (of.do === 'dispatch' || of.do === 'writeOff') {
    const takes = takesOf(model, of.lines);
    if (takes.length > 0) model.depart(`${of.do} ${newId}`, takes, of.do === 'writeOff');
  }
  if (of.do === 'reviseDispatch' || of.do === 'reviseWriteOff') {
    const kind = of.do === 'reviseDispatch' ? 'dispatch' : 'writeOff';
    const id = at(departed(model, kind), of.pick);
    const takes = takesOf(model, of.lines);
    if (id !== undefined && takes.length > 0) model.depart(`${kind} ${id}`, takes, kind === 'writeOff');
  }
  if (of.do === 'supplierReturn') {
    const takes = boughtOf(model, of.lines);
    if (takes.length > 0) model.depart(`supplierReturn ${newId}`, takes, true);
  }
  if (of.do === 'buyerReturn') {
    const sent = sentOf(model, of.pick);
    if (sent) model.giveBack(newId, `dispatch ${sent.id}`, sent.take, of.quantity, of.day);
  }
  if (of.do === 'countMore') {
    const lot = at(model.present(), of.lotPick);
    if (lot !== undefined) model.surplus.set(newId, { lot, quantity: of.quantity });
  }
  if (of.do === 'count') {
    const takes = missing(model, of);
    if (takes.length > 0) model.depart(`count ${newId}`, takes, true);
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

const dateOf = (of: number) => `2026-11-${String(of).padStart(2, '0')}`;
let batches = 0;

function itemOf({ materialIds, productIds }: World, number: number) {
  const isMaterial = number < MATERIALS;
  return {
    rawMaterialId: isMaterial ? (materialIds[number] ?? 0) : null,
    productId: isMaterial ? null : (productIds[number - MATERIALS] ?? 0),
  };
}

const expiryOf = (useByDay: number) => (useByDay === NEVER ? null : dateOf(useByDay));

/** The body of a run; `chosen` are the lots of its inputs that were chosen by hand. */
function runBody(world: World, of: RunContent, chosen: ({ lotId: number; quantity: number }[] | undefined)[] = []) {
  return {
    productionDate: dateOf(of.day),
    status: 'in_progress' as const,
    recipeId: null,
    note: '',
    inputs: of.inputs.map((input, index) => ({
      ...itemOf(world, input.material),
      productionId: undefined,
      quantity: input.quantity,
      lots: chosen[index],
    })),
    outputs: of.outputs.map((output) => ({
      finishedGoodId: undefined,
      productId: itemOf(world, output.material).productId ?? 0,
      batchNumber: `B${(batches += 1)}`,
      quantity: output.quantity,
      manufactureDate: null,
      expiryDate: expiryOf(output.useBy),
    })),
    losses: [],
  };
}

/** The ids of a run, and of what it has that it hadn't before, in their order. */
function idsOf(run: RunWithLots, before: readonly number[] = []): number[] {
  const made = [
    ...run.inputs.map(({ productionId }) => productionId),
    ...run.outputs.map(({ finishedGoodId }) => -finishedGoodId),
  ];
  return [run.runId, ...made.filter((id) => !before.includes(id)).map(Math.abs)];
}

async function playRun(
  world: World,
  write: Write,
  model: Model,
  of: ShipmentStep,
  lots: readonly number[],
): Promise<number[]> {
  if (of.do === 'run') {
    const idsOfTakes = (takes: readonly Take[]) =>
      takes.map(({ lot, quantity: taken }) => ({ lotId: lots[lot] ?? 0, quantity: taken }));
    const chosen = model.chosen(of).map((takes) => takes && idsOfTakes(takes));
    return idsOf(await createRun(write, runBody(world, of, chosen)));
  }
  if (of.do !== 'reviseRun' && of.do !== 'deleteRun') return [];
  const id = at([...model.runs.keys()], of.pick);
  if (id === undefined) return [];
  if (of.do === 'deleteRun') {
    await deleteRun(write, id);
    return [];
  }
  const goods = await write.trx
    .selectFrom('finished_good')
    .select(['id', 'batch_number as number'])
    .where('run_id', '=', id)
    .execute();
  const numbers = new Map(goods.map((good) => [good.id, good.number]));
  const kept = model.keptOutputs(id, of).map((own) => own && { ...own, number: numbers.get(own.goodId) ?? '' });
  const body = runBody(world, of);
  const revisedOutputs = body.outputs.map((output, index) => {
    const own = kept[index];
    return own ? { ...output, finishedGoodId: own.goodId, batchNumber: own.number } : output;
  });
  const { inputs: before, outputs: made } = model.runs.get(id) ?? { inputs: [], outputs: [] };
  const revised = await updateRun(write, id, {
    ...body,
    outputs: revisedOutputs,
    runId: id,
    reason: '',
    updatedAt: undefined,
  });
  return idsOf(revised, [...before, ...made.map(({ goodId }) => -goodId)]);
}

const noItem: ItemReference = { rawMaterialId: null, productId: null };
const lineOf = (lotId: number | undefined, moved: number, of = noItem, useByDay = NEVER) => {
  const texts = { code: '', expiresOn: expiryOf(useByDay), pricePerUnit: null, reason: '' };
  const dispatchLineId: number | undefined = undefined;
  return { lotId, dispatchLineId, ...of, quantity: moved, ...texts };
};

/** The line of a dispatch that took from a lot. */
async function dispatchLineOf({ trx }: Write, dispatchId: number, lotId: number): Promise<number> {
  const line = await trx
    .selectFrom('dispatch_line')
    .select('id')
    .where('dispatch_id', '=', dispatchId)
    .where('lot_id', '=', lotId)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  return line.id;
}

type AdjustmentLine = Omit<ReturnType<typeof lineOf>, 'dispatchLineId'> & { dispatchLineId: number | undefined };
type FormKind = 'opening' | 'count' | 'writeOff' | 'supplierReturn' | 'buyerReturn';

async function playDispatch(world: World, write: Write, model: Model, of: ShipmentStep, lots: readonly number[]) {
  if (of.do === 'deleteDispatch') {
    const id = at(departed(model, 'dispatch'), of.pick);
    if (id !== undefined) await deleteDispatch(write, id);
  }
  if (of.do !== 'dispatch' && of.do !== 'reviseDispatch') return [];
  const takes = takesOf(model, of.lines);
  const texts = { vehicle: '', transportDocument: '', transactionCertificate: '', note: '' };
  const lines = takes.map((take) => ({ lotId: lots[take.lot], finishedGoodId: undefined, quantity: take.quantity }));
  const body = { buyerId: world.buyerId, dispatchDate: dateOf(of.day), invoiceNumber: 'D/1', ...texts, lines };
  if (takes.length === 0) return [];
  if (of.do === 'dispatch') return [(await createDispatch(write, body)).dispatchId];
  const id = at(departed(model, 'dispatch'), of.pick);
  if (id !== undefined) await updateDispatch(write, id, { ...body, dispatchId: id, updatedAt: undefined });
  return [];
}

async function playAdjustment(world: World, write: Write, model: Model, of: ShipmentStep, lots: readonly number[]) {
  const bodyOf = (kind: FormKind, on: number, lines: AdjustmentLine[]) => {
    const supplierId = kind === 'supplierReturn' ? world.supplierId : null;
    return { kind, date: dateOf(on), reason: 'Model', supplierId, lines };
  };
  const create = async (...body: Parameters<typeof bodyOf>) => [
    (await createAdjustment(write, bodyOf(...body))).adjustmentId,
  ];
  const update = async (id: number, ...body: Parameters<typeof bodyOf>) => {
    await updateAdjustment(write, id, { ...bodyOf(...body), adjustmentId: id, updatedAt: undefined });
  };
  const linesOf = (takes: readonly Take[]) => takes.map((take) => lineOf(lots[take.lot], take.quantity));
  if (of.do === 'open') {
    return await create('opening', of.day, [lineOf(undefined, of.quantity, itemOf(world, of.material), of.useBy)]);
  }
  if (of.do === 'writeOff' || of.do === 'reviseWriteOff') {
    const takes = takesOf(model, of.lines);
    const id = of.do === 'writeOff' ? 0 : at(departed(model, 'writeOff'), of.pick);
    if (takes.length === 0 || id === undefined) return [];
    if (id === 0) return await create('writeOff', of.day, linesOf(takes));
    await update(id, 'writeOff', of.day, linesOf(takes));
  }
  if (of.do === 'supplierReturn') {
    const takes = boughtOf(model, of.lines);
    if (takes.length > 0) return await create('supplierReturn', of.day, linesOf(takes));
  }
  if (of.do === 'buyerReturn') {
    const sent = sentOf(model, of.pick);
    if (!sent) return [];
    const dispatchLineId = await dispatchLineOf(write, sent.id, lots[sent.take.lot] ?? 0);
    return await create('buyerReturn', of.day, [{ ...lineOf(undefined, of.quantity), dispatchLineId }]);
  }
  if (of.do === 'countMore') {
    const lot = at(model.present(), of.lotPick);
    if (lot !== undefined) return await create('count', of.day, [lineOf(lots[lot], model.left(lot) + of.quantity)]);
  }
  if (of.do === 'count') {
    const [take] = missing(model, of);
    if (take) return await create('count', of.day, [lineOf(lots[take.lot], model.left(take.lot) - take.quantity)]);
  }
  if (of.do === 'reviseOpening' || of.do === 'deleteOpening') {
    const id = at([...model.openings.keys()], of.pick);
    if (id === undefined) return [];
    if (of.do === 'deleteOpening') await deleteAdjustment(write, id);
    else
      await update(id, 'opening', of.day, [lineOf(lots[model.openings.get(id) ?? 0], of.quantity, noItem, of.useBy)]);
  }
  if (of.do === 'deleteAdjustment') {
    const id = at(adjusted(model), of.pick);
    if (id !== undefined) await deleteAdjustment(write, id);
  }
  return [];
}

/** Plays a step on the product; `lots` are the ids of the model's lots. Answers the ids of new documents. */
export async function playShipment(
  world: World,
  write: Write,
  model: Model,
  of: ShipmentStep,
  lots: readonly number[],
): Promise<number[]> {
  if (of.do === 'hold' || of.do === 'release') {
    const lot = at(model.present(), of.lotPick);
    if (lot !== undefined) await (of.do === 'hold' ? holdLot : releaseLot)(write, lots[lot] ?? 0, 'Model');
    return [];
  }
  const played = [
    await playRun(world, write, model, of, lots),
    await playDispatch(world, write, model, of, lots),
    await playAdjustment(world, write, model, of, lots),
  ];
  return played.flat();
}
