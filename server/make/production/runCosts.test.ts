/** The cost of runs through the API: what is entered, what stays, and what a batch costs of it. */
import { expect, test } from 'vitest';
import { buildTestApp } from '#test/buildTestApp.ts';
import { addMaterial, addProduct, addSupplier } from '#test/factories.ts';
import { worldOf } from '#test/world.ts';

const app = await buildTestApp();
const admin = await app.as('admin');
const { must, receive } = worldOf(admin);
const supplier = await addSupplier(admin);
let batches = 0;

/** A material of 1,000 kg at 18, and the recipe of a product of it that plans a loss of 10 %. */
async function plannedProcess() {
  const rawMaterialId = await addMaterial(admin);
  await receive(supplier, rawMaterialId, 2000, { pricePerUnit: 18 });
  const productId = await addProduct(admin, { unit: 'kg' });
  const recipe = {
    productId,
    outputQuantity: 90,
    expectedYieldPercent: 90,
    overheadPerRun: 900,
    lines: [{ rawMaterialId, quantity: 100 }],
  };
  return { rawMaterialId, productId, recipe: await must(201, 'POST', '/recipes', recipe) };
}
type Process = Awaited<ReturnType<typeof plannedProcess>>;

const runOf = ({ rawMaterialId, productId, recipe }: Process, quantity: number, over: object = {}) => ({
  productionDate: '2026-11-20',
  status: 'completed',
  recipeId: recipe.recipeId,
  inputs: [{ rawMaterialId, quantity: 1000 }],
  outputs: [{ productId, batchNumber: `COST-${(batches += 1)}`, quantity }],
  losses: [{ reason: 'Husk', grams: (1000 - quantity) * 1000, scrapPrice: 1.8 }],
  charges: 1800,
  ...over,
});
const lotOf = async (run: { outputs: { lotId: number }[] }) => await must(200, 'GET', `/lots/${run.outputs[0]?.lotId}`);

test('1,000 kg at 18 with 1,800 of charges, 900 of overhead and scrap at 1.80 cost 22.80 a kg', async () => {
  const run = await must(201, 'POST', '/production-runs', runOf(await plannedProcess(), 900));
  expect(run).toMatchObject({ charges: 1800, hours: null, losses: [{ scrapPrice: 1.8 }] });
  expect(await lotOf(run)).toMatchObject({ pricePerUnit: 22.8, value: 20_520, isProvisional: false });
  const more = await must(201, 'POST', '/production-runs', runOf(await plannedProcess(), 950));
  expect(await lotOf(more)).toMatchObject({ pricePerUnit: 22.8, value: 21_660 });
});

test('an older client that leaves out fields of cost keeps them, null and 0 remove them', async () => {
  const process = await plannedProcess();
  const body = runOf(process, 900, { hours: 2.5 });
  const shared = { ...body, outputs: [{ ...body.outputs[0], costShare: 100 }] };
  const { runId } = await must(201, 'POST', '/production-runs', shared);
  const older = { ...body, charges: undefined, hours: undefined, losses: [{ reason: 'Husk', grams: 100_000 }] };
  const kept = await must(200, 'PUT', `/production-runs/${runId}`, { ...older, reason: 'Weighed again' });
  expect(kept).toMatchObject({ charges: 1800, hours: 2.5, outputs: [{ costShare: 100, byProductPrice: null }] });
  expect(kept.losses).toMatchObject([{ scrapPrice: 1.8 }]);
  const outputs = [{ ...body.outputs[0], costShare: null }];
  const none = { ...body, outputs, charges: 0, hours: null, reason: 'Not of this run' };
  const removed = await must(200, 'PUT', `/production-runs/${runId}`, none);
  expect(removed).toMatchObject({ charges: 0, hours: null, outputs: [{ costShare: null }] });
  const { recipeId } = process.recipe;
  const { overheadPerRun: _, ...recipe } = process.recipe;
  const changed = await must(200, 'PUT', `/recipes/${recipeId}`, { ...recipe, note: 'Dry', updatedAt: '' });
  expect(changed).toMatchObject({ version: 2, overheadPerRun: 900, note: 'Dry' });
});

