/** Runs that make more than went in, by every call that can make one (docs/domain.md, Bounded by mass). */
import { describe, expect, test } from 'vitest';
import { buildTestApp, type Caller } from '#test/buildTestApp.ts';
import { addMaterial, addProduct, addRun, addSupplier, batchFields, runFields } from '#test/factories.ts';
import { verifyAfterEach, worldOf } from '#test/world.ts';

const app = await buildTestApp();
const admin = await app.as('admin');
const [manager, user] = [await app.as('manager'), await app.as('user')];
const { must, describeItem, receive } = worldOf(admin);
verifyAfterEach(app);
const supplier = await addSupplier(admin);
const tooMuch = (out: string, into: string) =>
  `Outputs and losses are ${out} together, but only ${into} went in. Check the quantities, or have an admin or manager say in the production why it is more.`;

/** 10 kg of a material in stock, and a product in kg. */
async function world() {
  const material = await addMaterial(admin);
  await receive(supplier, material, 10);
  return { material, product: await addProduct(admin, { unit: 'kg' }) };
}

const using = (rawMaterialId: number, quantity: number) => [{ rawMaterialId, quantity }];

/** The answer of a call: its status, the faulty fields and the sentence. */
async function answerOf(by: Caller, ...[method, path, body]: Parameters<Caller>) {
  const { status, json } = await by(method, path, body);
  return [status, Object.keys(json.errors ?? {}), json.message];
}

const refused = (field: string, out: string, into: string) => [409, [field], tooMuch(out, into)];

