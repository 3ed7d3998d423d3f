import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, type Caller, type TestApp } from '#test/buildTestApp.ts';
import { addInward, addMaterial, addProduct, addProduction, addSupplier, stockOf } from '#test/factories.ts';
import { verifyLedger } from '../stock/verify.ts';

let app: TestApp;
let admin: Caller;
let supplier: number;

beforeAll(async () => {
  app = await buildTestApp();
  admin = await app.as('admin');
  supplier = await addSupplier(admin);
});

afterEach(async () => {
  expect((await verifyLedger(app.store.db)).differences).toEqual([]);
});

async function receive(material: number, quantity: number, over: object = {}): Promise<number> {
  const { rawMaterials } = await addInward(admin, supplier, [[material, quantity]], over);
  return rawMaterials[0].id;
}

/** Says what one unit of a product or material weighs, or which part it is. */
async function describeItem(of: object, over: object): Promise<void> {
  const items = (await admin('GET', '/items')).json;
  const [field, id] = Object.entries(of)[0] ?? [];
  const item = items.find((each: Record<string, unknown>) => each[field ?? ''] === id);
  const { status, text } = await admin('PUT', `/items/${item.itemId}`, { ...item, ...over });
  expect(status, text).toBe(200);
}

async function addJar(name: string, grams = 200): Promise<number> {
  const productId = await addProduct(admin, { name, unit: 'jar' });
  await describeItem({ productId }, { gramsPerUnit: grams });
  return productId;
}

const done = { productionDate: '2026-11-10', status: 'completed' };
const run = (inputs: object[], over: object = {}) => ({ ...done, inputs, ...over });
const record = async (inputs: object[], over: object = {}) => {
  const { status, json, text } = await admin('POST', '/production-runs', run(inputs, over));
  expect(status, text).toBe(201);
  return json;
};

let batches = 0;
const output = (productId: number, quantity: number, over: object = {}) => ({
  productId,
  batchNumber: `RB-${(batches += 1)}`,
  quantity,
  ...over,
});

