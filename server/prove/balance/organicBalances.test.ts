/** All organic items over a period: which are short, which nobody counted, and pages of them. */
import { expect, test } from 'vitest';
import { balanceStateOf, MAX_BALANCED_ITEMS, type OrganicBalance } from '#contract/prove/massBalance.ts';
import { buildTestApp } from '#test/buildTestApp.ts';
import { addInward, addMaterial, addProduct, addSupplier } from '#test/factories.ts';
import { worldOf } from '#test/world.ts';

const admin = await (await buildTestApp()).as('admin');
const { done, must, balance, itemOf, describeItem } = worldOf(admin);

const supplierId = await addSupplier(admin);
const scope = { scheme: 'NPOP', validFrom: '2026-04-01', validTo: '2027-03-31', allItems: true };
await done('POST', '/certificates', { holder: 'supplier', supplierId, number: 'ORG/1', ...scope });
const uncertified = await addSupplier(admin, { name: 'Uncertified', phone: '9811111113' });
const { buyerId } = await done('POST', '/buyers', { name: 'Green Basket', phone: '9811111112', status: 1 });

/** Bought by the kilogram on 1 May 2026, and sold in part on 20 May. */
async function trade(
  name: string,
  { quantity = 100, sold = 0, claim = 'organic', unit = 'kg', from = supplierId }: Record<string, unknown> = {},
) {
  const rawMaterialId = await addMaterial(admin, { name, unit });
  const line = { rawMaterialId, quantity, pricePerUnit: 1, claim };
  const rawMaterials = [from === supplierId ? line : { ...line, overrideReason: 'Paper follows' }];
  const inward = await addInward(admin, Number(from), [], { inwardDate: '2026-05-01', rawMaterials });
  const [{ lotId }] = inward.rawMaterials;
  const { itemId } = await itemOf({ rawMaterialId });
  const lines = [{ lotId, quantity: sold }];
  if (sold) await done('POST', '/dispatches', { buyerId, dispatchDate: '2026-05-20', invoiceNumber: name, lines });
  return { rawMaterialId, lotId, itemId };
}

const read = async (query = '') => await must(200, 'GET', `/mass-balance/organic${query}`);
const named = (items: OrganicBalance[]) =>
  items.map(({ itemName, covered, isCounted }) => {
    return [itemName, balanceStateOf(covered), isCounted, covered?.soldGrams, covered?.shortGrams];
  });

test('organic items have the cover of their own balance, and whether they were counted', async () => {
  expect(await read()).toEqual({ items: [], next: null });
  const turmeric = await trade('Turmeric', { sold: 20 });
  await trade('Salt', { claim: 'conventional', sold: 5 });
  const product = await addProduct(admin, { name: 'Powder', unit: 'jar' });
  await describeItem({ productId: product }, { gramsPerUnit: 200 });
  const run = await done('POST', '/production-runs', {
    productionDate: '2026-06-10',
    status: 'completed',
    inputs: [{ rawMaterialId: turmeric.rawMaterialId, quantity: 50 }],
    outputs: [{ productId: product, batchNumber: 'TP-1', quantity: 240 }],
  });
  const lines = [{ lotId: run.outputs[0].lotId, quantity: 100 }];
  await done('POST', '/dispatches', { buyerId, dispatchDate: '2026-06-20', invoiceNumber: 'P/1', lines });
  await trade('Cumin', { sold: 30, from: uncertified });
  await trade('Oil', { unit: 'litre' });
  const { items, next } = await read('?from=2026-04-01&to=2026-11-20');
  expect(next).toBeNull();
  expect(named(items)).toEqual([
    ['Turmeric', 'covered', false, expect.any(Number), 0],
    ['Cumin', 'short', false, 30_000, 30_000],
    ['Oil', 'unweighed', false, undefined, undefined],
  ]);
  const own = await balance(`itemId=${turmeric.itemId}&withProducts=true&from=2026-04-01&to=2026-11-20`);
  expect(items[0].covered).toEqual(own.covered);
  expect(own.covered?.soldGrams).toBeGreaterThan(20_000);

  const count = { kind: 'count', date: '2026-07-31', reason: 'Month' };
  await done('POST', '/adjustments', { ...count, lines: [{ lotId: turmeric.lotId, quantity: 30, reason: '' }] });
  const states = async (query: string) => named((await read(query)).items).map((each) => each.slice(0, 3));
  expect(await states('?from=2026-07-01&to=2026-07-31')).toContainEqual(['Turmeric', 'covered', true]);
  expect(await states('?from=2026-08-01')).toContainEqual(['Turmeric', 'covered', false]);
  // Nothing had come in by then.
  expect(await states('?to=2026-04-30')).toEqual([['Oil', 'unweighed', false]]);
  await must(400, 'GET', '/mass-balance/organic?from=2026-08-01&to=2026-07-31');
});

test('an answer has some items, and says where the next one begins', async () => {
  for (let more = 0; more < MAX_BALANCED_ITEMS; more += 1) await trade(`Herb ${more}`);
  const first = await read();
  expect(first.items).toHaveLength(MAX_BALANCED_ITEMS);
  const rest = await read(`?after=${first.next}`);
  expect(rest.next).toBeNull();
  const all = [...first.items, ...rest.items].map(({ itemName }: OrganicBalance) => itemName);
  expect(all).toHaveLength(MAX_BALANCED_ITEMS + 3);
  expect(new Set(all).size).toBe(all.length);
});
