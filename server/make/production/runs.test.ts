import { describe, expect, test } from 'vitest';
import { errorTexts } from '#contract/core/errors.ts';
import { buildTestApp } from '#test/buildTestApp.ts';
import {
  addInward,
  addMaterial,
  addProduct,
  addProduction,
  addRun,
  addSupplier,
  batchFields,
  runFields,
  stockOf,
} from '#test/factories.ts';
import { verifyAfterEach, worldOf } from '#test/world.ts';
import { verifyLedger } from '../../stock/ledger/verify.ts';

const app = await buildTestApp();
const admin = await app.as('admin');
const { describeItem, receive } = worldOf(admin);
verifyAfterEach(app);
const supplier = await addSupplier(admin);

async function addJar(name: string, grams = 200): Promise<number> {
  const productId = await addProduct(admin, { name, unit: 'jar' });
  await describeItem({ productId }, { gramsPerUnit: grams });
  return productId;
}

const record = async (inputs: object[], over: object = {}) => await addRun(admin, inputs, over);

describe('a run', () => {
  test('produces a batch from chosen lots, with its inputs, outputs, losses and yield', async () => {
    const turmeric = await addMaterial(admin, { name: 'Turmeric' });
    const jar = await addMaterial(admin, { name: 'Glass jar', unit: 'piece' });
    await describeItem({ rawMaterialId: jar }, { part: 'packaging' });
    const [first, second] = [await receive(supplier, turmeric, 40), await receive(supplier, turmeric, 180)];
    await receive(supplier, jar, 300);
    const product = await addJar('Turmeric powder 200 g');
    const made = await record(
      [
        {
          rawMaterialId: turmeric,
          quantity: 54.5,
          lots: [
            { lotId: first, quantity: 40 },
            { lotId: second, quantity: 14.5 },
          ],
        },
        { rawMaterialId: jar, quantity: 270 },
      ],
      {
        outputs: [batchFields(product, 270, { batchNumber: 'TP-12', expiryDate: '2027-08-20' })],
        losses: [{ reason: 'Grinding dust', grams: 500 }],
      },
    );
    expect(made.yield).toEqual({
      inputGrams: 54500,
      outputGrams: 54000,
      lossGrams: 500,
      unexplainedGrams: 0,
      yieldPercent: 99.08,
      withoutGrams: [],
    });
    expect(
      made.inputs[0].lots.map(({ lotId, quantity }: { lotId: number; quantity: number }) => [lotId, quantity]),
    ).toEqual([
      [first, 40],
      [second, 14.5],
    ]);
    const lot = (await admin('GET', `/lots/${made.outputs[0].lotId}`)).json;
    expect([lot.code, lot.origin, lot.onHandQty, lot.expiresOn, lot.originDocument]).toEqual([
      'TP-12',
      'produced',
      270,
      '2027-08-20',
      { kind: 'goods', id: made.outputs[0].finishedGoodId, label: 'TP-12' },
    ]);
    const good = (await admin('GET', `/goods/${made.outputs[0].finishedGoodId}`)).json;
    expect([good.quantity, good.leftQty, good.status, good.runId]).toEqual([270, 270, 'available', made.runId]);
    // The inputs are productions of the specification.
    expect((await admin('GET', `/Production/${made.inputs[0].productionId}`)).json).toMatchObject({
      rawMaterialId: turmeric,
      quantity: 54.5,
      runId: made.runId,
    });
    expect((await admin('GET', `/production-runs?productId=${product}`)).json).toHaveLength(1);
    expect((await admin('GET', '/production-runs?search=tp-12')).json).toHaveLength(1);
    expect((await admin('GET', `/production-runs?rawMaterialId=${jar}&productionDateTo=2026-11-09`)).json).toEqual([]);
  });

  // 80 + 20 + 1 + 9 = 110 kg in, 100 kg out: 10 kg lost, 100 / 110 = 90.909… %.
  test('has a loss of 10 kg and a yield of 90.91 % when 110 kg of inputs give 100 kg', async () => {
    const inputs = await Promise.all(
      [80, 20, 1, 9].map(async (quantity) => {
        const rawMaterialId = await addMaterial(admin);
        await receive(supplier, rawMaterialId, quantity);
        return { rawMaterialId, quantity };
      }),
    );
    const product = await addProduct(admin, { unit: 'kg' });
    const { yield: found } = await record(inputs, {
      outputs: [batchFields(product, 100)],
      losses: [{ reason: 'Drying', grams: 10_000 }],
    });
    expect([found.lossGrams, found.unexplainedGrams, found.yieldPercent]).toEqual([10_000, 0, 90.91]);
  });

  // 1,000 kg divided into four: each takes 250 kg and wastes 4 % of it, 10 kg; 4 × 240 = 960 kg, 960 / 1000 = 96 %.
  test('with 4 % waste yields 96 %, in each of four runs of 250 kg and in all 1,000 kg', async () => {
    const rawMaterialId = await addMaterial(admin);
    await receive(supplier, rawMaterialId, 1000);
    const made = await Promise.all(
      ['A', 'B', 'C', 'D'].map(async () => {
        const product = await addProduct(admin, { unit: 'kg' });
        return await record([{ rawMaterialId, quantity: 250 }], {
          outputs: [batchFields(product, 240)],
          losses: [{ reason: 'Waste', grams: 10_000 }],
        });
      }),
    );
    expect(made.map(({ yield: found }) => found.yieldPercent)).toEqual([96, 96, 96, 96]);
    expect(made.reduce((sum, { yield: found }) => sum + found.outputGrams, 0)).toBe(960_000);
    expect(await stockOf(admin, rawMaterialId)).toEqual([1000, 1000, 0]);
  });

  // Six intakes of 9,425 kg are 56,550 kg. Cleaning loses 1,131 kg (2 %): 55,419 kg in bulk. Packing takes 55,000 kg of it
  // for 274,000 jars of 200 g = 54,800 kg and loses 200 kg; 419 kg of the bulk are left. 54,800 / 55,000 = 99.636… %.
  test('consumes products to any depth: six receipts, bulk, jars and a gift box', async () => {
    const rawMaterialId = await addMaterial(admin);
    for (let count = 0; count < 6; count += 1) await receive(supplier, rawMaterialId, 9425);
    const bulk = await addProduct(admin, { unit: 'kg' });
    const jars = await addJar('Jar of depth');
    const box = await addProduct(admin, { unit: 'box' });
    await describeItem({ productId: box }, { gramsPerUnit: 400 });
    const cleaned = await record([{ rawMaterialId, quantity: 56_550 }], {
      outputs: [batchFields(bulk, 55_419)],
      losses: [{ reason: 'Cleaning', grams: 1_131_000 }],
    });
    expect([cleaned.inputs[0].lots.length, cleaned.yield.yieldPercent, cleaned.yield.unexplainedGrams]).toEqual([
      6, 98, 0,
    ]);
    const packed = await record([{ productId: bulk, quantity: 55_000 }], {
      outputs: [batchFields(jars, 274_000)],
      losses: [{ reason: 'Spilt', grams: 200_000 }],
    });
    expect([packed.yield.yieldPercent, packed.yield.unexplainedGrams]).toEqual([99.64, 0]);
    expect((await admin('GET', `/lots/${cleaned.outputs[0].lotId}`)).json.onHandQty).toBe(419);
    const gift = await record([{ productId: jars, quantity: 10 }], { outputs: [batchFields(box, 5)] });
    expect(gift.yield.yieldPercent).toBe(100);
    const refused = await admin('POST', '/production-runs', runFields([{ productId: bulk, quantity: 419.001 }]));
    expect([refused.status, refused.json.errors]).toEqual([
      409,
      { 'inputs.0.quantity': ['Quantity exceeds available balance! Max: 419'] },
    ]);
  });

  test('keeps the inward of its input from being reduced: the 409 links to the run', async () => {
    const rawMaterialId = await addMaterial(admin, { name: 'Amla' });
    const inward = await addInward(admin, supplier, [[rawMaterialId, 80]]);
    const made = await record([{ rawMaterialId, quantity: 40 }]);
    const refused = await admin('PUT', `/inward/${inward.inwardId}`, {
      ...inward,
      billAttachment: null,
      rawMaterials: [{ rawMaterialId, quantity: 39.999, pricePerUnit: 1 }],
    });
    expect([refused.status, refused.json.documents]).toEqual([
      409,
      [{ kind: 'run', id: made.runId, label: 'Production of 10-11-2026' }],
    ]);
  });

  test('reports every fault at once, and stores nothing', async () => {
    const rawMaterialId = await addMaterial(admin);
    const lotId = await receive(supplier, rawMaterialId, 5);
    const other = await receive(supplier, await addMaterial(admin), 5);
    const product = await addProduct(admin);
    const before = (await admin('GET', '/production-runs')).json.length;
    const faulty = await admin(
      'POST',
      '/production-runs',
      runFields(
        [
          { rawMaterialId, quantity: 2, lots: [{ lotId: other, quantity: 2 }] },
          { rawMaterialId, quantity: 2, lots: [{ lotId, quantity: 1 }] },
          { productId: 999_999, quantity: 1 },
        ],
        {
          outputs: [batchFields(999_999, 1)],
          losses: [
            { reason: 'Broken', productId: product, quantity: 1 },
            { reason: 'Spilt', rawMaterialId, quantity: 3 },
            { reason: 'Moisture', rawMaterialId, quantity: 1.001 },
          ],
        },
      ),
    );
    expect([faulty.status, Object.keys(faulty.json.errors).toSorted()]).toEqual([
      400,
      [
        'inputs.0.lots.0.lotId',
        'inputs.1.lots',
        'inputs.2.productId',
        'losses.0.rawMaterialId',
        'losses.2.quantity',
        'outputs.0.productId',
      ],
    ]);
    await record([{ rawMaterialId, quantity: 1 }], { outputs: [batchFields(product, 1, { batchNumber: 'Twice' })] });
    const used = await admin(
      'POST',
      '/production-runs',
      runFields([{ rawMaterialId, quantity: 1 }], { outputs: [batchFields(product, 1, { batchNumber: 'twice' })] }),
    );
    expect([used.status, used.json.message, used.json.errors]).toEqual([
      409,
      'Batch number "twice" is already used!',
      { 'outputs.0.batchNumber': ['Batch number already used!'] },
    ]);
    expect((await admin('GET', '/production-runs')).json).toHaveLength(before + 1);
    expect(await stockOf(admin, rawMaterialId)).toEqual([5, 1, 4]);
  });

  test('creates no batch that expires before its day, neither at first nor when the day changes', async () => {
    const rawMaterialId = await addMaterial(admin);
    await receive(supplier, rawMaterialId, 5);
    const output = batchFields(await addProduct(admin), 1, { expiryDate: '2026-11-15' });
    const body = runFields([{ rawMaterialId, quantity: 1 }], { status: 'in_progress', outputs: [output] });
    const refused = [400, { 'outputs.0.expiryDate': ['The expiry date is before the production date.'] }];
    const late = await admin('POST', '/production-runs', { ...body, productionDate: '2026-11-16' });
    expect([late.status, late.json.errors]).toEqual(refused);
    const { json: made } = await admin('POST', '/production-runs', { ...body, productionDate: '2026-11-14' });
    const { finishedGoodId } = made.outputs[0];
    const moved = { ...body, outputs: [{ ...output, finishedGoodId }], updatedAt: made.updatedAt };
    const change = (more: object) => admin('PUT', `/production-runs/${made.runId}`, { ...moved, ...more });
    const later = await change({ productionDate: '2026-11-16' });
    expect([later.status, later.json.errors]).toEqual(refused);
    expect((await change({ productionDate: '2026-11-15' })).status).toBe(200);
  });

  test('consumes nothing from a lot on hold or recalled, and the refusal of a chosen lot names its state', async () => {
    const rawMaterialId = await addMaterial(admin);
    const lotId = await receive(supplier, rawMaterialId, 5);
    const { code } = (await admin('POST', `/lots/${lotId}/hold`, { reason: 'Moisture' })).json;
    const proposed = await admin('POST', '/production-runs', runFields([{ rawMaterialId, quantity: 1 }]));
    expect([proposed.status, proposed.json.errors]).toEqual([
      409,
      { 'inputs.0.quantity': ['Quantity exceeds available balance! Max: 0'] },
    ]);
    const chosen = await admin(
      'POST',
      '/production-runs',
      runFields([{ rawMaterialId, quantity: 1, lots: [{ lotId, quantity: 1 }] }]),
    );
    expect([chosen.status, chosen.json.errors]).toEqual([409, { 'inputs.0.lots.0.quantity': [`${code} is on hold.`] }]);
    await admin('POST', '/recalls', { kind: 'real', title: 'Pepper', reason: 'Salmonella', lotIds: [lotId] });
    const recalled = await admin(
      'POST',
      '/production-runs',
      runFields([{ rawMaterialId, quantity: 1, lots: [{ lotId, quantity: 1 }] }]),
    );
    expect(recalled.json.message).toBe(`${code} is recalled.`);
  });
});