test('overhead is dated by the version of the recipe', async () => {
  const process = await plannedProcess();
  const before = await must(201, 'POST', '/production-runs', runOf(process, 900, { charges: 0, losses: [] }));
  const { recipe } = process;
  await must(200, 'PUT', `/recipes/${recipe.recipeId}`, { ...recipe, overheadPerRun: 1800, updatedAt: '' });
  const after = await must(201, 'POST', '/production-runs', runOf(process, 900, { charges: 0, losses: [] }));
  expect([(await lotOf(before)).pricePerUnit, (await lotOf(after)).pricePerUnit]).toEqual([21, 22]);
});

test('refuses a by-product with a share, and shares of more than the whole', async () => {
  const process = await plannedProcess();
  const run = runOf(process, 900);
  const refused = async (...outputs: object[]) => {
    const own = outputs.map((output) => ({ ...run.outputs[0], batchNumber: `COST-${(batches += 1)}`, ...output }));
    return (await must(400, 'POST', '/production-runs', { ...run, outputs: own })).errors;
  };
  expect(await refused({ costShare: 10, byProductPrice: 2 })).toEqual({
    'outputs.0.costShare': ['A by-product takes its value off the cost, and has no share of it.'],
  });
  expect(await refused({ costShare: 60 }, { costShare: 41 })).toEqual({
    'outputs.1.costShare': ['The shares come to more than 100 %.'],
  });
  expect(Object.keys(await refused({ costShare: 101 }))).toEqual(['outputs.0.costShare']);
});

test('a batch of a run in progress costs its part of all that went in, and so does what is made of it', async () => {
  const process = await plannedProcess();
  const first = runOf(process, 90, { status: 'in_progress', charges: 0, losses: [] });
  const run = await must(201, 'POST', '/production-runs', first);
  // 18,900 rupees over 900 kg, not over the first tenth of them.
  expect(await lotOf(run)).toMatchObject({ pricePerUnit: 21, value: 1890, isProvisional: true });
  const next = await must(201, 'POST', '/production-runs', {
    productionDate: '2026-11-21',
    status: 'completed',
    inputs: [{ productId: process.productId, quantity: 10 }],
    outputs: [{ productId: await addProduct(admin, { unit: 'kg' }), batchNumber: 'COST-NEXT', quantity: 10 }],
  });
  expect(await lotOf(next)).toMatchObject({ pricePerUnit: 21, isProvisional: true });
});

test('the report of batches says what each cost, and what was lost beyond the plan, and its rows add up', async () => {
  const process = await plannedProcess();
  await must(201, 'POST', '/production-runs', runOf(process, 800));
  const other = await plannedProcess();
  const batch = (batchNumber: string, quantity: number, over: object = {}) => {
    return { productId: other.productId, batchNumber, quantity, ...over };
  };
  const byProduct = { productId: await addProduct(admin, { unit: 'kg' }), byProductPrice: 3 };
  const outputs = [batch('COST-A', 300), batch('COST-B', 500), batch('COST-C', 100, byProduct)];
  await must(201, 'POST', '/production-runs', runOf(other, 900, { outputs, losses: [], charges: 100 }));
  const rowsOf = async (query: string) => await must(200, 'GET', `/batch-costs?${query}`);
  const [row] = await rowsOf(`productId=${process.productId}`);
  expect(row).toMatchObject({
    quantity: 800,
    material: 16_000,
    charges: 1600,
    overhead: 800,
    recovered: 160,
    cost: 18_240,
    costPerUnit: 22.8,
    salePrice: 1,
    marginPercent: -2180,
    yieldPercent: 80,
    expectedYieldPercent: 90,
    abnormalLoss: 2280,
    scrapSold: 360,
    abnormalScrap: 180,
    isProvisional: false,
  });
  const rows: Record<string, number>[] = await rowsOf(`productId=${other.productId}&productId=${byProduct.productId}`);
  expect(rows.map(({ cost = 0 }) => cost).toSorted((a, b) => a - b)).toEqual([300, 7012.5, 11_687.5]);
  for (const { material = 0, charges = 0, overhead = 0, recovered = 0, cost = 0 } of rows) {
    expect(Math.round((material + charges + overhead - recovered) * 100)).toBe(Math.round(cost * 100));
  }
  // Material is what the inputs cost: a by-product has its value of the others, as recovered.
  const sumOf = (field: string) => Math.round(rows.reduce((sum, each) => sum + (each[field] ?? 0), 0) * 100) / 100;
  expect([sumOf('material'), sumOf('recovered'), sumOf('cost')]).toEqual([18_000, 0, 19_000]);
  // 18,700 of the one and, with the part of the scrap that belongs to it, 18,240 of the other.
  const totals = await must(
    200,
    'GET',
    `/batch-costs/totals?productId=${process.productId}&productId=${other.productId}`,
  );
  expect(totals).toEqual({
    count: 3,
    withoutCost: 0,
    material: 34_000,
    charges: 1700,
    overhead: 1700,
    recovered: 460,
    cost: 36_940,
    abnormalLoss: 2280,
    scrapSold: 360,
    abnormalScrap: 180,
  });
});

