/** Batches in the ledger: the effect of a finished good's change on its lot. */
import { expect, test } from 'vitest';
import { buildTestApp } from '#test/buildTestApp.ts';
import { addInward, addMaterial, addProduct, addSupplier } from '#test/factories.ts';
import { worldOf } from '#test/world.ts';
import { verifyLedger } from '../../stock/ledger/verify.ts';

const app = await buildTestApp();
const admin = await app.as('admin');
const { readLot } = worldOf(admin);
const product = await addProduct(admin, { name: 'Amla jam', unit: 'jar' });

const add = async (batchNumber: string, over: object = {}) =>
  await admin('POST', '/goods', { productId: product, batchNumber, quantity: 10, ...over });

const good = async (id: number) => (await admin('GET', `/goods/${id}`)).json;
const lotOfGood = async (id: number) => await readLot((await good(id)).lotId);
const change = async (id: number, over: object) =>
  await admin('PUT', `/goods/${id}`, { ...(await good(id)), updatedAt: undefined, ...over });

test('a batch set to sold is dispatched without a buyer, and the ledger follows when it is set back, changed or deleted', async () => {
  const { finishedGoodId: id } = (await add('LED-1', { quantity: 270, manufactureDate: '2026-11-01' })).json;
  expect((await change(id, { status: 'sold' })).json).toMatchObject({ status: 'sold', leftQty: 0, quantity: 270 });
  const sold = await lotOfGood(id);
  expect([sold.onHandQty, sold.madeOrReceivedOn]).toEqual([0, '2026-11-01']);
  expect(sold.movements.at(-1)).toMatchObject({ kind: 'dispatched', quantity: -270, document: { kind: 'dispatch' } });
  expect((await change(id, { quantity: 300 })).json).toMatchObject({ status: 'sold', leftQty: 0 });
  expect((await change(id, { status: 'available' })).json).toMatchObject({ status: 'available', leftQty: 300 });
  expect((await change(id, { status: 'sold' })).status).toBe(200);
  expect((await admin('DELETE', `/goods/${id}`)).status).toBe(200);
  expect((await admin('GET', `/lots/${sold.lotId}`)).status).toBe(404);
  expect((await verifyLedger(app.store.db)).differences).toEqual([]);
});

test('a batch sold by hand keeps the day of its sale when its quantity is corrected', async () => {
  const today = app.clock.now;
  app.clock.now = new Date(today.getTime() - 3 * 86_400_000);
  const { finishedGoodId: id } = (await add('LED-11', { status: 'sold', manufactureDate: '2026-11-01' })).json;
  app.clock.now = today;
  const [, { occurredOn }] = (await lotOfGood(id)).movements;
  expect(occurredOn < today.toISOString().slice(0, 'yyyy-mm-dd'.length)).toBe(true);
  expect((await change(id, { quantity: 11 })).status).toBe(200);
  expect((await lotOfGood(id)).movements.at(-1)).toMatchObject({ kind: 'dispatched', quantity: -11, occurredOn });
  // Not before it was made.
  const manufactureDate = today.toISOString().slice(0, 'yyyy-mm-dd'.length);
  expect((await change(id, { quantity: 12, manufactureDate })).status).toBe(200);
  expect((await lotOfGood(id)).movements.at(-1)).toMatchObject({ quantity: -12, occurredOn: manufactureDate });
});

test('a batch that is changed to another product becomes a new lot, which has its number and dates', async () => {
  const { finishedGoodId: id, lotId } = (await add('LED-2', { expiryDate: '2027-01-01' })).json;
  const other = await addProduct(admin);
  const changed = (await change(id, { productId: other, batchNumber: 'LED-2b', manufactureDate: '2026-11-02' })).json;
  expect(changed.lotId).not.toBe(lotId);
  expect(await lotOfGood(id)).toMatchObject({
    productId: other,
    code: 'LED-2b',
    madeOrReceivedOn: '2026-11-02',
    expiresOn: '2027-01-01',
  });
  const refused = await admin('PUT', `/lots/${changed.lotId}`, { code: 'else', expiresOn: '2027-01-01' });
  expect([refused.status, refused.json.message]).toEqual([
    409,
    'Batch number and expiry date of a finished good are changed in Finished Goods.',
  ]);
  expect((await verifyLedger(app.store.db)).differences).toEqual([]);
});

