/** Lots that rest on a certificate, and certificates that lots rest on, are not removed silently. */
import { expect, test } from 'vitest';
import { buildTestApp } from '#test/buildTestApp.ts';
import {
  addInward,
  addMaterial,
  addProduct,
  addRun,
  addSupplier,
  batchFields,
  certificateFields,
  inwardFields,
} from '#test/factories.ts';
import { worldOf } from '#test/world.ts';

let count = 0;

const app = await buildTestApp();
const admin = await app.as('admin');
const { addCertificate, receive, stateOf } = worldOf(admin);
const turmeric = await addMaterial(admin, { name: 'Turmeric', unit: 'kg' });
const { itemId } = (await admin('GET', `/materials/${turmeric}`)).json;

/** The scope of a certificate that covers only turmeric. */
const ofTurmeric = { allItems: false, itemIds: [itemId] };

/** Receives a lot that claims organic; returns it. */
const receiveOrganic = async (supplierId: number, line: object) =>
  await receive(supplierId, turmeric, 10, { claim: 'organic', ...line }, { inwardDate: '2026-10-12' });

test('a certificate that covers lots which were received by override is not deleted', async () => {
  const supplierId = await addSupplier(admin);
  await receiveOrganic(supplierId, { overrideReason: 'The renewal is on its way' });
  const held = await addCertificate(supplierId, ofTurmeric);
  const refused = await admin('DELETE', `/certificates/${held.certificateId}`);
  expect([refused.status, refused.json.message]).toEqual([409, '1 lot claims organic by this certificate.']);
  // Another one covers it as well.
  const { certificateId } = await addCertificate(supplierId, ofTurmeric);
  expect((await admin('DELETE', `/certificates/${held.certificateId}`)).status).toBe(200);
  expect((await admin('DELETE', `/certificates/${certificateId}`)).status).toBe(409);
});

test('a certificate that moves to another supplier names the lots that rested on it, and can put them on hold', async () => {
  const [first, second] = [await addSupplier(admin), await addSupplier(admin)];
  const held = await addCertificate(first, ofTurmeric);
  const named = await receiveOrganic(first, { certificateId: held.certificateId });
  const overridden = await receiveOrganic(first, { overrideReason: 'Typed before' });
  const put = async (supplierId: number, over: object = {}) => {
    const { status, json, text } = await admin(
      'PUT',
      `/certificates/${held.certificateId}`,
      certificateFields(supplierId, { ...ofTurmeric, ...over }),
    );
    expect(status, text).toBe(200);
    return json.uncoveredLots.map(({ lotId }: { lotId: number }) => lotId);
  };
  expect(await put(second)).toEqual([named, overridden]);
  expect(await put(first, { holder: 'own', supplierId: null })).toEqual([named, overridden]);
  const { json } = await admin('POST', `/certificates/${held.certificateId}/hold-uncovered`);
  expect(json).toEqual({ heldLotIds: [named, overridden] });
  expect(await put(first)).toEqual([]);
});

test('a supplier, a raw material and a product that a certificate names are not deleted', async () => {
  const supplierId = await addSupplier(admin);
  const material = await addMaterial(admin, { name: 'Nutmeg' });
  const product = await addProduct(admin, { name: 'Nutmeg powder' });
  const [{ itemId: ofMaterial }, { itemId: ofProduct }] = [
    (await admin('GET', `/materials/${material}`)).json,
    (await admin('GET', `/products/${product}`)).json,
  ];
  const { certificateId } = await addCertificate(supplierId, { ...ofTurmeric, itemIds: [ofMaterial, ofProduct] });
  const paths = [`/suppliers/${supplierId}`, `/materials/${material}`, `/products/${product}`];
  const messages = [];
  for (const path of paths) {
    const { status, json } = await admin('DELETE', path);
    messages.push([status, json.message]);
  }
  expect(messages).toEqual([
    [409, 'Cannot delete this supplier because certificates name it.'],
    [409, 'Cannot delete this material because a certificate names it.'],
    [409, 'Cannot delete this product because a certificate names it.'],
  ]);
  expect((await admin('DELETE', `/certificates/${certificateId}`)).status).toBe(200);
  for (const path of paths) expect((await admin('DELETE', path)).status).toBe(200);
});

