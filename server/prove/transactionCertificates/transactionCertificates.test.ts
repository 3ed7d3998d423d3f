import { describe, expect, test } from 'vitest';
import type { UncoveredLine } from '#contract/prove/transactionCertificates.ts';
import { buildTestApp } from '#test/buildTestApp.ts';
import {
  addInward,
  addMaterial,
  addProduct,
  addSupplier,
  dataUrl,
  pdf,
  transactionCertificateFields,
} from '#test/factories.ts';
import { worldOf } from '#test/world.ts';

let count = 0;

const app = await buildTestApp();
const admin = await app.as('admin');
const { describeItem } = worldOf(admin);
const buyerId = await newBuyer('Green Basket');
const turmeric = await addMaterial(admin, { name: 'Turmeric', unit: 'kg' });
const salt = await addMaterial(admin, { name: 'Salt', unit: 'kg' });
const supplierId = await newFarmer();

async function newBuyer(name: string): Promise<number> {
  return (await admin('POST', '/buyers', { name, phone: '9811111112', status: 1 })).json.buyerId;
}

/** A supplier whose certificate covers everything. */
async function newFarmer(): Promise<number> {
  const id = await addSupplier(admin);
  const period = { validFrom: '2026-04-01', validTo: '2027-03-31' };
  const holder = { holder: 'supplier', supplierId: id, scheme: 'NPOP', number: `ORG/${(count += 1)}`, allItems: true };
  expect((await admin('POST', '/certificates', { ...holder, ...period })).status).toBe(201);
  return id;
}

/** An inward of organic turmeric, and of salt that claims nothing. */
async function addOrganicInward(quantity: number, over: object = {}) {
  const rawMaterials = [
    { rawMaterialId: turmeric, quantity, pricePerUnit: 100, claim: 'organic', transactionCertificate: 'TC noted' },
    { rawMaterialId: salt, quantity: 5, pricePerUnit: 10, claim: 'conventional' },
  ];
  return await addInward(admin, supplierId, [], { inwardDate: '2026-10-12', rawMaterials, ...over });
}

const add = async (lines: object[], over: object = {}) =>
  await admin('POST', '/transaction-certificates', transactionCertificateFields(supplierId, 0, { lines, ...over }));
const change = async (record: { transactionCertificateId: number }, over: object) =>
  await admin('PUT', `/transaction-certificates/${record.transactionCertificateId}`, {
    ...record,
    updatedAt: undefined,
    ...over,
  });

async function uncovered(direction: string, partyId?: number): Promise<UncoveredLine[]> {
  const query = partyId === undefined ? '' : `&partyId=${partyId}`;
  const { status, json, text } = await admin(
    'GET',
    `/transaction-certificates/uncovered?direction=${direction}${query}`,
  );
  expect(status, text).toBe(200);
  expect(json.more).toBe(false);
  return json.lines;
}

async function leftOf(lineId: number, direction = 'purchase'): Promise<number | undefined> {
  return (await uncovered(direction)).find((line) => line.lineId === lineId)?.leftQty;
}

/** A batch of one jar for each 200 g of organic turmeric, dispatched in part. */
async function dispatchBatch(quantity: number, over: object = {}) {
  await addOrganicInward(20);
  const productId = await addProduct(admin, { name: 'Turmeric powder', unit: 'jar' });
  await describeItem({ productId }, { gramsPerUnit: 200 });
  const run = await admin('POST', '/production-runs', {
    productionDate: '2026-11-02',
    inputs: [{ rawMaterialId: turmeric, quantity: 20 }],
    outputs: [{ productId, batchNumber: `TP-${(count += 1)}`, quantity: 100 }],
  });
  const { lotId } = run.json.outputs[0];
  const lines = [{ lotId, quantity }];
  const body = { buyerId, dispatchDate: '2026-11-03', invoiceNumber: `GD/${count}`, lines, ...over };
  const { status, json, text } = await admin('POST', '/dispatches', body);
  expect(status, text).toBe(201);
  return json;
}

