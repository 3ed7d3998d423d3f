/** Values of adjustments after posting. */
import { expect, test } from 'vitest';
import { buildTestApp } from '#test/buildTestApp.ts';
import { addInward, addMaterial, addProduct, addRun, addSupplier, batchFields } from '#test/factories.ts';

const admin = await (await buildTestApp()).as('admin');

async function adjust(body: object) {
  const { status, json, text } = await admin('POST', '/adjustments', { date: '2026-11-15', reason: 'Spoilt', ...body });
  expect(status, text).toBe(201);
  return json;
}

const valuesOf = ({ lines }: { lines: { value: number | null }[] }) => lines.map(({ value }) => value);

/** 10 kg of saffron at 7.77 rupees, of which 1 kg became three jars: 2.59 rupees each. */
async function stocked() {
  const saffron = await addMaterial(admin, { name: 'Saffron' });
  const rawMaterials = [{ rawMaterialId: saffron, quantity: 10, pricePerUnit: 7.77 }];
  const [{ id: bought }] = (await addInward(admin, await addSupplier(admin), [], { rawMaterials })).rawMaterials;
  const productId = await addProduct(admin, { name: 'Saffron jar' });
  const outputs = [batchFields(productId, 2), batchFields(productId, 1)];
  const run = await addRun(admin, [{ rawMaterialId: saffron, quantity: 1 }], { outputs });
  return { saffron, bought, productId, jars: run.outputs[0].lotId };
}

test('the value of a count or write-off is the cost of its lots, line by line and together', async () => {
  const { saffron, bought, jars } = await stocked();
  const counted = [
    { lotId: bought, quantity: 8.5 },
    { lotId: jars, quantity: 3 },
    { rawMaterialId: saffron, quantity: 2, code: 'Unknown' },
  ];
  const count = await adjust({ kind: 'count', lines: counted });
  // −0.5 × 7.77 = −3.885 and 1 × 2.59; a surplus has no price.
  expect([valuesOf(count), count.value]).toEqual([[-3.89, 2.59, null], -1.3]);
  const off = await adjust({ kind: 'writeOff', lines: [{ lotId: jars, quantity: 2 }] });
  expect([valuesOf(off), off.value]).toEqual([[-5.18], -5.18]);
  const unknown = count.lines[2].lotId;
  const lost = await adjust({ kind: 'writeOff', lines: [{ lotId: unknown, quantity: 1 }] });
  expect([valuesOf(lost), lost.value]).toEqual([[null], null]);
  const same = await adjust({ kind: 'count', date: '2026-11-16', lines: [{ lotId: unknown, quantity: 1 }] });
  expect([valuesOf(same), same.value]).toEqual([[0], 0]);

  for (const each of [count, off, lost, same]) {
    expect((await admin('GET', `/adjustments/${each.adjustmentId}`)).json).toEqual(each);
  }
  const listed = (await admin('GET', '/adjustments?search=saffron')).json;
  expect(listed.map(({ value }: { value: number | null }) => value)).toEqual([0, null, -5.18, -1.3]);
  const totals = async (query: string) => (await admin('GET', `/adjustments/totals?${query}`)).json;
  expect(await totals('search=saffron')).toEqual({ count: 4, value: 0, adjustedValue: -6.48 });
  expect(await totals('search=saffron&kind=count')).toEqual({ count: 2, value: 0, adjustedValue: -1.3 });

  const more = { ...off, reason: 'Spoilt', lines: [{ lotId: jars, quantity: 3 }] };
  const changed = await admin('PUT', `/adjustments/${off.adjustmentId}`, more);
  expect([changed.json.value, changed.status], changed.text).toEqual([-7.77, 200]);
  const [event] = (await admin('GET', `/history/adjustments/${off.adjustmentId}`)).json;
  expect(event.changes.map(({ field }: { field: string }) => field)).not.toContain('value');
});

test('the value of opening stock is its price, and a return to a supplier has no value', async () => {
  const { productId, bought } = await stocked();
  const lines = [
    { productId, quantity: 0.333, pricePerUnit: 10.01 },
    { productId, quantity: 5 },
  ];
  const opening = await adjust({ kind: 'opening', lines });
  expect([valuesOf(opening), opening.value]).toEqual([[3.33, null], 3.33]);
  const { json: lot } = await admin('GET', `/lots/${bought}`);
  const { supplierId } = (await admin('GET', `/inward/${lot.originDocument.id}`)).json;
  const back = await adjust({ kind: 'supplierReturn', supplierId, lines: [{ lotId: bought, quantity: 1 }] });
  expect([valuesOf(back), back.value]).toEqual([[null], null]);
});