test('a lot whose certificate no longer covers it rests on another one, which then cannot be deleted', async () => {
  const supplierId = await addSupplier(admin);
  const [first, second] = [await addCertificate(supplierId, ofTurmeric), await addCertificate(supplierId, ofTurmeric)];
  const lotId = await receiveOrganic(supplierId, { certificateId: first.certificateId });
  const change = async ({ certificateId }: { certificateId: number }, over: object) => {
    const { status, json, text } = await admin(
      'PUT',
      `/certificates/${certificateId}`,
      certificateFields(supplierId, { ...ofTurmeric, ...over }),
    );
    expect(status, text).toBe(200);
    return json.uncoveredLots.map((lot: { lotId: number }) => lot.lotId);
  };
  const path = `/certificates/${second.certificateId}`;
  expect(await change(first, { validTo: '2026-10-01' })).toEqual([]);
  const refused = await admin('DELETE', path);
  expect([refused.status, refused.json.message]).toEqual([409, '1 lot claims organic by this certificate.']);
  expect(await change(second, { withdrawnOn: '2026-10-01' })).toEqual([lotId]);
  expect((await admin('POST', `${path}/hold-uncovered`)).json).toEqual({ heldLotIds: [lotId] });
});

test('a withdrawn certificate names the batches in stock produced of its lots, and can put them on hold', async () => {
  const supplierId = await addSupplier(admin);
  const held = await addCertificate(supplierId, ofTurmeric);
  const [used, sent] = [await receiveOrganic(supplierId, {}), await receiveOrganic(supplierId, {})];
  const make = async (inputs: object[], over: object = {}) => {
    const productId = await addProduct(admin, { unit: 'kg' });
    const { outputs } = await addRun(admin, inputs, { outputs: [batchFields(productId, 5, over)] });
    const [{ lotId }] = outputs;
    return { productId, lotId };
  };
  const taken = (lotId: number, quantity: number) => [
    { rawMaterialId: turmeric, quantity, lots: [{ lotId, quantity }] },
  ];
  const powder = await make(taken(used, 6), { claim: 'organic' });
  const plain = await make(taken(used, 4), { claim: 'conventional', quantity: 4 });
  const again = await make([{ productId: powder.productId, quantity: 2 }], { quantity: 2 });
  const post = async (path: string, body: object) => {
    const { status, json, text } = await admin('POST', path, body);
    expect(status, text).toBe(201);
    return json;
  };
  const { buyerId } = await post('/buyers', { name: 'Mill', phone: '9811111112', status: 1 });
  const dispatch = (lotId: number, quantity: number) => {
    const lines = [{ lotId, quantity }];
    return { buyerId, dispatchDate: '2026-11-12', invoiceNumber: `D/${(count += 1)}`, lines };
  };
  const { lines } = await post('/dispatches', dispatch(sent, 10));
  const back = [{ dispatchLineId: lines[0].dispatchLineId, quantity: 3 }];
  const returned = await post('/adjustments', { kind: 'buyerReturn', date: '2026-11-15', reason: 'Wet', lines: back });
  const [{ lotId: returnedLot }] = returned.lines;
  await admin('POST', `/lots/${returnedLot}/release`, { reason: 'Dried' });

  const path = `/certificates/${held.certificateId}`;
  const { json } = await admin(
    'PUT',
    path,
    certificateFields(supplierId, { ...ofTurmeric, withdrawnOn: '2026-10-01' }),
  );
  const named = json.uncoveredLots.map((lot: { lotId: number; origin: string; onHandQty: number }) => [
    lot.lotId,
    lot.origin,
    lot.onHandQty,
  ]);
  expect(named.slice(0, 2)).toEqual([
    [used, 'received', 0],
    [sent, 'received', 0],
  ]);
  const made = [
    [powder.lotId, 'produced', 3],
    [again.lotId, 'produced', 2],
    [returnedLot, 'returned', 3],
  ];
  expect(new Set(named.slice(2))).toEqual(new Set(made));
  expect((await admin('GET', path)).json.uncoveredLots).toEqual(json.uncoveredLots);
  const { json: put } = await admin('POST', `${path}/hold-uncovered`);
  expect(new Set(put.heldLotIds)).toEqual(new Set(made.map(([lotId]) => lotId)));
  for (const { lotId, status } of [
    { lotId: powder.lotId, status: 409 },
    { lotId: plain.lotId, status: 201 },
  ]) {
    const answer = await admin('POST', '/dispatches', dispatch(lotId, 1));
    expect(answer.status, answer.text).toBe(status);
  }
});

