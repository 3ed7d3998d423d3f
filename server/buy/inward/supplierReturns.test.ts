import { expect, test } from 'vitest';
import { buildTestApp } from '#test/buildTestApp.ts';
import { addInward, addMaterial, addSupplier } from '#test/factories.ts';
import { verifyAfterEach } from '#test/world.ts';

const app = await buildTestApp();
const admin = await app.as('admin');
verifyAfterEach(app);
const [supplier, other] = [await addSupplier(admin), await addSupplier(admin)];

/** An inward of ten, of which two went back. */
async function sentBack() {
  const inward = await addInward(admin, supplier, [[await addMaterial(admin), 10]]);
  const lines = [{ lotId: inward.rawMaterials[0].lotId, quantity: 2 }];
  const body = { kind: 'supplierReturn', date: '2026-11-05', reason: 'Wrong grade', supplierId: supplier, lines };
  const { status, json, text } = await admin('POST', '/adjustments', body);
  expect(status, text).toBe(201);
  const put = async (over: object) =>
    await admin('PUT', `/inward/${inward.inwardId}`, { ...inward, billAttachment: null, updatedAt: null, ...over });
  return {
    put,
    path: `/adjustments/${json.adjustmentId}`,
    id: json.adjustmentId,
    code: inward.rawMaterials[0].lotCode,
  };
}

test('an inward with a return to its supplier keeps the supplier', async () => {
  const { put, path, id } = await sentBack();
  const label = 'Return to supplier of 05-11-2026';
  const text = `Some of it went back to this supplier: ${label}. Delete that first to choose another supplier.`;
  const refused = await put({ supplierId: other });
  expect([refused.status, refused.json.errors, refused.json.documents]).toEqual([
    409,
    { supplierId: [text] },
    [{ kind: 'adjustment', id, label }],
  ]);
  expect((await put({ invoiceNumber: 'INV/again' })).status).toBe(200);
  expect((await admin('DELETE', path)).status).toBe(200);
  expect((await put({ supplierId: other })).status).toBe(200);
});

test('a deleted return to a supplier is not restored after the inward was changed to another supplier', async () => {
  const { put, path, code } = await sentBack();
  expect((await admin('DELETE', path)).status).toBe(200);
  expect((await put({ supplierId: other })).status).toBe(200);
  const refused = await admin('POST', `${path}/restore`);
  expect([refused.status, refused.json.message]).toEqual([409, `${code} did not come from this supplier.`]);
  expect((await put({ supplierId: supplier })).status).toBe(200);
  expect((await admin('POST', `${path}/restore`)).status).toBe(200);
});