async function madeRun(over: object = {}) {
  const rawMaterialId = await addMaterial(admin);
  const lots = [await receive(supplier, rawMaterialId, 5), await receive(supplier, rawMaterialId, 5)];
  const productId = await addProduct(admin);
  const created = await addRun(admin, [{ rawMaterialId, quantity: 4 }], {
    outputs: [batchFields(productId, 10)],
    ...over,
  });
  return { rawMaterialId, lots, productId, created };
}
const put = (id: number, body: object) => admin('PUT', `/production-runs/${id}`, body);
const bodyOf = ({ productionDate, status, inputs, outputs, losses }: Record<string, unknown>) => ({
  productionDate,
  status,
  inputs: Array.isArray(inputs)
    ? inputs.map(({ rawMaterialId, productId, quantity }) => ({ rawMaterialId, productId, quantity }))
    : [],
  outputs,
  losses,
});

test('a changed run keeps its lots, and more is allocated by the rule', async () => {
  const { created, lots, rawMaterialId } = await madeRun();
  const body = { ...bodyOf(created), reason: 'Weighed again' };
  const more = await put(created.runId, { ...body, inputs: [{ rawMaterialId, quantity: 6 }] });
  expect(more.json.inputs[0].lots.map(({ lotId, quantity }: Record<string, number>) => [lotId, quantity])).toEqual([
    [lots[0], 5],
    [lots[1], 1],
  ]);
  const chosen = [{ rawMaterialId, quantity: 2, lots: [{ lotId: lots[1], quantity: 2 }] }];
  const other = await put(created.runId, { ...body, inputs: chosen });
  expect([other.status, other.json.inputs[0].lots[0].lotId]).toEqual([200, lots[1]]);
  expect(await stockOf(admin, rawMaterialId)).toEqual([10, 2, 8]);
  const [event] = (await admin('GET', `/history/runs/${created.runId}`)).json;
  expect(event.changes).toContainEqual({ field: 'reason', label: 'Reason', before: '', after: 'Weighed again' });
  expect(event.stock.length).toBeGreaterThan(0);
});

