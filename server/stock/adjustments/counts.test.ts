/** Counts of another day than that of their recording. */
import { expect, test } from 'vitest';
import { type Answer, buildTestApp } from '#test/buildTestApp.ts';
import { addInward, addMaterial, addProduction, addSupplier } from '#test/factories.ts';
import { jsonOf, verifyAfterEach, worldOf } from '#test/world.ts';

const app = await buildTestApp();
const admin = await app.as('admin');
const { readLot, receive } = worldOf(admin);
verifyAfterEach(app);
const supplier = await addSupplier(admin);

const bodyOf = (date: string, lotId: number, quantity: number) => ({
  kind: 'count',
  date,
  reason: '',
  lines: [{ lotId, quantity }],
});
const count = async (date: string, lotId: number, quantity: number) =>
  await admin('POST', '/adjustments', bodyOf(date, lotId, quantity));

test('a count of an earlier day is compared with the ledger of that day, and later movements stay', async () => {
  const material = await addMaterial(admin);
  const lot = await receive(supplier, material, 100);
  await addProduction(admin, material, 20, { productionDate: '2026-11-12' });
  const agrees = await jsonOf(201, count('2026-11-10', lot, 100));
  expect(agrees.lines).toMatchObject([{ quantity: 100, ledgerQuantity: 100 }]);
  expect((await readLot(lot)).onHandQty).toBe(80);
  const less = await jsonOf(201, count('2026-11-11', lot, 97));
  expect((await readLot(lot)).onHandQty).toBe(77);
  // The day of the production: 77 by the ledger, of which its own 3 are left out.
  const moved = await admin('PUT', `/adjustments/${less.adjustmentId}`, bodyOf('2026-11-12', lot, 79));
  expect(moved.json.lines, moved.text).toMatchObject([{ quantity: 79, ledgerQuantity: 80 }]);
  expect((await readLot(lot)).onHandQty).toBe(79);
  const { json: balance } = await admin('GET', `/mass-balance?lotId=${lot}&to=2026-11-12`);
  expect(balance.closing).toBe(79);
});

test('a count whose surplus was used cannot move to a day that would leave a negative stock', async () => {
  const material = await addMaterial(admin);
  const lot = await receive(supplier, material, 10);
  await addProduction(admin, material, 10, { productionDate: '2026-11-02' });
  const found = await jsonOf(201, count('2026-11-10', lot, 5));
  await addProduction(admin, material, 5, { productionDate: '2026-11-05' });
  const change = (date: string, quantity: number) =>
    admin('PUT', `/adjustments/${found.adjustmentId}`, bodyOf(date, lot, quantity));
  for (const [date, quantity] of [
    ['2026-11-11', 5],
    ['2026-11-11', 0],
    ['2026-11-06', 5],
  ] as const) {
    const { status, json } = await change(date, quantity);
    expect([status, Object.keys(json.errors)]).toEqual([409, ['lines.0.lotId']]);
    expect(json.message).toMatch(/more was taken by .* than there was: Production of .*, Production of/);
    expect(json.documents).toHaveLength(2);
  }
  expect((await change('2026-11-02', 5)).json.lines).toMatchObject([{ quantity: 5, ledgerQuantity: 0 }]);
  expect((await readLot(lot)).onHandQty).toBe(0);
});

test('a count of a lot that was counted on a later day is refused', async () => {
  const lotId = await receive(supplier, await addMaterial(admin), 10);
  const { adjustmentId } = await jsonOf(201, count('2026-11-12', lotId, 9));
  const again = await jsonOf(201, count('2026-11-13', lotId, 9));
  const { code } = await readLot(lotId);
  const later = [again.adjustmentId, adjustmentId].map((id, index) => {
    return { kind: 'adjustment', id, label: `Stock count of ${13 - index}-11-2026` };
  });
  const counts = 'Stock count of 13-11-2026, Stock count of 12-11-2026';
  const text = `${code} was counted later: ${counts}. Change or delete that first.`;
  const earlier = await count('2026-11-11', lotId, 8);
  const expected = { code: 'conflict', message: text, errors: { 'lines.0.lotId': [text] }, documents: later };
  expect([earlier.status, earlier.json]).toEqual([409, expected]);
  // Itself it is not in its own way.
  const moved = await admin('PUT', `/adjustments/${adjustmentId}`, bodyOf('2026-11-11', lotId, 9));
  expect([moved.status, moved.json.documents]).toEqual([409, later.slice(0, 1)]);
  expect((await readLot(lotId)).onHandQty).toBe(9);
});