test('a certificate is deleted, or goods are received by it, when both are requested at once', async () => {
  for (let round = 0; round < 12; round += 1) {
    const supplierId = await addSupplier(admin);
    const { certificateId } = await addCertificate(supplierId, ofTurmeric);
    const line = { rawMaterialId: turmeric, quantity: 10, pricePerUnit: 100, claim: 'organic' };
    const [received, deleted] = await Promise.all([
      admin('POST', '/inward', inwardFields(supplierId, [], { inwardDate: '2026-10-12', rawMaterials: [line] })),
      admin('DELETE', `/certificates/${certificateId}`),
    ]);
    expect([`${received.status} ${deleted.status}`]).toEqual([expect.stringMatching(/^(201 409|400 200)$/)]);
  }
});

/** The state of a lot with its reason. */
async function recall(lotIds: number[]) {
  const begun = await admin('POST', '/recalls', { kind: 'real', title: 'Pepper', reason: 'Salmonella', lotIds });
  expect(begun.status, begun.text).toBe(201);
  return async () => {
    const path = `/recalls/${begun.json.recallId}/close`;
    expect((await admin('POST', path, { conclusion: 'Nothing', lots: 'release' })).status).toBe(200);
  };
}

test('a recalled lot whose certificate is withdrawn is on hold after a false alarm', async () => {
  const supplierId = await addSupplier(admin);
  const held = await addCertificate(supplierId, ofTurmeric);
  const [recalled, wet, free] = [
    await receiveOrganic(supplierId, {}),
    await receiveOrganic(supplierId, {}),
    await receiveOrganic(supplierId, {}),
  ];
  await admin('POST', `/lots/${wet}/hold`, { reason: 'Moisture' });
  const [closeFirst, closeSecond] = [await recall([recalled, wet]), await recall([recalled])];
  const path = `/certificates/${held.certificateId}`;
  await admin(
    'PUT',
    path,
    certificateFields(supplierId, { ...ofTurmeric, number: held.number, withdrawnOn: '2026-10-01' }),
  );
  expect((await admin('POST', `${path}/hold-uncovered`)).json).toEqual({ heldLotIds: [free, recalled] });
  const reason = `Certificate ${held.number} no longer covers this lot`;
  const [event] = (await admin('GET', `/history/lots/${recalled}`)).json;
  expect(event).toMatchObject({ action: 'update', changes: [{ field: 'afterRecall', after: reason }] });
  expect((await admin('POST', `${path}/hold-uncovered`)).status).toBe(409);
  await closeFirst();
  expect(await stateOf(recalled)).toBe('recalled: Recall: Pepper');
  await closeSecond();
  expect(await Promise.all([recalled, wet, free].map(stateOf))).toEqual([
    `onHold: ${reason}`,
    'onHold: Moisture',
    `onHold: ${reason}`,
  ]);
});

test('a recalled lot of a line that claims organic without a certificate is on hold after a false alarm', async () => {
  const supplierId = await addSupplier(admin);
  const line = { rawMaterialId: turmeric, quantity: 10, pricePerUnit: 100, claim: 'conventional' };
  const fields = { inwardDate: '2026-10-12', rawMaterials: [line] };
  const inward = await addInward(admin, supplierId, [], fields);
  const [{ id, lotId }] = inward.rawMaterials;
  const close = await recall([lotId]);
  const organic = { ...line, id, claim: 'organic', receiveOnHold: true };
  const changed = await admin('PUT', `/inward/${inward.inwardId}`, { ...inward, ...fields, rawMaterials: [organic] });
  expect(changed.status, changed.text).toBe(200);
  expect(await stateOf(lotId)).toBe('recalled: Recall: Pepper');
  await close();
  expect(await stateOf(lotId)).toMatch(/^onHold: ./);
});