test('a completed run is changed by admins and managers with a reason, one in progress by every role', async () => {
  const user = await app.as('user');
  const { created } = await madeRun();
  const body = bodyOf(created);
  expect((await put(created.runId, body)).json.errors).toEqual({
    reason: ['Say why a completed run is changed.'],
  });
  expect((await user('PUT', `/production-runs/${created.runId}`, { ...body, reason: 'x' })).status).toBe(403);
  expect((await user('PUT', `/production-runs/${created.runId}/progress`, body)).status).toBe(409);
  const { created: begun, productId } = await madeRun({ status: 'in_progress', outputs: [] });
  const completed = await user('PUT', `/production-runs/${begun.runId}/progress`, {
    ...bodyOf(begun),
    status: 'completed',
    outputs: [batchFields(productId, 12)],
  });
  expect([completed.status, completed.json.status, completed.json.outputs.length]).toEqual([200, 'completed', 1]);
});

test('an edit of a run is refused after one of its batches was changed in Finished Goods', async () => {
  const { created } = await madeRun();
  const [batch] = created.outputs;
  const good = (await admin('GET', `/goods/${batch.finishedGoodId}`)).json;
  const changed = await admin('PUT', `/goods/${batch.finishedGoodId}`, { ...good, quantity: 12 });
  expect(changed.status, changed.text).toBe(200);
  const { updatedAt } = created;
  const late = await put(created.runId, { ...bodyOf(created), note: 'Late', reason: 'Note', updatedAt });
  expect([late.status, late.json.message]).toEqual([409, errorTexts.changedMeanwhile]);
  expect((await admin('GET', `/goods/${batch.finishedGoodId}`)).json.quantity).toBe(12);
});

