import { expect, test } from 'vitest';
import { buildTestApp } from '#test/buildTestApp.ts';
import { addInward, addMaterial, addProduct, addSupplier } from '#test/factories.ts';

test('a batch number that another lot of the product has, such as one of an opening stock, is refused at its line', async () => {
  const admin = await (await buildTestApp()).as('admin');
  const [rawMaterialId, productId] = [await addMaterial(admin), await addProduct(admin)];
  await addInward(admin, await addSupplier(admin), [[rawMaterialId, 5]]);
  const opening = { kind: 'opening', date: '2026-11-01', lines: [{ productId, quantity: 3, code: 'OLD-7' }] };
  expect((await admin('POST', '/adjustments', opening)).status).toBe(201);
  const { status, json } = await admin('POST', '/production-runs', {
    productionDate: '2026-11-20',
    inputs: [{ rawMaterialId, quantity: 1 }],
    outputs: ['NEW-7', 'old-7'].map((batchNumber) => ({ productId, batchNumber, quantity: 1 })),
  });
  const sentence = 'Another lot of this item has the code "old-7".';
  expect([status, json.message, json.errors]).toEqual([409, sentence, { 'outputs.1.batchNumber': [sentence] }]);
  expect((await admin('GET', '/production-runs')).json).toEqual([]);
});
