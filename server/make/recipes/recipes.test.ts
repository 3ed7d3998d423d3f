import { describe, expect, test } from 'vitest';
import { recipeTexts } from '#contract/make/recipes.ts';
import { buildTestApp, type Answer } from '#test/buildTestApp.ts';
import { addInward, addMaterial, addProduct, addRecipe, addRun, addSupplier, runFields } from '#test/factories.ts';

const app = await buildTestApp();
const admin = await app.as('admin');
const supplier = await addSupplier(admin);
const turmeric = await addMaterial(admin, { name: 'Turmeric' });
const label = await addMaterial(admin, { name: 'Label', unit: 'piece' });
const powder = await addProduct(admin, { name: 'Turmeric powder' });

const recipeOf = async (id: number) => (await admin('GET', `/recipes/${id}`)).json;
const change = async (id: number, over: object) => {
  return await admin('PUT', `/recipes/${id}`, { ...(await recipeOf(id)), updatedAt: undefined, ...over });
};

/** A bought quantity at a price of the day. */
async function buy(material: number, pricePerUnit: number, inwardDate: string): Promise<void> {
  const rawMaterials = [{ rawMaterialId: material, quantity: 10, pricePerUnit }];
  await addInward(admin, supplier, [], { rawMaterials, inwardDate });
}

/** Versions as stored: number, output in thousandths, and number of lines. */
async function versionsOf(recipeId: number): Promise<[number, number, number][]> {
  const { db } = app.store;
  const rows = await db
    .selectFrom('recipe_version as v')
    .innerJoin('recipe_line as x', 'x.recipe_version_id', 'v.id')
    .select(['v.version', 'v.output_quantity', 'x.quantity'])
    .where('v.recipe_id', '=', recipeId)
    .orderBy('v.version')
    .orderBy('x.position')
    .execute();
  return rows.map((row) => [row.version, row.output_quantity, row.quantity]);
}