test('an edit of a run is refused after one of its batches was restored', async () => {
  const { created } = await madeRun();
  const path = `/goods/${created.outputs[0].finishedGoodId}`;
  expect((await admin('DELETE', path)).status).toBe(200);
  const stale = (await admin('GET', `/production-runs/${created.runId}`)).json;
  expect((await admin('POST', `${path}/restore`)).status).toBe(200);
  const { updatedAt } = stale;
  const late = await put(created.runId, { ...bodyOf(stale), reason: 'Note', updatedAt });
  expect([late.status, late.json.message]).toEqual([409, errorTexts.changedMeanwhile]);
  expect((await admin('GET', path)).status).toBe(200);
});

test('a run that moves to another day moves its batches that have no date of their own', async () => {
  const product = await addProduct(admin);
  const dated = batchFields(product, 1, { manufactureDate: '2026-11-09' });
  const { created } = await madeRun({ outputs: [batchFields(product, 10), dated] });
  const body = { ...bodyOf(created), productionDate: '2026-11-15', reason: 'The sheet says so' };
  const { outputs } = (await put(created.runId, body)).json;
  const days = async () => {
    const found = outputs.map(async ({ lotId }: { lotId: number }) => {
      const { madeOrReceivedOn, movements } = (await admin('GET', `/lots/${lotId}`)).json;
      return [madeOrReceivedOn, movements.at(-1).occurredOn];
    });
    return await Promise.all(found);
  };
  const own = ['2026-11-09', '2026-11-09'];
  expect(await days()).toEqual([['2026-11-15', '2026-11-15'], own]);

  // The call of the specification moves the date of the run with that of its first input.
  const [{ productionId, rawMaterialId, quantity }] = created.inputs;
  const moved = { rawMaterialId, quantity, productionDate: '2026-11-16', status: 'completed' };
  expect((await admin('PUT', `/Production/${productionId}`, moved)).status).toBe(200);
  expect(await days()).toEqual([['2026-11-16', '2026-11-16'], own]);
  const [{ finishedGoodId }] = outputs;
  const [event] = (await admin('GET', `/history/goods/${finishedGoodId}`)).json;
  expect([event.action, event.stock.length]).toEqual(['update', 2]);
});

