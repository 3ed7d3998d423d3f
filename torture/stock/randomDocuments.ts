/** Random histories of inwards, productions and what follows them, and the plain model that says what each must result in. */
import { deepStrictEqual } from 'node:assert';
import fc from 'fast-check';
import type { Store } from '#server/core/db/connect.ts';
import type { Trx } from '#server/core/db/tables.ts';
import { ApiError } from '#server/core/http/errors.ts';
import type { Write } from '#server/core/records/write.ts';
import { writeIn } from '#server/stock/documents/movedStock.ts';
import { inwardDocument } from '#server/buy/inward/actions.ts';
import { liveMovements } from '#server/stock/ledger/movements.ts';
import { verifyWithin } from '#server/stock/ledger/verify.ts';
import { masterActions } from '#server/core/records/crudRoutes.ts';
import { buyers } from '#server/masters/buyers.ts';
import { categories } from '#server/masters/categories.ts';
import { materials } from '#server/masters/materials.ts';
import { products } from '#server/masters/products.ts';
import { suppliers } from '#server/masters/suppliers.ts';
import { createProductions, deleteProduction, updateProduction } from '#server/make/production/actions.ts';
import { insertUser } from '#server/core/auth/accounts.ts';
import { dataUrl, pdf } from '#test/factories.ts';
import { type Line, Model, NEVER } from './lotModel.ts';
import { playShipment } from './playShipments.ts';
import type { Findings } from '../runner/attack.ts';
import { MATERIALS, PRODUCTS, shipInModel, type ShipmentStep, shipmentStep, type World } from './randomShipments.ts';
import { Refused } from './takes.ts';

type Step =
  | ShipmentStep
  | { do: 'receive'; lines: Line[]; gst: number; day: number }
  | { do: 'reviseInward'; pick: number; lines: Line[]; keepIds: boolean; gst: number; day: number }
  | { do: 'deleteInward'; pick: number }
  | { do: 'produce'; lines: Omit<Line, 'price'>[]; day: number }
  | { do: 'reviseProduction'; pick: number; material: number; quantity: number; day: number }
  | { do: 'deleteProduction'; pick: number };

const quantity = fc.integer({ min: 1, max: 20_000 });
const material = fc.nat(MATERIALS - 1);
const line = fc.record({ material, quantity, price: fc.integer({ min: 0, max: 100_000 }) });
const lines = fc.array(line, { minLength: 1, maxLength: 4 });
const amounts = fc.array(fc.record({ material, quantity }), { minLength: 1, maxLength: 3 });
const day = fc.integer({ min: 1, max: 28 });
const pick = fc.nat(20);
const gst = fc.nat(50_000);
const keepIds = fc.boolean();

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant('receive'), lines, gst, day }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('reviseInward'), pick, lines, keepIds, gst, day }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('deleteInward'), pick }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('produce'), lines: amounts, day }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('reviseProduction'), pick, material, quantity, day }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('deleteProduction'), pick }) },
  { weight: 13, arbitrary: shipmentStep },
);

/** Half up to the paisa, written another way than the product's: by remainder. */
function paiseOf({ quantity: thousandths, price }: Line): bigint {
  const product = BigInt(thousandths) * BigInt(price);
  return product / 1000n + (product % 1000n >= 500n ? 1n : 0n);
}

const dateOf = (of: number) => `2026-11-${String(of).padStart(2, '0')}`;

/** The documents that a step is about: by its `pick`, one of each kind that there is. */
function picked(model: Model, of: Step): { inwardId?: number | undefined; productionId?: number | undefined } {
  if (!('pick' in of)) return {};
  const at = (ids: readonly number[]) => ids[of.pick % Math.max(ids.length, 1)];
  return { inwardId: at([...model.inwards.keys()]), productionId: at(model.ownProductions()) };
}

function bodyOf({ supplierId, materialIds }: World, of: { lines: Line[]; gst: number; day: number }) {
  return {
    supplierId,
    invoiceNumber: 'M/1',
    inwardDate: dateOf(of.day),
    totalGst: of.gst,
    status: 'notpaid' as const,
    rawMaterials: of.lines.map((each) => ({
      rawMaterialId: materialIds[each.material] ?? 0,
      quantity: each.quantity,
      pricePerUnit: each.price,
    })),
  };
}

