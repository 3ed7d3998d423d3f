import { describe, expect, test } from 'vitest';
import { shareText } from '#contract/stock/claims/claims.ts';
import { buildTestApp } from '#test/buildTestApp.ts';
import { addInward, addMaterial, addProduct, addSupplier, inwardFields } from '#test/factories.ts';
import { worldOf } from '#test/world.ts';

const app = await buildTestApp();
const admin = await app.as('admin');
const { done, itemOf, readLot } = worldOf(admin);
const farmer = await addSupplier(admin, { name: 'Malwa Farmers' });
const turmeric = await addMaterial(admin, { unit: 'kg' });
const turmericItem = (await itemOf({ rawMaterialId: turmeric })).itemId;

const season = { scheme: 'NPOP', body: 'Indocert', validFrom: '2026-04-01', validTo: '2027-03-31' };
let count = 0;
const certificate = (change: object = {}) => ({
  holder: 'supplier',
  supplierId: farmer,
  number: `ORG/SC/26/00${(count += 1)}`,
  allItems: false,
  itemIds: [turmericItem],
  ...season,
  ...change,
});

const certify = async (change: object = {}) => await done('POST', '/certificates', certificate(change));

const line = (change: object = {}) => ({ rawMaterialId: turmeric, quantity: 10, pricePerUnit: 100, ...change });

/** A supplier of its own, so that no other test's certificate covers its deliveries. */
async function newFarmer() {
  return await addSupplier(admin);
}

async function postInward(supplierId: number, change: object, inward: object = {}) {
  const over = { inwardDate: '2026-10-12', rawMaterials: [line(change)], ...inward };
  return await admin('POST', '/inward', inwardFields(supplierId, [], over));
}

describe('certificates', () => {
  test('are added, listed, changed and deleted', async () => {
    const added = await certify({ number: 'ORG/1', file: 'data:application/pdf;base64,JVBERi0xLjQKJSVFT0YK' });
    expect(added).toMatchObject({
      holder: 'supplier',
      supplierName: 'Malwa Farmers',
      itemIds: [turmericItem],
      hasFile: true,
      withdrawnOn: null,
    });
    const { json: read } = await admin('GET', `/certificates/${added.certificateId}`);
    expect(read.file).toBe('data:application/pdf;base64,JVBERi0xLjQKJSVFT0YK');
    const found = await admin('GET', '/certificates?search=malwa&page=1');
    expect(found.json.map((one: { number: string }) => one.number)).toContain('ORG/1');

    const changed = await admin('PUT', `/certificates/${added.certificateId}`, {
      ...certificate({ number: 'ORG/2', allItems: true, itemIds: [], holder: 'own' }),
      updatedAt: added.updatedAt,
    });
    expect(changed.json).toMatchObject({ holder: 'own', supplierId: null, allItems: true, itemIds: [], hasFile: true });
    expect((await admin('DELETE', `/certificates/${added.certificateId}`)).status).toBe(200);
    expect((await admin('GET', `/certificates/${added.certificateId}`)).status).toBe(404);
  });

  test('name every faulty field', async () => {
    const { status, json } = await admin('POST', '/certificates', {
      holder: 'supplier',
      scheme: 'Demeter',
      number: '',
      validFrom: '2026-04-01',
      validTo: 'soon',
    });
    expect(status).toBe(400);
    expect(Object.keys(json.errors).sort()).toEqual(['itemIds', 'number', 'scheme', 'supplierId', 'validTo']);
    const { json: second } = await admin(
      'POST',
      '/certificates',
      certificate({ supplierId: null, validTo: '2026-01-01', itemIds: [] }),
    );
    expect(Object.keys(second.errors).sort()).toEqual(['itemIds', 'supplierId', 'validTo']);
    const { json: third } = await admin('POST', '/certificates', certificate({ supplierId: 9999, itemIds: [9999] }));
    expect(Object.keys(third.errors).sort()).toEqual(['itemIds', 'supplierId']);
  });

  test('are refused with a file that is none', async () => {
    const { status, json } = await admin('POST', '/certificates', certificate({ file: 'data:image/png;base64,AAAA' }));
    expect([status, json.errors]).toEqual([400, { file: ['Only PDF, PNG, JPG allowed'] }]);
  });
});