test.each(['run', 'goods'])(
  'a batch whose own date is removed gets the day of its run: by the call of %s',
  async (by) => {
    const product = await addProduct(admin);
    const { created } = await madeRun({ outputs: [batchFields(product, 1, { manufactureDate: '2026-11-12' })] });
    const [{ finishedGoodId, lotId }] = created.outputs;
    const dayOf = async () => (await admin('GET', `/lots/${lotId}`)).json.madeOrReceivedOn;
    expect(await dayOf()).toBe('2026-11-12');
    const undated = { finishedGoodId, ...batchFields(product, 1, { batchNumber: created.outputs[0].batchNumber }) };
    const cleared =
      by === 'run'
        ? await put(created.runId, { ...bodyOf(created), outputs: [undated], reason: 'Not known' })
        : await admin('PUT', `/goods/${finishedGoodId}`, { ...undated, status: 'available' });
    expect(cleared.status, cleared.text).toBe(200);
    expect(await dayOf()).toBe(created.productionDate);
  },
);

test('an output without an id is the batch of its number, and for another product a new batch with that number', async () => {
  const { created, productId } = await madeRun();
  const [batch] = created.outputs;
  const again = batchFields(productId, 8, { batchNumber: batch.batchNumber.toLowerCase() });
  const changed = await put(created.runId, { ...bodyOf(created), outputs: [again], reason: 'Weighed again' });
  expect([changed.status, changed.json.outputs?.length], changed.text).toEqual([200, 1]);
  expect(changed.json.outputs[0]).toMatchObject({ quantity: 8, finishedGoodId: batch.finishedGoodId });
  const other = { ...again, productId: await addProduct(admin) };
  const given = await put(created.runId, { ...bodyOf(created), outputs: [other], reason: 'Another product' });
  const [output] = given.json.outputs;
  expect(output.finishedGoodId).not.toBe(batch.finishedGoodId);
  expect((await admin('GET', `/goods/${batch.finishedGoodId}`)).status).toBe(404);
  const twice = [output, batchFields(productId, 1, { batchNumber: output.batchNumber })];
  const refused = await put(created.runId, { ...bodyOf(created), outputs: twice, reason: 'Twice' });
  expect([refused.status, Object.keys(refused.json.errors)]).toEqual([400, ['outputs.1.batchNumber']]);
});

test('a run adopts a batch recorded without a run, and no other run can', async () => {
  const { created, productId, rawMaterialId } = await madeRun({ outputs: [] });
  const good = (await admin('POST', '/goods', { productId, batchNumber: 'Alone-1', quantity: 7 })).json;
  const taken = { finishedGoodId: good.finishedGoodId, productId, batchNumber: 'Alone-1', quantity: 7 };
  const given = await put(created.runId, { ...bodyOf(created), outputs: [taken], reason: 'Found the sheet' });
  expect([given.status, given.json.outputs[0].finishedGoodId]).toEqual([200, good.finishedGoodId]);
  expect((await admin('GET', `/goods/${good.finishedGoodId}`)).json.runId).toBe(created.runId);
  const again = await admin(
    'POST',
    '/production-runs',
    runFields([{ rawMaterialId, quantity: 1 }], { outputs: [taken] }),
  );
  expect([again.status, again.json.errors]).toEqual([
    400,
    { 'outputs.0.finishedGoodId': ['This batch was made by another run.'] },
  ]);
});

