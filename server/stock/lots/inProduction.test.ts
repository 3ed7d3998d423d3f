/** Stock in production beside the stock of any day: both together are what came in. */
import { expect, test } from 'vitest';
import { buildTestApp } from '#test/buildTestApp.ts';
import { addMaterial, addProduct, addSupplier } from '#test/factories.ts';
import { worldOf } from '#test/world.ts';
import { verifyLedger } from '../ledger/verify.ts';

const app = await buildTestApp();
const admin = await app.as('admin');
const { must, receive } = worldOf(admin);
const supplier = await addSupplier(admin);

interface Row {
  name: string;
  code: string;
  inProductionQty: number;
  inProductionValue: number;
  value: number;
}

const rowsOn = async (list: 'items' | 'lots', day: string, search: string): Promise<Row[]> =>
  await must(200, 'GET', `/stock-on/${list}?asOn=${day}&search=${search}`);
const paise = (rows: Row[], field: 'value' | 'inProductionValue') =>
  rows.reduce((sum, row) => sum + Math.round(row[field] * 100), 0);

/** Items that the search finds with what is in production, and the value of that and of their stock together. */
async function on(day: string, search: string) {
  const [items, lots] = [await rowsOn('items', day, search), await rowsOn('lots', day, search)];
  const inProduction = items.flatMap(({ name, inProductionQty: quantity, inProductionValue: value }) =>
    quantity === 0 && value === 0 ? [] : [[name, quantity, value]],
  );
  const sums = [paise(items, 'value'), paise(items, 'inProductionValue')];
  expect([paise(lots, 'value'), paise(lots, 'inProductionValue')], 'lots').toEqual(sums);
  for (const list of ['items', 'lots']) {
    const { value, inProductionValue } = await must(
      200,
      'GET',
      `/stock-on/value?asOn=${day}&search=${search}&list=${list}`,
    );
    expect([Math.round(value * 100), Math.round(inProductionValue * 100)], list).toEqual(sums);
  }
  return { inProduction, together: (sums[0] ?? 0) + (sums[1] ?? 0) };
}

test('a run in progress has what it took less what it made, with charges, from the day of its inputs on', async () => {
  const [leaf, jar] = [
    await addMaterial(admin, { name: 'Neem leaf' }),
    await addMaterial(admin, { name: 'Neem jar', unit: 'piece' }),
  ];
  await receive(supplier, leaf, 100, { pricePerUnit: 50 });
  await receive(supplier, jar, 500, { pricePerUnit: 2 });
  const productId = await addProduct(admin, { name: 'Neem powder', unit: 'jar' });
  const lines = [
    { rawMaterialId: leaf, quantity: 20 },
    { rawMaterialId: jar, quantity: 100 },
  ];
  const { json } = await admin('GET', '/items');
  const item = json.find((each: { rawMaterialId: number }) => each.rawMaterialId === jar);
  await must(200, 'PUT', `/items/${item.itemId}`, { ...item, part: 'packaging', updatedAt: undefined });
  const recipe = await must(201, 'POST', '/recipes', { productId, outputQuantity: 100, overheadPerRun: 100, lines });
  const run = {
    productionDate: '2026-11-10',
    status: 'in_progress',
    recipeId: recipe.recipeId,
    charges: 300,
    inputs: lines.map((line) => ({ ...line, quantity: line.quantity * 3 })),
    outputs: [{ productId, batchNumber: 'NEEM-1', quantity: 90, manufactureDate: '2026-11-12' }],
  };
  const { runId } = await must(201, 'POST', '/production-runs', run);
  expect(await on('2026-11-09', 'neem')).toEqual({ inProduction: [], together: 600_000 });
  // 3,000 of leaf and 600 of jars with 400 beside them: each is in production for 4,000 ÷ 3,600 of its price.
  expect(await on('2026-11-10', 'neem')).toEqual({
    inProduction: [
      ['Neem jar', 300, 666.67],
      ['Neem leaf', 60, 3333.33],
    ],
    together: 640_000,
  });
  // 90 of 300 jars are made, at 13.33….
  for (const day of ['2026-11-12', '2026-11-20']) {
    expect(await on(day, 'neem')).toEqual({
      inProduction: [
        ['Neem jar', 210, 466.67],
        ['Neem leaf', 42, 2333.33],
      ],
      together: 640_000,
    });
  }
  const outputs = [...run.outputs, { productId, batchNumber: 'NEEM-2', quantity: 205, manufactureDate: '2026-11-14' }];
  await must(200, 'PUT', `/production-runs/${runId}`, { ...run, outputs, status: 'completed' });
  // A completed run was in production until its last output, at the prices that its outputs have now.
  expect((await on('2026-11-13', 'neem')).inProduction).toEqual([
    ['Neem jar', 208.475, 463.28],
    ['Neem leaf', 41.695, 2316.38],
  ]);
  for (const day of ['2026-11-10', '2026-11-13', '2026-11-14', '2026-11-20']) {
    expect((await on(day, 'neem')).together, day).toBe(640_000);
  }
  expect((await on('2026-11-14', 'neem')).inProduction).toEqual([]);
});

