import { describe, expect, test } from 'vitest';
import { buildTestApp, type Answer } from '#test/buildTestApp.ts';
import { addMaterial, addProduct, addProduction, addSupplier, stockOf } from '#test/factories.ts';
import { jsonOf, verifyAfterEach, worldOf } from '#test/world.ts';
import { inTransaction } from '../../core/db/transaction.ts';
import { replaceMovements } from '../ledger/documentMovements.ts';
import { findLots } from '../ledger/lots.ts';

const date = '2026-11-15';

const app = await buildTestApp();
const admin = await app.as('admin');
const { readLot, receive } = worldOf(admin);
verifyAfterEach(app);
const supplier = await addSupplier(admin, { name: 'Wayanad Growers' });

const adjust = (body: object) => admin('POST', '/adjustments', { date, reason: '', ...body });
const put = (id: number, body: object) => admin('PUT', `/adjustments/${id}`, { date, reason: '', ...body });

async function refusal(status: number, answer: Promise<Answer>): Promise<Answer['json']> {
  const { errors, message } = await jsonOf(status, answer);
  return errors ?? message;
}

/** Dispatches some of a lot; answers the id of the dispatch's line. */
async function dispatched(lotId: number, quantity: number): Promise<number> {
  const { userId } = await app.person('admin');
  const at = '2026-11-14T06:00:00.000Z';
  return await inTransaction(app.store.db, async (trx) => {
    const texts = { vehicle: '', transport_document: '', transaction_certificate: '', note: '' };
    const own = { invoice_number: 'D/1', dispatch_date: '2026-11-14', created_at: at, updated_at: at };
    const dispatch = { buyer_id: null, ...texts, ...own };
    const { id } = await trx.insertInto('dispatch').values(dispatch).returning('id').executeTakeFirstOrThrow();
    const line = { dispatch_id: id, position: 0, lot_id: lotId, quantity: quantity * 1000, deleted_at: null };
    const { id: lineId } = await trx.insertInto('dispatch_line').values(line).returning('id').executeTakeFirstOrThrow();
    const lot = (await findLots(trx, [lotId])).get(lotId);
    const move = { lotId, itemId: lot?.itemId ?? 0, kind: 'dispatched', quantity: -quantity * 1000 } as const;
    const document = { documentKind: 'dispatch', documentId: id, lineId, occurredOn: '2026-11-14' } as const;
    await replaceMovements(trx, [], [{ ...move, ...document, reversesId: null }], { userId, at });
    return lineId;
  });
}