function productionOf({ materialIds }: World, of: Omit<Line, 'price'>, on: number) {
  const rawMaterialId = materialIds[of.material] ?? 0;
  return { rawMaterialId, quantity: of.quantity, productionDate: dateOf(on), status: 'in_progress' as const };
}

const ownSteps = new Set([
  'receive',
  'reviseInward',
  'deleteInward',
  'produce',
  'reviseProduction',
  'deleteProduction',
]);

function isShipment(of: Step): of is ShipmentStep {
  return !ownSteps.has(of.do);
}

/** The model after a step; `newIds` are what the step's new documents are called. Throws where it must be refused. */
function modelAfter(before: Model, of: Step, newIds: readonly number[]): Model {
  const after = before.copy();
  if (isShipment(of)) {
    shipInModel(after, of, newIds);
    return after;
  }
  const { inwardId, productionId } = picked(before, of);
  if (of.do === 'receive') {
    const lots = of.lines.map((each) => after.open(each, of.day));
    after.inwards.set(newIds[0] ?? 0, lots);
  }
  if (of.do === 'reviseInward' && inwardId !== undefined) after.reviseInward(inwardId, of, of.keepIds);
  if (of.do === 'deleteInward' && inwardId !== undefined) {
    after.reviseInward(inwardId, { lines: [], day: 1 }, false);
    after.inwards.delete(inwardId);
  }
  if (of.do === 'produce') {
    for (const [index, { material: each, quantity: asked }] of of.lines.entries()) {
      const made = { material: each, quantity: asked, day: of.day };
      after.productions.set(newIds[index] ?? 0, { ...made, takes: after.take(each, asked, of.day) });
    }
  }
  if (of.do === 'reviseProduction' && productionId !== undefined) after.reviseProduction(productionId, of);
  if (of.do === 'deleteProduction' && productionId !== undefined) after.productions.delete(productionId);
  return after;
}

/** Whether the product must allow a step. */
function isPossible(model: Model, of: Step): boolean {
  try {
    modelAfter(model, of, [-1, -2, -3, -4, -5, -6]);
    return true;
  } catch (error) {
    if (error instanceof Refused) return false;
    throw error;
  }
}

/** Lines of an edited inward, with the ids of those that are there or, as the specification's client sends them, without. */
async function revisedLines(trx: Trx, inwardId: number, body: ReturnType<typeof bodyOf>, keepsIds: boolean) {
  const own = trx.selectFrom('inward_line').select('lot_id').where('inward_id', '=', inwardId);
  const ids = await own.where('deleted_at', 'is', null).orderBy('position').execute();
  return body.rawMaterials.map((each, index) => ({ ...each, id: keepsIds ? ids[index]?.lot_id : undefined }));
}

/** Plays one step on the product; answers the ids of new documents. Steps on documents that aren't there do nothing. */
async function play(world: World, write: Write, model: Model, of: Step): Promise<number[]> {
  if (isShipment(of)) return await playShipment(world, write, model, of, await lotIds(write.trx, world));
  const { inwardId, productionId } = picked(model, of);
  if (of.do === 'receive') {
    const made = await inwardDocument.create(write, { ...bodyOf(world, of), billAttachment: dataUrl(pdf) });
    const sum = of.lines.reduce((total, each) => total + paiseOf(each), 0n);
    deepStrictEqual([BigInt(made.subTotal), BigInt(made.grandTotal)], [sum, sum + BigInt(of.gst)]);
    return [made.inwardId];
  }
  if (of.do === 'produce') {
    const asked = of.lines.map((each) => productionOf(world, each, of.day));
    return (await createProductions(write, asked)).map((made) => made.productionId);
  }
  if (of.do === 'reviseInward' && inwardId !== undefined) {
    const body = bodyOf(world, of);
    const rawMaterials = await revisedLines(write.trx, inwardId, body, of.keepIds);
    await inwardDocument.update(write, inwardId, { ...body, rawMaterials });
  }
  if (of.do === 'deleteInward' && inwardId !== undefined) await inwardDocument.remove(write, inwardId);
  if (of.do === 'reviseProduction' && productionId !== undefined) {
    await updateProduction(write, productionId, productionOf(world, of, of.day));
  }
  if (of.do === 'deleteProduction' && productionId !== undefined) await deleteProduction(write, productionId);
  return [];
}