test('an input without a price has a quantity in production alone, and a deleted run has nothing there', async () => {
  const rawMaterialId = await addMaterial(admin, { name: 'Amla' });
  await must(201, 'POST', '/adjustments', {
    kind: 'opening',
    date: '2026-11-02',
    lines: [{ rawMaterialId, quantity: 10 }],
  });
  const run = { productionDate: '2026-11-10', inputs: [{ rawMaterialId, quantity: 4 }], outputs: [] };
  const { runId } = await must(201, 'POST', '/production-runs', run);
  expect((await on('2026-11-20', 'amla')).inProduction).toEqual([['Amla', 4, 0]]);
  expect(await rowsOn('lots', '2026-11-20', 'amla')).toMatchObject([{ inProductionQty: 4, inProductionValue: null }]);
  await must(200, 'DELETE', `/production-runs/${runId}`);
  expect((await on('2026-11-20', 'amla')).inProduction).toEqual([]);
});

test('the last batch of a completed run ends its days, also after the batch moves, is deleted and is restored', async () => {
  const rawMaterialId = await addMaterial(admin, { name: 'Senna' });
  await receive(supplier, rawMaterialId, 10, { pricePerUnit: 100 });
  const productId = await addProduct(admin, { name: 'Powder of it', unit: 'kg' });
  const { outputs, runId } = await must(201, 'POST', '/production-runs', {
    productionDate: '2026-11-10',
    status: 'completed',
    inputs: [{ rawMaterialId, quantity: 4 }],
    outputs: [{ productId, batchNumber: 'SENNA-1', quantity: 4 }],
  });
  const inProduction = async (day: string) =>
    (await rowsOn('items', day, 'senna')).map(({ inProductionQty }) => inProductionQty);
  expect(await inProduction('2026-11-10')).toEqual([0]);
  const path = `/goods/${outputs[0].finishedGoodId}`;
  const batch = { productId, batchNumber: 'SENNA-1', quantity: 4, status: 'available' };
  await must(200, 'PUT', path, { ...batch, manufactureDate: '2026-11-13' });
  expect(await inProduction('2026-11-12')).toEqual([4]);
  expect(await inProduction('2026-11-13')).toEqual([0]);
  await must(200, 'DELETE', path);
  expect(await inProduction('2026-11-12')).toEqual([0]);
  await must(200, 'POST', `${path}/restore`);
  expect(await inProduction('2026-11-12')).toEqual([4]);
  await must(200, 'DELETE', `/production-runs/${runId}`);
  await must(200, 'POST', `/production-runs/${runId}/restore`);
  expect(await inProduction('2026-11-12')).toEqual([4]);
  expect((await verifyLedger(app.store.db)).differences).toEqual([]);
});

