/** Deletions are taken back: every kind, at random, with a ledger that adds up, and refused where something took its place. */
import { stockRefusals } from '#contract/stock/stockRefusals.ts';
import { describe, expect, test } from 'vitest';
import { restoreTexts } from '#contract/core/restore.ts';
import { buildTestApp } from '#test/buildTestApp.ts';
import {
  addCategory,
  addInward,
  addMaterial,
  addProduct,
  addRecipe,
  addRun,
  addSupplier,
  batchFields,
  inwardFields,
  stockOf,
  transactionCertificateFields,
} from '#test/factories.ts';
import { SeededRandom } from '#seed/seededRandom.ts';
import { verifyLedger } from '#server/stock/ledger/verify.ts';

const app = await buildTestApp();
const [admin, manager] = [await app.as('admin'), await app.as('manager')];
const supplierId = await addSupplier(admin);
const rawMaterialId = await addMaterial(admin);
const productId = await addProduct(admin);
const { buyerId } = (await admin('POST', '/buyers', { name: 'Restoring buyer', status: 1 })).json;
const { lotId } = (await admin('POST', '/goods', { productId, batchNumber: 'RST-1', quantity: 100 })).json;

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

let runs = 0;

async function good(over: object): Promise<string> {
  runs += 1;
  const { status, json } = await admin('POST', '/goods', {
    productId,
    batchNumber: `RST-G${runs}`,
    quantity: 3,
    ...over,
  });
  expect([status, json.message]).toEqual([201, undefined]);
  return `/goods/${json.finishedGoodId}`;
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
  'write-off': async () =>
    await adjustment({ kind: 'writeOff', date: '2026-11-20', reason: 'Spilt', lines: [{ lotId, quantity: 1 }] }),
  count: async () => {
    // Counts of one lot stand in each other's way.
    const { rawMaterials } = await addInward(admin, supplierId, [[rawMaterialId, 5]]);
    const lines = [
      { lotId: rawMaterials[0].id, quantity: 4.5 },
      { rawMaterialId, quantity: 2 },
    ];
    return await adjustment({ kind: 'count', date: '2026-11-10', lines });
  },
  return: async () => {
    const { lines } = (await admin('POST', '/dispatches', dispatchOf(2))).json;
    const back = [{ dispatchLineId: lines[0].dispatchLineId, productId, quantity: 1.5 }];
    return await adjustment({ kind: 'buyerReturn', lines: back });
  },
  run: async () => {
    await addInward(admin, supplierId, [[rawMaterialId, 8]]);
    runs += 1;
    const { status, json, text } = await admin('POST', '/production-runs', {
      productionDate: '2026-11-10',
      status: 'completed',
      note: '',
      inputs: [{ rawMaterialId, quantity: 6 }],
      outputs: [{ productId, batchNumber: `RST-R${runs}`, quantity: 5, manufactureDate: null, expiryDate: null }],
      losses: [{ reason: 'Spilt', grams: 200 }],
    });
    expect(status, text).toBe(201);
    return `/production-runs/${json.runId}`;
  },
  batch: async () => await good({}),
  'batch that was sold': async () => await good({ status: 'sold' }),
  user: async () => {
    runs += 1;
    const fields = { fullName: 'Restored Rao', email: `restored${runs}@example.com`, phone: '9800000000' };
    const { json } = await admin('POST', '/Auth/register', { ...fields, userRole: 'user', password: 'Turmeric-2026!' });
    return `/Auth/users/${json.userId}`;
  },
  'transaction certificate': async () => {
    const { rawMaterials } = await addInward(admin, supplierId, [[rawMaterialId, 9]]);
    const lines = [{ lineId: rawMaterials[0].id, quantity: 9 }];
    const fields = transactionCertificateFields(supplierId, 0, { lines });
    const { status, json, text } = await admin('POST', '/transaction-certificates', fields);
    expect(status, text).toBe(201);
    return `/transaction-certificates/${json.transactionCertificateId}`;
  },
  'certification body': async () => {
    runs += 1;
    const { json } = await admin('POST', '/certification-bodies', { name: `Restored ${runs}`, suspensions: [] });
    return `/certification-bodies/${json.certificationBodyId}`;
  },
  certificate: async () => `/certificates/${(await admin('POST', '/certificates', certificate())).json.certificateId}`,
};

/** The kinds of records whose path isn't called like them. */
const kinds: Record<string, string> = {
  'production-runs': 'runs',
  'transaction-certificates': 'transactionCertificates',
  'certification-bodies': 'certificationBodies',
};