describe('more than went in', () => {
  test('is refused of a new run, at the first output beyond, with its losses', async () => {
    const { material, product } = await world();
    const post = async (outputs: object[], losses: object[] = []) => {
      return await answerOf(user, 'POST', '/production-runs', runFields(using(material, 1), { outputs, losses }));
    };
    expect(await post([batchFields(product, 500)])).toEqual(refused('outputs.0.quantity', '500 kg', '1 kg'));
    expect(await post([batchFields(product, 1), batchFields(product, 1)])).toEqual(
      refused('outputs.1.quantity', '2 kg', '1 kg'),
    );
    const dust = [{ reason: 'Dust', grams: 0.001 }];
    expect(await post([batchFields(product, 1)], dust)).toEqual(
      refused('outputs.0.quantity', '1,000.001 g', '1,000 g'),
    );
    expect((await post([batchFields(product, 1)]))[0]).toBe(201);
  });

  test('is refused of a changed run: by its outputs, its inputs, and the calls of one production', async () => {
    const { material, product } = await world();
    const other = await addMaterial(admin);
    await receive(supplier, other, 5);
    const inputs = [...using(material, 5), ...using(other, 1)];
    const output = batchFields(product, 6);
    const made = await addRun(admin, inputs, { status: 'in_progress', outputs: [output] });
    const { runId } = made;
    const change = (over: object) => ({ ...runFields(inputs, { status: 'in_progress', outputs: [output] }), ...over });
    const path = `/production-runs/${runId}`;
    const more = change({ outputs: [{ ...output, quantity: 7 }] });
    expect(await answerOf(user, 'PUT', `${path}/progress`, more)).toEqual(
      refused('outputs.0.quantity', '7 kg', '6 kg'),
    );
    const less = change({ inputs: inputs.slice(0, 1) });
    expect(await answerOf(manager, 'PUT', path, less)).toEqual(refused('outputs.0.quantity', '6 kg', '5 kg'));
    const [{ productionId }] = made.inputs;
    const production = { rawMaterialId: material, quantity: 4, productionDate: '2026-11-10', status: 'in_progress' };
    expect(await answerOf(manager, 'PUT', `/Production/${productionId}`, production)).toEqual(
      refused('quantity', '6 kg', '5 kg'),
    );
    expect(await answerOf(admin, 'DELETE', `/Production/${productionId}`)).toEqual(refused('quantity', '6 kg', '1 kg'));
  });

  test('is refused of a batch: changed, linked or restored by itself', async () => {
    const { material, product } = await world();
    const output = batchFields(product, 5);
    const { runId, outputs } = await addRun(admin, using(material, 5), { outputs: [output] });
    const [{ finishedGoodId }] = outputs;
    const good = { ...output, quantity: 6, status: 'available' };
    expect(await answerOf(manager, 'PUT', `/goods/${finishedGoodId}`, good)).toEqual(
      refused('quantity', '6 kg', '5 kg'),
    );
    const alone = batchFields(product, 2);
    const { finishedGoodId: added } = await must(201, 'POST', '/goods', { ...alone, status: 'available' });
    const linking = runFields(using(material, 5), {
      outputs: [
        { ...output, finishedGoodId },
        { ...alone, finishedGoodId: added },
      ],
      reason: 'Link',
    });
    // The run shows the batches in the order in which they were recorded.
    expect(await answerOf(manager, 'PUT', `/production-runs/${runId}`, linking)).toEqual(
      refused('outputs.1.quantity', '7 kg', '5 kg'),
    );
    await must(200, 'DELETE', `/goods/${finishedGoodId}`);
    const without = runFields(using(material, 1), { outputs: [], reason: 'Less' });
    await must(200, 'PUT', `/production-runs/${runId}`, without);
    expect(await answerOf(admin, 'POST', `/goods/${finishedGoodId}/restore`)).toEqual(
      refused('quantity', '5 kg', '1 kg'),
    );
  });

  test('is saved up to the gain that the item allows, and warned of', async () => {
    const { material, product } = await world();
    await describeItem({ productId: product }, { maxGainPercent: 2.5 });
    const post = async (quantity: number) =>
      await user(
        'POST',
        '/production-runs',
        runFields(using(material, 4), { outputs: [batchFields(product, quantity)] }),
      );
    const most = await post(4.1);
    expect([most.status, most.json.warnings]).toEqual([
      201,
      [
        {
          field: 'outputs.0.quantity',
          code: 'made_more',
          message: 'Outputs and losses are 4.100 kg together, more than the 4 kg that went in.',
        },
      ],
    ]);
    const covered = { outputs: [batchFields(product, 1.02)], gainReason: 'Moisture' };
    expect((await must(201, 'POST', '/production-runs', runFields(using(material, 1), covered))).warnings).toEqual([]);
    expect((await post(4.101)).status).toBe(409);
    expect((await post(4)).json.warnings).toEqual([]);
  });

  test('is refused beyond what each item allows of its own batch, whatever another one allows', async () => {
    const { material, product } = await world();
    const other = await addProduct(admin, { unit: 'kg' });
    await describeItem({ productId: product }, { maxGainPercent: 10 });
    const post = async (quantity: number, rest: number) => {
      const outputs = [batchFields(product, quantity), batchFields(other, rest)];
      return await answerOf(user, 'POST', '/production-runs', runFields(using(material, 10), { outputs }));
    };
    expect(await post(5.5, 5.1)).toEqual(refused('outputs.1.quantity', '10.600 kg', '10 kg'));
    expect((await post(6.6, 4))[0]).toBe(201);
  });

  test('is not judged while an input has no grams per unit', async () => {
    const { material, product } = await world();
    const water = await addMaterial(admin, { unit: 'litre' });
    await describeItem({ rawMaterialId: water }, { part: 'water' });
    await receive(supplier, water, 100);
    const inputs = [...using(material, 1), ...using(water, 100)];
    const made = await addRun(admin, inputs, { outputs: [batchFields(product, 50)] });
    expect(made.warnings).toEqual([]);
    // An edit that makes it no worse is saved after the weight is known.
    await describeItem({ rawMaterialId: water }, { gramsPerUnit: 100 });
    const { runId, outputs } = made;
    const edit = (quantity: number) => ({
      ...runFields(inputs, { outputs: [{ ...outputs[0], quantity }], note: 'Read again', reason: 'Note' }),
    });
    await must(200, 'PUT', `/production-runs/${runId}`, edit(50));
    expect((await answerOf(admin, 'PUT', `/production-runs/${runId}`, edit(51)))[0]).toBe(409);
    await must(200, 'PUT', `/production-runs/${runId}`, edit(20));
  });
});