test('a batch without a date that a run adopts gets the day of the run, also after both are restored', async () => {
  const { created, productId } = await madeRun({ outputs: [] });
  const good = (await admin('POST', '/goods', { productId, batchNumber: 'Undated-1', quantity: 7 })).json;
  const madeOn = async () => (await admin('GET', `/lots/${good.lotId}`)).json.madeOrReceivedOn;
  expect(await madeOn()).not.toBe(created.productionDate);
  const taken = { finishedGoodId: good.finishedGoodId, productId, batchNumber: 'Undated-1', quantity: 7 };
  const given = await put(created.runId, { ...bodyOf(created), outputs: [taken], reason: 'Found the sheet' });
  expect(given.status, given.text).toBe(200);
  expect(await madeOn()).toBe(created.productionDate);
  expect((await admin('DELETE', `/production-runs/${created.runId}`)).status).toBe(200);
  expect((await admin('POST', `/production-runs/${created.runId}/restore`)).status).toBe(200);
  expect(await madeOn()).toBe(created.productionDate);
});

test('a run of a user adopts a batch that only admins and managers may change, unchanged', async () => {
  const user = await app.as('user');
  const { productId, rawMaterialId } = await madeRun({ outputs: [] });
  const expiryDate = '2027-06-01';
  const good = (await admin('POST', '/goods', { productId, batchNumber: 'Alone-2', quantity: 100, expiryDate })).json;
  const { finishedGoodId } = good;
  const asIs = { finishedGoodId, productId, batchNumber: 'Alone-2', quantity: 100, expiryDate };
  const begun = (...outputs: object[]) =>
    runFields([{ rawMaterialId, quantity: 1 }], { status: 'in_progress', outputs });
  const sentence = 'Batch Alone-2 was recorded by itself. Admins and managers can change it, or take it out of a run.';

  const less = await user('POST', '/production-runs', begun({ ...asIs, quantity: 3, expiryDate: '2029-01-01' }));
  expect([less.status, less.json.message, less.json.errors]).toEqual([
    409,
    sentence,
    { 'outputs.0.quantity': [sentence], 'outputs.0.expiryDate': [sentence] },
  ]);
  const { runId, inputs } = (await user('POST', '/production-runs', begun(asIs))).json;
  const goOn = async (...outputs: object[]) =>
    await user('PUT', `/production-runs/${runId}/progress`, { ...begun(...outputs), inputs });
  const [out, other] = [await goOn(), await goOn({ ...asIs, batchNumber: 'Alone-3' })];
  expect([out.status, out.json.message, other.status]).toEqual([409, sentence, 409]);
  expect((await admin('GET', `/goods/${finishedGoodId}`)).json).toMatchObject({ quantity: 100, expiryDate, runId });

  // Outputs of the run belong to it.
  const own = await goOn(asIs, batchFields(productId, 5));
  expect([own.status, own.json.outputs.length]).toEqual([200, 2]);
  const [, made2] = own.json.outputs;
  expect((await goOn(asIs, { ...made2, quantity: 4 })).json.outputs[1].quantity).toBe(4);
  expect((await goOn(asIs)).json.outputs).toHaveLength(1);
});

test('a run of a user cannot change the claim that an admin gave to an adopted batch', async () => {
  const user = await app.as('user');
  const rawMaterialId = await addMaterial(admin);
  const productId = await addProduct(admin, { unit: 'kg' });
  const lines = [{ rawMaterialId, quantity: 5, claim: 'organic' }];
  const opened = await admin('POST', '/adjustments', { kind: 'opening', date: '2026-11-01', lines });
  expect(opened.status, opened.text).toBe(201);
  const fields = batchFields(productId, 4);
  const { finishedGoodId, lotId } = (await admin('POST', '/goods', { ...fields, status: 'available' })).json;
  const begun = (over: object) => {
    const outputs = [{ ...fields, finishedGoodId, ...over }];
    return runFields([{ rawMaterialId, quantity: 4 }], { status: 'in_progress', outputs });
  };
  const { runId } = (await user('POST', '/production-runs', begun({ claim: 'organic' }))).json;
  const goOn = async (claim: string) => await user('PUT', `/production-runs/${runId}/progress`, begun({ claim }));
  expect((await admin('PUT', `/lots/${lotId}`, { expiresOn: null, claim: 'conventional' })).status).toBe(200);
  const raised = await goOn('organic');
  expect([raised.status, Object.keys(raised.json.errors)]).toEqual([409, ['outputs.0.claim']]);
  expect((await goOn('conventional')).status).toBe(200);
  expect((await admin('GET', `/lots/${lotId}`)).json.claim).toBe('conventional');
});