describe('opening stock', () => {
  test('opens a lot for each line, of raw materials and products', async () => {
    const material = await addMaterial(admin, { name: 'Turmeric' });
    const productId = await addProduct(admin, { name: 'Turmeric powder' });
    const lines = [
      { rawMaterialId: material, quantity: 12.5, expiresOn: '2027-11-19', pricePerUnit: 118.5 },
      { productId, quantity: 40, code: 'TP-12' },
    ];
    const record = await jsonOf(201, adjust({ kind: 'opening', lines }));
    expect(record.lines).toMatchObject([
      {
        lotCode: 'TUR-2611-01',
        itemName: 'Turmeric',
        unit: 'kg',
        quantity: 12.5,
        pricePerUnit: 118.5,
        expiresOn: '2027-11-19',
      },
      { lotCode: 'TP-12', itemName: 'Turmeric powder', unit: 'jar', quantity: 40, pricePerUnit: null },
    ]);
    const lot = await readLot(record.lines[0].lotId);
    const originDocument = { kind: 'adjustment', id: record.adjustmentId, label: 'Opening stock of 15-11-2026' };
    expect(lot).toMatchObject({ origin: 'opening', madeOrReceivedOn: date, onHandQty: 12.5, originDocument });
    expect(lot.movements).toMatchObject([{ kind: 'opening', quantity: 12.5, document: originDocument }]);
    expect(await stockOf(admin, material)).toEqual([12.5, 0, 12.5]);
  });

  test('names every faulty field, of all lines, and stores nothing', async () => {
    const material = await addMaterial(admin);
    const lines = [
      { quantity: 1 },
      { rawMaterialId: material, quantity: 0 },
      { rawMaterialId: material, productId: 1, quantity: 1 },
      { lotId: 999, quantity: 1 },
    ];
    expect(await refusal(400, adjust({ kind: 'opening', lines }))).toEqual({
      'lines.0.rawMaterialId': ['Choose a raw material or a product.'],
      'lines.1.quantity': ['Enter a quantity above 0 with at most 3 decimals.'],
      'lines.2.rawMaterialId': ['Choose a raw material or a product.'],
      'lines.3.lotId': ['This lot does not exist.'],
      'lines.3.rawMaterialId': ['Choose a raw material or a product.'],
    });
    expect(await refusal(400, adjust({ kind: 'opening', lines: [{ productId: 999_999, quantity: 1 }] }))).toEqual({
      'lines.0.productId': ['This raw material or product does not exist.'],
    });
    expect(await stockOf(admin, material)).toEqual([0, 0, 0]);
  });

  test('refuses a code that another lot of the item has, and one that is entered twice', async () => {
    const material = await addMaterial(admin);
    const line = { rawMaterialId: material, quantity: 1 };
    await jsonOf(201, adjust({ kind: 'opening', lines: [{ ...line, code: 'A-1' }] }));
    const lines = [
      { ...line, code: 'a-1' },
      { ...line, code: 'B' },
      { ...line, code: 'b' },
    ];
    expect(await refusal(409, adjust({ kind: 'opening', lines }))).toEqual({
      'lines.0.code': ['Another lot of this item has the code "a-1".'],
      'lines.2.code': ['Another lot of this item has the code "b".'],
    });
  });

  test('changes line by line: lots and movements of unchanged lines stay', async () => {
    const material = await addMaterial(admin, { name: 'Ginger' });
    const line = { rawMaterialId: material, quantity: 5 };
    const record = await jsonOf(201, adjust({ kind: 'opening', lines: [line, line, line] }));
    const [a, b, c] = record.lines.map(({ lotId }: { lotId: number }) => lotId);
    await addProduction(admin, material, 2);
    const lines = [
      { lotId: b, quantity: 6, code: 'GIN-B', expiresOn: '2027-01-31' },
      { lotId: a, quantity: 5 },
      { ...line, quantity: 1 },
    ];
    const changed = await put(record.adjustmentId, { kind: 'opening', lines });
    expect(changed.status, changed.text).toBe(200);
    expect(changed.json.lines.map((each: { lotId: number }) => each.lotId).slice(0, 2)).toEqual([b, a]);
    expect(changed.json.lines[0]).toMatchObject({ lotCode: 'GIN-B', expiresOn: '2027-01-31', quantity: 6 });
    expect((await readLot(a)).movements).toHaveLength(2);
    expect((await readLot(b)).movements).toHaveLength(3);
    expect((await admin('GET', `/lots/${c}`)).status).toBe(404);
    const events = (await admin('GET', `/history/adjustments/${record.adjustmentId}`)).json;
    const changes = events[0].changes.map((each: { label: string; before: string; after: string }) => [
      each.label,
      each.before,
      each.after,
    ]);
    expect(changes).toEqual([
      ['Ginger, GIN-B', '5 kg', '6 kg'],
      ['Ginger, GIN-B, Code', 'GIN-2611-02', 'GIN-B'],
      ['Ginger, GIN-B, Expires on', '', '31-01-2027'],
      ['Ginger, GIN-2611-03', '5 kg', null],
      ['Ginger, GIN-2611-04', null, '1 kg'],
    ]);
    const used = [{ lotId: a, quantity: 1.5 }];
    expect(await refusal(409, put(record.adjustmentId, { kind: 'opening', lines: used }))).toContain('2 kg of Ginger');
    const renamed = [{ ...lines[1], code: 'GIN-A' }];
    expect(await refusal(409, put(record.adjustmentId, { kind: 'opening', lines: renamed }))).toEqual({
      'lines.0.code': ['The code can no longer be changed: something has left this lot.'],
    });
    expect((await admin('DELETE', `/adjustments/${record.adjustmentId}`)).status).toBe(409);
  });

  test('cannot become another kind, and keeps its material from deletion and its unit from change', async () => {
    const material = await addMaterial(admin, { name: 'Clove' });
    const record = await jsonOf(201, adjust({ kind: 'opening', lines: [{ rawMaterialId: material, quantity: 1 }] }));
    const other = { kind: 'count', lines: [{ lotId: record.lines[0].lotId, quantity: 1 }] };
    expect(await refusal(409, put(record.adjustmentId, other))).toHaveProperty('kind');
    expect(await refusal(409, admin('DELETE', `/materials/${material}`))).toContain('has lots');
    expect((await admin('GET', `/materials/${material}`)).json.unitFixed).toBe(true);
    expect((await admin('DELETE', `/adjustments/${record.adjustmentId}`)).status).toBe(200);
    expect((await admin('GET', `/adjustments/${record.adjustmentId}`)).status).toBe(404);
    expect((await admin('DELETE', `/materials/${material}`)).status).toBe(200);
  });

  test('has up to 2000 lines', async () => {
    const materials = await Promise.all(Array.from({ length: 3 }, () => addMaterial(admin)));
    const linesOf = (quantity: number, ids: readonly number[]) =>
      Array.from({ length: 2000 }, (_, index) => ({ rawMaterialId: ids[index % ids.length], quantity }));
    // Together more than a total can hold.
    const large = linesOf(9_000_000_000, materials.slice(0, 1));
    expect((await adjust({ kind: 'opening', lines: large })).status).toBe(409);
    const small = linesOf(1, materials);
    expect((await jsonOf(201, adjust({ kind: 'opening', lines: small }))).lines).toHaveLength(2000);
    expect((await adjust({ kind: 'opening', lines: [...small, ...small] })).status).toBe(400);
  });
});