async function eventsOf(path: string) {
  const [resource = '', id = ''] = path.split('/').slice(-2);
  return (await admin('GET', `/history/${kinds[resource] ?? resource.toLowerCase()}/${id}`)).json;
}

const remove = async (path: string) => await admin('DELETE', path.replace('/Auth/users/', '/Auth/delete-user/'));

const contentOf = async (path: string) => {
  const { status, json } = await admin('GET', path);
  return status === 200 ? { ...json, updatedAt: '' } : status;
};
const differences = async () => (await verifyLedger(app.store.db)).differences;

describe.each(Object.keys(adders))('a deleted %s', (kind) => {
  const add = async () => (await adders[kind]?.()) ?? '';

  test('is restored unchanged, under its id, with its history, and only with the permission to delete', async () => {
    const path = await add();
    const before = await contentOf(path);
    expect((await admin('POST', `${path}/restore`)).status).toBe(409);
    expect((await remove(path)).status).toBe(200);
    expect(await contentOf(path)).toBe(404);
    expect((await manager('POST', `${path}/restore`)).status).toBe(403);
    const { status, json } = await admin('POST', `${path}/restore`);
    expect([status, json.message]).toEqual([200, expect.stringContaining('restored.')]);
    expect(await contentOf(path)).toEqual(before);
    expect(await differences()).toEqual([]);
    expect((await eventsOf(path)).slice(0, 2)).toMatchObject([
      { action: 'restore', recordDeleted: false },
      { action: 'delete', recordDeleted: false },
    ]);
    expect((await admin('POST', `${path.replace(/\d+$/, '999999')}/restore`)).status).toBe(404);
  });

  test('can be deleted and restored again and again, in any order', async () => {
    const seed = Math.floor(Math.random() * 1e9);
    const random = new SeededRandom(seed);
    const paths = [await add(), await add(), await add()];
    const before = new Map(await Promise.all(paths.map(async (path) => [path, await contentOf(path)] as const)));
    for (let step = 0; step < 12; step += 1) {
      const path = random.pick(paths);
      const isThere = (await contentOf(path)) !== 404;
      const answer = isThere ? await remove(path) : await admin('POST', `${path}/restore`);
      expect([answer.status, answer.text], `seed ${seed}`).toEqual([200, expect.anything()]);
      expect(await contentOf(path), `seed ${seed}`).toEqual(isThere ? 404 : before.get(path));
    }
    expect(await differences(), `seed ${seed}`).toEqual([]);
  });
});

test('a record is not restored when its name is in use again, or when it refers to a deleted record', async () => {
  const taken = await addSupplier(admin, { name: 'Ünique Farms' });
  await admin('DELETE', `/suppliers/${taken}`);
  await addSupplier(admin, { name: 'ünique farms' });
  const refused = await admin('POST', `/suppliers/${taken}/restore`);
  expect([refused.status, refused.json.message]).toEqual([409, 'Another supplier is now called Ünique Farms.']);
  expect((await admin('GET', `/suppliers/${taken}`)).status).toBe(404);

  const renamed = await addSupplier(admin, { name: 'Other Farms' });
  const gone = await addSupplier(admin, { name: 'Renamed Farms' });
  await admin('DELETE', `/suppliers/${gone}`);
  const { json: other } = await admin('GET', `/suppliers/${renamed}`);
  expect((await admin('PUT', `/suppliers/${renamed}`, { ...other, name: 'Renamed farms' })).status).toBe(200);
  expect((await admin('POST', `/suppliers/${gone}/restore`)).status).toBe(409);

  const categoryId = await addCategory(admin, 'Sauces');
  const product = await addProduct(admin, { categoryId });
  await admin('DELETE', `/products/${product}`);
  await admin('DELETE', `/Categories/${categoryId}`);
  const alone = await admin('POST', `/products/${product}/restore`);
  expect([alone.status, alone.json.message]).toEqual([409, restoreTexts.needs(['Sauces'])]);
  await admin('POST', `/Categories/${categoryId}/restore`);
  expect((await admin('POST', `/products/${product}/restore`)).status).toBe(200);
});

