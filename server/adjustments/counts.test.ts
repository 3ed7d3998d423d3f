/** Counts of another day than that of their recording. */
import { afterEach, beforeAll, expect, test } from 'vitest';
import { type Answer, buildTestApp, type Caller, type TestApp } from '#test/buildTestApp.ts';
import { addInward, addMaterial, addProduction, addSupplier } from '#test/factories.ts';
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

const bodyOf = (date: string, lotId: number, quantity: number) => ({
  kind: 'count',
  date,
  reason: '',
  lines: [{ lotId, quantity }],
});
const count = async (date: string, lotId: number, quantity: number) =>
  await admin('POST', '/adjustments', bodyOf(date, lotId, quantity));
const lotOf = async (id: number) => (await admin('GET', `/lots/${id}`)).json;

function made(answer: Answer): Answer['json'] {
  expect(answer.status, answer.text).toBe(201);
  return answer.json;
}

/** A lot that was received on 01-11-2026. */
async function received(material: number, quantity: number): Promise<number> {
  return (await addInward(admin, supplier, [[material, quantity]], { inwardDate: '2026-11-01' })).rawMaterials[0].id;
}

test('a count of an earlier day is compared with the ledger of that day, and what moved since stays moved', async () => {
  const material = await addMaterial(admin);
  const lot = await received(material, 100);
  await addProduction(admin, material, 20, { productionDate: '2026-11-12' });
  const agrees = made(await count('2026-11-10', lot, 100));
  expect(agrees.lines).toMatchObject([{ quantity: 100, ledgerQuantity: 100 }]);
  expect((await lotOf(lot)).onHandQty).toBe(80);
  const less = made(await count('2026-11-11', lot, 97));
  expect((await lotOf(lot)).onHandQty).toBe(77);
  // The day of the production: 77 by the ledger, of which its own 3 are left out.
  const moved = await admin('PUT', `/adjustments/${less.adjustmentId}`, bodyOf('2026-11-12', lot, 79));
  expect(moved.json.lines, moved.text).toMatchObject([{ quantity: 79, ledgerQuantity: 80 }]);
  expect((await lotOf(lot)).onHandQty).toBe(79);
  const { json: balance } = await admin('GET', `/mass-balance?lotId=${lot}&to=2026-11-12`);
  expect(balance.closing).toBe(79);
});

test('a count of a lot that was counted on a later day is refused', async () => {
  const lotId = await received(await addMaterial(admin), 10);
  const { adjustmentId } = made(await count('2026-11-12', lotId, 9));
  const again = made(await count('2026-11-13', lotId, 9));
  const { code } = await lotOf(lotId);
  const later = [again.adjustmentId, adjustmentId].map((id, index) => {
    return { kind: 'adjustment', id, label: `Stock count of ${13 - index}-11-2026` };
  });
  const text = `${code} was counted after this day: Stock count of 13-11-2026, Stock count of 12-11-2026.`;
  const earlier = await count('2026-11-11', lotId, 8);
  const expected = { code: 'conflict', message: text, errors: { 'lines.0.lotId': [text] }, documents: later };
  expect([earlier.status, earlier.json]).toEqual([409, expected]);
  // Itself it is not in its own way.
  const moved = await admin('PUT', `/adjustments/${adjustmentId}`, bodyOf('2026-11-11', lotId, 9));
  expect([moved.status, moved.json.documents]).toEqual([409, later.slice(0, 1)]);
  expect((await lotOf(lotId)).onHandQty).toBe(9);
});

test('a lot that was counted as it was stays, and restoring the count needs it', async () => {
  const material = await addMaterial(admin, { name: 'Sesame' });
  const inward = await addInward(admin, supplier, [[material, 10]]);
  const [{ lotId, lotCode }] = inward.rawMaterials;
  const { adjustmentId } = made(await count('2026-11-05', lotId, 10));
  const deleted = await admin('DELETE', `/inward/${inward.inwardId}`);
  const label = 'Stock count of 05-11-2026';
  expect([deleted.status, deleted.json.message, deleted.json.documents]).toEqual([
    409,
    `Lot ${lotCode} of Sesame was counted: ${label}. Take it out of there first.`,
    [{ kind: 'adjustment', id: adjustmentId, label }],
  ]);
  expect((await admin('PUT', `/adjustments/${adjustmentId}`, bodyOf('2026-11-06', lotId, 10))).status).toBe(200);
  expect((await admin('DELETE', `/adjustments/${adjustmentId}`)).status).toBe(200);
  expect((await admin('DELETE', `/inward/${inward.inwardId}`)).status).toBe(200);
  const restore = async () => await admin('POST', `/adjustments/${adjustmentId}/restore`);
  const refused = await restore();
  expect([refused.status, refused.json.message]).toEqual([
    409,
    `It names what is deleted by now: Sesame, ${lotCode}. Restore that first.`,
  ]);
  expect((await admin('POST', `/inward/${inward.inwardId}/restore`)).status).toBe(200);
  expect((await restore()).status).toBe(200);
});

test('a lot that a count found stays with another count of it, until its own line goes from there', async () => {
  const rawMaterialId = await addMaterial(admin, { name: 'Poppy' });
  const found = { kind: 'count', date: '2026-11-04', reason: '', lines: [{ rawMaterialId, quantity: 2, code: 'P-1' }] };
  const first = made(await admin('POST', '/adjustments', found));
  const [{ lotId }] = first.lines;
  const other = await received(rawMaterialId, 3);
  const lines = [
    { lotId, quantity: 2 },
    { lotId: other, quantity: 3 },
  ];
  const second = made(await admin('POST', '/adjustments', { ...bodyOf('2026-11-05', 0, 0), lines }));
  const path = `/adjustments/${first.adjustmentId}`;
  expect((await admin('DELETE', path)).json.message).toContain('Lot P-1 of Poppy was counted');
  const without = { ...bodyOf('2026-11-04', other, 3) };
  expect((await admin('PUT', path, without)).status).toBe(409);
  const shorter = bodyOf('2026-11-05', other, 3);
  expect((await admin('PUT', `/adjustments/${second.adjustmentId}`, shorter)).status).toBe(200);
  expect((await admin('PUT', path, { ...found, lines: [{ lotId, quantity: 2 }] })).status).toBe(200);
  expect((await admin('DELETE', path)).status).toBe(200);
  expect((await admin('GET', `/lots/${lotId}`)).status).toBe(404);
});
