import { describe, expect, test } from 'vitest';
import { buildTestApp } from '#test/buildTestApp.ts';
import {
  addInward,
  addMaterial,
  addProduct,
  addRun,
  addSupplier,
  batchFields,
  runFields,
  stockOf,
} from '#test/factories.ts';
import { verifyAfterEach, worldOf } from '#test/world.ts';

const app = await buildTestApp();
const admin = await app.as('admin');
const { describeItem } = worldOf(admin);
verifyAfterEach(app);
const supplier = await addSupplier(admin);

async function receive(material: number, quantity: number, over: object = {}): Promise<number> {
  const { rawMaterials } = await addInward(admin, supplier, [[material, quantity]], over);
  return rawMaterials[0].id;
}

async function addJar(name: string, grams = 200): Promise<number> {
  const productId = await addProduct(admin, { name, unit: 'jar' });
  await describeItem({ productId }, { gramsPerUnit: grams });
  return productId;
}

const record = async (inputs: object[], over: object = {}) => await addRun(admin, inputs, over);

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
      outputs: [batchFields(product, 100)],
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
  test('takes products to any depth: six intakes, bulk, jars and a gift box', async () => {
    const rawMaterialId = await addMaterial(admin);
    for (let count = 0; count < 6; count += 1) await receive(rawMaterialId, 9425);
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

  test('makes no batch that has expired before its day, neither at once nor when the day changes', async () => {
    const rawMaterialId = await addMaterial(admin);
    await receive(rawMaterialId, 5);
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

  test('takes nothing from a lot on hold or recalled, chosen or not, and says which it is', async () => {
    const rawMaterialId = await addMaterial(admin);
    const lotId = await receive(rawMaterialId, 5);
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
