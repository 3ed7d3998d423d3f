/** Markets of what a recipe would make today, and the organic mass of a run while it is typed. */
import { expect, test } from 'vitest';
import type { MarketAccess } from '#contract/stock/claims/marketAccess.ts';
import { buildTestApp } from '#test/buildTestApp.ts';
import { addMaterial, addProduct, addRecipe, addRun, addSupplier, batchFields } from '#test/factories.ts';
import { worldOf } from '#test/world.ts';

const admin = await (await buildTestApp()).as('admin');
const { addCertificate, addOwnCertificate, describeItem, done, must, receive } = worldOf(admin);

async function certified(...schemes: string[]): Promise<number> {
  const supplierId = await addSupplier(admin);
  for (const scheme of schemes) await addCertificate(supplierId, { scheme });
  return supplierId;
}

const buy = async (rawMaterialId: number, quantity: number, ...schemes: string[]) =>
  await receive(await certified(...schemes), rawMaterialId, quantity, { claim: 'organic' });

/** The answer of each market, with the first reason where it is no. */
async function marketsOf(recipeId: number) {
  const access: MarketAccess[] = await must(200, 'GET', `/recipes/${recipeId}/markets`);
  return Object.fromEntries(access.map(({ market, status, why }) => [market, status ?? why.at(-1)?.text]));
}

test('a recipe is sold as a batch of the lots that its run would take, with our own certificates of today', async () => {
  const [turmeric, water] = [await addMaterial(admin), await addMaterial(admin)];
  await describeItem({ rawMaterialId: water }, { part: 'water' });
  const productId = await addProduct(admin, { name: 'Powder', unit: 'kg' });
  const recipeId = await addRecipe(admin, productId, [
    [turmeric, 60],
    [water, 50],
  ]);
  const lot = await buy(turmeric, 50, 'NPOP', 'EU');
  const short = await must(200, 'GET', `/recipes/${recipeId}/markets`);
  expect(short.map(({ may, why }: MarketAccess) => [may, why.length])).toEqual([
    [false, 1],
    [false, 1],
    [false, 1],
  ]);
  expect(short[0].why[0].text).toMatch(/: 50 kg can be taken, 60 kg is needed\./);
  const other = await buy(turmeric, 100, 'NPOP');
  expect(await marketsOf(recipeId)).toMatchObject({
    IN: 'No NPOP certificate of your own covers Powder on 20-11-2026.',
    US: expect.stringContaining('No NOP certificate of'),
  });
  for (const scheme of ['NPOP', 'EU']) await addOwnCertificate({ scheme });
  // 50 kg of 60 are under the EU.
  expect(await marketsOf(recipeId)).toMatchObject({ IN: 'organic', EU: expect.stringContaining('No EU certificate') });
  const eu: MarketAccess[] = await must(200, 'GET', `/recipes/${recipeId}/markets`);
  expect(eu.find(({ market }) => market === 'EU')).toMatchObject({ may: false, scheme: 'EU', percent: 83.3 });
  await done('POST', `/lots/${other}/hold`, { reason: 'Moisture' });
  await buy(turmeric, 10, 'EU', 'NPOP');
  expect(await marketsOf(recipeId)).toMatchObject({ IN: 'organic', EU: 'organic' });
  const { lines: _, ...reading } = await must(200, 'GET', `/lots/${lot}`);
  expect(reading.onHandQty).toBe(50);
  await must(404, 'GET', '/recipes/999999/markets');
});

test('a recipe that makes more than goes in has no claim', async () => {
  const rawMaterialId = await addMaterial(admin);
  await buy(rawMaterialId, 10, 'NPOP');
  const productId = await addProduct(admin, { name: 'Puffed', unit: 'kg' });
  const recipeId = await addRecipe(admin, productId, [[rawMaterialId, 10]]);
  expect(await marketsOf(recipeId)).toMatchObject({ IN: 'More came out than went in, and Puffed is beyond it.' });
  const [india]: MarketAccess[] = await must(200, 'GET', `/recipes/${recipeId}/markets`);
  expect(india?.why.map(({ link }) => link)).toEqual([null]);
});

test('the organic mass of a run that is typed is under each scheme, parts of earlier blends included', async () => {
  const rawMaterialId = await addMaterial(admin);
  const npop = await buy(rawMaterialId, 100, 'NPOP');
  const both = await buy(rawMaterialId, 100, 'NPOP', 'EU');
  const plain = await receive(await addSupplier(admin), rawMaterialId, 100, { claim: 'conventional' });
  const organic = async (...lots: string[]) =>
    (await must(200, 'GET', `/production-runs/organic?lots=${lots.join()}`)).map(
      ({ scheme, organicGrams, totalGrams }: { scheme: string; organicGrams: number; totalGrams: number }) =>
        `${scheme}: ${organicGrams / 1000} of ${totalGrams / 1000}`,
    );
  expect(await organic(`${npop}:58`, `${both}:40`, `${plain}:2`)).toEqual(['NPOP: 98 of 100', 'EU: 40 of 100']);
  expect(await organic(`${plain}:2.5`)).toEqual([]);
  const productId = await addProduct(admin, { unit: 'kg' });
  const lots = [
    { lotId: both, quantity: 30 },
    { lotId: plain, quantity: 20 },
  ];
  const { outputs } = await addRun(admin, [{ rawMaterialId, quantity: 50, lots }], {
    outputs: [batchFields(productId, 50)],
  });
  const [{ lotId: blend }] = outputs;
  expect(await must(200, 'GET', `/lots/${blend}`)).toMatchObject({ claim: 'conventional', claims: [] });
  expect(await organic(`${blend}:10`, `${npop}:10`)).toEqual(['NPOP: 16 of 20', 'EU: 6 of 20']);
  for (const bad of ['', '1', '1:x', '0:5', '1:5,', '1:5.0001']) {
    const { errors } = await must(400, 'GET', `/production-runs/organic?lots=${bad}`);
    expect(Object.keys(errors)).toEqual(['lots']);
  }
});