describe('the lines still to be covered', () => {
  test('include each purchased line of organic goods, until certificates cover its whole quantity', async () => {
    const inward = await addOrganicInward(100, { invoiceNumber: 'IN/1' });
    const [{ lotId, lotCode }] = inward.rawMaterials;
    expect((await uncovered('purchase')).filter(({ documentId }) => documentId === inward.inwardId)).toEqual([
      expect.objectContaining({
        direction: 'purchase',
        lineId: lotId,
        documentLabel: 'IN/1',
        documentDate: '2026-10-12',
        partyId: supplierId,
        lotId,
        lotCode,
        itemName: 'Turmeric',
        unit: 'kg',
        quantity: 100,
        coveredQty: 0,
        leftQty: 100,
        notedNumber: 'TC noted',
      }),
    ]);
    const first = await add([{ lineId: lotId, quantity: 60.5 }]);
    expect(first.status, first.text).toBe(201);
    expect(await leftOf(lotId)).toBe(39.5);
    // One that is applied for covers already; one that was refused doesn't.
    const second = await add([{ lineId: lotId, quantity: 39.5 }], { status: 'applied', number: '', issuedOn: null });
    expect(second.status, second.text).toBe(201);
    expect(await leftOf(lotId)).toBeUndefined();
    expect((await change(second.json, { status: 'refused' })).status).toBe(200);
    expect(await leftOf(lotId)).toBe(39.5);
    await admin('DELETE', `/transaction-certificates/${first.json.transactionCertificateId}`);
    expect(await leftOf(lotId)).toBe(100);
  });

  test('leave out returned goods, which a certificate may still cover', async () => {
    const [{ lotId }] = (await addOrganicInward(100)).rawMaterials;
    const back = (kind: string, line: object) => {
      return admin('POST', '/adjustments', { kind, date: '2026-11-04', reason: 'Damp', supplierId, lines: [line] });
    };
    expect((await back('supplierReturn', { lotId, quantity: 30 })).status).toBe(201);
    expect(await leftOf(lotId)).toBe(70);
    expect((await add([{ lineId: lotId, quantity: 100 }])).status).toBe(201);
    expect(await leftOf(lotId)).toBeUndefined();

    const sent = await dispatchBatch(40);
    const [{ dispatchLineId }] = sent.lines;
    const returned = await admin('POST', '/adjustments', {
      kind: 'buyerReturn',
      date: '2026-11-04',
      reason: 'Damp',
      lines: [{ dispatchLineId, quantity: 40 }],
    });
    expect(returned.status, returned.text).toBe(201);
    expect(await leftOf(dispatchLineId, 'sale')).toBeUndefined();
    const { json } = await admin('GET', '/transaction-certificates/uncovered?direction=sale&withReturned=true');
    expect(json.lines).toContainEqual(
      expect.objectContaining({ lineId: dispatchLineId, quantity: 40, returnedQty: 40, leftQty: 0 }),
    );
    const covering = { direction: 'sale', supplierId: null, buyerId };
    const whole = await add([{ lineId: dispatchLineId, quantity: 40 }], covering);
    expect(whole.status, whole.text).toBe(201);
    const { transactionCertificateId } = whole.json;
    expect((await admin('DELETE', `/transaction-certificates/${transactionCertificateId}`)).status).toBe(200);
    expect((await admin('DELETE', `/adjustments/${returned.json.adjustmentId}`)).status).toBe(200);
    expect(await leftOf(dispatchLineId, 'sale')).toBe(40);
  });

  test('include each line sent to a buyer of a batch whose computed claim is organic', async () => {
    const sent = await dispatchBatch(40, { transactionCertificate: 'TC 118' });
    const [{ dispatchLineId: lineId }] = sent.lines;
    expect((await uncovered('sale', buyerId)).find((line) => line.lineId === lineId)).toMatchObject({
      documentId: sent.dispatchId,
      partyName: 'Green Basket',
      quantity: 40,
      leftQty: 40,
      notedNumber: 'TC 118',
    });
    const plain = await addProduct(admin);
    const { json: batch } = await admin('POST', '/goods', { productId: plain, batchNumber: 'PLAIN', quantity: 5 });
    const lines = [{ lotId: batch.lotId, quantity: 5 }];
    const other = { buyerId, dispatchDate: '2026-11-03', invoiceNumber: 'GD/PLAIN', lines };
    expect((await admin('POST', '/dispatches', other)).status).toBe(201);
    expect((await uncovered('sale')).filter(({ documentLabel }) => documentLabel === 'GD/PLAIN')).toEqual([]);
    expect(await uncovered('sale', await newBuyer('Nobody yet'))).toEqual([]);

    const ofSale = { direction: 'sale', supplierId: null, buyerId };
    const made = await add([{ lineId, quantity: 40 }], ofSale);
    expect(made.status, made.text).toBe(201);
    expect(made.json).toMatchObject({ partyName: 'Green Basket', supplierId: null, buyerId });
    expect(await leftOf(lineId, 'sale')).toBeUndefined();
    const { json: lot } = await admin('GET', `/lots/${sent.lines[0].lotId}`);
    const { transactionCertificateId, number } = made.json;
    expect(lot.transactionCertificates).toEqual([
      expect.objectContaining({ transactionCertificateId, number, direction: 'sale', quantity: 40, status: 'issued' }),
    ]);
  });
});