test('a run cannot lose an output that was used, and returns its inputs to stock when it is deleted', async () => {
  const { created, productId, rawMaterialId } = await madeRun();
  const box = await addProduct(admin);
  const gift = await addRun(admin, [{ productId, quantity: 3 }], { outputs: [batchFields(box, 1)] });
  const [batch] = created.outputs;
  for (const outputs of [[], [{ ...batch, quantity: 2.999 }]]) {
    const refused = await put(created.runId, { ...bodyOf(created), outputs, reason: 'Wrong' });
    expect([refused.status, refused.json.documents[0]]).toEqual([
      409,
      { kind: 'run', id: gift.runId, label: `Production of ${gift.outputs[0].batchNumber} on 10-11-2026` },
    ]);
  }
  expect((await admin('DELETE', `/production-runs/${created.runId}`)).status).toBe(409);
  const shrunk = await put(created.runId, { ...bodyOf(created), outputs: [{ ...batch, quantity: 3 }], reason: 'W' });
  expect([shrunk.status, shrunk.json.outputs[0].quantity]).toEqual([200, 3]);
  expect((await admin('DELETE', `/production-runs/${gift.runId}`)).status).toBe(200);
  expect((await admin('DELETE', `/production-runs/${created.runId}`)).status).toBe(200);
  expect(await stockOf(admin, rawMaterialId)).toEqual([10, 0, 10]);
  expect((await admin('GET', `/goods/${batch.finishedGoodId}`)).status).toBe(404);
  expect((await admin('GET', `/production-runs/${created.runId}`)).status).toBe(404);
});

test('a run cannot consume products of its own batches, at any depth', async () => {
  const { created, productId } = await madeRun();
  const box = await addProduct(admin);
  const gift = await addRun(admin, [{ productId, quantity: 3 }], { outputs: [batchFields(box, 5)] });
  const { inputs, ...rest } = bodyOf(created);
  for (const product of [productId, box]) {
    const more = [...inputs, { productId: product, quantity: 1 }];
    const refused = await put(created.runId, { ...rest, inputs: more, reason: 'Mixed in' });
    expect([refused.status, refused.json.message]).toEqual([409, 'A run cannot use what was made of its own batches.']);
  }
  expect(gift.outputs).toHaveLength(1);
});

test('a run cannot consume a returned part of its own batches', async () => {
  const { created, productId } = await madeRun();
  const buyer = { name: 'Cycle', phone: '9811111112', gstinNumber: '27AAACG4410Q1ZP', address: 'x', status: 1 };
  const { buyerId } = (await admin('POST', '/buyers', buyer)).json;
  const lines = [{ finishedGoodId: created.outputs[0].finishedGoodId, quantity: 2 }];
  const sent = { buyerId, dispatchDate: '2026-11-15', invoiceNumber: 'CYCLE/1', lines };
  const dispatched = (await admin('POST', '/dispatches', sent)).json;
  const came = [{ dispatchLineId: dispatched.lines[0].dispatchLineId, quantity: 2 }];
  const back = await admin('POST', '/adjustments', { kind: 'buyerReturn', date: '2026-11-16', lines: came });
  expect(back.status, back.text).toBe(201);
  const [{ lotId }] = back.json.lines;
  expect((await admin('POST', `/lots/${lotId}/release`, { reason: 'Looked at' })).status).toBe(200);
  const { inputs, ...rest } = bodyOf(created);
  const more = [...inputs, { productId, quantity: 2, lots: [{ lotId, quantity: 2 }] }];
  const refused = await put(created.runId, { ...rest, inputs: more, reason: 'Mixed in' });
  expect([refused.status, refused.json.message]).toEqual([409, 'A run cannot use what was made of its own batches.']);
});

