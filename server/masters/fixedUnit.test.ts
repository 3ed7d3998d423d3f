/** A unit that recipes are recorded in stays; of stock see masters.test.ts. */
import { expect, test } from 'vitest';
import { materialTexts } from '#contract/masters/materials.ts';
import { productTexts } from '#contract/masters/products.ts';
import { buildTestApp } from '#test/buildTestApp.ts';
import { addMaterial, addProduct, addRecipe } from '#test/factories.ts';

const app = await buildTestApp();
const admin = await app.as('admin');

const read = async (path: string) => (await admin('GET', path)).json;
const change = async (path: string, unit: string) => await admin('PUT', path, { ...(await read(path)), unit });

test('the units of the product and of the ingredients of a recipe cannot change', async () => {
  const material = await addMaterial(admin, { unit: 'kg' });
  const [powder, tea] = [await addProduct(admin, { unit: 'bag' }), await addProduct(admin, { unit: 'jar' })];
  const paths = { [`/materials/${material}`]: 'kg', [`/products/${powder}`]: 'bag', [`/products/${tea}`]: 'jar' };
  for (const [path, unit] of Object.entries(paths)) {
    expect([(await change(path, 'g')).status, (await change(path, unit)).json.unitFixed], path).toEqual([200, false]);
  }
  const lines = [
    { rawMaterialId: material, quantity: 20 },
    { productId: powder, quantity: 5 },
  ];
  const recipeId = await addRecipe(admin, tea, [], { lines });
  const before = await read(`/recipes/${recipeId}`);
  for (const deleted of [false, true]) {
    // It can be restored, with its quantities.
    if (deleted) await admin('DELETE', `/recipes/${recipeId}`);
    for (const [path, unit] of Object.entries(paths)) {
      const { unitFixed } = path.startsWith('/materials') ? materialTexts : productTexts;
      const refused = await change(path, 'g');
      expect([refused.status, refused.json.errors], path).toEqual([409, { unit: [unitFixed(unit)] }]);
      expect(await read(path)).toMatchObject({ unit, unitFixed: true });
    }
  }
  await admin('POST', `/recipes/${recipeId}/restore`);
  expect(await read(`/recipes/${recipeId}`)).toMatchObject({ unit: before.unit, lines: before.lines });
});

test('an ingredient that was removed from its recipe can get another unit', async () => {
  const [leaf, root] = [await addMaterial(admin, { unit: 'kg' }), await addMaterial(admin, { unit: 'kg' })];
  const recipeId = await addRecipe(admin, await addProduct(admin), [[leaf, 20]]);
  expect((await change(`/materials/${leaf}`, 'g')).status).toBe(409);
  const recipe = await read(`/recipes/${recipeId}`);
  await admin('PUT', `/recipes/${recipeId}`, { ...recipe, lines: [{ rawMaterialId: root, quantity: 20 }] });
  expect((await change(`/materials/${leaf}`, 'g')).status).toBe(200);
});

test('a unit that is changed while a recipe is saved: the recipe has the old unit, or the change comes first', async () => {
  for (let round = 0; round < 8; round += 1) {
    const material = await addMaterial(admin, { unit: 'kg' });
    const product = await addProduct(admin, { unit: 'jar' });
    const { categoryId } = await read(`/products/${product}`);
    const lines = [{ rawMaterialId: material, quantity: 20 }];
    const save = async () => await admin('POST', '/recipes', { productId: product, outputQuantity: 1, lines });
    const changes = [
      async () => await admin('PUT', `/materials/${material}`, { name: 'Raced', unit: 'g' }),
      async () => await admin('PUT', `/products/${product}`, { name: 'Raced', unit: 'g', price: 1, categoryId }),
    ];
    const [recipe, ...changed] = await Promise.all([save(), ...changes.map(async (each) => await each())]);
    const units: string[] = [recipe.json.lines[0].unit, recipe.json.unit];
    expect(changed.map(({ status }) => status)).toEqual(units.map((unit) => (unit === 'g' ? 200 : 409)));
  }
});