describe('a run', () => {
  test('makes a batch of chosen lots: what went in, what came out, what was lost, and the yield', async () => {
    const turmeric = await addMaterial(admin, { name: 'Turmeric' });
    const jar = await addMaterial(admin, { name: 'Glass jar', unit: 'piece' });
    await describeItem({ rawMaterialId: jar }, { part: 'packaging' });
    const [first, second] = [await receive(turmeric, 40), await receive(turmeric, 180)];
    await receive(jar, 300);
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
        outputs: [output(product, 270, { batchNumber: 'TP-12', expiryDate: '2027-08-20' })],
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
  test('of 110 kg that gives 100 kg has a loss of 10 kg and a yield of 90.91 %', async () => {
    const inputs = await Promise.all(
      [80, 20, 1, 9].map(async (quantity) => {
        const rawMaterialId = await addMaterial(admin);
        await receive(rawMaterialId, quantity);
        return { rawMaterialId, quantity };
      }),
    );
    const product = await addProduct(admin, { unit: 'kg' });
    const { yield: found } = await record(inputs, {
      outputs: [output(product, 100)],
      losses: [{ reason: 'Drying', grams: 10_000 }],
    });
    expect([found.lossGrams, found.unexplainedGrams, found.yieldPercent]).toEqual([10_000, 0, 90.91]);
  });

  // 1,000 kg divided into four: each takes 250 kg and wastes 4 % of it, 10 kg; 4 × 240 = 960 kg, 960 / 1000 = 96 %.
  test('of 1,000 kg in four parts of 250 kg with 4 % waste each gives 96 % in every part and together', async () => {
    const rawMaterialId = await addMaterial(admin);
    await receive(rawMaterialId, 1000);
    const made = await Promise.all(
      ['A', 'B', 'C', 'D'].map(async () => {
        const product = await addProduct(admin, { unit: 'kg' });
        return await record([{ rawMaterialId, quantity: 250 }], {
          outputs: [output(product, 240)],
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
  test('takes products to any depth: six intakes, bulk, jars and a gift box', async () => {
    const rawMaterialId = await addMaterial(admin);
    for (let count = 0; count < 6; count += 1) await receive(rawMaterialId, 9425);
    const bulk = await addProduct(admin, { unit: 'kg' });
    const jars = await addJar('Jar of depth');
    const box = await addProduct(admin, { unit: 'box' });
    await describeItem({ productId: box }, { gramsPerUnit: 400 });
    const cleaned = await record([{ rawMaterialId, quantity: 56_550 }], {
      outputs: [output(bulk, 55_419)],
      losses: [{ reason: 'Cleaning', grams: 1_131_000 }],
    });
    expect([cleaned.inputs[0].lots.length, cleaned.yield.yieldPercent, cleaned.yield.unexplainedGrams]).toEqual([
      6, 98, 0,
    ]);
    const packed = await record([{ productId: bulk, quantity: 55_000 }], {
      outputs: [output(jars, 274_000)],
      losses: [{ reason: 'Spilt', grams: 200_000 }],
    });
    expect([packed.yield.yieldPercent, packed.yield.unexplainedGrams]).toEqual([99.64, 0]);
    expect((await admin('GET', `/lots/${cleaned.outputs[0].lotId}`)).json.onHandQty).toBe(419);
    const gift = await record([{ productId: jars, quantity: 10 }], { outputs: [output(box, 5)] });
    expect(gift.yield.yieldPercent).toBe(100);
    const refused = await admin('POST', '/production-runs', run([{ productId: bulk, quantity: 419.001 }]));
    expect([refused.status, refused.json.errors]).toEqual([
      409,
      { 'inputs.0.quantity': ['Quantity exceeds available balance! Max: 419'] },
    ]);
  });

  test('cannot be undone by the invoice that it was made of: the 409 leads to it', async () => {
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

  test('says every fault at once, and stores nothing', async () => {
    const rawMaterialId = await addMaterial(admin);
    const lotId = await receive(rawMaterialId, 5);
    const other = await receive(await addMaterial(admin), 5);
    const product = await addProduct(admin);
    const before = (await admin('GET', '/production-runs')).json.length;
    const faulty = await admin(
      'POST',
      '/production-runs',
      run(
        [
          { rawMaterialId, quantity: 2, lots: [{ lotId: other, quantity: 2 }] },
          { rawMaterialId, quantity: 2, lots: [{ lotId, quantity: 1 }] },
          { productId: 999_999, quantity: 1 },
        ],
        { outputs: [output(999_999, 1)], losses: [{ reason: 'Broken', productId: product, quantity: 1 }] },
      ),
    );
    expect([faulty.status, Object.keys(faulty.json.errors).toSorted()]).toEqual([
      400,
      ['inputs.0.lots.0.lotId', 'inputs.1.lots', 'inputs.2.productId', 'losses.0.rawMaterialId', 'outputs.0.productId'],
    ]);
    await record([{ rawMaterialId, quantity: 1 }], { outputs: [output(product, 1, { batchNumber: 'Twice' })] });
    const used = await admin(
      'POST',
      '/production-runs',
      run([{ rawMaterialId, quantity: 1 }], { outputs: [output(product, 1, { batchNumber: 'twice' })] }),
    );
    expect([used.status, used.json.message, used.json.errors]).toEqual([
      409,
      'Batch number "twice" is already used!',
      { 'outputs.0.batchNumber': ['Batch number already used!'] },
    ]);
    expect((await admin('GET', '/production-runs')).json).toHaveLength(before + 1);
    expect(await stockOf(admin, rawMaterialId)).toEqual([5, 1, 4]);
  });

  test('takes nothing from a lot on hold, chosen or not', async () => {
    const rawMaterialId = await addMaterial(admin);
    const lotId = await receive(rawMaterialId, 5);
    const { code } = (await admin('POST', `/lots/${lotId}/hold`, { reason: 'Moisture' })).json;
    const proposed = await admin('POST', '/production-runs', run([{ rawMaterialId, quantity: 1 }]));
    expect([proposed.status, proposed.json.errors]).toEqual([
      409,
      { 'inputs.0.quantity': ['Quantity exceeds available balance! Max: 0'] },
    ]);
    const chosen = await admin(
      'POST',
      '/production-runs',
      run([{ rawMaterialId, quantity: 1, lots: [{ lotId, quantity: 1 }] }]),
    );
    expect([chosen.status, chosen.json.errors]).toEqual([
      409,
      { 'inputs.0.lots.0.quantity': [`${code} is on hold or recalled.`] },
    ]);
  });
});

describe('a run that is there', () => {
  async function made(over: object = {}) {
    const rawMaterialId = await addMaterial(admin);
    const lots = [await receive(rawMaterialId, 5), await receive(rawMaterialId, 5)];
    const productId = await addProduct(admin);
    const created = await record([{ rawMaterialId, quantity: 4 }], { outputs: [output(productId, 10)], ...over });
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

  test('keeps its lots when it is changed, and takes more by the rule', async () => {
    const { created, lots, rawMaterialId } = await made();
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

  test('completed, is changed with a reason by the office alone; in progress, by whoever records', async () => {
    const user = await app.as('user');
    const { created } = await made();
    const body = bodyOf(created);
    expect((await put(created.runId, body)).json.errors).toEqual({
      reason: ['Say why a completed run is changed.'],
    });
    expect((await user('PUT', `/production-runs/${created.runId}`, { ...body, reason: 'x' })).status).toBe(403);
    expect((await user('PUT', `/production-runs/${created.runId}/progress`, body)).status).toBe(409);
    const { created: begun, productId } = await made({ status: 'in_progress', outputs: [] });
    const completed = await user('PUT', `/production-runs/${begun.runId}/progress`, {
      ...bodyOf(begun),
      status: 'completed',
      outputs: [output(productId, 12)],
    });
    expect([completed.status, completed.json.status, completed.json.outputs.length]).toEqual([200, 'completed', 1]);
  });

  test('takes up a batch that was recorded by itself, and no other run can', async () => {
    const { created, productId, rawMaterialId } = await made({ outputs: [] });
    const good = (await admin('POST', '/goods', { productId, batchNumber: 'Alone-1', quantity: 7 })).json;
    const taken = { finishedGoodId: good.finishedGoodId, productId, batchNumber: 'Alone-1', quantity: 7 };
    const given = await put(created.runId, { ...bodyOf(created), outputs: [taken], reason: 'Found the sheet' });
    expect([given.status, given.json.outputs[0].finishedGoodId]).toEqual([200, good.finishedGoodId]);
    expect((await admin('GET', `/goods/${good.finishedGoodId}`)).json.runId).toBe(created.runId);
    const again = await admin('POST', '/production-runs', run([{ rawMaterialId, quantity: 1 }], { outputs: [taken] }));
    expect([again.status, again.json.errors]).toEqual([
      400,
      { 'outputs.0.finishedGoodId': ['This batch was made by another run.'] },
    ]);
  });

  test('cannot lose an output that something has left; deleted, it gives everything back', async () => {
    const { created, productId, rawMaterialId } = await made();
    const box = await addProduct(admin);
    const gift = await record([{ productId, quantity: 3 }], { outputs: [output(box, 1)] });
    const [batch] = created.outputs;
    for (const outputs of [[], [{ ...batch, quantity: 2.999 }]]) {
      const refused = await put(created.runId, { ...bodyOf(created), outputs, reason: 'Wrong' });
      expect([refused.status, refused.json.documents[0]]).toEqual([
        409,
        { kind: 'run', id: gift.runId, label: 'Production of 10-11-2026' },
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

  test('uses nothing that was made of its own batches, at any depth', async () => {
    const { created, productId } = await made();
    const box = await addProduct(admin);
    const gift = await record([{ productId, quantity: 3 }], { outputs: [output(box, 5)] });
    const { inputs, ...rest } = bodyOf(created);
    for (const product of [productId, box]) {
      const more = [...inputs, { productId: product, quantity: 1 }];
      const refused = await put(created.runId, { ...rest, inputs: more, reason: 'Mixed in' });
      expect([refused.status, refused.json.message]).toEqual([
        409,
        'A run cannot use what was made of its own batches.',
      ]);
    }
    expect(gift.outputs).toHaveLength(1);
  });

  test('does not use what a buyer returned of its own batches either', async () => {
    const { created, productId } = await made();
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

  test('whose last input is deleted is gone, and its batches stay', async () => {
    const { created } = await made();
    expect((await admin('DELETE', `/Production/${created.inputs[0].productionId}`)).status).toBe(200);
    expect((await admin('GET', `/production-runs/${created.runId}`)).status).toBe(404);
    expect((await admin('GET', `/goods/${created.outputs[0].finishedGoodId}`)).json.runId).toBeNull();
  });

  test('is one of create-multiple too', async () => {
    const rawMaterialId = await addMaterial(admin);
    await receive(rawMaterialId, 5);
    const productionId = await addProduction(admin, rawMaterialId, 2);
    const { runId } = (await admin('GET', `/Production/${productionId}`)).json;
    expect((await admin('GET', `/production-runs/${runId}`)).json).toMatchObject({
      status: 'in_progress',
      outputs: [],
      inputs: [{ productionId, quantity: 2 }],
    });
  });
});
