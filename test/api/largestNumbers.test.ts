/** Records at every limit of quantities, weights, prices and totals: they are read, and what would exceed a limit is refused. */
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { MAX_UNITS } from '#contract/core/values/numbers.ts';
import { buildTestApp, type Caller, type TestApp } from '#test/buildTestApp.ts';
import { addInward, addMaterial, addProduct, addRecipe, addSupplier } from '#test/factories.ts';
import { readDocument } from '#test/openApiDocument.ts';
import { worldOf } from '#test/world.ts';

const LINES = 200;
/** So many lots of the largest quantity fit into the stock of an item. */
const LOTS = 1000;
/** As many inwards of the largest total sum up to more than a number holds exactly. */
const INWARDS = 10_100;
const day = '2026-11-10';

let app: TestApp;
let admin: Caller;
const { done } = worldOf(async (...request) => await admin(...request));
let rawMaterialId: number;
let productId: number;

async function open(item: object, lines: number, over: object = {}) {
  const line = { ...item, quantity: MAX_UNITS, pricePerUnit: 1, ...over };
  return await admin('POST', '/adjustments', {
    kind: 'opening',
    date: day,
    reason: '',
    lines: Array.from({ length: lines }, () => line),
  });
}

/** As heavy as an item can be, and as much of it as an item can have. */
async function fill(item: { rawMaterialId: number } | { productId: number }, lots: number): Promise<void> {
  const [[field, id] = ['', 0]] = Object.entries(item);
  const found = (await admin('GET', '/items')).json.find((each: Record<string, unknown>) => each[field] === id);
  await done('PUT', `/items/${found.itemId}`, { ...found, gramsPerUnit: MAX_UNITS, reorderLevel: MAX_UNITS });
  for (let opened = 0; opened < lots; opened += LINES) expect((await open(item, LINES)).status).toBe(201);
}

beforeAll(async () => {
  app = await buildTestApp();
  admin = await app.as('admin');
  const supplierId = await addSupplier(admin);
  rawMaterialId = await addMaterial(admin, { unit: 'drum' });
  productId = await addProduct(admin, { unit: 'barrel', price: MAX_UNITS });
  await fill({ rawMaterialId }, LOTS);
  await fill({ productId }, LINES);
  const rawMaterials = [{ rawMaterialId: await addMaterial(admin), quantity: 1, pricePerUnit: MAX_UNITS }];
  await addInward(admin, supplierId, [], { inwardDate: day, rawMaterials });
  const used = { rawMaterialId, quantity: MAX_UNITS / 2, productionDate: day, status: 'completed' };
  for (let nth = 0; nth < 2; nth += 1) {
    await done(
      'POST',
      '/Production/create-multiple',
      Array.from({ length: LINES }, () => used),
    );
  }
  await addRecipe(admin, productId, [[rawMaterialId, MAX_UNITS]], { outputQuantity: 0.001 });
  const run = await done('POST', '/production-runs', {
    productionDate: day,
    status: 'completed',
    inputs: Array.from({ length: 40 }, () => ({ rawMaterialId, quantity: MAX_UNITS })),
    outputs: [{ productId, batchNumber: 'MOST', quantity: 9_000_000 }],
    losses: [{ reason: 'Dust', grams: MAX_UNITS }],
  });
  const { buyerId } = await done('POST', '/buyers', { name: 'Most', phone: '9811111112', status: 1 });
  const lots = (await admin('GET', `/lots?page=1&pageSize=60&hasStock=true`)).json;
  const lines = lots
    .filter((lot: { productId: number | null }) => lot.productId === productId)
    .map(({ lotId, onHandQty }: { lotId: number; onHandQty: number }) => ({ lotId, quantity: onHandQty }));
  const sent = await done('POST', '/dispatches', { buyerId, dispatchDate: day, invoiceNumber: 'M/1', lines });
  const [{ dispatchLineId, quantity }] = sent.lines;
  const back = { kind: 'buyerReturn', date: day, reason: '', lines: [{ dispatchLineId, quantity }] };
  await done('POST', '/adjustments', back);
  await done('POST', '/recalls', {
    kind: 'real',
    title: 'Most',
    reason: 'All',
    lotIds: [lots.at(-1).lotId, run.outputs[0].lotId],
  });
});