async function itemIds(trx: Trx, { materialIds, productIds }: World): Promise<number[]> {
  const items = await trx
    .selectFrom('item')
    .select('id')
    .where((of) => of.or([of('raw_material_id', 'in', materialIds), of('product_id', 'in', productIds)]))
    .orderBy('id')
    .execute();
  return items.map(({ id }) => id);
}

/** The ids of the model's lots, which are in the order in which they were opened. */
async function lotIds(trx: Trx, world: World): Promise<number[]> {
  const own = trx.selectFrom('lot').select('id');
  const lots = await own
    .where('item_id', 'in', await itemIds(trx, world))
    .orderBy('id')
    .execute();
  return lots.map(({ id }) => id);
}

/** Compares totals, the stock of every lot, and the allocations of each document, in their order. */
async function checkStock(trx: Trx, world: World, model: Model): Promise<void> {
  const items = await trx
    .selectFrom('item')
    .select(['received', 'produced', 'opening', 'returned_by_buyer', 'found', 'consumed', 'on_hand'])
    .where('id', 'in', await itemIds(trx, world))
    .orderBy('id')
    .execute();
  const left = [...model.lots.keys()].map((lot) => model.left(lot));
  deepStrictEqual(
    items.map((row) => {
      return [row.received + row.produced + row.opening + row.returned_by_buyer, row.found, row.consumed, row.on_hand];
    }),
    items.map((_, index) => {
      const own = left.filter((_left, lot) => model.lots[lot]?.material === index);
      return [
        model.received(index),
        model.found(index),
        model.consumed(index),
        own.reduce((sum, each) => sum + each, 0),
      ];
    }),
  );
  const ids = await lotIds(trx, world);
  const lots = await trx
    .selectFrom('lot')
    .select(['id', 'on_hand', 'state'])
    .where('id', 'in', [0, ...ids])
    .execute();
  const byId = new Map(lots.map((lot) => [lot.id, lot]));
  deepStrictEqual(
    ids.map((id) => byId.get(id)?.on_hand),
    left,
    'what is left in lots',
  );
  const numbers = new Map(ids.map((id, index) => [id, index]));
  const moved = await liveMovements(trx)
    .where('v.quantity', '<', 0)
    .where('l.id', 'in', [0, ...ids])
    .execute();
  const takesOf = (own: typeof moved = []) =>
    own.map(({ lotId, quantity: taken }) => ({ lot: numbers.get(lotId), quantity: -taken }));
  const byInput = Map.groupBy(moved, ({ documentKind, lineId }) => (documentKind === 'run' ? lineId : 0));
  for (const [id, production] of model.productions) {
    deepStrictEqual(takesOf(byInput.get(id)), [...production.takes], `the lots of production ${id}`);
  }
  const byDocument = Map.groupBy(moved, ({ documentKind, documentId }) => `${documentKind} ${documentId}`);
  for (const [document, takes] of model.departures) {
    const inOrder = (some: ReturnType<typeof takesOf>) => some.toSorted((a, b) => (a.lot ?? 0) - (b.lot ?? 0));
    const stored = takesOf(byDocument.get(document.replace(/^(writeOff|count|supplierReturn) /, 'adjustment ')));
    deepStrictEqual(inOrder(stored), inOrder(takes.filter((take) => take.quantity > 0)), `the lots of ${document}`);
  }
}

/**
 * Mass is conserved: all is in kg, so incoming quantities less outgoing ones and losses equal the stock, and the
 * difference of runs equals that of their own rows.
 */
async function checkMass(trx: Trx, world: World): Promise<void> {
  const ids = await itemIds(trx, world);
  const items = await trx.selectFrom('item').selectAll().where('id', 'in', ids).execute();
  const kept = items.reduce((sum, row) => {
    const came = row.received + row.opening + row.returned_by_buyer + row.found;
    return sum + came - row.dispatched - row.wasted - row.lost - row.returned_to_supplier - row.on_hand;
  }, 0);
  const taken = await trx
    .selectFrom('production')
    .select('quantity')
    .where((of) => of.or([of('raw_material_id', 'in', world.materialIds), of('product_id', 'in', world.productIds)]))
    .where('deleted_at', 'is', null)
    .execute();
  const made = await trx
    .selectFrom('finished_good')
    .select('quantity')
    .where('product_id', 'in', world.productIds)
    .where('deleted_at', 'is', null)
    .execute();
  const sumOf = (rows: readonly { quantity: number }[]) => rows.reduce((sum, { quantity: each }) => sum + each, 0);
  deepStrictEqual(kept, sumOf(taken) - sumOf(made), 'mass is conserved');
}