describe('the gate on inward lines', () => {
  test('requires for organic a certificate of the supplier that covers the material on the day', async () => {
    const supplierId = await newFarmer();
    const refused = await postInward(supplierId, { claim: 'organic' });
    expect(refused.status).toBe(400);
    expect(Object.keys(refused.json.errors)).toEqual(['rawMaterials.0.claim']);

    const held = await certify({ supplierId, validFrom: '2026-10-12', validTo: '2026-10-12' });
    const { status, json } = await postInward(supplierId, { claim: 'organic', transactionCertificate: 'TC/1' });
    expect(status).toBe(201);
    expect(json.rawMaterials[0]).toMatchObject({
      claim: 'organic',
      certificateId: held.certificateId,
      overrideReason: '',
      transactionCertificate: 'TC/1',
    });
    expect(await readLot(json.rawMaterials[0].lotId)).toMatchObject({ claim: 'organic', organicPercent: 100 });
    for (const inwardDate of ['2026-10-11', '2026-10-13']) {
      expect((await postInward(supplierId, { claim: 'organic' }, { inwardDate })).status).toBe(400);
    }
    const other = await addMaterial(admin);
    expect((await postInward(supplierId, { claim: 'organic', rawMaterialId: other })).status).toBe(400);
  });

  test('accepts without one a conventional lot, a lot on hold, or a reason', async () => {
    const supplierId = await newFarmer();
    const plain = await postInward(supplierId, {});
    expect(plain.json.rawMaterials[0].claim).toBe('conventional');
    const held = await postInward(supplierId, { claim: 'organic', receiveOnHold: true });
    expect(await readLot(held.json.rawMaterials[0].lotId)).toMatchObject({
      claim: 'organic',
      state: 'onHold',
      certificateId: null,
      organicPercent: 0,
    });
    const overridden = await postInward(supplierId, { claim: 'organic', overrideReason: 'renewal is on its way' });
    const { lotId } = overridden.json.rawMaterials[0];
    expect(await readLot(lotId)).toMatchObject({ overrideReason: 'renewal is on its way', organicPercent: 0 });
    // It counts once a certificate covers it.
    const late = await certify({ supplierId });
    expect(await readLot(lotId)).toMatchObject({ certificateId: late.certificateId, organicPercent: 100 });
  });

  test('checks a changed line again, for another day and for a withdrawn certificate', async () => {
    const supplierId = await newFarmer();
    const held = await certify({ supplierId });
    const { json: inward } = await postInward(supplierId, { claim: 'organic' });
    const [{ id, lotId }] = inward.rawMaterials;
    const change = (fields: object, ofLine: object = {}) => ({
      ...inward,
      ...fields,
      updatedAt: undefined,
      rawMaterials: [line({ id, ...ofLine })],
    });
    const moved = await admin('PUT', `/inward/${inward.inwardId}`, change({ inwardDate: '2026-03-31' }));
    expect(Object.keys(moved.json.errors)).toEqual(['rawMaterials.0.claim']);
    const same = await admin('PUT', `/inward/${inward.inwardId}`, change({ invoiceNumber: 'C-changed' }));
    expect(same.json.rawMaterials[0]).toMatchObject({ claim: 'organic', certificateId: held.certificateId });

    const withdrawn = await admin('PUT', `/certificates/${held.certificateId}`, {
      ...certificate({ supplierId, number: held.number, withdrawnOn: '2026-10-12' }),
    });
    expect(withdrawn.json.uncoveredLots).toEqual([expect.objectContaining({ lotId, onHandQty: 10 })]);
    expect(await readLot(lotId)).toMatchObject({ certificateId: null, organicPercent: 0, state: 'released' });
    const put = await admin('POST', `/certificates/${held.certificateId}/hold-uncovered`);
    expect(put.json).toEqual({ heldLotIds: [lotId] });
    expect(await readLot(lotId)).toMatchObject({ state: 'onHold', stateReason: expect.stringContaining(held.number) });
    expect((await admin('POST', `/certificates/${held.certificateId}/hold-uncovered`)).status).toBe(409);
    expect((await admin('DELETE', `/certificates/${held.certificateId}`)).status).toBe(409);
  });
});