test('a run is deleted with its last input, and its batches stay', async () => {
  const { created } = await madeRun();
  expect((await admin('DELETE', `/Production/${created.inputs[0].productionId}`)).status).toBe(200);
  expect((await admin('GET', `/production-runs/${created.runId}`)).status).toBe(404);
  expect((await admin('GET', `/goods/${created.outputs[0].finishedGoodId}`)).json.runId).toBeNull();
});

test('an input cannot be reduced below the loss that its run records of it, also by its own call', async () => {
  const rawMaterialId = await addMaterial(admin, { name: 'Glass jar', unit: 'piece' });
  const spice = await addMaterial(admin);
  await receive(supplier, rawMaterialId, 20);
  await receive(supplier, spice, 5);
  const losses = [{ reason: 'Broken', rawMaterialId, quantity: 3 }];
  const inputs = [
    { rawMaterialId, quantity: 10 },
    { rawMaterialId: spice, quantity: 1 },
  ];
  const run = await addRun(admin, inputs, { outputs: [batchFields(await addProduct(admin), 7)], losses });
  const path = `/Production/${run.inputs[0].productionId}`;
  const change = async (over: object) => {
    return await admin('PUT', path, { rawMaterialId, quantity: 10, productionDate: '2026-11-10', ...over });
  };
  const label = `Production of ${run.outputs[0].batchNumber} on 10-11-2026`;
  const text = `${label} records a larger loss of this material than would be left in it. Change the losses first.`;
  const documents = [{ kind: 'run', id: run.runId, label }];
  for (const over of [{ quantity: 2.999 }, { rawMaterialId: spice, quantity: 3 }]) {
    const refused = await change(over);
    const expected = { code: 'conflict', message: text, errors: { quantity: [text] }, documents };
    expect([refused.status, refused.json]).toEqual([409, expected]);
  }
  const removed = await admin('DELETE', path);
  expect([removed.status, removed.json.message, removed.json.documents]).toEqual([409, text, documents]);
  expect((await change({ quantity: 3 })).status).toBe(200);
  expect(await stockOf(admin, rawMaterialId)).toEqual([20, 3, 17]);
  // Without its last input the run is deleted, with its losses.
  const spent = await admin('PUT', `/production-runs/${run.runId}`, {
    ...bodyOf({ ...run, inputs: [{ rawMaterialId, quantity: 3 }] }),
    reason: 'No spice',
  });
  expect(spent.status, spent.text).toBe(200);
  expect((await admin('DELETE', path)).status).toBe(200);
});

test('the call create-multiple creates a run', async () => {
  const rawMaterialId = await addMaterial(admin);
  await receive(supplier, rawMaterialId, 5);
  const productionId = await addProduction(admin, rawMaterialId, 2);
  const { runId } = (await admin('GET', `/Production/${productionId}`)).json;
  expect((await admin('GET', `/production-runs/${runId}`)).json).toMatchObject({
    status: 'in_progress',
    outputs: [],
    inputs: [{ productionId, quantity: 2 }],
  });
});

test('an input recorded for another day keeps its day while the date of its run stays', async () => {
  const [first, second] = [await addMaterial(admin), await addMaterial(admin)];
  for (const material of [first, second]) await receive(supplier, material, 5);
  const fields = { quantity: 1, status: 'completed' };
  const { status, json } = await admin('POST', '/Production/create-multiple', [
    { rawMaterialId: first, productionDate: '2026-11-10', ...fields },
    { rawMaterialId: second, productionDate: '2026-11-12', ...fields },
  ]);
  expect(status).toBe(201);
  const days = async () => {
    const found = json.map(async ({ productionId }: { productionId: number }) => {
      return (await admin('GET', `/Production/${productionId}`)).json.productionDate;
    });
    return await Promise.all(found);
  };
  const [{ runId }] = (await admin('GET', '/production-runs')).json;
  const { json: run } = await admin('GET', `/production-runs/${runId}`);
  expect(run.productionDate).toBe('2026-11-10');
  expect((await put(runId, { ...bodyOf(run), reason: 'Looked at' })).status).toBe(200);
  expect(await days()).toEqual(['2026-11-10', '2026-11-12']);
  expect((await admin('DELETE', `/production-runs/${runId}`)).status).toBe(200);
  expect((await admin('POST', `/production-runs/${runId}/restore`)).status).toBe(200);
  expect((await verifyLedger(app.store.db)).differences).toEqual([]);
  expect((await put(runId, { ...bodyOf(run), productionDate: '2026-11-11', reason: 'Wrong day' })).status).toBe(200);
  expect(await days()).toEqual(['2026-11-11', '2026-11-11']);
});