test('every read of a record with the largest numbers is answered', async () => {
  const operations = readDocument((await admin('GET', '/openapi.json')).json);
  const reads = operations.filter(({ method }) => method === 'GET');
  expect(reads.length).toBeGreaterThan(80);
  const found: string[] = [];
  for (const { path, hasId, query } of reads) {
    const parameters = new URLSearchParams(query.example.filter(([name]) => query.required.includes(name)));
    for (const id of hasId ? [1, 2, 3] : [0]) {
      const address = `${path.replace('{id}', String(id))}?${parameters}`;
      const { status, text } = await admin('GET', address);
      if (status >= 500) found.push(`${address}: ${text.slice(0, 200)}`);
    }
  }
  expect(found).toEqual([]);
});

test('sums and masses over many records of the largest numbers are correct', async () => {
  const most = sql.lit(MAX_UNITS * 100);
  await sql`
    insert into inward
      (supplier_id, invoice_number, inward_date, status, sub_total, total_gst, grand_total, created_at, updated_at)
    with recursive n (nth) as (select 1 union all select nth + 1 from n where nth < ${sql.lit(INWARDS)})
    select (select min(id) from supplier), 'INV/' || nth, '2026-11-10', 'notpaid', ${most}, 0, ${most}, ${'2026-11-10T06:00:00.000Z'},
      ${'2026-11-10T06:00:00.000Z'} from n`.execute(app.store.db);
  const read = async (path: string) => {
    const { status, json, text } = await admin('GET', path);
    expect(status, text).toBe(200);
    return json;
  };
  const total = (INWARDS + 1) * MAX_UNITS;
  expect((await read('/inward/totals')).grandTotal / total).toBeCloseTo(1, 12);
  const { weeks, unpaid } = await read('/dashboard/morning');
  expect(unpaid.amount / total).toBeCloseTo(1, 12);
  const used = weeks.reduce((sum: number, { usedGrams }: { usedGrams: number }) => sum + usedGrams, 0);
  expect(used / ((LINES + 40) * MAX_UNITS * MAX_UNITS)).toBeCloseTo(1, 12);
  for (const { itemId } of await read('/items')) {
    const { opening, lines } = await read(`/mass-balance?itemId=${itemId}&withProducts=true&from=${day}`);
    expect(opening).toBe(0);
    expect(lines.length).toBeGreaterThan(0);
    await read(`/stock-ledger?itemId=${itemId}&from=${day}&to=2026-11-20`);
  }
  for (const kind of ['materials', 'products']) await read(`/${kind}/1/overview`);
  for (const direction of ['backward', 'forward', 'both']) await read(`/trace/lots/1?direction=${direction}`);
});

test('stock beyond the largest quantity of an item is refused with a sentence', async () => {
  const tooLarge = { status: 409, json: { message: 'The stock would be larger than what can be kept.' } };
  expect(await open({ rawMaterialId }, LINES)).toMatchObject(tooLarge);
  // All that a number holds exactly: not a batch more.
  const full = await addProduct(admin);
  await fill({ productId: full }, LOTS);
  const rest = { quantity: (Number.MAX_SAFE_INTEGER - LOTS * MAX_UNITS * 1000) / 1000 };
  expect((await open({ productId: full }, 1, rest)).status).toBe(201);
  const batch = { productId: full, batchNumber: 'One more', quantity: 1 };
  expect(await admin('POST', '/goods', batch)).toMatchObject(tooLarge);
  expect(await admin('POST', '/goods', { ...batch, productId })).toMatchObject({ status: 201 });
});