const idOf = async (answer: Promise<Answer>): Promise<number> => (await jsonOf(201, answer)).adjustmentId;
const removeCount = async (id: number) => await admin('DELETE', `/adjustments/${id}`);
const restoreCount = async (id: number) => await admin('POST', `/adjustments/${id}/restore`);

test.each(['2026-11-10', '2026-11-12'])(
  'a count is not restored before a count of %s that was recorded since',
  async (day) => {
    const lotId = await receive(supplier, await addMaterial(admin), 100);
    const first = await idOf(count('2026-11-10', lotId, 90));
    expect((await removeCount(first)).status).toBe(200);
    const later = await idOf(count(day, lotId, 90));
    const refused = await restoreCount(first);
    const { code } = await readLot(lotId);
    expect([refused.status, refused.json.message, refused.json.documents]).toEqual([
      409,
      expect.stringContaining(`${code} was counted later: Stock count of`),
      [expect.objectContaining({ kind: 'adjustment', id: later })],
    ]);
    expect((await readLot(lotId)).onHandQty).toBe(90);
    // Without the later one it comes back.
    expect((await removeCount(later)).status).toBe(200);
    expect((await restoreCount(first)).status).toBe(200);
    expect((await readLot(lotId)).onHandQty).toBe(90);
    // It was compared with 100, and would lose the same again.
    expect((await restoreCount(later)).status).toBe(409);
  },
);

test.each(['2026-11-10', '2026-11-12'])('a count with another of %s after it keeps its difference', async (day) => {
  const lotId = await receive(supplier, await addMaterial(admin), 100);
  const other = await receive(supplier, await addMaterial(admin), 5);
  const first = await idOf(count('2026-11-10', lotId, 90));
  const later = await idOf(count(day, lotId, 90));
  const edit = async (date: string, lots: readonly [number, number][]) => {
    const lines = lots.map(([id, quantity]) => ({ lotId: id, quantity }));
    return await admin('PUT', `/adjustments/${first}`, { kind: 'count', date, reason: 'Corrected', lines });
  };
  const named = [expect.objectContaining({ kind: 'adjustment', id: later })];
  const more = await edit('2026-11-10', [[lotId, 70]]);
  expect([more.status, Object.keys(more.json.errors), more.json.documents]).toEqual([409, ['lines.0.lotId'], named]);
  const gone = await edit('2026-11-10', [[other, 5]]);
  expect([gone.status, gone.json.errors, gone.json.documents]).toEqual([409, undefined, named]);
  const redated = await edit('2026-11-14', [[lotId, 90]]);
  expect([redated.status, redated.json.documents]).toEqual([409, named]);
  const removed = await removeCount(first);
  expect([removed.status, removed.json.documents]).toEqual([409, named]);
  expect((await readLot(lotId)).onHandQty).toBe(90);
  // Unchanged quantities and other lots remain editable, and every quantity does after the later count is deleted.
  const same = await edit('2026-11-10', [
    [lotId, 90],
    [other, 4],
  ]);
  expect(same.status, same.text).toBe(200);
  expect((await removeCount(later)).status).toBe(200);
  expect((await edit('2026-11-10', [[lotId, 70]])).status).toBe(200);
  expect((await readLot(lotId)).onHandQty).toBe(70);
  expect((await removeCount(first)).status).toBe(200);
  expect((await readLot(lotId)).onHandQty).toBe(100);
});