test('a batch that was used keeps its number, and cannot be reduced below the used quantity', async () => {
  const { finishedGoodId: id } = (await add('LED-3')).json;
  const run = { productionDate: '2026-11-10', inputs: [{ productId: product, quantity: 1 }], outputs: [] };
  const lots = [{ lotId: (await good(id)).lotId, quantity: 4 }];
  await admin('POST', '/production-runs', { ...run, inputs: [{ productId: product, quantity: 4, lots }] });
  const renamed = await change(id, { batchNumber: 'LED-3b' });
  expect([renamed.status, renamed.json.errors]).toEqual([
    409,
    { batchNumber: ['The batch number can no longer be changed: something has left this batch.'] },
  ]);
  const shrunk = await change(id, { quantity: 3.999 });
  expect([shrunk.status, shrunk.json.documents.length]).toEqual([409, 1]);
  expect((await change(id, { quantity: 4 })).json).toMatchObject({ leftQty: 0, status: 'available' });
  expect((await admin('DELETE', `/goods/${id}`)).status).toBe(409);
});

test('a batch set to sold cannot be set back, changed or deleted once a part was returned', async () => {
  const { finishedGoodId: id, lotId } = (await add('LED-5', { status: 'sold' })).json;
  const [sale] = (await admin('GET', `/dispatches?lotId=${lotId}`)).json;
  const { dispatchLineId } = sale.lines[0];
  const back = {
    kind: 'buyerReturn',
    date: '2026-11-20',
    reason: 'Leaking',
    lines: [{ dispatchLineId, quantity: 4 }],
  };
  const { json: returned, status } = await admin('POST', '/adjustments', back);
  expect(status).toBe(201);
  const refusals = [
    await change(id, { status: 'available' }),
    await change(id, { quantity: 12 }),
    await admin('DELETE', `/goods/${id}`),
  ];
  for (const refused of refusals) {
    expect([refused.status, refused.json.message]).toEqual([409, '4 jar of LED-5 came back from this dispatch.']);
  }
  expect((await verifyLedger(app.store.db)).differences).toEqual([]);
  expect((await admin('DELETE', `/adjustments/${returned.adjustmentId}`)).status).toBe(200);
  expect((await change(id, { status: 'available' })).json).toMatchObject({ status: 'available', leftQty: 10 });
  expect((await verifyLedger(app.store.db)).differences).toEqual([]);
});

test('a batch set to sold keeps its number and its product, also when its quantity changes', async () => {
  const { finishedGoodId: id } = (await add('LED-7', { status: 'sold' })).json;
  const other = await addProduct(admin);
  for (const over of [
    { batchNumber: 'LED-7b', quantity: 11 },
    { productId: other },
    { productId: other, quantity: 11 },
  ]) {
    expect((await change(id, over)).status).toBe(409);
  }
  expect((await change(id, { quantity: 11 })).json).toMatchObject({
    batchNumber: 'LED-7',
    quantity: 11,
    status: 'sold',
  });
  const renamed = await change(id, { batchNumber: 'LED-7b', status: 'available' });
  expect(renamed.json).toMatchObject({ batchNumber: 'LED-7b', leftQty: 11 });
});

test('a batch on hold keeps its product, since another product would give it a released lot', async () => {
  const { finishedGoodId: id, lotId } = (await add('LED-6')).json;
  await admin('POST', `/lots/${lotId}/hold`, { reason: 'Moisture' });
  const refused = await change(id, { productId: await addProduct(admin) });
  expect([refused.status, refused.json.errors]).toEqual([
    409,
    { productId: ['This batch is on hold: its product cannot be changed.'] },
  ]);
  expect(await lotOfGood(id)).toMatchObject({ lotId, state: 'onHold', stateReason: 'Moisture' });
});

test('a batch on hold cannot be set to sold', async () => {
  const { finishedGoodId: id, lotId } = (await add('LED-4')).json;
  await admin('POST', `/lots/${lotId}/hold`, { reason: 'Sample at the laboratory' });
  const refused = await change(id, { status: 'sold' });
  expect([refused.status, refused.json.errors]).toEqual([
    409,
    { status: ['This batch is on hold: it cannot be sold.'] },
  ]);
});

/** A batch of which all went to a buyer, with the line that it went by. */
async function addDispatched(batchNumber: string, over: object = {}) {
  const { finishedGoodId } = (await add(batchNumber, over)).json;
  const { buyerId } = (await admin('POST', '/buyers', { name: `Buyer of ${batchNumber}`, status: 1 })).json;
  const lines = [{ finishedGoodId, quantity: 10 }];
  const sent = { buyerId, dispatchDate: '2026-11-18', invoiceNumber: batchNumber, lines };
  return { finishedGoodId, ...(await admin('POST', '/dispatches', sent)).json.lines[0] };
}