/** A run that used the newest version; its id. */
async function runWith(recipeId: number): Promise<number> {
  const { db } = app.store;
  const { id } = await db
    .selectFrom('recipe_version')
    .select('id')
    .where('recipe_id', '=', recipeId)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  const at = '2026-11-20T06:30:00.000Z';
  const run = await db
    .insertInto('production_run')
    .values({
      production_date: '2026-11-20',
      status: 'completed',
      note: '',
      recipe_version_id: id,
      created_at: at,
      updated_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return run.id;
}

describe('a recipe', () => {
  test('has the cost of its ingredients at the last prices, rounded half up line by line', async () => {
    await buy(turmeric, 100.01, '2026-11-02');
    await buy(turmeric, 333.33, '2026-10-01');
    await buy(label, 0.03, '2026-11-02');
    const sauce = await addProduct(admin);
    const unbought = await addMaterial(admin);
    const id = await addRecipe(admin, powder, [], {
      lines: [
        { rawMaterialId: turmeric, quantity: 0.05, plannedLossPercent: 2.5 },
        { rawMaterialId: label, quantity: 0.5 },
        { rawMaterialId: label, quantity: 0.166 },
        { rawMaterialId: unbought, quantity: 3 },
        { productId: sauce, quantity: 2 },
      ],
    });
    const recipe = await recipeOf(id);
    // With 2.5 % more 0.05 kg are 0.05125: 5.12551, 0.015 and 0.00498 rupees.
    expect(recipe.lines.map(({ cost }: { cost: number | null }) => cost)).toEqual([5.13, 0.02, 0, null, null]);
    expect(recipe).toMatchObject({
      cost: 5.15,
      version: 1,
      usedByRuns: 0,
      productName: 'Turmeric powder',
      unit: 'jar',
    });
    const { json: item } = await admin('GET', `/products/${sauce}`);
    expect(recipe.lines[4]).toMatchObject({ itemId: item.itemId, rawMaterialId: null, productId: sauce, unit: 'jar' });
    expect(recipe.lines[0]).toMatchObject({ itemName: 'Turmeric', quantity: 0.05, plannedLossPercent: 2.5 });
    expect((await admin('GET', '/recipes')).json).toContainEqual(recipe);
  });

  test('takes the cost of a product from its newest lot with a known cost', async () => {
    const sauce = await addProduct(admin);
    const id = await addRecipe(admin, powder, [], {
      lines: [{ productId: sauce, quantity: 2, plannedLossPercent: 50 }],
    });
    expect(await recipeOf(id)).toMatchObject({ cost: 0, lines: [{ cost: null }] });
    for (const pricePerUnit of [12, 20.25, null]) {
      const lines = [{ productId: sauce, quantity: 5, pricePerUnit }];
      const opening = await admin('POST', '/adjustments', { kind: 'opening', date: '2026-11-02', lines });
      expect(opening.status).toBe(201);
    }
    // 3 jars at 20.25.
    expect(await recipeOf(id)).toMatchObject({ cost: 60.75, lines: [{ cost: 60.75 }] });
  });

  test('has its older versions, which can be read', async () => {
    const id = await addRecipe(admin, powder, [[turmeric, 20]]);
    await runWith(id);
    await change(id, { lines: [{ rawMaterialId: turmeric, quantity: 21 }] });
    const { status, json } = await admin('GET', `/recipes/${id}/versions`);
    expect([status, json.map(({ version }: { version: number }) => version)]).toEqual([200, [2, 1]]);
    expect(json[1]).toMatchObject({
      outputQuantity: 100,
      usedByRuns: 1,
      lines: [{ itemName: 'Turmeric', quantity: 20 }],
    });
    expect(json[0]).toMatchObject({ usedByRuns: 0, lines: [{ quantity: 21 }] });
    expect((await admin('GET', '/recipes/999999/versions')).status).toBe(404);
  });

  test('has no cost for a line beyond the largest amount', async () => {
    const gold = await addMaterial(admin);
    await addInward(admin, supplier, [], {
      rawMaterials: [{ rawMaterialId: gold, quantity: 0.001, pricePerUnit: 9_000_000_000 }],
    });
    const id = await addRecipe(admin, powder, [[gold, 9_000_000_000]]);
    expect(await recipeOf(id)).toMatchObject({ cost: 0, lines: [{ cost: null }] });
  });

  test('is changed in place until a run has used it, then as a new version, and runs keep their version', async () => {
    const id = await addRecipe(admin, powder, [[turmeric, 20]]);
    const line = { rawMaterialId: turmeric, quantity: 21 };
    const changed = await change(id, { outputQuantity: 90, lines: [line, { rawMaterialId: label, quantity: 90 }] });
    expect([changed.status, changed.json.version], changed.text).toEqual([200, 1]);
    expect(await versionsOf(id)).toEqual([
      [1, 90_000, 21_000],
      [1, 90_000, 90_000],
    ]);
    const run = await runWith(id);
    expect((await change(id, {})).json).toMatchObject({ version: 1, usedByRuns: 1 });
    expect((await change(id, { lines: [line] })).json).toMatchObject({ version: 2, usedByRuns: 1 });
    expect((await change(id, { note: 'Dry first' })).json).toMatchObject({ version: 2, note: 'Dry first' });
    expect(await versionsOf(id)).toEqual([
      [1, 90_000, 21_000],
      [1, 90_000, 90_000],
      [2, 90_000, 21_000],
    ]);
    // A deleted run can be restored, with its recipe version.
    const used = await runWith(id);
    const { db } = app.store;
    const deleted = { deleted_at: '2026-11-21T00:00:00.000Z' };
    await db.updateTable('production_run').set(deleted).where('id', 'in', [run, used]).execute();
    expect((await change(id, { outputQuantity: 80 })).json).toMatchObject({ version: 3, usedByRuns: 0 });
  });

  test('is named in the history of the runs that use it', async () => {
    const id = await addRecipe(admin, powder, [[turmeric, 20]]);
    await addInward(admin, supplier, [[turmeric, 5]]);
    const inputs = [{ rawMaterialId: turmeric, quantity: 1 }];
    const { runId } = await addRun(admin, inputs, { recipeId: id });
    expect((await admin('PUT', `/production-runs/${runId}`, runFields(inputs, { reason: 'None' }))).status).toBe(200);
    const [{ changes }] = (await admin('GET', `/history/runs/${runId}`)).json;
    expect(changes).toContainEqual({ field: 'recipeVersion', label: 'Recipe', before: `${id}, version 1`, after: '' });
  });

  test('keeps its product once a run has used any of its versions', async () => {
    const id = await addRecipe(admin, powder, [[turmeric, 1]]);
    const other = await addProduct(admin, { name: 'Turmeric paste' });
    expect((await change(id, { productId: other })).json).toMatchObject({ productName: 'Turmeric paste', version: 1 });
    await runWith(id);
    await change(id, { outputQuantity: 7 });
    const refused = await change(id, { productId: powder, outputQuantity: 8 });
    expect([refused.status, refused.json.message, refused.json.errors]).toEqual([
      409,
      recipeTexts.productFixed,
      { productId: [recipeTexts.productFixed] },
    ]);
    expect(await recipeOf(id)).toMatchObject({ productId: other, outputQuantity: 7, version: 2 });
  });

  test('is found by its product and by the ingredients of its newest version', async () => {
    const saffron = await addMaterial(admin, { name: 'Saffron threads' });
    const id = await addRecipe(admin, await addProduct(admin, { name: 'Golden milk' }), [[saffron, 1]]);
    const found = async (search: string) =>
      (await admin('GET', `/recipes?search=${search}`)).json.map((row: { recipeId: number }) => row.recipeId);
    expect([await found('golden'), await found('saffron')]).toEqual([[id], [id]]);
    await runWith(id);
    await change(id, { lines: [{ productId: powder, quantity: 1 }] });
    expect([await found('saffron'), await found('turmeric%20powder')]).toEqual([[], expect.arrayContaining([id])]);
    const { productId } = await recipeOf(id);
    const { json } = await admin('GET', `/recipes?productId=${productId}`);
    expect(json.map((row: { recipeId: number }) => row.recipeId)).toEqual([id]);
  });

  test('has a history in the words of its form', async () => {
    const id = await addRecipe(admin, powder, [[turmeric, 20]]);
    await change(id, { lines: [{ rawMaterialId: turmeric, quantity: 20.5, plannedLossPercent: 1 }] });
    const [event] = (await admin('GET', `/history/recipes/${id}`)).json;
    expect([event.recordName, event.changes]).toEqual([
      'Turmeric powder',
      [{ field: 'lines', label: 'Ingredients', before: 'Turmeric 20 kg', after: 'Turmeric 20.500 kg (1 % lost)' }],
    ]);
  });
});

describe('a recipe is refused, and nothing stored,', () => {
  const added = async (over: object): Promise<Answer> => {
    const before = (await admin('GET', '/recipes')).json;
    const fields = { productId: powder, outputQuantity: 1, lines: [{ rawMaterialId: turmeric, quantity: 1 }] };
    const answer = await admin('POST', '/recipes', { ...fields, ...over });
    expect((await admin('GET', '/recipes')).json).toEqual(before);
    return answer;
  };

  test.each([
    ['no ingredient', { lines: [] }, { lines: [recipeTexts.linesRequired] }],
    [
      'faulty numbers',
      {
        outputQuantity: 0,
        expectedYieldPercent: 1000.001,
        lines: [{ rawMaterialId: 1, quantity: 0, plannedLossPercent: 101 }],
      },
      {
        outputQuantity: [recipeTexts.quantityInvalid],
        expectedYieldPercent: [recipeTexts.yieldInvalid],
        'lines.0.quantity': [recipeTexts.quantityInvalid],
        'lines.0.plannedLossPercent': [recipeTexts.lossInvalid],
      },
    ],
    [
      'a line of two items, and one of none',
      { lines: [{ rawMaterialId: 1, productId: 99, quantity: 1 }, { quantity: 1 }] },
      { 'lines.0.rawMaterialId': [recipeTexts.itemRequired], 'lines.1.rawMaterialId': [recipeTexts.itemRequired] },
    ],
    [
      'records that do not exist',
      {
        productId: 999,
        lines: [
          { rawMaterialId: 999, quantity: 1 },
          { productId: 998, quantity: 1 },
        ],
      },
      {
        productId: [recipeTexts.productUnknown],
        'lines.0.rawMaterialId': [recipeTexts.itemUnknown],
        'lines.1.productId': [recipeTexts.itemUnknown],
      },
    ],
  ])('when it has %s', async (_, over, errors) => {
    const { status, json } = await added(over);
    expect([status, json.errors]).toEqual([400, errors]);
  });

  test('when a product is an ingredient of itself', async () => {
    const lines = [
      { rawMaterialId: turmeric, quantity: 1 },
      { productId: powder, quantity: 1 },
    ];
    const { status, json } = await added({ lines });
    expect([status, json.errors]).toEqual([400, { 'lines.1.productId': [recipeTexts.itself] }]);
  });
});

test('a material or product cannot be deleted while a recipe uses it', async () => {
  const [jar, mix, kit] = [
    await addMaterial(admin, { name: 'Jar' }),
    await addProduct(admin, { name: 'Spice mix' }),
    await addProduct(admin, { name: 'Gift box' }),
  ];
  const id = await addRecipe(admin, kit, [], {
    lines: [
      { rawMaterialId: jar, quantity: 1 },
      { productId: mix, quantity: 2 },
    ],
  });
  const second = await addRecipe(admin, powder, [[jar, 1]]);
  const said = async (path: string) => {
    const { status, json } = await admin('DELETE', path);
    return [status, json.message];
  };
  const material = 'Cannot delete this material because the recipe of Gift box';
  expect(await said(`/materials/${jar}`)).toEqual([409, `${material} and 1 more uses it.`]);
  await admin('DELETE', `/recipes/${second}`);
  expect(await said(`/materials/${jar}`)).toEqual([409, `${material} uses it.`]);
  expect(await said(`/products/${mix}`)).toEqual([
    409,
    'Cannot delete this product because the recipe of Gift box uses it.',
  ]);
  expect(await said(`/products/${kit}`)).toEqual([409, 'Cannot delete this product because it has a recipe.']);
  await runWith(id);
  await change(id, { lines: [{ productId: mix, quantity: 2 }] });
  expect((await said(`/materials/${jar}`))[0]).toBe(200);
  expect((await admin('DELETE', `/recipes/${id}`)).json).toEqual({ message: recipeTexts.deleted });
  expect([(await said(`/products/${mix}`))[0], (await said(`/products/${kit}`))[0]]).toEqual([200, 200]);
  // Nothing deleted comes into a recipe.
  const late = await admin('POST', '/recipes', {
    productId: powder,
    outputQuantity: 1,
    lines: [{ productId: mix, quantity: 1 }],
  });
  expect([late.status, late.json.errors]).toEqual([400, { 'lines.0.productId': [recipeTexts.itemUnknown] }]);
});

test('everybody reads recipes, managers and admins write them, and admins delete them', async () => {
  const id = await addRecipe(admin, powder, [[turmeric, 1]]);
  const statuses = async (role: 'manager' | 'user') => {
    const caller = await app.as(role);
    const body = { productId: powder, outputQuantity: 1, lines: [{ rawMaterialId: turmeric, quantity: 2 }] };
    const calls = [
      await caller('GET', `/recipes/${id}`),
      await caller('POST', '/recipes', body),
      await caller('PUT', `/recipes/${id}`, body),
      await caller('DELETE', `/recipes/${id}`),
    ];
    return calls.map(({ status }) => status);
  };
  expect([await statuses('manager'), await statuses('user')]).toEqual([
    [200, 201, 200, 403],
    [200, 403, 403, 403],
  ]);
});