describe('a count', () => {
  test('posts differences as found or lost, leaves equal lots unchanged, and opens new lots', async () => {
    const material = await addMaterial(admin, { name: 'Pepper' });
    const [a, b, c, d] = [
      await receive(supplier, material, 10),
      await receive(supplier, material, 10),
      await receive(supplier, material, 10),
      await receive(supplier, material, 1),
    ];
    const lines = [
      { lotId: a, quantity: 9.9, reason: 'Moisture' },
      { lotId: b, quantity: 10.5 },
      { lotId: c, quantity: 10 },
      { rawMaterialId: material, quantity: 2, code: 'BEHIND' },
    ];
    const record = await jsonOf(201, adjust({ kind: 'count', lines }));
    expect(record.lines).toMatchObject([
      { lotId: a, quantity: 9.9, ledgerQuantity: 10, reason: 'Moisture' },
      { lotId: b, quantity: 10.5, ledgerQuantity: 10 },
      { lotId: c, quantity: 10, ledgerQuantity: 10 },
      { lotCode: 'BEHIND', quantity: 2, ledgerQuantity: 0 },
    ]);
    const moves = async (id: number) =>
      (await readLot(id)).movements
        .slice(1)
        .map((each: { kind: string; quantity: number }) => [each.kind, each.quantity]);
    expect(await moves(a)).toEqual([['lost', -0.1]]);
    expect(await moves(b)).toEqual([['found', 0.5]]);
    expect(await moves(c)).toEqual([]);
    expect((await readLot(d)).onHandQty).toBe(1);
    expect(await readLot(record.lines[3].lotId)).toMatchObject({ origin: 'found', onHandQty: 2, code: 'BEHIND' });
    const [row] = (await admin('GET', '/Production/get-rawmaterial-stock?search=pepper')).json;
    expect(row).toMatchObject({ balanceQty: 33.4, adjustedQty: 2.4, totalInwardQty: 31, usedQty: 0 });
  });

  test('keeps the ledger quantity of its moment when it is corrected later', async () => {
    const material = await addMaterial(admin);
    const lot = await receive(supplier, material, 10);
    const record = await jsonOf(201, adjust({ kind: 'count', lines: [{ lotId: lot, quantity: 8 }] }));
    await addProduction(admin, material, 5);
    const changed = await put(record.adjustmentId, { kind: 'count', lines: [{ lotId: lot, quantity: 9 }] });
    expect(changed.json.lines, changed.text).toMatchObject([{ quantity: 9, ledgerQuantity: 10 }]);
    expect((await readLot(lot)).onHandQty).toBe(4);
    const lower = put(record.adjustmentId, { kind: 'count', lines: [{ lotId: lot, quantity: 4 }] });
    expect(await refusal(409, lower)).toEqual({ 'lines.0.quantity': [expect.stringContaining('Only 5 kg left')] });
    expect((await admin('DELETE', `/adjustments/${record.adjustmentId}`)).status).toBe(200);
    expect((await readLot(lot)).onHandQty).toBe(5);
  });

  test('may be 0, and is refused for a lot twice, an unknown lot, or a new lot of 0', async () => {
    const material = await addMaterial(admin);
    const lot = await receive(supplier, material, 3);
    const lines = [
      { lotId: lot, quantity: 0 },
      { lotId: lot, quantity: 1 },
      { lotId: 999_999, quantity: 1 },
      { rawMaterialId: material, quantity: 0 },
    ];
    expect(await refusal(400, adjust({ kind: 'count', lines }))).toEqual({
      'lines.1.lotId': ['This lot appears twice.'],
      'lines.3.quantity': ['Enter a quantity above 0 with at most 3 decimals.'],
    });
    expect(await refusal(400, adjust({ kind: 'count', lines: [lines[2]] }))).toEqual({
      'lines.0.lotId': ['This lot does not exist.'],
    });
    await jsonOf(201, adjust({ kind: 'count', lines: [lines[0]] }));
    expect((await readLot(lot)).onHandQty).toBe(0);
  });

  test('is deleted together with the lot that it opened, unless that lot was used', async () => {
    const material = await addMaterial(admin);
    const lines = [{ rawMaterialId: material, quantity: 2 }];
    const record = await jsonOf(201, adjust({ kind: 'count', lines }));
    const [{ lotId }] = record.lines;
    // Another count of the same lot does not own it.
    const later = await jsonOf(201, adjust({ kind: 'count', lines: [{ lotId, quantity: 3 }] }));
    expect((await admin('DELETE', `/adjustments/${later.adjustmentId}`)).status).toBe(200);
    expect((await readLot(lotId)).onHandQty).toBe(2);
    const production = await addProduction(admin, material, 1);
    expect((await admin('DELETE', `/adjustments/${record.adjustmentId}`)).status).toBe(409);
    await admin('DELETE', `/Production/${production}`);
    expect((await admin('DELETE', `/adjustments/${record.adjustmentId}`)).status).toBe(200);
    expect((await admin('GET', `/lots/${lotId}`)).status).toBe(404);
  });

  test('is named when the lot in which it found more is deleted with its opening stock', async () => {
    const rawMaterialId = await addMaterial(admin, { name: 'Vanilla' });
    const lines = ['V1', 'V2'].map((code) => ({ rawMaterialId, quantity: 5, code }));
    const { adjustmentId, lines: opened } = await jsonOf(201, adjust({ kind: 'opening', lines }));
    const { lotId } = opened[1];
    const count = await jsonOf(201, adjust({ kind: 'count', lines: [{ lotId, quantity: 8 }] }));
    expect(await refusal(409, admin('DELETE', `/adjustments/${adjustmentId}`))).toContain('V2');
    const shorter = put(adjustmentId, { kind: 'opening', lines: [{ ...lines[0], lotId: opened[0].lotId }] });
    expect(await refusal(409, shorter)).toContain('V2');
    expect((await readLot(lotId)).onHandQty).toBe(8);
    for (const id of [count.adjustmentId, adjustmentId]) {
      expect((await admin('DELETE', `/adjustments/${id}`)).status).toBe(200);
    }
  });

  test('at the same moment as productions posts the difference to the ledger of its own transaction', async () => {
    const material = await addMaterial(admin);
    const lot = await receive(supplier, material, 100);
    const [counted] = await Promise.all([
      jsonOf(201, adjust({ kind: 'count', lines: [{ lotId: lot, quantity: 50 }] })),
      ...Array.from({ length: 5 }, () => addProduction(admin, material, 1)),
    ]);
    const [{ ledgerQuantity }] = counted.lines;
    expect((await readLot(lot)).onHandQty).toBe(50 - (ledgerQuantity - 95));
  });
});

