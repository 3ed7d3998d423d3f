import { beforeAll, expect, test } from 'vitest';
import { buildTestApp, type Caller } from '#test/buildTestApp.ts';
import { addInward, addMaterial, addSupplier } from '#test/factories.ts';

let admin: Caller;

beforeAll(async () => {
  admin = await (await buildTestApp()).as('admin');
});

async function adjust(body: object): Promise<{ adjustmentId: number }> {
  const { status, json, text } = await admin('POST', '/adjustments', { date: '2026-11-15', reason: '', ...body });
  expect(status, text).toBe(201);
  return json;
}

test('the list is searched by reason, lot, item and supplier, and narrowed by kind, lot and day', async () => {
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
