/** Deletions are taken back: every kind, at random, with a ledger that adds up, and refused where something took its place. */
import { beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, type Caller, type TestApp } from '#test/buildTestApp.ts';
import {
  addCategory,
  addInward,
  addMaterial,
  addProduct,
  addRecipe,
  addSupplier,
  inwardFields,
  stockOf,
} from '#test/factories.ts';
import { SeededRandom } from '../seed/seededRandom.ts';
import { verifyLedger } from '../stock/verify.ts';

let app: TestApp;
let admin: Caller;
let manager: Caller;
let supplierId: number;
let rawMaterialId: number;
let productId: number;
let buyerId: number;
let lotId: number;

beforeAll(async () => {
  app = await buildTestApp();
  [admin, manager] = [await app.as('admin'), await app.as('manager')];
  supplierId = await addSupplier(admin);
  rawMaterialId = await addMaterial(admin);
  productId = await addProduct(admin);
  ({ buyerId } = (await admin('POST', '/buyers', { name: 'Restoring buyer', status: 1 })).json);
  ({ lotId } = (await admin('POST', '/goods', { productId, batchNumber: 'RST-1', quantity: 100 })).json);
});

const dispatchOf = (quantity: number, over: object = {}) => ({
  buyerId,
  dispatchDate: '2026-11-01',
  invoiceNumber: 'RST/1',
  vehicle: '',
  transportDocument: '',
  transactionCertificate: '',
  note: '',
  lines: [{ lotId, quantity }],
  ...over,
});
const certificate = (over: object = {}) => ({
  holder: 'supplier',
  supplierId,
  scheme: 'NPOP',
  number: 'RST-CERT',
  body: '',
  validFrom: '2026-01-01',
  validTo: '2026-12-31',
  allItems: true,
  itemIds: [],
  ...over,
});

async function adjustment(fields: object): Promise<string> {
  const { status, json } = await admin('POST', '/adjustments', { date: '2026-11-02', reason: '', ...fields });
  expect([status, json.message]).toEqual([201, undefined]);
  return `/adjustments/${json.adjustmentId}`;
}

/** Adds a record and returns its path. */
const adders: Record<string, () => Promise<string>> = {
  supplier: async () => `/suppliers/${await addSupplier(admin)}`,
  buyer: async () => {
    const { json } = await admin('POST', '/buyers', { name: 'Shop of Kochi', phone: '', status: 1 });
    return `/buyers/${json.buyerId}`;
  },
  category: async () => `/Categories/${await addCategory(admin)}`,
  material: async () => `/materials/${await addMaterial(admin)}`,
  product: async () => `/products/${await addProduct(admin)}`,
  recipe: async () => `/recipes/${await addRecipe(admin, productId, [[rawMaterialId, 2]])}`,
  inward: async () => {
    const lines: [number, number][] = [
      [rawMaterialId, 7],
      [rawMaterialId, 3.5],
    ];
    return `/inward/${(await addInward(admin, supplierId, lines)).inwardId}`;
  },
  dispatch: async () => `/dispatches/${(await admin('POST', '/dispatches', dispatchOf(3))).json.dispatchId}`,
  opening: async () => await adjustment({ kind: 'opening', lines: [{ rawMaterialId, quantity: 4 }] }),
  'write-off': async () => await adjustment({ kind: 'writeOff', reason: 'Spilt', lines: [{ lotId, quantity: 1 }] }),
  count: async () => {
    const { onHandQty } = (await admin('GET', `/lots/${lotId}`)).json;
    const lines = [
      { lotId, quantity: onHandQty - 0.5 },
      { rawMaterialId, quantity: 2 },
    ];
    return await adjustment({ kind: 'count', lines });
  },
  return: async () => {
    const { lines } = (await admin('POST', '/dispatches', dispatchOf(2))).json;
    const back = [{ dispatchLineId: lines[0].dispatchLineId, productId, quantity: 1.5 }];
    return await adjustment({ kind: 'buyerReturn', lines: back });
  },
  certificate: async () => `/certificates/${(await admin('POST', '/certificates', certificate())).json.certificateId}`,
};

const contentOf = async (path: string) => {
  const { status, json } = await admin('GET', path);
  return status === 200 ? { ...json, updatedAt: '' } : status;
};
const differences = async () => (await verifyLedger(app.store.db)).differences;