describe('the reason for a gain', () => {
  test('lets admins and managers save it, stays where a change leaves it out, and is in the history', async () => {
    const { material, product } = await world();
    const output = batchFields(product, 3);
    const fields = runFields(using(material, 2), { outputs: [output], gainReason: ' Steamed ' });
    const made = await manager('POST', '/production-runs', fields);
    expect([made.status, made.json.gainReason, made.json.warnings.length], made.text).toEqual([201, 'Steamed', 1]);
    const path = `/production-runs/${made.json.runId}`;
    const older = runFields(using(material, 2), { outputs: [output], reason: 'Weighed again' });
    await must(200, 'PUT', path, { ...older, outputs: [{ ...output, quantity: 4 }] });
    expect((await must(200, 'GET', path)).gainReason).toBe('Steamed');
    const cleared = { ...older, gainReason: '', outputs: [{ ...output, quantity: 5 }] };
    expect((await answerOf(manager, 'PUT', path, cleared))[0]).toBe(409);
    await must(200, 'PUT', path, { ...older, gainReason: 'Soaked', outputs: [{ ...output, quantity: 5 }] });
    const [event] = await must(200, 'GET', `/history/runs/${made.json.runId}`);
    expect(event.changes).toContainEqual({
      field: 'gainReason',
      label: 'Why more came out than went in',
      before: 'Steamed',
      after: 'Soaked',
    });
  });

  test('is not given, changed or removed by a user, who may go on with a run that has one', async () => {
    const { material, product } = await world();
    const output = batchFields(product, 3);
    const fields = runFields(using(material, 2), { outputs: [output], status: 'in_progress' });
    const denied = [400, ['gainReason'], expect.any(String)];
    expect(await answerOf(user, 'POST', '/production-runs', { ...fields, gainReason: 'Steamed' })).toEqual(denied);
    const { runId } = await must(201, 'POST', '/production-runs', { ...fields, gainReason: 'Steamed' });
    const path = `/production-runs/${runId}/progress`;
    for (const gainReason of ['', 'Soaked']) {
      expect(await answerOf(user, 'PUT', path, { ...fields, gainReason })).toEqual(denied);
    }
    for (const gainReason of ['Steamed', undefined]) {
      expect((await answerOf(user, 'PUT', path, { ...fields, gainReason }))[0]).toBe(200);
    }
  });
});

test('the gain that an item allows is a percentage, stays where a change leaves it out, and is in the history', async () => {
  const { product } = await world();
  const itemId = await describeItem({ productId: product }, { maxGainPercent: 2.25 });
  const { maxGainPercent, ...item } = await must(200, 'GET', `/items/${itemId}`);
  expect(maxGainPercent).toBe(2.25);
  expect((await must(200, 'PUT', `/items/${itemId}`, { ...item, updatedAt: undefined })).maxGainPercent).toBe(2.25);
  for (const wrong of [-1, 100.001, 'much']) {
    const body = { ...item, maxGainPercent: wrong, updatedAt: undefined };
    expect((await answerOf(admin, 'PUT', `/items/${itemId}`, body)).slice(0, 2)).toEqual([400, ['maxGainPercent']]);
  }
  const [event] = (await must(200, 'GET', `/history/items/${itemId}`)).filter(
    ({ changes }: { changes: unknown[] }) => changes.length > 0,
  );
  expect(event.changes).toEqual([
    { field: 'maxGainPercent', label: 'Gain in production, at most (%)', before: '0', after: '2.250' },
  ]);
});

test('the published chain of a mill is saved as it is: 64,722 kg make 59,010, and those 45,246', async () => {
  const material = await addMaterial(admin);
  await receive(supplier, material, 64_722);
  const [flour, bread] = [await addProduct(admin, { unit: 'kg' }), await addProduct(admin, { unit: 'kg' })];
  const milled = await addRun(user, using(material, 64_722), { outputs: [batchFields(flour, 59_010)] });
  const inputs = [{ productId: flour, quantity: 59_010 }];
  const baked = await addRun(user, inputs, { outputs: [batchFields(bread, 45_246)] });
  expect([milled.warnings, baked.warnings]).toEqual([[], []]);
});