test('the report has the scrap as it was entered, and its columns come to what was spent', async () => {
  for (const [quantity, husk] of [
    [800, 200],
    [950, 50],
    [900, 100],
  ] as const) {
    const process = await plannedProcess();
    const losses = [{ reason: 'Husk', grams: husk * 1000, scrapPrice: 1.8 }];
    await must(201, 'POST', '/production-runs', runOf(process, quantity, { losses }));
    const { cost, abnormalLoss, scrapSold, abnormalScrap } = await must(
      200,
      'GET',
      `/batch-costs/totals?productId=${process.productId}`,
    );
    expect(scrapSold).toBe(husk * 1.8);
    expect(cost + abnormalLoss - abnormalScrap + scrapSold, `${quantity} kg`).toBeCloseTo(18_000 + 1800 + 900, 2);
  }
});

test('the report is searched, filtered, sorted and paged like other lists', async () => {
  const process = await plannedProcess();
  const days = ['2026-11-11', '2026-11-13', '2026-11-12'];
  for (const [index, productionDate] of days.entries()) {
    const status = index === 1 ? 'in_progress' : 'completed';
    const outputs = [{ productId: process.productId, batchNumber: `PAGED-${index + 1}`, quantity: 90 }];
    const inputs = [{ rawMaterialId: process.rawMaterialId, quantity: 100 }];
    await must(
      201,
      'POST',
      '/production-runs',
      runOf(process, 90, { productionDate, status, inputs, outputs, losses: [] }),
    );
  }
  const batchesOf = async (query: string): Promise<string[]> => {
    const rows = await must(200, 'GET', `/batch-costs?search=paged&${query}`);
    return rows.map(({ batchNumber }: { batchNumber: string }) => batchNumber);
  };
  expect(await batchesOf('')).toEqual(['PAGED-2', 'PAGED-3', 'PAGED-1']);
  expect(await batchesOf('sort=batchNumber&order=asc')).toEqual(['PAGED-1', 'PAGED-2', 'PAGED-3']);
  expect(await batchesOf('page=2&pageSize=2')).toEqual(['PAGED-1']);
  expect(await batchesOf('madeOnFrom=2026-11-12')).toEqual(['PAGED-2', 'PAGED-3']);
  expect(await batchesOf('madeOnTo=2026-11-12')).toEqual(['PAGED-3', 'PAGED-1']);
  expect(await batchesOf('status=in_progress')).toEqual(['PAGED-2']);
  expect(await batchesOf(`productId=${process.productId}`)).toHaveLength(3);
  expect(await batchesOf('productId=999999')).toEqual([]);
  expect((await admin('GET', '/batch-costs?sort=cost')).status).toBe(400);
});
