import { expect, test } from 'vitest';
import { buildTestApp } from '#test/buildTestApp.ts';
import { addInward, addMaterial, addProduct, addSupplier } from '#test/factories.ts';

const app = await buildTestApp();
const admin = await app.as('admin');

const totals = async (query = '') => (await admin('GET', `/lots/totals?${query}`)).json;

test('the value on hand is that of the lots to the paisa, and follows the filters of the list', async () => {
  expect(await totals()).toEqual({ count: 0, value: 0, withoutValue: 0 });
  const supplierId = await addSupplier(admin);
  const pepper = await addMaterial(admin, { name: 'Pepper' });
  const rawMaterials = [{ rawMaterialId: pepper, quantity: 3.333, pricePerUnit: 7.77 }];
  await addInward(admin, supplierId, [], { rawMaterials });
  const productId = await addProduct(admin, { name: 'Pepper 100 g' });
  const lines = [
    { productId, quantity: 4, pricePerUnit: 12.5 },
    { productId, quantity: 6 },
  ];
  const opening = await admin('POST', '/adjustments', { kind: 'opening', date: '2026-11-02', lines });
  expect(opening.status).toBe(201);
  // 1 kg makes 2 jars: 3.885 rupees a jar, which the lot shows as 3.89; together they cost the 7.77 of the input.
  const run = await admin('POST', '/production-runs', {
    productionDate: '2026-11-20',
    status: 'completed',
    inputs: [{ rawMaterialId: pepper, quantity: 1 }],
    outputs: [{ productId, batchNumber: 'PP-1', quantity: 2 }],
  });
  expect(run.status, run.text).toBe(201);
  const listed = (await admin('GET', '/lots')).json;
  const sum = listed.reduce((total: number, { value }: { value: number | null }) => total + (value ?? 0) * 100, 0);
  // 2.333 × 7.77 = 18.13, 4 × 12.50 = 50 and 2 × 3.885 = 7.77.
  expect(await totals()).toEqual({ count: 4, value: 75.9, withoutValue: 1 });
  expect(Math.round(sum)).toBe(7590);
  const { itemId } = listed.find((lot: { rawMaterialId: number | null }) => lot.rawMaterialId === pepper);
  expect(await totals(`itemId=${itemId}`)).toEqual({ count: 1, value: 18.13, withoutValue: 0 });
  expect(await totals('search=PP-1')).toEqual({ count: 1, value: 7.77, withoutValue: 0 });
  expect(await totals('hasStock=false')).toEqual({ count: 0, value: 0, withoutValue: 0 });
});
