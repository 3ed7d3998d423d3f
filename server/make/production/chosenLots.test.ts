/** Chosen lots of an edited run's inputs: checked together, with the lots that the run returns. */
import { beforeEach, expect, test } from 'vitest';
import { buildTestApp } from '#test/buildTestApp.ts';
import { addMaterial, addSupplier, stockOf } from '#test/factories.ts';
import { verifyAfterEach, worldOf } from '#test/world.ts';

const LOT = 3;
let rawMaterialId: number;
let [one, two] = [0, 0];
/** A run that took both lots whole, each with an input of its own. */
let created: { runId: number; inputs: { productionId: number }[] };

const head = { productionDate: '2026-11-10', status: 'in_progress', outputs: [], losses: [] };
const inputOf = (...takes: [lotId: number, quantity: number][]) => ({
  rawMaterialId,
  quantity: takes.reduce((sum, [, quantity]) => sum + quantity, 0),
  lots: takes.map(([lotId, quantity]) => ({ lotId, quantity })),
});
/** Edits the run: each body is of the input in its place. Answers the lots of each. */
async function edit(...bodies: object[]) {
  const inputs = bodies.map((body, index) => ({ ...body, productionId: created.inputs[index]?.productionId }));
  const { status, json } = await admin('PUT', `/production-runs/${created.runId}`, { ...head, inputs });
  const lotsOf = ({ lots }: { lots: { lotId: number; quantity: number }[] }) =>
    lots.map(({ lotId, quantity }) => [lotId, quantity]);
  return [status, json.inputs?.map(lotsOf)];
}

const app = await buildTestApp();
const admin = await app.as('admin');
const { receive } = worldOf(admin);
verifyAfterEach(app);
const supplier = await addSupplier(admin);

beforeEach(async () => {
  rawMaterialId = await addMaterial(admin);
  one = await receive(supplier, rawMaterialId, LOT);
  two = await receive(supplier, rawMaterialId, LOT);
  const inputs = [inputOf([one, LOT]), inputOf([two, LOT])];
  created = (await admin('POST', '/production-runs', { ...head, inputs })).json;
});

test('two inputs can exchange their chosen lots when nothing else is left of them', async () => {
  expect(await edit(inputOf([two, LOT]), inputOf([one, LOT]))).toEqual([200, [[[two, LOT]], [[one, LOT]]]]);
  expect(await stockOf(admin, rawMaterialId)).toEqual([6, 6, 0]);
});

test('a quantity that one input releases can be chosen for another', async () => {
  const inTheirOrder = [
    [one, 2],
    [two, LOT],
  ];
  const [less, more] = [{ rawMaterialId, quantity: 1 }, inputOf([one, 2], [two, LOT])];
  expect(await edit(less, more)).toEqual([200, [[[one, 1]], inTheirOrder]]);
  expect(await stockOf(admin, rawMaterialId)).toEqual([6, 6, 0]);
});

test('a quantity that another input still consumes cannot be chosen', async () => {
  const [status] = await edit({ rawMaterialId, quantity: 2 }, inputOf([one, 2], [two, LOT]));
  expect(status).toBe(409);
  expect(await stockOf(admin, rawMaterialId)).toEqual([6, 6, 0]);
});