/** The supplier and the materials of every history, which each leaves as it found them. */
export async function makeWorld({ db }: Store): Promise<World> {
  return await db.transaction().execute(async (trx) => {
    const when = '2026-11-20T00:00:00.000Z';
    const user = { fullName: 'Model', email: 'model@example.in', phone: '', userRole: 'admin', status: 1 } as const;
    const { userId } = await insertUser(trx, { ...user, passwordHash: '-' }, when);
    const write = writeIn(trx, { userId, at: when });
    const fields = { name: 'S', email: '', gstinNumber: '', phone: '9811111112', address: '', status: 1 };
    const supplier = await masterActions<{ updatedAt: string; supplierId: number }>(suppliers).create(write, fields);
    const materialIds: number[] = [];
    for (let index = 0; index < MATERIALS; index += 1) {
      const named = { name: `M${index}`, description: '', unit: 'kg', categoryId: null, minProductionQuantity: 1 };
      const made = await masterActions<{ updatedAt: string; rawMaterialId: number }>(materials).create(write, named);
      materialIds.push(made.rawMaterialId);
    }
    const category = { name: 'C', description: '', status: 1 };
    const { categoryId } = await masterActions<{ updatedAt: string; categoryId: number }>(categories).create(
      write,
      category,
    );
    const productIds: number[] = [];
    for (let index = 0; index < PRODUCTS; index += 1) {
      const named = { name: `P${index}`, description: '', unit: 'kg', categoryId, price: 100 };
      const made = await masterActions<{ updatedAt: string; productId: number }>(products).create(write, named);
      productIds.push(made.productId);
    }
    const buyer = await masterActions<{ updatedAt: string; buyerId: number }>(buyers).create(write, fields);
    const { buyerId } = buyer;
    return { actor: write.actor, supplierId: supplier.supplierId, materialIds, productIds, buyerId };
  });
}

/** Half of the histories begin with stock of everything. */
const stocked: Step[] = Array.from({ length: MATERIALS + PRODUCTS }, (_, index) => {
  return { do: 'open', material: index, quantity: 20_000, day: 5, useBy: NEVER };
});

/** Up to 14 steps, each of any kind, on any document that there is by then. */
export const histories = fc
  .tuple(fc.constantFrom([], stocked), fc.array(step, { minLength: 1, maxLength: 14, size: 'medium' }))
  .map(([before, steps]) => [...before, ...steps]);

/**
 * Plays a history in a transaction that is rolled back, and throws at the first difference from the model: in refusals,
 * in totals, in the lots of any production, or in the result of verify-ledger at the end.
 */
export async function playHistory(
  { db }: Store,
  world: World,
  history: readonly Step[],
  found: Findings,
): Promise<void> {
  const trx = await db.startTransaction().execute();
  try {
    let model = new Model();
    for (const of of history) {
      found.count('steps');
      const possible = isPossible(model, of);
      const savepoint = await trx.savepoint('step').execute();
      try {
        const newIds = await play(world, writeIn(savepoint, world.actor), model, of);
        deepStrictEqual(possible, true, `allowed, though there isn't so much: ${JSON.stringify(of)}`);
        model = modelAfter(model, of, newIds);
        await savepoint.releaseSavepoint('step').execute();
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        deepStrictEqual([possible, error.code], [false, 'conflict'], `${JSON.stringify(of)}: ${error.message}`);
        found.count('refused, as the model says');
        await savepoint.rollbackToSavepoint('step').execute();
      }
      await checkStock(trx, world, model);
      await checkMass(trx, world);
    }
    deepStrictEqual((await verifyWithin(trx)).differences, []);
  } finally {
    await trx.rollback().execute();
  }
}
