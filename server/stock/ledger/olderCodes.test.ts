/** Codes and batch numbers of older versions, with characters that are refused now: they are read, and their records changed. */
import { expect, test } from 'vitest';
import { buildTestApp } from '#test/buildTestApp.ts';
import { addInward, addMaterial, addProduct, addRun, addSupplier, batchFields } from '#test/factories.ts';
import { storedCode } from '../../core/db/batchOrder.ts';

const notStorable = ['Contains characters that cannot be stored.'];

const app = await buildTestApp();
const admin = await app.as('admin');

/** Gives a lot, and its batch, a code as an older version stored it. */
async function setCode(lotId: number, code: string, goodId?: number): Promise<void> {
  const { db } = app.store;
  const stored = storedCode(code);
  await db.updateTable('lot').set(stored).where('id', '=', lotId).execute();
  const { code_key: batch_key, code_order: batch_order } = stored;
  if (goodId !== undefined)
    await db
      .updateTable('finished_good')
      .set({ batch_number: code, batch_key, batch_order })
      .where('id', '=', goodId)
      .execute();
}

test('a batch whose number has a hidden character is refused with it and saved with the visible number, also once used', async () => {
  const productId = await addProduct(admin);
  const fields = { productId, batchNumber: 'LK9', quantity: 5 };
  const { finishedGoodId: id, lotId } = (await admin('POST', '/goods', fields)).json;
  await setCode(lotId, 'LK\uFFFF9', id);
  const good = (await admin('GET', `/goods/${id}`)).json;
  expect(good.batchNumber).toBe('LK\uFFFF9');
  expect((await admin('GET', '/goods?search=LK')).json).toHaveLength(1);

  const asStored = await admin('PUT', `/goods/${id}`, { ...good, quantity: 6 });
  expect([asStored.status, asStored.json.errors]).toEqual([400, { batchNumber: notStorable }]);
  const asSeen = { ...good, batchNumber: 'LK9', status: 'sold', updatedAt: undefined };
  expect((await admin('PUT', `/goods/${id}`, asSeen)).status).toBe(200);
  const sold = await admin('PUT', `/goods/${id}`, { ...asSeen, expiryDate: '2028-01-31' });
  expect([sold.status, sold.json.expiryDate, sold.json.batchNumber]).toEqual([200, '2028-01-31', 'LK\uFFFF9']);
});

test('a run whose batch number has a hidden character is refused with it and saved with the visible number', async () => {
  const [material, product] = [await addMaterial(admin), await addProduct(admin)];
  await addInward(admin, await addSupplier(admin), [[material, 10]]);
  const batch = batchFields(product, 2);
  const run = await addRun(admin, [{ rawMaterialId: material, quantity: 2 }], { outputs: [batch] });
  const [{ finishedGoodId, lotId, batchNumber }] = run.outputs;
  await setCode(lotId, `${batchNumber}\u0081`, finishedGoodId);
  expect((await admin('PUT', `/goods/${finishedGoodId}`, { ...batch, status: 'sold' })).status).toBe(200);

  const stored = (await admin('GET', `/production-runs/${run.runId}`)).json;
  const change = { ...stored, note: 'Dried twice', reason: 'Note', updatedAt: undefined };
  const asStored = await admin('PUT', `/production-runs/${run.runId}`, change);
  expect([asStored.status, asStored.json.errors]).toEqual([400, { 'outputs.0.batchNumber': notStorable }]);
  const outputs = [{ ...stored.outputs[0], batchNumber }];
  const asSeen = await admin('PUT', `/production-runs/${run.runId}`, { ...change, outputs });
  expect([asSeen.status, asSeen.json.note, asSeen.json.outputs?.[0].batchNumber]).toEqual([
    200,
    'Dried twice',
    `${batchNumber}\u0081`,
  ]);
});

test('lots of an inward and of opening stock keep a code with a hidden character when they are saved with the visible one', async () => {
  const [supplier, material] = [await addSupplier(admin), await addMaterial(admin)];
  const { inwardId } = await addInward(admin, supplier, [[material, 100]]);
  const [{ lotId, ...line }] = (await admin('GET', `/inward/${inwardId}`)).json.rawMaterials;
  const opening = {
    kind: 'opening',
    date: '2026-11-01',
    lines: [{ rawMaterialId: material, quantity: 5, code: 'OLD' }],
  };
  const { adjustmentId, lines } = (await admin('POST', '/adjustments', opening)).json;
  const runOf = { rawMaterialId: material, quantity: 102 };
  await addRun(admin, [runOf]);
  await setCode(lotId, 'TU\u0081R');
  await setCode(lines[0].lotId, 'O\u0081LD');

  const lot = await admin('PUT', `/lots/${lotId}`, { code: 'TUR', supplierLotNumber: 'S-1' });
  expect([lot.status, lot.json.code, lot.json.supplierLotNumber]).toEqual([200, 'TU\u0081R', 'S-1']);
  const inward = (await admin('GET', `/inward/${inwardId}`)).json;
  const rawMaterials = [{ ...line, lotId, code: 'TUR', supplierLotNumber: 'S-2' }];
  const changed = await admin('PUT', `/inward/${inwardId}`, { ...inward, rawMaterials });
  expect([changed.status, changed.json.rawMaterials?.[0].lotCode]).toEqual([200, 'TU\u0081R']);
  const again = { ...opening, lines: [{ ...lines[0], code: 'OLD', quantity: 6 }] };
  const counted = await admin('PUT', `/adjustments/${adjustmentId}`, again);
  expect([counted.status, counted.json.lines?.[0].lotCode]).toEqual([200, 'O\u0081LD']);
});
