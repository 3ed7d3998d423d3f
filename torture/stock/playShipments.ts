/** How the product plays the random steps of runs, dispatches, adjustments and holds. */
import { chosenLots } from './chosenLots.ts';
import type { Write } from '#server/core/records/write.ts';
import { adjustmentDocument } from '#server/stock/adjustments/actions.ts';
import { dispatchDocument } from '#server/ship/dispatches/actions.ts';
import { holdLot, releaseLot } from '#server/stock/lots/actions.ts';
import { createRun, deleteRun, updateRun } from '#server/make/production/runActions.ts';
import type { RunWithLots } from '#server/make/production/runQueries.ts';
import type { ItemReference } from '#server/stock/ledger/items.ts';
import { type Model, NEVER, type RunContent } from './lotModel.ts';
import type { Take } from './takes.ts';
import {
  adjusted,
  at,
  boughtOf,
  departed,
  departureOf,
  MATERIALS,
  missing,
  revisedDeparture,
  sentOf,
  type ShipmentStep,
  takesOf,
  type World,
  LAST_DAY,
} from './randomShipments.ts';

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
    gainReason: 'Weighed wet',
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

/** The ids of a run and of its new parts, in their order. */
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
  const chosenFor = (content: RunContent, runId?: number) =>
    chosenLots(model, content, runId).map((takes) =>
      takes?.map(({ lot, quantity: taken }) => ({ lotId: lots[lot] ?? 0, quantity: taken })),
    );
  if (of.do === 'run') return idsOf(await createRun(write, runBody(world, of, chosenFor(of))));
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
  const body = runBody(world, of, chosenFor(of, id));
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
    if (id !== undefined) await dispatchDocument.remove(write, id);
  }
  if (of.do !== 'dispatch' && of.do !== 'reviseDispatch') return [];
  const revised = of.do === 'reviseDispatch' ? revisedDeparture(model, of) : undefined;
  const takes = of.do === 'reviseDispatch' ? (revised?.takes ?? []) : takesOf(model, of.lines);
  const texts = { vehicle: '', transportDocument: '', transactionCertificate: '', note: '' };
  const lines = takes.map((take) => ({ lotId: lots[take.lot], finishedGoodId: undefined, quantity: take.quantity }));
  const body = { buyerId: world.buyerId, dispatchDate: dateOf(of.day), invoiceNumber: 'D/1', ...texts, lines };
  if (takes.length === 0) return [];
  if (of.do === 'dispatch') return [(await dispatchDocument.create(write, body)).dispatchId];
  if (revised) {
    await dispatchDocument.update(write, revised.id, { ...body, updatedAt: undefined });
  }
  return [];
}

async function playAdjustment(world: World, write: Write, model: Model, of: ShipmentStep, lots: readonly number[]) {
  const bodyOf = (kind: FormKind, on: number, lines: AdjustmentLine[]) => {
    const supplierId = kind === 'supplierReturn' ? world.supplierId : null;
    return { kind, date: dateOf(on), reason: 'Model', supplierId, lines };
  };
  const create = async (...body: Parameters<typeof bodyOf>) => [
    (await adjustmentDocument.create(write, bodyOf(...body))).adjustmentId,
  ];
  const update = async (id: number, ...body: Parameters<typeof bodyOf>) => {
    await adjustmentDocument.update(write, id, { ...bodyOf(...body), updatedAt: undefined });
  };
  const linesOf = (takes: readonly Take[]) => takes.map((take) => lineOf(lots[take.lot], take.quantity));
  if (of.do === 'open') {
    return await create('opening', of.day, [lineOf(undefined, of.quantity, itemOf(world, of.material), of.useBy)]);
  }
  if (of.do === 'writeOff') {
    const takes = takesOf(model, of.lines);
    if (takes.length > 0) return await create('writeOff', of.day, linesOf(takes));
  }
  if (of.do === 'reviseWriteOff' || of.do === 'reviseSupplierReturn') {
    const revised = revisedDeparture(model, of);
    if (revised) await update(revised.id, departureOf[of.do], of.day, linesOf(revised.takes));
  }
  if (of.do === 'reviseBuyerReturn') {
    const id = at([...model.returns.keys()], of.pick);
    if (id !== undefined) {
      await update(id, 'buyerReturn', of.day, [lineOf(lots[model.returns.get(id)?.lot ?? 0], of.quantity)]);
    }
  }
  if (of.do === 'reviseCount') {
    const id = at([...model.counts.keys()], of.pick);
    if (id !== undefined) {
      await update(id, 'count', LAST_DAY, [lineOf(lots[model.counts.get(id)?.lot ?? 0], of.counted)]);
    }
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
    if (lot !== undefined) return await create('count', LAST_DAY, [lineOf(lots[lot], model.left(lot) + of.quantity)]);
  }
  if (of.do === 'count') {
    const [take] = missing(model, of);
    if (take) return await create('count', LAST_DAY, [lineOf(lots[take.lot], model.left(take.lot) - take.quantity)]);
  }
  if (of.do === 'reviseOpening' || of.do === 'deleteOpening') {
    const id = at([...model.openings.keys()], of.pick);
    if (id === undefined) return [];
    if (of.do === 'deleteOpening') await adjustmentDocument.remove(write, id);
    else
      await update(id, 'opening', of.day, [lineOf(lots[model.openings.get(id) ?? 0], of.quantity, noItem, of.useBy)]);
  }
  if (of.do === 'deleteAdjustment') {
    const id = at(adjusted(model), of.pick);
    if (id !== undefined) await adjustmentDocument.remove(write, id);
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