test('a line changed to organic puts its lot on hold, a recalled one after its recall, with an event in the history', async () => {
  const supplierId = await newFarmer();
  for (const isRecalled of [false, true]) {
    const { json: inward } = await postInward(supplierId, {});
    const [{ id, lotId }] = inward.rawMaterials;
    const recall = { kind: 'real', title: 'Turmeric', reason: 'A complaint', lotIds: [lotId] };
    if (isRecalled) expect((await admin('POST', '/recalls', recall)).status).toBe(201);
    const rawMaterials = [line({ id, claim: 'organic', receiveOnHold: true })];
    const changed = await admin('PUT', `/inward/${inward.inwardId}`, {
      ...inward,
      updatedAt: undefined,
      rawMaterials,
    });
    expect(changed.status, changed.text).toBe(200);
    expect(await readLot(lotId)).toMatchObject({ claim: 'organic', state: isRecalled ? 'recalled' : 'onHold' });
    const { json: events } = await admin('GET', `/history/lots/${lotId}`);
    const [last] = events;
    expect(last.action).toBe(isRecalled ? 'update' : 'hold');
  }
});

test('an inward is restored only after the certificate that it rests on', async () => {
  const supplierId = await newFarmer();
  const held = await certify({ supplierId });
  const { json: inward } = await postInward(supplierId, { claim: 'organic' });
  const path = `/inward/${inward.inwardId}`;
  const certificatePath = `/certificates/${held.certificateId}`;
  for (const each of [path, certificatePath]) expect((await admin('DELETE', each)).status).toBe(200);
  const refused = await admin('POST', `${path}/restore`);
  expect([refused.status, refused.json.message], refused.text).toEqual([409, expect.stringContaining(held.number)]);
  for (const each of [certificatePath, path]) expect((await admin('POST', `${each}/restore`)).status).toBe(200);
  expect((await admin('GET', path)).json.rawMaterials[0]).toMatchObject({ certificateId: held.certificateId });
});

test('a lot received by override that a certificate covers later is named when that one is shortened or withdrawn', async () => {
  const supplierId = await newFarmer();
  const { json: inward } = await postInward(supplierId, {
    claim: 'organic',
    overrideReason: 'The renewal is on its way',
  });
  const [{ lotId }] = inward.rawMaterials;
  const { json: before } = await postInward(
    supplierId,
    { claim: 'organic', overrideReason: 'The first of all' },
    { inwardDate: '2026-03-01' },
  );
  const held = await certify({ supplierId });
  const read = async () => (await admin('GET', `/certificates/${held.certificateId}`)).json.uncoveredLots;
  const change = async (fields: object) =>
    (
      await admin(
        'PUT',
        `/certificates/${held.certificateId}`,
        certificate({ supplierId, number: held.number, ...fields }),
      )
    ).json.uncoveredLots;
  expect(await read()).toEqual([]);
  // Never that of March, which no version covered.
  const named = [expect.objectContaining({ lotId, onHandQty: 10, state: 'released' })];
  expect(await change({ validTo: '2026-09-30' })).toEqual(named);
  expect(await read()).toEqual(named);
  expect(await change({})).toEqual([]);
  expect(await change({ withdrawnOn: '2026-10-01' })).toEqual(named);
  expect(await change({ withdrawnOn: '2026-10-01', itemIds: [], allItems: true })).toEqual(named);
  const put = await admin('POST', `/certificates/${held.certificateId}/hold-uncovered`);
  expect(put.json).toEqual({ heldLotIds: [lotId] });
  expect(await read()).toEqual([expect.objectContaining({ lotId, state: 'onHold' })]);
  const [{ lotId: other }] = before.rawMaterials;
  expect(await readLot(other)).toMatchObject({ state: 'released' });
  await certify({ supplierId });
  expect(await read()).toEqual([]);
});

