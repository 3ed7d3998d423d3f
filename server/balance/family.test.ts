import { expect, test } from 'vitest';
import { buildTestApp } from '#test/buildTestApp.ts';
import { addInward, addMaterial, addProduct, addSupplier } from '#test/factories.ts';

test('of a return that a count found to be more, only what came back is of the item', async () => {
  const app = await buildTestApp();
  const admin = await app.as('admin');
  const done = async (path: string, body: object) => {
    const { status, json, text } = await admin('POST', path, body);
    expect(status, text).toBe(201);
    return json;
  };
  const supplierId = await addSupplier(admin);
  const [material, product] = [await addMaterial(admin, { unit: 'kg' }), await addProduct(admin, { unit: 'kg' })];
  await addInward(admin, supplierId, [[material, 100]], { inwardDate: '2026-10-01' });
  const { outputs } = await done('/production-runs', {
    productionDate: '2026-11-01',
    status: 'completed',
    inputs: [{ rawMaterialId: material, quantity: 100 }],
    outputs: [{ productId: product, batchNumber: 'BACK', quantity: 100 }],
  });
  const { buyerId } = await done('/buyers', { name: 'Sender', phone: '9811111112', status: 1 });
  const sent = await done('/dispatches', {
    buyerId,
    dispatchDate: '2026-11-05',
    invoiceNumber: 'B/1',
    lines: [{ lotId: outputs[0].lotId, quantity: 50 }],
  });
  const back = { dispatchLineId: sent.lines[0].dispatchLineId, quantity: 10 };
  const returned = await done('/adjustments', {
    kind: 'buyerReturn',
    date: '2026-11-10',
    reason: 'Torn bags',
    lines: [back],
  });
  const count = { kind: 'count', date: '2026-11-12', reason: 'Count' };
  await done('/adjustments', {
    ...count,
    lines: [{ lotId: returned.lines[0].lotId, quantity: 12, reason: 'Two more' }],
  });
  const { json: items } = await admin('GET', '/items');
  const { itemId } = items.find(({ rawMaterialId }: { rawMaterialId: number }) => rawMaterialId === material);
  const { json: balance } = await admin('GET', `/mass-balance?itemId=${itemId}&withProducts=true`);
  expect(balance.family).toMatchObject({ boughtGrams: 110_000, soldGrams: 50_000, leftGrams: 60_000 });
});
