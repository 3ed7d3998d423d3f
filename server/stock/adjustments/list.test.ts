import { expect, test } from 'vitest';
import { buildTestApp } from '#test/buildTestApp.ts';
import { addInward, addMaterial, addSupplier } from '#test/factories.ts';

const admin = await (await buildTestApp()).as('admin');

async function adjust(body: object): Promise<{ adjustmentId: number }> {
  const { status, json, text } = await admin('POST', '/adjustments', { date: '2026-11-15', reason: '', ...body });
  expect(status, text).toBe(201);
  return json;
}

test('the list is searched by reason, lot, item and supplier, and filtered by kind, lot and day', async () => {
  const material = await addMaterial(admin, { name: 'Saffron' });
  const lot = (await addInward(admin, await addSupplier(admin), [[material, 5]])).rawMaterials[0].id;
  const off = await adjust({ kind: 'writeOff', reason: 'Sample to Kochi', lines: [{ lotId: lot, quantity: 1 }] });
  const count = await adjust({ kind: 'count', date: '2026-11-16', lines: [{ lotId: lot, quantity: 4 }] });
  const found = async (query: string) =>
    (await admin('GET', `/adjustments?${query}`)).json.map((each: { adjustmentId: number }) => each.adjustmentId);
  const { code } = (await admin('GET', `/lots/${lot}`)).json;
  expect(await found('search=kochi')).toEqual([off.adjustmentId]);
  expect(await found('search=saffron')).toEqual([count.adjustmentId, off.adjustmentId]);
  expect(await found(`search=${code}`)).toEqual([count.adjustmentId, off.adjustmentId]);
  expect(await found(`lotId=${lot}&kind=count`)).toEqual([count.adjustmentId]);
  expect(await found(`lotId=${lot}&dateTo=2026-11-15`)).toEqual([off.adjustmentId]);
  expect(await found(`lotId=${lot}&dateFrom=2026-11-16`)).toEqual([count.adjustmentId]);
});

test('a search finds opening stock by the supplier of one of its lots, and no other document of that lot', async () => {
  const supplierId = await addSupplier(admin, { name: 'Nilgiri Zed' });
  const lines = [
    { rawMaterialId: await addMaterial(admin), quantity: 1 },
    { rawMaterialId: await addMaterial(admin), quantity: 2, supplierId },
  ];
  const { adjustmentId } = await adjust({ kind: 'opening', lines });
  const { json: opened } = await admin('GET', `/adjustments/${adjustmentId}`);
  const count = await adjust({ kind: 'count', lines: [{ lotId: opened.lines[1].lotId, quantity: 2 }] });
  const found = async (path: string) => (await admin('GET', path)).json;
  expect(await found('/adjustments?search=nilgiri')).toMatchObject([{ adjustmentId }]);
  expect(await found('/adjustments/totals?search=nilgiri')).toMatchObject({ count: 1 });
  expect((await admin('DELETE', `/adjustments/${count.adjustmentId}`)).status).toBe(200);
  // Deleted lines are not searched.
  const [{ lotId }] = opened.lines;
  const shorter = { kind: 'opening', date: '2026-11-15', reason: '', lines: [{ lotId, quantity: 1 }] };
  expect((await admin('PUT', `/adjustments/${adjustmentId}`, shorter)).status).toBe(200);
  expect(await found('/adjustments?search=nilgiri')).toEqual([]);
});

test('the totals are exact to the paisa, and follow the filters', async () => {
  const totals = async (query: string) => (await admin('GET', `/adjustments/totals?${query}`)).json;
  const material = await addMaterial(admin, { name: 'Vanilla' });
  const line = { rawMaterialId: material };
  const search = 'search=vanilla';
  expect(await totals(search)).toEqual({ count: 0, value: 0, adjustedValue: 0 });
  // 0.1 × 0.05 and 0.333 × 10.01: half a paisa is rounded up, each line by itself.
  await adjust({
    kind: 'opening',
    lines: [
      { ...line, quantity: 0.1, pricePerUnit: 0.05 },
      { ...line, quantity: 0.333, pricePerUnit: 10.01 },
      { ...line, quantity: 5 },
    ],
  });
  const { adjustmentId } = await adjust({
    kind: 'opening',
    date: '2026-11-17',
    lines: [{ ...line, quantity: 2, pricePerUnit: 100 }],
  });
  expect(await totals(search)).toEqual({ count: 2, value: 203.34, adjustedValue: 0 });
  expect(await totals(`${search}&dateFrom=2026-11-16`)).toEqual({ count: 1, value: 200, adjustedValue: 0 });
  expect(await totals('search=vanilla&kind=count')).toEqual({ count: 0, value: 0, adjustedValue: 0 });
  const huge = { ...line, quantity: 9_000_000_000, pricePerUnit: 9_000_000_000 };
  const refused = await admin('POST', '/adjustments', { kind: 'opening', date: '2026-11-15', lines: [huge] });
  expect([refused.status, refused.json.errors]).toMatchObject([400, { 'lines.0.quantity': [expect.any(String)] }]);
  await admin('DELETE', `/adjustments/${adjustmentId}`);
  expect(await totals(search)).toEqual({ count: 1, value: 3.34, adjustedValue: 0 });
});