describe('the claim of a produced lot', () => {
  test('is not organic for a batch without a run, and inputs without a weight are named at any depth', async () => {
    const [unmade, bulk, box] = [await addProduct(admin), await addProduct(admin), await addProduct(admin)];
    for (const productId of [unmade, bulk, box]) {
      const item = await itemOf({ productId });
      await admin('PUT', `/items/${item.itemId}`, { ...item, gramsPerUnit: 100, updatedAt: undefined });
    }
    const oil = await addMaterial(admin, { name: 'Oil of no weight', unit: 'litre' });
    await addInward(admin, farmer, [[oil, 5]], { inwardDate: '2026-10-12' });
    await admin('POST', '/goods', { productId: unmade, batchNumber: 'UNMADE', quantity: 10 });
    const make = async (inputs: object[], productId: number, batchNumber: string) => {
      const outputs = [{ productId, batchNumber, quantity: 5 }];
      const { json } = await admin('POST', '/production-runs', { productionDate: '2026-11-20', inputs, outputs });
      return await readLot(json.outputs[0].lotId);
    };
    const ofUnmade = await make([{ productId: unmade, quantity: 5 }], bulk, 'OF-UNMADE');
    expect(ofUnmade).toMatchObject({ claim: 'conventional', organicPercent: 0, organicShare: { withoutGrams: [] } });
    await make([{ rawMaterialId: oil, quantity: 1 }], unmade, 'OILY');
    const oily = (await admin('GET', '/lots?search=OILY')).json[0];
    const taken = { productId: unmade, quantity: 5, lots: [{ lotId: oily.lotId, quantity: 5 }] };
    const ofOily = await make([taken], box, 'OF-OILY');
    expect(ofOily).toMatchObject({ organicPercent: null, organicShare: { withoutGrams: ['Oil of no weight'] } });
  });

  test('still follows its inputs after the lot was saved with the computed claim', async () => {
    const supplierId = await newFarmer();
    const oil = await addMaterial(admin, { unit: 'litre' });
    await certify({ supplierId, allItems: true, itemIds: [] });
    const rawMaterials = [line({ rawMaterialId: oil, quantity: 5, claim: 'organic' })];
    await addInward(admin, supplierId, [], { inwardDate: '2026-10-12', rawMaterials });
    const productId = await addProduct(admin, { unit: 'kg' });
    const made = await admin('POST', '/production-runs', {
      productionDate: '2026-11-20',
      inputs: [{ rawMaterialId: oil, quantity: 5 }],
      outputs: [{ productId, batchNumber: 'OIL-1', quantity: 4.6 }],
    });
    const { lotId } = made.json.outputs[0];
    const lot = await readLot(lotId);
    expect(lot.claim).toBe('conventional');
    const { code, expiresOn, claim } = lot;
    const saved = await admin('PUT', `/lots/${lotId}`, { code, expiresOn, claim, supplierLotNumber: 'S-1' });
    expect([saved.status, saved.json.supplierLotNumber], saved.text).toEqual([200, 'S-1']);
    const item = await itemOf({ rawMaterialId: oil });
    await admin('PUT', `/items/${item.itemId}`, { ...item, gramsPerUnit: 920, updatedAt: undefined });
    expect(await readLot(lotId)).toMatchObject({ claim: 'organic', organicPercent: 100 });
  });

  test('can be declared for opening stock, not for a lot that a count opens', async () => {
    const claimed = { rawMaterialId: turmeric, quantity: 2, claim: 'organic' };
    const add = async (kind: string, code: string) => {
      const body = { kind, date: '2026-11-19', reason: 'Begun', lines: [{ ...claimed, code }] };
      const { json } = await admin('POST', '/adjustments', body);
      return (await readLot(json.lines[0].lotId)).claim;
    };
    expect([await add('opening', 'OPEN-1'), await add('count', 'FOUND-1')]).toEqual(['organic', 'conventional']);
  });

  /** 48.6 kg of 50 kg organic, water 12 kg and salt 0.4 kg left out. */
  test('is computed by mass of the ingredients, and cannot be raised by hand', async () => {
    const supplierId = await newFarmer();
    const [pepper, cardamom, water, salt, jar] = await Promise.all(
      ['kg', 'g', 'kg', 'kg', 'pcs'].map((unit, index) => addMaterial(admin, { unit, name: `In masala ${index}` })),
    );
    for (const [material, part] of [
      [water, 'water'],
      [salt, 'salt'],
      [jar, 'packaging'],
    ] as const) {
      const item = await itemOf({ rawMaterialId: material ?? 0 });
      expect((await admin('PUT', `/items/${item.itemId}`, { ...item, part, updatedAt: undefined })).status).toBe(200);
    }
    await certify({ supplierId, allItems: true, itemIds: [] });
    await addInward(admin, supplierId, [], {
      inwardDate: '2026-10-12',
      rawMaterials: [
        line({ rawMaterialId: pepper, quantity: 48.6, claim: 'organic' }),
        line({ rawMaterialId: cardamom, quantity: 1400, claim: 'conventional' }),
        line({ rawMaterialId: water, quantity: 12, claim: 'conventional' }),
        line({ rawMaterialId: salt, quantity: 0.4, claim: 'conventional' }),
        line({ rawMaterialId: jar, quantity: 200, claim: 'conventional' }),
      ],
    });
    const masala = await addProduct(admin, { unit: 'jar' });
    const weighed = await itemOf({ productId: masala });
    await admin('PUT', `/items/${weighed.itemId}`, { ...weighed, gramsPerUnit: 300, updatedAt: undefined });
    const run = (batchNumber: string, claim?: string) => ({
      productionDate: '2026-11-01',
      status: 'completed',
      inputs: [
        { rawMaterialId: pepper, quantity: 24.3 },
        { rawMaterialId: cardamom, quantity: 700 },
        { rawMaterialId: water, quantity: 6 },
        { rawMaterialId: salt, quantity: 0.2 },
        { rawMaterialId: jar, quantity: 100 },
      ],
      outputs: [{ productId: masala, batchNumber, quantity: 100, claim }],
    });
    const made = await admin('POST', '/production-runs', run('GM-1'));
    const lot = await readLot(made.json.outputs[0].lotId);
    expect(lot).toMatchObject({
      claim: 'organic',
      organicPercent: 97.2,
      organicShare: { organicGrams: 24300, totalGrams: 25000, withoutGrams: [] },
    });
    expect(lot.organicShare.leftOut.map(({ part, grams }: { part: string; grams: number }) => [part, grams])).toEqual([
      ['water', 6000],
      ['salt', 200],
      ['packaging', 0],
    ]);
    // A jar has no grams per unit.
    expect(shareText(lot.organicShare)).toBe(
      '24.300 kg of 25 kg of ingredients, left out: 6 kg In masala 2, 0.200 kg In masala 3, In masala 4',
    );
    const lower = await admin('POST', '/production-runs', run('GM-2', 'madeWithOrganic'));
    expect(await readLot(lower.json.outputs[0].lotId)).toMatchObject({
      claim: 'madeWithOrganic',
      organicPercent: 97.2,
    });

    const plain = await addMaterial(admin, { unit: 'kg' });
    await addInward(admin, supplierId, [], {
      inwardDate: '2026-10-12',
      rawMaterials: [line({ rawMaterialId: plain, claim: 'conventional' })],
    });
    const inputs = [{ rawMaterialId: plain, quantity: 10 }];
    const outputs = [{ productId: masala, batchNumber: 'GM-3', quantity: 33, claim: 'organic' }];
    const lowRun = { ...run('GM-3'), inputs, outputs };
    const refused = await admin('POST', '/production-runs', lowRun);
    expect([refused.status, Object.keys(refused.json.errors)]).toEqual([400, ['outputs.0.claim']]);
    expect((await admin('PUT', `/lots/${made.json.outputs[0].lotId}`, { claim: 'conventional' })).json.claim).toBe(
      'conventional',
    );
  });
});