describe('a write-off', () => {
  test('needs a reason, and reduces lots on hold too, but not below zero', async () => {
    const material = await addMaterial(admin);
    const lot = await receive(supplier, material, 4);
    await admin('POST', `/lots/${lot}/hold`, { reason: 'Mould' });
    const lines = [{ lotId: lot, quantity: 1.5 }];
    expect(await refusal(400, adjust({ kind: 'writeOff', lines }))).toEqual({ reason: ['Say why.'] });
    const record = await jsonOf(201, adjust({ kind: 'writeOff', reason: 'Spoilt', lines }));
    expect((await readLot(lot)).movements.at(-1)).toMatchObject({ kind: 'wasted', quantity: -1.5 });
    const more = [{ lotId: lot, quantity: 2.501 }];
    const { code } = await readLot(lot);
    expect(await refusal(409, adjust({ kind: 'writeOff', reason: 'Spoilt', lines: more }))).toEqual({
      'lines.0.quantity': [`Only 2.500 kg left in ${code}.`],
    });
    const all = await put(record.adjustmentId, {
      kind: 'writeOff',
      reason: 'Spoilt',
      lines: [{ lotId: lot, quantity: 4 }],
    });
    expect([all.status, (await readLot(lot)).onHandQty], all.text).toEqual([200, 0]);
    const stale = { date, kind: 'writeOff', reason: 'x', lines, updatedAt: record.updatedAt };
    const otherSession = app.withToken(await app.sessionOf('admin'));
    expect((await otherSession('PUT', `/adjustments/${record.adjustmentId}`, stale)).status).toBe(409);
  });

  test('never removes more than the stock, with six at the same moment', async () => {
    const material = await addMaterial(admin);
    const lot = await receive(supplier, material, 3);
    const body = { kind: 'writeOff', reason: 'Spilt', lines: [{ lotId: lot, quantity: 1 }] };
    const answers = await Promise.all(Array.from({ length: 6 }, () => adjust(body)));
    const recorded = answers.filter(({ status }) => status === 201);
    expect([recorded.length, answers.filter(({ status }) => status === 409).length]).toEqual([3, 3]);
  });
});