describe.each(Object.keys(adders))('a deleted %s', (kind) => {
  const add = async () => (await adders[kind]?.()) ?? '';

  test('is there again as it was, under its id, with its history, and only for who may delete', async () => {
    const path = await add();
    const before = await contentOf(path);
    expect((await admin('POST', `${path}/restore`)).status).toBe(409);
    expect((await admin('DELETE', path)).status).toBe(200);
    expect(await contentOf(path)).toBe(404);
    expect((await manager('POST', `${path}/restore`)).status).toBe(403);
    const { status, json } = await admin('POST', `${path}/restore`);
    expect([status, json.message]).toEqual([200, expect.stringContaining('restored.')]);
    expect(await contentOf(path)).toEqual(before);
    expect(await differences()).toEqual([]);
    const [, resource = '', id = ''] = path.split('/');
    const events = (await admin('GET', `/history/${resource.toLowerCase()}/${id}`)).json;
    expect(events.slice(0, 2)).toMatchObject([
      { action: 'restore', recordDeleted: false },
      { action: 'delete', recordDeleted: false },
    ]);
    expect((await admin('POST', `${path.replace(id, '999999')}/restore`)).status).toBe(404);
  });

  test('can be deleted and restored again and again, in any order', async () => {
    const seed = Math.floor(Math.random() * 1e9);
    const random = new SeededRandom(seed);
    const paths = [await add(), await add(), await add()];
    const before = new Map(await Promise.all(paths.map(async (path) => [path, await contentOf(path)] as const)));
    for (let step = 0; step < 12; step += 1) {
      const path = random.pick(paths);
      const isThere = (await contentOf(path)) !== 404;
      const answer = isThere ? await admin('DELETE', path) : await admin('POST', `${path}/restore`);
      expect([answer.status, answer.text], `seed ${seed}`).toEqual([200, expect.anything()]);
      expect(await contentOf(path), `seed ${seed}`).toEqual(isThere ? 404 : before.get(path));
    }
    expect(await differences(), `seed ${seed}`).toEqual([]);
  });
});

test('a record whose name is taken, or which names what is deleted, stays deleted', async () => {
  const taken = await addSupplier(admin, { name: 'Taken Farms' });
  await admin('DELETE', `/suppliers/${taken}`);
  await addSupplier(admin, { name: 'taken farms' });
  const refused = await admin('POST', `/suppliers/${taken}/restore`);
  expect([refused.status, refused.json.message]).toEqual([409, 'There is another supplier called Taken Farms by now.']);
  expect((await admin('GET', `/suppliers/${taken}`)).status).toBe(404);

  const renamed = await addSupplier(admin, { name: 'Other Farms' });
  const gone = await addSupplier(admin, { name: 'Renamed Farms' });
  await admin('DELETE', `/suppliers/${gone}`);
  const { json: other } = await admin('GET', `/suppliers/${renamed}`);
  expect((await admin('PUT', `/suppliers/${renamed}`, { ...other, name: 'Renamed farms' })).status).toBe(200);
  expect((await admin('POST', `/suppliers/${gone}/restore`)).status).toBe(409);

  const categoryId = await addCategory(admin);
  const product = await addProduct(admin, { categoryId });
  await admin('DELETE', `/products/${product}`);
  await admin('DELETE', `/Categories/${categoryId}`);
  expect((await admin('POST', `/products/${product}/restore`)).status).toBe(409);
  await admin('POST', `/Categories/${categoryId}/restore`);
  expect((await admin('POST', `/products/${product}/restore`)).status).toBe(200);
});

test('a dispatch takes the same lots again, unless they are used up by now', async () => {
  const path = await adders['dispatch']?.();
  await admin('DELETE', path ?? '');
  const left = (await admin('GET', `/lots/${lotId}`)).json.onHandQty;
  const other = (await admin('POST', '/dispatches', dispatchOf(left - 1))).json.dispatchId;
  const refused = await admin('POST', `${path}/restore`);
  expect([refused.status, refused.json.message]).toEqual([409, expect.stringContaining('RST-1')]);
  await admin('DELETE', `/dispatches/${other}`);
  expect((await admin('POST', `${path}/restore`)).status).toBe(200);
  expect((await admin('GET', `/lots/${lotId}`)).json.onHandQty).toBe(left - 3);
  expect(await differences()).toEqual([]);
});

test('an inward brings its stock back, unless another lot has the code of one of its lots', async () => {
  const material = await addMaterial(admin);
  const fields = inwardFields(supplierId, [[material, 5]]);
  const [line] = fields.rawMaterials;
  const coded = { ...fields, rawMaterials: [{ ...line, code: 'LOT-AGAIN' }] };
  const { inwardId } = (await admin('POST', '/inward', coded)).json;
  await admin('DELETE', `/inward/${inwardId}`);
  expect((await stockOf(admin, material)).at(-1)).toBe(0);
  const { inwardId: second } = (await admin('POST', '/inward', coded)).json;
  const refused = await admin('POST', `/inward/${inwardId}/restore`);
  expect([refused.status, refused.json.message]).toEqual([409, 'Lot LOT-AGAIN is there again under the same code.']);
  await admin('DELETE', `/inward/${second}`);
  expect((await admin('POST', `/inward/${inwardId}/restore`)).status).toBe(200);
  expect((await stockOf(admin, material)).at(-1)).toBe(5);
  expect(await differences()).toEqual([]);
});
