/** What lots get back from recalls that were false alarms. */
import { afterEach, beforeAll, expect, test } from 'vitest';
import { buildTestApp, type Caller, type TestApp } from '#test/buildTestApp.ts';
import { addInward, addMaterial, addProduct, addRun, addSupplier, batchFields } from '#test/factories.ts';
import { verifyLedger } from '../stock/verify.ts';

let app: TestApp;
let admin: Caller;
let supplier: number;

beforeAll(async () => {
  app = await buildTestApp();
  admin = await app.as('admin');
  supplier = await addSupplier(admin);
});

afterEach(async () => {
  expect((await verifyLedger(app.store.db)).differences).toEqual([]);
});

async function must(status: number, method: 'GET' | 'POST', path: string, body?: object) {
  const answer = await admin(method, path, body);
  expect(answer.status, `${method} ${path}: ${answer.text}`).toBe(status);
  return answer.json;
}

async function received(rawMaterialId: number): Promise<number> {
  return (await addInward(admin, supplier, [[rawMaterialId, 10]])).rawMaterials[0].lotId;
}

const taking = (rawMaterialId: number, lotId: number, quantity = 5) => {
  return { rawMaterialId, quantity, lots: [{ lotId, quantity }] };
};

/** A batch made of a lot of a material. */
async function madeWorld() {
  const material = await addMaterial(admin);
  const lot = await received(material);
  const product = await addProduct(admin, { unit: 'kg' });
  const run = await addRun(admin, [taking(material, lot)], { outputs: [batchFields(product, 5)] });
  const batch: number = run.outputs[0].lotId;
  return { lot, batch };
}

const hold = async (lotId: number, reason: string) => await must(200, 'POST', `/lots/${lotId}/hold`, { reason });
const begin = async (...lotIds: number[]): Promise<number> =>
  (await must(201, 'POST', '/recalls', { kind: 'real', title: 'Pepper', reason: 'Salmonella', lotIds })).recallId;
const close = async (recallId: number) =>
  await must(200, 'POST', `/recalls/${recallId}/close`, { conclusion: 'False alarm', lots: 'release' });

async function stateOf(lotId: number): Promise<string> {
  const { state, stateReason } = await must(200, 'GET', `/lots/${lotId}`);
  return stateReason === '' ? state : `${state}: ${stateReason}`;
}

const released = (lotId: number) => expect(stateOf(lotId)).resolves.toBe('released');

test.each([
  ['the first', [0, 1]],
  ['the second', [1, 0]],
])('of two recalls of a lot, %s closed first: what was on hold is on hold again', async (_, order) => {
  const { lot, batch } = await madeWorld();
  await hold(batch, 'Moisture');
  const recalls = [await begin(lot), await begin(lot)];
  for (const index of order) {
    expect(await stateOf(batch)).toBe('recalled: Recall: Pepper');
    await close(recalls[index] ?? 0);
  }
  await released(lot);
  expect(await stateOf(batch)).toBe('onHold: Moisture');
});

test('a lot gets back what it was last, not what it was before an earlier recall', async () => {
  const { lot, batch } = await madeWorld();
  await hold(batch, 'Moisture');
  await close(await begin(lot));
  await must(200, 'POST', `/lots/${batch}/release`, { reason: 'Dry' });
  const [first, second] = [await begin(lot), await begin(lot)];
  await close(second);
  await close(first);
  expect(await stateOf(batch)).toBe('released: Dry');
});