/** A world of wheat, rye and flour, for runs that take inputs on several days. */
const worldOfDays = async (name: string, price: number) => {
  const wheat = await addMaterial(admin, { name: `${name} wheat` });
  const rye = await addMaterial(admin, { name: `${name} rye` });
  const productId = await addProduct(admin, { name: `${name} flour`, unit: 'kg' });
  await receive(supplier, wheat, 100, { pricePerUnit: price });
  await receive(supplier, rye, 100, { pricePerUnit: 50 });
  return { wheat, rye, productId };
};

test('a by-product that is made first leaves the rest of the mass in production', async () => {
  const { wheat, productId } = await worldOfDays('Bran', 30);
  const outputs = [{ productId, batchNumber: 'BRAN-1', quantity: 20, byProductPrice: 5 }];
  const run = { productionDate: '2026-11-05', status: 'in_progress', outputs };
  await must(201, 'POST', '/production-runs', { ...run, inputs: [{ rawMaterialId: wheat, quantity: 100 }] });
  expect(await on('2026-11-06', 'bran')).toEqual({ inProduction: [['Bran wheat', 80, 2900]], together: 800_000 });
});

test('inputs of several days leave in production what was taken by the day, and never less than nothing', async () => {
  const { wheat, rye, productId } = await worldOfDays('Week', 50);
  const lines = [
    { rawMaterialId: wheat, quantity: 50, productionDate: '2026-11-05', status: 'in_progress' },
    { rawMaterialId: rye, quantity: 70, productionDate: '2026-11-12', status: 'in_progress' },
  ];
  const [{ runId }] = await must(201, 'POST', '/Production/create-multiple', lines);
  const inputs = lines.map(({ rawMaterialId, quantity }) => ({ rawMaterialId, quantity }));
  const outputs = [{ productId, batchNumber: 'WEEK-1', quantity: 50, manufactureDate: '2026-11-06' }];
  const run = { productionDate: '2026-11-05', status: 'in_progress', inputs, outputs };
  await must(200, 'PUT', `/production-runs/${runId}`, run);
  expect(await on('2026-11-05', 'week')).toEqual({ inProduction: [['Week wheat', 50, 2500]], together: 1_000_000 });
  expect(await on('2026-11-08', 'week')).toEqual({ inProduction: [], together: 1_000_000 });
  expect((await on('2026-11-12', 'week')).together).toBe(1_000_000);
});

test('charges on inputs that cost nothing are in production too', async () => {
  const { wheat, productId } = await worldOfDays('Gift', 0);
  await must(201, 'POST', '/production-runs', {
    productionDate: '2026-11-05',
    status: 'in_progress',
    charges: 1000,
    inputs: [{ rawMaterialId: wheat, quantity: 100 }],
    outputs: [{ productId, batchNumber: 'GIFT-1', quantity: 40, manufactureDate: '2026-11-06' }],
  });
  expect(await on('2026-11-05', 'gift')).toEqual({ inProduction: [['Gift wheat', 100, 1000]], together: 600_000 });
  expect(await on('2026-11-06', 'gift')).toEqual({ inProduction: [['Gift wheat', 60, 600]], together: 600_000 });
});

test('a lot that is wholly in production is among the lots with stock of the day', async () => {
  const { wheat } = await worldOfDays('Whole', 30);
  const run = { productionDate: '2026-11-05', status: 'in_progress', outputs: [] };
  await must(201, 'POST', '/production-runs', { ...run, inputs: [{ rawMaterialId: wheat, quantity: 100 }] });
  const withStock = await must(200, 'GET', '/stock-on/lots?asOn=2026-11-06&hasStock=true&search=whole');
  expect(
    withStock.map(({ onHandQty, inProductionQty }: { onHandQty: number; inProductionQty: number }) => [
      onHandQty,
      inProductionQty,
    ]),
  ).toEqual([
    [100, 0],
    [0, 100],
  ]);
});