test('a count is not restored after earlier counts of the lot have changed', async () => {
  const lotId = await receive(supplier, await addMaterial(admin), 100);
  const first = await idOf(count('2026-11-10', lotId, 90));
  const later = await idOf(count('2026-11-12', lotId, 90));
  for (const id of [later, first]) expect((await removeCount(id)).status).toBe(200);
  // It moved nothing, of 90 that are 100 again.
  const refused = await restoreCount(later);
  const text = `Earlier counts of ${(await readLot(lotId)).code} were changed since this one was deleted. Enter it again.`;
  expect([refused.status, refused.json.message]).toEqual([409, text]);
  for (const id of [first, later]) expect((await restoreCount(id)).status).toBe(200);
  expect((await readLot(lotId)).onHandQty).toBe(90);
});

test('a count without a difference can be deleted and restored before a later one', async () => {
  const lotId = await receive(supplier, await addMaterial(admin), 100);
  const first = await idOf(count('2026-11-10', lotId, 100));
  await jsonOf(201, count('2026-11-12', lotId, 95));
  expect((await removeCount(first)).status).toBe(200);
  expect((await restoreCount(first)).status).toBe(200);
  expect((await readLot(lotId)).onHandQty).toBe(95);
});

test('a lot is not counted on a day before its receipt, and the refusal names that day', async () => {
  const material = await addMaterial(admin);
  const inward = await addInward(admin, supplier, [[material, 100]], { inwardDate: '2026-11-10' });
  const [{ lotId, lotCode }] = inward.rawMaterials;
  const text = `${lotCode} came in on 10-11-2026: count it on that day or a later one.`;
  const early = await count('2026-11-05', lotId, 90);
  expect([early.status, early.json.message, early.json.errors]).toEqual([409, text, { 'lines.0.lotId': [text] }]);
  const id = await idOf(count('2026-11-10', lotId, 90));
  const redated = await admin('PUT', `/adjustments/${id}`, bodyOf('2026-11-09', lotId, 90));
  expect([redated.status, redated.json.errors]).toEqual([409, { 'lines.0.lotId': [text] }]);
  const { json: balance } = await admin('GET', `/mass-balance?lotId=${lotId}&to=2026-11-07`);
  expect(balance.closing).toBe(0);
  // The lot came in later than was thought.
  expect((await removeCount(id)).status).toBe(200);
  const moved = { ...inward, inwardDate: '2026-11-11' };
  expect((await admin('PUT', `/inward/${inward.inwardId}`, moved)).status).toBe(200);
  const refused = await restoreCount(id);
  expect([refused.status, refused.json.message]).toEqual([409, text.replace('10-11', '11-11')]);
  // A lot that a count opened has the date of the count.
  const found = { kind: 'count', date: '2026-11-08', reason: '', lines: [{ rawMaterialId: material, quantity: 2 }] };
  const first = await jsonOf(201, admin('POST', '/adjustments', found));
  const earlier = bodyOf('2026-11-03', first.lines[0].lotId, 2);
  expect((await admin('PUT', `/adjustments/${first.adjustmentId}`, earlier)).status).toBe(200);
});

test('a lot counted without a difference cannot be deleted, and the count is restored only with it', async () => {
  const material = await addMaterial(admin, { name: 'Sesame' });
  const inward = await addInward(admin, supplier, [[material, 10]]);
  const [{ lotId, lotCode }] = inward.rawMaterials;
  const { adjustmentId } = await jsonOf(201, count('2026-11-05', lotId, 10));
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
    `It uses deleted records: Sesame, ${lotCode}. Restore those first.`,
  ]);
  expect((await admin('POST', `/inward/${inward.inwardId}/restore`)).status).toBe(200);
  expect((await restore()).status).toBe(200);
});

test('a lot that a count opened cannot be deleted while another count has a line of it', async () => {
  const rawMaterialId = await addMaterial(admin, { name: 'Poppy' });
  const found = { kind: 'count', date: '2026-11-04', reason: '', lines: [{ rawMaterialId, quantity: 2, code: 'P-1' }] };
  const first = await jsonOf(201, admin('POST', '/adjustments', found));
  const [{ lotId }] = first.lines;
  const other = await receive(supplier, rawMaterialId, 3);
  const lines = [
    { lotId, quantity: 2 },
    { lotId: other, quantity: 3 },
  ];
  const second = await jsonOf(201, admin('POST', '/adjustments', { ...bodyOf('2026-11-05', 0, 0), lines }));
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