describe('a transaction certificate', () => {
  test('covers no more than the quantity left, and names each faulty line', async () => {
    const [{ lotId: first }, { lotId: second }] = (await addOrganicInward(10)).rawMaterials;
    const [{ lotId: others }] = (await addOrganicInward(10, { supplierId: await newFarmer() })).rawMaterials;
    expect((await add([{ lineId: first, quantity: 7 }])).status).toBe(201);
    const refused = await add([
      { lineId: first, quantity: 3.001 },
      { lineId: second, quantity: 5 },
      { lineId: others, quantity: 1 },
      { lineId: 999_999, quantity: 1 },
    ]);
    expect([refused.status, refused.json.errors]).toEqual([
      400,
      {
        'lines.0.quantity': ['Only 3 kg left to cover.'],
        'lines.2.lineId': ['This was not bought from this supplier.'],
        'lines.3.lineId': ['This line is no longer there.'],
      },
    ]);
    expect((await add([{ lineId: first, quantity: 3 }])).status).toBe(201);
    const none = await add([{ lineId: first, quantity: 0.001 }]);
    expect(none.json.errors).toEqual({ 'lines.0.quantity': ['All of it is covered already.'] });
    // A refused certificate covers nothing, so its quantity is free.
    expect((await add([{ lineId: first, quantity: 10 }], { status: 'refused' })).status).toBe(201);
  });

  test('needs number and day once it is issued, its supplier or buyer, and each line once', async () => {
    const [{ lotId }] = (await addOrganicInward(10)).rawMaterials;
    const line = { lineId: lotId, quantity: 1 };
    const fieldsOf = async (lines: object[], over: object) => Object.keys((await add(lines, over)).json.errors ?? {});
    expect(await fieldsOf([line], { number: '', issuedOn: null })).toEqual(['number', 'issuedOn']);
    expect(await fieldsOf([line], { issuedOn: '2027-01-01' })).toEqual(['issuedOn']);
    expect(await fieldsOf([line], { supplierId: null })).toEqual(['supplierId']);
    expect(await fieldsOf([line], { supplierId: 999_999 })).toEqual(['supplierId']);
    expect(await fieldsOf([line], { direction: 'sale', buyerId: null })).toEqual(['buyerId']);
    expect(await fieldsOf([line, line], {})).toEqual(['lines.1.lineId']);
    expect(await fieldsOf([], {})).toEqual(['lines']);
    expect(await fieldsOf([line], { direction: 'sale', buyerId })).toEqual(['lines.0.lineId']);
  });

  test('shows the quantity beyond the delivered one when that is lowered, and can still be changed', async () => {
    const inward = await addOrganicInward(100);
    const [organic, plain] = inward.rawMaterials;
    const { json: made } = await add([{ lineId: organic.lotId, quantity: 80 }]);
    await add([{ lineId: organic.lotId, quantity: 20 }]);
    const lower = async (quantity: number) => {
      const rawMaterials = [{ ...organic, quantity }, plain];
      const body = { ...inward, rawMaterials, updatedAt: undefined, billAttachment: null };
      expect((await admin('PUT', `/inward/${inward.inwardId}`, body)).status).toBe(200);
    };
    const lineNow = async () => {
      const { json } = await admin('GET', `/transaction-certificates/${made.transactionCertificateId}`);
      const [{ quantity, deliveredQty, overQty }] = json.lines;
      return [quantity, deliveredQty, overQty];
    };
    expect(await lineNow()).toEqual([80, 100, 0]);
    await lower(90);
    expect(await lineNow()).toEqual([80, 90, 10]);
    await lower(60);
    expect(await lineNow()).toEqual([80, 60, 40]);
    expect((await change(made, { note: 'Weighed again' })).status).toBe(200);
    const more = await change(made, { lines: [{ lineId: organic.lotId, quantity: 80.001 }] });
    expect(more.json.errors).toEqual({ 'lines.0.quantity': ['Only 80 kg left to cover.'] });
    expect((await admin('DELETE', `/inward/${inward.inwardId}`)).status).toBe(200);
    expect(await lineNow()).toEqual([80, 0, 80]);
  });

  test('covers nothing of a dispatch that was changed to another buyer', async () => {
    const sent = await dispatchBatch(40);
    const [{ dispatchLineId: lineId }] = sent.lines;
    const { json: made } = await add([{ lineId, quantity: 40 }], { direction: 'sale', supplierId: null, buyerId });
    const another = await newBuyer('Another');
    const moved = await admin('PUT', `/dispatches/${sent.dispatchId}`, {
      ...sent,
      updatedAt: undefined,
      buyerId: another,
    });
    expect(moved.status).toBe(200);
    const { json } = await admin('GET', `/transaction-certificates/${made.transactionCertificateId}`);
    expect(json.lines[0]).toMatchObject({ deliveredQty: 0, overQty: 40 });
    expect((await uncovered('sale', another)).map(({ leftQty }) => leftQty)).toEqual([40]);
    const kept = await change(made, { note: 'Checked' });
    expect([kept.status, kept.json.note], kept.text).toEqual([200, 'Checked']);
    const more = await change(kept.json, { lines: [{ lineId, quantity: 41 }] });
    expect(more.json.errors).toEqual({ 'lines.0.lineId': ['This was not sent to this buyer.'] });
  });

  test('stays with its line of the dispatch, in whichever order the lines are saved', async () => {
    const sent = await dispatchBatch(20);
    const [{ lotId, dispatchLineId: lineId }] = sent.lines;
    const put = async (quantities: number[]) => {
      const lines = quantities.map((quantity) => ({ lotId, quantity }));
      const body = { ...sent, updatedAt: undefined, lines };
      const { status, json, text } = await admin('PUT', `/dispatches/${sent.dispatchId}`, body);
      expect(status, text).toBe(200);
      return json.lines.map((line: { dispatchLineId: number; quantity: number }) => [
        line.dispatchLineId,
        line.quantity,
      ]);
    };
    const [[first], [second]] = await put([20, 10]);
    expect(first).toBe(lineId);
    await add([{ lineId, quantity: 20 }], { direction: 'sale', supplierId: null, buyerId });
    expect(await put([10, 20])).toEqual([
      [second, 10],
      [first, 20],
    ]);
    // One that stands as it stood stays itself beside another of the same quantity.
    expect(await put([20, 20])).toEqual([
      [second, 20],
      [first, 20],
    ]);
    expect(await put([20, 5])).toEqual([
      [second, 20],
      [first, 5],
    ]);
  });

  test('keeps the buyer of a deleted dispatch from deletion, and can still be changed, but not to more', async () => {
    const own = await newBuyer('Own');
    const sent = await dispatchBatch(12, { buyerId: own });
    const [{ dispatchLineId: lineId }] = sent.lines;
    const { json: made } = await add([{ lineId, quantity: 12 }], { direction: 'sale', supplierId: null, buyerId: own });
    expect((await admin('DELETE', `/dispatches/${sent.dispatchId}`)).status).toBe(200);
    const refused = await admin('DELETE', `/buyers/${own}`);
    expect([refused.status, refused.json.message]).toEqual([
      409,
      'Cannot delete this buyer because transaction certificates name them.',
    ]);
    expect((await change(made, { note: 'Returned' })).status).toBe(200);
    const more = await change(made, { updatedAt: undefined, lines: [{ lineId, quantity: 13 }] });
    expect(more.json.errors).toEqual({ 'lines.0.lineId': ['This line is no longer there.'] });
  });

  test('covers nothing of a purchase that was changed to another supplier', async () => {
    const inward = await addOrganicInward(30);
    const [{ lotId }] = inward.rawMaterials;
    await add([{ lineId: lotId, quantity: 30 }]);
    expect(await leftOf(lotId)).toBeUndefined();
    // Its claim rests on a certificate of the other one.
    const rawMaterials = inward.rawMaterials.map((line: object) => ({ ...line, certificateId: undefined }));
    const head = { ...inward, updatedAt: undefined, billAttachment: null };
    const moved = { ...head, supplierId: await newFarmer(), rawMaterials };
    expect((await admin('PUT', `/inward/${inward.inwardId}`, moved)).status).toBe(200);
    expect(await leftOf(lotId)).toBe(30);
  });

  test('is found by number, supplier and direction, with its file, and keeps its history', async () => {
    const [{ lotId }] = (await addOrganicInward(10)).rawMaterials;
    const { json: made } = await add([{ lineId: lotId, quantity: 2.5 }], { number: 'TC/FOUND', file: dataUrl(pdf) });
    const found = (query: string) => admin('GET', `/transaction-certificates?${query}`);
    const ids = async (query: string) =>
      (await found(query)).json.map((row: { transactionCertificateId: number }) => row.transactionCertificateId);
    expect(await ids('search=tc/found')).toEqual([made.transactionCertificateId]);
    expect(await ids('search=tc/found&direction=sale')).toEqual([]);
    const { json } = await admin('GET', `/transaction-certificates/${made.transactionCertificateId}`);
    expect([json.hasFile, json.file]).toEqual([true, dataUrl(pdf)]);
    expect((await change(made, { status: 'refused', lines: [{ lineId: lotId, quantity: 2 }] })).status).toBe(200);
    const history = await admin('GET', `/history/transactionCertificates/${made.transactionCertificateId}`);
    const [latest] = history.json;
    expect(latest.changes.map((one: Record<string, unknown>) => [one['label'], one['before'], one['after']])).toEqual([
      ['Status', 'Issued', 'Refused'],
      ['Covers', expect.stringContaining('2.500 kg (Turmeric)'), expect.stringContaining('2 kg (Turmeric)')],
    ]);
  });

  test('covers the quantity left once when several are added at the same moment', async () => {
    const [{ lotId }] = (await addOrganicInward(10)).rawMaterials;
    const answers = await Promise.all([1, 2, 3].map(() => add([{ lineId: lotId, quantity: 6 }])));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 400, 400]);
  });
});