test('a batch sold in part keeps its remainder in stock when the form still says sold', async () => {
  const { finishedGoodId: id, lotId } = await addDispatched('LED-20');
  expect((await good(id)).status).toBe('sold');
  expect((await change(id, { quantity: 12, status: 'sold' })).json).toMatchObject({ leftQty: 2, status: 'available' });
  const headings = ['Product', 'Batch number', 'Quantity', 'Status'];
  const rows = [['Amla jam', 'LED-20', 15, 'Available']];
  const imported = await admin('POST', '/imports/goods', { headings, rows, mode: 'save', onExisting: 'update' });
  expect(imported.json.updated, imported.text).toBe(1);
  expect(await good(id)).toMatchObject({ leftQty: 5, status: 'available' });
  expect((await admin('GET', `/dispatches?lotId=${lotId}`)).json).toHaveLength(1);
});

test('a changed expiry date of a batch applies to its returned parts, unless they have their own', async () => {
  const { finishedGoodId: id, dispatchLineId } = await addDispatched('LED-21', { expiryDate: '2027-11-19' });
  const back = { kind: 'buyerReturn', date: '2026-11-19', reason: 'Dented' };
  const returned = async (quantity: number) =>
    (await admin('POST', '/adjustments', { ...back, lines: [{ dispatchLineId, quantity }] })).json;
  const lineOf = async (quantity: number) => {
    const { adjustmentId, lines } = await returned(quantity);
    return { adjustmentId, lotId: lines[0].lotId };
  };
  const [one, other] = [await lineOf(2), await lineOf(3)];
  const own = await admin('PUT', `/lots/${other.lotId}`, { expiresOn: '2026-12-31' });
  expect(own.status, own.text).toBe(200);
  expect((await change(id, { expiryDate: '2026-11-10' })).status).toBe(200);
  const expiry = async ({ lotId }: { lotId: number }) => (await admin('GET', `/lots/${lotId}`)).json.expiresOn;
  expect([await expiry(one), await expiry(other)]).toEqual(['2026-11-10', '2026-12-31']);
  const [event] = (await admin('GET', `/history/lots/${one.lotId}`)).json;
  expect(event).toMatchObject({ action: 'update' });

  // Also of one that is deleted meanwhile, and restored.
  expect((await admin('DELETE', `/adjustments/${one.adjustmentId}`)).status).toBe(200);
  expect((await change(id, { expiryDate: '2027-06-01' })).status).toBe(200);
  expect((await admin('POST', `/adjustments/${one.adjustmentId}/restore`)).status).toBe(200);
  expect(await expiry(one)).toBe('2027-06-01');
});

test('a returned part of a bought lot has the expiry date of its inward line, also when that is corrected', async () => {
  const rawMaterialId = await addMaterial(admin, { name: 'Honey' });
  const line = { rawMaterialId, quantity: 10, pricePerUnit: 10, expiresOn: '2026-12-01' };
  const inward = await addInward(admin, await addSupplier(admin), [], { rawMaterials: [line] });
  const [{ lotId }] = inward.rawMaterials;
  const { buyerId } = (await admin('POST', '/buyers', { name: 'Honey shop', status: 1 })).json;
  const sent = { buyerId, dispatchDate: '2026-11-18', invoiceNumber: 'H-1', lines: [{ lotId, quantity: 5 }] };
  const dispatched = await admin('POST', '/dispatches', sent);
  expect(dispatched.status, dispatched.text).toBe(201);
  const { dispatchLineId } = dispatched.json.lines[0];
  const lines = [{ dispatchLineId, quantity: 2 }];
  const back = await admin('POST', '/adjustments', { kind: 'buyerReturn', date: '2026-11-19', reason: 'Open', lines });
  expect(back.status, back.text).toBe(201);
  // Corrected, taken out, and entered again.
  for (const expiresOn of ['2027-06-01', null, '2027-07-01']) {
    const rawMaterials = inward.rawMaterials.map((each: object) => ({ ...each, expiresOn }));
    const body = { ...inward, rawMaterials, billAttachment: null, updatedAt: undefined };
    const corrected = await admin('PUT', `/inward/${inward.inwardId}`, body);
    expect(corrected.status, corrected.text).toBe(200);
    expect((await admin('GET', `/lots/${back.json.lines[0].lotId}`)).json.expiresOn).toBe(expiresOn);
  }
  // By a change of the lot itself, too, which the history of both tells.
  const { code } = (await admin('GET', `/lots/${lotId}`)).json;
  expect((await admin('PUT', `/lots/${lotId}`, { code, expiresOn: '2027-08-01' })).status).toBe(200);
  for (const id of [lotId, back.json.lines[0].lotId]) {
    const [{ action, changes }] = (await admin('GET', `/history/lots/${id}`)).json;
    expect([action, changes]).toEqual(['update', [expect.objectContaining({ after: '01-08-2027' })]]);
  }
});