describe('returns', () => {
  test('to a supplier accept only lots bought from them', async () => {
    const material = await addMaterial(admin);
    const other = await receive(await addSupplier(admin), material, 5);
    const own = await receive(supplier, material, 5);
    const { code } = await readLot(other);
    const lines = [
      { lotId: own, quantity: 2 },
      { lotId: other, quantity: 1 },
    ];
    const body = { kind: 'supplierReturn', reason: 'Wrong grade', supplierId: supplier, lines };
    expect(await refusal(400, adjust(body))).toEqual({ 'lines.1.lotId': [`${code} did not come from this supplier.`] });
    expect(await refusal(400, adjust({ ...body, supplierId: null }))).toHaveProperty('supplierId');
    expect(await refusal(400, adjust({ ...body, supplierId: 999_999 }))).toHaveProperty('supplierId');
    const record = await jsonOf(201, adjust({ ...body, lines: [lines[0]] }));
    expect(record).toMatchObject({ supplierId: supplier, supplierName: 'Wayanad Growers' });
    expect((await readLot(own)).movements.at(-1)).toMatchObject({ kind: 'returnedToSupplier', quantity: -2 });
  });

  test('from a buyer become lots of their own, on hold, up to the quantity still with the buyer', async () => {
    const productId = await addProduct(admin, { name: 'Masala' });
    const opening = { kind: 'opening', lines: [{ productId, quantity: 50, code: 'GM-10', expiresOn: '2027-08-17' }] };
    const [{ lotId: parent }] = (await jsonOf(201, adjust(opening))).lines;
    const dispatchLineId = await dispatched(parent, 20);
    const body = { kind: 'buyerReturn', reason: 'Leaking jars' };
    const first = await jsonOf(201, adjust({ ...body, lines: [{ dispatchLineId, quantity: 5 }] }));
    const [{ lotId }] = first.lines;
    expect(await readLot(lotId)).toMatchObject({
      code: 'GM-10-R1',
      origin: 'returned',
      parentLotId: parent,
      state: 'onHold',
      stateReason: 'Leaking jars',
      expiresOn: '2027-08-17',
      onHandQty: 5,
    });
    expect((await readLot(parent)).onHandQty).toBe(30);
    const two = [
      { dispatchLineId, quantity: 10 },
      { dispatchLineId, quantity: 6 },
    ];
    expect(await refusal(409, adjust({ ...body, lines: two }))).toEqual({
      'lines.1.quantity': ['Only 5 jar still with the buyer.'],
    });
    const second = await jsonOf(201, adjust({ ...body, lines: [{ dispatchLineId, quantity: 15 }] }));
    expect(second.lines).toMatchObject([{ lotCode: 'GM-10-R2', dispatchLineId }]);
    const more = [{ lotId, dispatchLineId, quantity: 6 }];
    expect(await refusal(409, put(first.adjustmentId, { ...body, lines: more }))).toHaveProperty('lines.0.quantity');
    const less = await put(first.adjustmentId, { ...body, lines: [{ lotId, quantity: 4 }] });
    expect(less.json.lines, less.text).toMatchObject([{ lotId, quantity: 4, dispatchLineId }]);
    expect(
      await refusal(400, adjust({ ...body, lines: [{ dispatchLineId: 999, quantity: 1 }, { quantity: 1 }] })),
    ).toEqual({
      'lines.1.dispatchLineId': ['Choose what came back.'],
    });
    expect((await admin('DELETE', `/adjustments/${second.adjustmentId}`)).status).toBe(200);
    // A number is not given again: the label of the other one may still be about.
    expect((await jsonOf(201, adjust({ ...body, lines: [{ dispatchLineId, quantity: 1 }] }))).lines[0].lotCode).toBe(
      'GM-10-R3',
    );
  });
});
