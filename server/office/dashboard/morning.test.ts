/** Numbers on the dashboard equal those of the lists that it links to. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import type { Morning } from '#contract/office/morning.ts';
import { todosOf } from '#contract/office/morningTodo.ts';
import { buildTestApp, onPostgres, type Caller, type TestApp } from '#test/buildTestApp.ts';
import { addInward, addMaterial, addProduct, addProduction, addSupplier } from '#test/factories.ts';
import { worldOf } from '#test/world.ts';

let app: TestApp;
let admin: Caller;
const { done } = worldOf(async (...request) => await admin(...request));
let morning: Morning;

async function settle(rawMaterialId: number, settings: object): Promise<void> {
  const { json: items } = await admin('GET', '/items');
  const item = items.find((each: { rawMaterialId: number }) => each.rawMaterialId === rawMaterialId);
  await done('PUT', `/items/${item.itemId}`, { ...item, ...settings, updatedAt: undefined });
}

async function read(call = admin): Promise<Morning> {
  const { status, json, text } = await call('GET', '/dashboard/morning');
  expect(status, text).toBe(200);
  return json;
}

beforeAll(async () => {
  app = await buildTestApp();
  admin = await app.as('admin');
  const supplierId = await addSupplier(admin, { name: 'Malwa Farmers' });
  const [sesame, kokum, brahmi, bottles] = [
    await addMaterial(admin, { name: 'Sesame', unit: 'kg' }),
    await addMaterial(admin, { name: 'Kokum', unit: 'kg' }),
    await addMaterial(admin, { name: 'Brahmi', unit: 'kg' }),
    await addMaterial(admin, { name: 'Bottles', unit: 'piece' }),
  ];
  await addInward(admin, supplierId, [[sesame, 64]], { inwardDate: '2026-08-05', invoiceNumber: 'OLD/1' });
  await addInward(admin, supplierId, [[kokum, 45]], { inwardDate: '2026-10-01', status: 'pending' });
  await addInward(admin, supplierId, [[bottles, 100]], { inwardDate: '2026-11-10', totalGst: 50 });
  const paid = { inwardDate: '2026-11-12', status: 'paid' };
  const { rawMaterials } = await addInward(
    admin,
    supplierId,
    [
      [brahmi, 20],
      [brahmi, 10],
    ],
    paid,
  );
  await done('POST', `/lots/${rawMaterials[1].lotId}/hold`, { reason: 'Moisture' });
  const received = await addInward(admin, supplierId, [], {
    ...paid,
    rawMaterials: [
      { rawMaterialId: kokum, quantity: 3, pricePerUnit: 1, code: 'SOLD' },
      { rawMaterialId: kokum, quantity: 1, pricePerUnit: 1, code: 'GONE', expiresOn: '2026-11-19' },
      { rawMaterialId: kokum, quantity: 1, pricePerUnit: 1, code: 'SOON', expiresOn: '2026-12-01' },
      { rawMaterialId: kokum, quantity: 1, pricePerUnit: 1, code: 'LATER', expiresOn: '2027-01-30' },
    ],
  });
  await addProduction(admin, sesame, 64, { productionDate: '2026-11-10' });
  await addProduction(admin, kokum, 40, { productionDate: '2026-11-11', status: 'in_progress' });
  const productId = await addProduct(admin, { name: 'Brahmi powder', unit: 'kg' });
  await done('POST', '/production-runs', {
    productionDate: '2026-11-12',
    status: 'completed',
    inputs: [{ rawMaterialId: brahmi, quantity: 10 }],
    outputs: [{ productId, batchNumber: 'BR-1', quantity: 9.5 }],
  });
  const { buyerId } = await done('POST', '/buyers', { name: 'Green Basket', phone: '9811111112', status: 1 });
  const lines = [{ lotId: received.rawMaterials[0].lotId, quantity: 3 }];
  await done('POST', '/dispatches', { buyerId, dispatchDate: '2026-11-13', invoiceNumber: 'GD/1', lines });
  await done('POST', '/goods', { productId, batchNumber: 'BR-0', quantity: 8, status: 'sold' });
  await settle(sesame, { reorderLevel: 60 });
  await settle(kokum, { reorderLevel: 40 });
  await settle(brahmi, { reorderLevel: 15 });
  await settle(bottles, { reorderLevel: 100 });
  morning = await read();
});

test('raw materials below their reorder level are listed by the days that their free stock lasts', () => {
  expect(morning.belowReorder).toMatchObject({ count: 3, of: 4, out: 1 });
  // Kokum: 45 + 6 - 40 - 3 are left, at 43 in 30 days; the expired lot is still there. Brahmi: 10 of 20 are free.
  const rows = morning.belowReorder?.rows.map(({ name, freeQty, usedQty, coverDays }) => [
    name,
    freeQty,
    usedQty,
    coverDays,
  ]);
  expect(rows).toEqual([
    ['Sesame', 0, 64, 0],
    ['Kokum', 8, 43, 5],
    ['Brahmi', 10, 10, 30],
  ]);
});

test('the page of a raw material shows the same days as the dashboard', async () => {
  for (const { rawMaterialId, freeQty, usedQty, coverDays } of morning.belowReorder?.rows ?? []) {
    const { json } = await admin('GET', `/materials/${rawMaterialId}/overview`);
    expect(json).toMatchObject({ freeQty, usedQty, lastsDays: coverDays });
  }
});

test('lots that expire are counted by term, expired ones apart', () => {
  expect(morning.expiring?.expired).toMatchObject({ count: 1, rows: [{ code: 'GONE' }] });
  expect(morning.expiring?.terms.map(({ count }) => count)).toEqual([1, 1, 2]);
  expect(morning.expiring?.rows.map(({ code }) => code)).toEqual(['SOON', 'LATER']);
});

test('unpaid inwards are grouped by age, pending ones included', () => {
  expect(morning.unpaid).toMatchObject({ count: 3, amount: 2140, oldest: { invoiceNumber: 'OLD/1' } });
  expect(morning.unpaid?.ages.map(({ count, amount }) => [count, amount])).toEqual([
    [1, 1050],
    [1, 450],
    [0, 0],
    [1, 640],
  ]);
});

test('use, purchases and yield are summed by whole weeks', () => {
  expect(morning.weeks).toHaveLength(12);
  const week = morning.weeks?.at(-1);
  // The runs were on 10 to 12-11-2026, today is Friday 20-11-2026: the week before.
  expect(week).toMatchObject({ monday: '2026-11-09', sunday: '2026-11-15', usedGrams: 114_000, yieldPercent: 95 });
  expect(week?.purchases).toBe(1050 + 300 + 6);
});

test('each to-do links to a list with as many rows as it counts', async () => {
  const todos = todosOf(morning, app.clock.now);
  expect(todos.map(({ kind }) => kind)).toEqual([
    'expired',
    'belowReorder',
    'unpaid',
    'expiring',
    'runs',
    'soldWithoutBuyer',
    'readiness',
    ...(onPostgres ? [] : ['backup']),
  ]);
  const lists: Record<string, string> = {
    '/lots': '/lots',
    '/reports/rawmaterialreports': '/Production/get-rawmaterial-stock',
    '/inward': '/inward',
    '/production': '/production-runs',
  };
  for (const { to, count } of todos) {
    const [path = '', query] = to.split('?');
    if (query === undefined) continue;
    const { status, json, text } = await admin('GET', `${lists[path]}?${query}`);
    expect(status, text).toBe(200);
    expect(json, to).toHaveLength(count);
  }
  // One lot is written off on its own page.
  expect(todos[0]).toMatchObject({
    detail: 'GONE, Kokum: 1 kg',
    to: `/lots/${morning.expiring?.expired.rows[0]?.lotId}`,
  });
  expect(todos[1]?.detail).toBe('Sesame is out; Kokum lasts 5 days');
  expect(todos[2]?.detail).toBe('₹\u{A0}1,090.00, the oldest 107 days');
});

test('each age group of unpaid inwards links to its inwards', async () => {
  for (const { from, to, count } of morning.unpaid?.ages ?? []) {
    const days = [from && `&inwardDateFrom=${from}`, to && `&inwardDateTo=${to}`].filter(Boolean).join('');
    const { json } = await admin('GET', `/inward?isPaid=false${days}`);
    expect(json).toHaveLength(count);
  }
});

test('only an admin sees the state of backups and the first steps', async () => {
  expect(morning.backup).toEqual(onPostgres ? undefined : { madeAt: null, isDue: true });
  for (const role of ['manager', 'user'] as const) {
    const { backup, ...rest } = await read(await app.as(role));
    expect(backup).toBeUndefined();
    expect(rest).toEqual({ ...morning, backup: undefined, firstSteps: undefined });
  }
});

if (!onPostgres) {
  test('a backup counts unless it is damaged, or dated after today', async () => {
    const { folder } = (await admin('GET', '/backups')).json;
    const put = (hoursAgo: number, fault: string | null) => {
      const madeAt = new Date(app.clock.now.getTime() - hoursAgo * 60 * 60 * 1000).toISOString();
      const file = join(folder, `godown-${madeAt.replaceAll(/[:.]/g, '-')}-daily.db`);
      writeFileSync(file, '');
      writeFileSync(`${file}.verified`, JSON.stringify({ verifiedAt: app.clock.now.toISOString(), fault }));
      return madeAt;
    };
    put(1, 'damaged');
    put(-30, null);
    expect((await read()).backup).toEqual({ madeAt: null, isDue: true });
    const madeAt = put(200, null);
    const withOld = await read();
    expect(withOld.backup).toEqual({ madeAt, isDue: true });
    expect(todosOf(withOld, app.clock.now).at(-1)?.detail).toBe('The last good one is 200 hours old');
    const today = put(3, null);
    expect((await read()).backup).toEqual({ madeAt: today, isDue: false });
  });
}

test('the dashboard is computed for a requested day', async () => {
  const { json } = await admin('GET', '/dashboard/morning?day=2026-12-05');
  expect(json.expiring.expired.count).toBe(2);
  expect((await admin('GET', '/dashboard/morning?day=2026-13-05')).status).toBe(400);
});

test('a recall in progress comes first and links to its page, and a drill is left out', async () => {
  const lot = { rawMaterialId: await addMaterial(admin), quantity: 2 };
  const opening = await done('POST', '/adjustments', { kind: 'opening', date: '2026-11-01', lines: [lot] });
  const begin = async (kind: string, title: string) =>
    await done('POST', '/recalls', { kind, title, reason: 'Lead', lotIds: [opening.lines[0].lotId] });
  await begin('drill', 'Rehearsed');
  expect((await read()).openRecalls).toEqual({ count: 0, newest: null });
  const { recallId } = await begin('real', 'Kokum 2026');
  const recalled = await read();
  expect(todosOf(recalled, app.clock.now)[0]).toMatchObject({
    kind: 'recalls',
    detail: 'Kokum 2026',
    to: `/recalls/${recallId}`,
  });
  const second = await begin('real', 'Kokum again');
  const { to = '', count } = todosOf(await read(), app.clock.now)[0] ?? {};
  expect((await admin('GET', to)).json).toHaveLength(Number(count));
  for (const id of [recallId, second.recallId]) {
    await done('POST', `/recalls/${id}/close`, { conclusion: 'Nothing', lots: 'release' });
  }
  expect((await read()).openRecalls?.count).toBe(0);
});

test('use counts the weight of a unit to the milligram', async () => {
  const ghee = await addMaterial(admin, { name: 'Ghee', unit: 'jar' });
  await settle(ghee, { gramsPerUnit: 1234.567 });
  await done('POST', '/adjustments', {
    kind: 'opening',
    date: '2026-11-01',
    lines: [{ rawMaterialId: ghee, quantity: 3 }],
  });
  const usedGrams = async () => (await read()).weeks?.at(-1)?.usedGrams ?? 0;
  const before = await usedGrams();
  await addProduction(admin, ghee, 3, { productionDate: '2026-11-13' });
  expect(await usedGrams()).toBeCloseTo(before + 3703.701, 3);
});

test('use is exact for the largest quantity of the largest weight', async () => {
  const largest = 9_000_000_000;
  const rock = await addMaterial(admin, { name: 'Rock', unit: 'heap' });
  await settle(rock, { gramsPerUnit: largest });
  await done('POST', '/adjustments', {
    kind: 'opening',
    date: '2026-11-01',
    lines: [{ rawMaterialId: rock, quantity: largest }],
  });
  // A week that nothing else is looked at in.
  await addProduction(admin, rock, largest, { productionDate: '2026-09-02' });
  const { weeks } = await read();
  expect(weeks?.find(({ monday }) => monday === '2026-08-31')?.usedGrams).toBe(largest * largest);
});

test('the yield of a week is that of its runs: packaging and a run with an unknown weight are left out', async () => {
  const [neem, jar, mystery] = [
    await addMaterial(admin, { name: 'Neem', unit: 'kg' }),
    await addMaterial(admin, { name: 'Neem jar', unit: 'piece' }),
    await addMaterial(admin, { name: 'Mystery', unit: 'scoop' }),
  ];
  await settle(jar, { gramsPerUnit: 250, part: 'packaging' });
  const lines = [neem, jar, mystery].map((rawMaterialId) => ({ rawMaterialId, quantity: 50 }));
  await done('POST', '/adjustments', { kind: 'opening', date: '2026-11-01', lines });
  const bulk = await addProduct(admin, { name: 'Neem bulk', unit: 'kg' });
  const jars = await addProduct(admin, { name: 'Neem jars', unit: 'g' });
  const make = async (inputs: object[], productId: number, batchNumber: string, quantity: number) =>
    await done('POST', '/production-runs', {
      // A week in which nothing else was made.
      productionDate: '2026-11-04',
      status: 'completed',
      inputs,
      outputs: [{ productId, batchNumber, quantity }],
    });
  const runs = [
    await make([{ rawMaterialId: neem, quantity: 20.005 }], bulk, 'NB-1', 18),
    await make(
      [
        { productId: bulk, quantity: 10 },
        { rawMaterialId: jar, quantity: 40 },
      ],
      jars,
      'NJ-1',
      9000,
    ),
  ];
  await make(
    [
      { rawMaterialId: neem, quantity: 5 },
      { rawMaterialId: mystery, quantity: 1 },
    ],
    bulk,
    'NB-2',
    1,
  );
  // 18 of 20.005 kg and 9 of 10 kg: 27 of 30.005 kg are 89.99 %.
  expect(runs.map((run) => run.yield.yieldPercent)).toEqual([89.98, 90]);
  const week = (await read()).weeks?.find(({ monday }) => monday === '2026-11-02');
  expect(week).toMatchObject({ yieldPercent: 89.99, usedGrams: 25_005 });
});