test('a restored dispatch is posted to the same lots, and refused when they are used up', async () => {
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

describe('a deleted record that a document refers to is named, and once restored lets the document be restored', () => {
  /** Deletes all of them, then restores the first in vain and all of them in the other order. */
  async function refusedUntil(named: string, ...paths: string[]): Promise<void> {
    for (const path of paths) expect((await remove(path)).status, path).toBe(200);
    const refused = await admin('POST', `${paths[0]}/restore`);
    expect([refused.status, refused.json.message]).toEqual([409, restoreTexts.needs([named])]);
    for (const path of paths.toReversed()) expect((await admin('POST', `${path}/restore`)).status, path).toBe(200);
    expect(await differences()).toEqual([]);
  }

  async function bought() {
    const leaf = await addMaterial(admin, { name: 'Leaf' });
    const { inwardId, rawMaterials } = await addInward(admin, supplierId, [[leaf, 10]]);
    const [{ id, lotCode }] = rawMaterials;
    return { leaf, lot: id, name: `Leaf, ${lotCode}`, inward: `/inward/${inwardId}` };
  }

  test.each(['writeOff', 'supplierReturn', 'count'])('%s', async (kind) => {
    const { lot, name, inward } = await bought();
    const returned = kind === 'supplierReturn' ? { supplierId } : {};
    const fields = { kind, ...returned, date: '2026-11-12', reason: 'x', lines: [{ lotId: lot, quantity: 10 }] };
    await refusedUntil(name, await adjustment(fields), inward);
  });

  test('a run', async () => {
    const { leaf, name, inward } = await bought();
    const run = await addRun(admin, [{ rawMaterialId: leaf, quantity: 2 }]);
    await refusedUntil(name, `/production-runs/${run.runId}`, inward);
  });

  test('a dispatch and its return', async () => {
    const tea = await addProduct(admin, { name: 'Tea' });
    const batch = await good({ productId: tea, batchNumber: 'TEA-1' });
    const sent = { lines: [{ finishedGoodId: Number(batch.split('/').at(-1)), quantity: 2 }], invoiceNumber: 'TEA/1' };
    const { dispatchId, lines } = (await admin('POST', '/dispatches', dispatchOf(2, sent))).json;
    const dispatch = `/dispatches/${dispatchId}`;
    await refusedUntil('Tea, TEA-1', dispatch, batch);
    const back = { kind: 'buyerReturn', lines: [{ dispatchLineId: lines[0].dispatchLineId, quantity: 1 }] };
    const path = await adjustment(back);
    await refusedUntil('Dispatch TEA/1 to Restoring buyer', path, dispatch);

    await remove(path);
    expect((await admin('PUT', dispatch, dispatchOf(1, { invoiceNumber: 'TEA/1' }))).status).toBe(200);
    const { status, json } = await admin('POST', `${path}/restore`);
    const label = 'Dispatch TEA/1 to Restoring buyer';
    expect([status, json.message]).toEqual([409, stockRefusals.restoredWithoutLine(label, 'Tea')]);
    expect(json.documents).toEqual([{ kind: 'dispatch', id: dispatchId, label }]);
  });
});

test('a restored inward brings its stock back, and is refused when another lot has the code of one of its lots', async () => {
  const material = await addMaterial(admin);
  const fields = inwardFields(supplierId, [[material, 5]]);
  const [line] = fields.rawMaterials;
  const coded = { ...fields, rawMaterials: [{ ...line, code: 'LOT-AGAIN' }] };
  const { inwardId } = (await admin('POST', '/inward', coded)).json;
  await admin('DELETE', `/inward/${inwardId}`);
  expect((await stockOf(admin, material)).at(-1)).toBe(0);
  const { inwardId: second } = (await admin('POST', '/inward', coded)).json;
  const refused = await admin('POST', `/inward/${inwardId}/restore`);
  expect([refused.status, refused.json.message]).toEqual([409, 'Another lot now has the code LOT-AGAIN.']);
  await admin('DELETE', `/inward/${second}`);
  expect((await admin('POST', `/inward/${inwardId}/restore`)).status).toBe(200);
  expect((await stockOf(admin, material)).at(-1)).toBe(5);
  expect(await differences()).toEqual([]);
});

test('a restored run consumes its lots and creates its batch, and is refused when lots are used up or the number is in use', async () => {
  const material = await addMaterial(admin);
  const [{ id: bought }] = (await addInward(admin, supplierId, [[material, 10]])).rawMaterials;
  const { code } = (await admin('GET', `/lots/${bought}`)).json;
  await addInward(admin, supplierId, [[material, 10]]);
  const run = (batchNumber: string) => ({
    productionDate: '2026-11-10',
    status: 'completed',
    note: '',
    inputs: [{ rawMaterialId: material, quantity: 4, lots: [{ lotId: bought, quantity: 4 }] }],
    outputs: [{ productId, batchNumber, quantity: 3, manufactureDate: null, expiryDate: null }],
    losses: [],
  });
  const { runId, outputs } = (await admin('POST', '/production-runs', run('RST-TWICE'))).json;
  const restore = async () => await admin('POST', `/production-runs/${runId}/restore`);
  await admin('DELETE', `/production-runs/${runId}`);

  const { finishedGoodId } = outputs[0];
  const alone = await admin('POST', `/goods/${finishedGoodId}/restore`);
  expect([alone.status, alone.json.message]).toEqual([
    409,
    restoreTexts.needs(['Production of RST-TWICE on 10-11-2026']),
  ]);

  const { runId: other } = (await admin('POST', '/production-runs', run('RST-TWICE'))).json;
  expect([(await restore()).status, (await restore()).json.message]).toEqual([
    409,
    expect.stringContaining('RST-TWICE'),
  ]);
  await admin('DELETE', `/production-runs/${other}`);

  const hungry = { rawMaterialId: material, quantity: 8, productionDate: '2026-11-10', status: 'completed' };
  const { productionId } = (await admin('POST', '/Production', hungry)).json;
  const short = await restore();
  expect([short.status, short.json.message]).toEqual([409, expect.stringContaining(code)]);
  await admin('DELETE', `/Production/${productionId}`);

  await admin('POST', `/lots/${bought}/hold`, { reason: 'Smells' });
  expect((await restore()).status).toBe(409);
  await admin('POST', `/lots/${bought}/release`, { reason: 'Does not' });
  expect((await restore()).status).toBe(200);
  expect((await admin('GET', `/production-runs/${runId}`)).json.inputs[0].lots).toMatchObject([
    { lotId: bought, quantity: 4 },
  ]);
  expect((await admin('GET', `/goods/${finishedGoodId}`)).json).toMatchObject({ runId, quantity: 3 });
  expect(await differences()).toEqual([]);
});

type Reversible = { reversed: boolean; reversesId: number | null };

test('a restored batch without a date of its own gets the present day of its run', async () => {
  const material = await addMaterial(admin);
  await addInward(admin, supplierId, [[material, 10]]);
  const outputs = ['RST-DAY-1', 'RST-DAY-2'].map((batchNumber) => batchFields(productId, 1, { batchNumber }));
  const run = await addRun(admin, [{ rawMaterialId: material, quantity: 2 }], { outputs });
  const [kept, deleted] = run.outputs;
  await remove(`/goods/${deleted.finishedGoodId}`);
  const later = { ...run, productionDate: '2026-11-12', outputs: [kept], reason: 'Wrong day', updatedAt: undefined };
  expect((await admin('PUT', `/production-runs/${run.runId}`, later)).status).toBe(200);
  expect((await admin('POST', `/goods/${deleted.finishedGoodId}/restore`)).status).toBe(200);
  for (const output of [kept, deleted]) {
    const { movements } = (await admin('GET', `/lots/${output.lotId}`)).json;
    const made = movements.filter(({ reversed, reversesId }: Reversible) => !reversed && reversesId === null);
    expect(made).toMatchObject([{ kind: 'produced', occurredOn: '2026-11-12' }]);
  }
});

test('a user is not restored when the address is in use, nor a transaction certificate when another covers its line', async () => {
  const user = (await adders['user']?.()) ?? '';
  const { email } = (await admin('GET', user)).json;
  await remove(user);
  const fields = { fullName: 'Newer Rao', email: email.toUpperCase(), phone: '9800000001' };
  await admin('POST', '/Auth/register', { ...fields, userRole: 'user', password: 'Turmeric-2026!' });
  expect((await admin('POST', `${user}/restore`)).status).toBe(409);

  const path = (await adders['transaction certificate']?.()) ?? '';
  const { transactionCertificateId: _, ...same } = (await admin('GET', path)).json;
  await remove(path);
  const { status } = await admin('POST', '/transaction-certificates', {
    ...same,
    number: 'RST-OTHER',
    updatedAt: undefined,
  });
  expect(status).toBe(201);
  const refused = await admin('POST', `${path}/restore`);
  expect([refused.status, refused.json.message]).toEqual([409, expect.stringMatching(/^Other certificates now cover/)]);
});
