import { describe, expect, test } from 'vitest';
import { buildTestApp } from '#test/buildTestApp.ts';
import { addProduct } from '#test/factories.ts';
import { verifyAfterEach, worldOf } from '#test/world.ts';

let batches = 0;

const app = await buildTestApp();
const admin = await app.as('admin');
const { returnFromBuyer } = worldOf(admin);
verifyAfterEach(app);
const product = await addProduct(admin, { name: 'Turmeric powder 200 g', unit: 'jar' });
const buyer = (await admin('POST', '/buyers', { name: 'Green Basket', phone: '9811111112', status: 1 })).json.buyerId;

async function makeBatch(quantity: number, over: object = {}) {
  const body = { productId: product, batchNumber: `DB-${(batches += 1)}`, quantity, ...over };
  const { status, json, text } = await admin('POST', '/goods', body);
  expect(status, text).toBe(201);
  return json;
}

const fields = (lines: object[], over: object = {}) => ({
  buyerId: buyer,
  dispatchDate: '2026-11-15',
  invoiceNumber: 'GD/26-27/0342',
  lines,
  ...over,
});
const postDispatch = async (lines: object[], over: object = {}) =>
  await admin('POST', '/dispatches', fields(lines, over));
const good = async (id: number) => (await admin('GET', `/goods/${id}`)).json;

describe('a dispatch', () => {
  test('reduces its batches, which are sold once nothing is left', async () => {
    const [first, second] = [await makeBatch(34), await makeBatch(270)];
    const { status, json } = await postDispatch(
      [
        { finishedGoodId: first.finishedGoodId, quantity: 34 },
        { lotId: second.lotId, quantity: 100 },
      ],
      { vehicle: 'MH 04 KU 2291' },
    );
    expect([status, json.buyerName, json.vehicle]).toEqual([201, 'Green Basket', 'MH 04 KU 2291']);
    expect(
      json.lines.map(({ lotCode, quantity, returnedQty }: Record<string, unknown>) => [lotCode, quantity, returnedQty]),
    ).toEqual([
      [first.batchNumber, 34, 0],
      [second.batchNumber, 100, 0],
    ]);
    expect(await good(first.finishedGoodId)).toMatchObject({ leftQty: 0, status: 'sold' });
    expect(await good(second.finishedGoodId)).toMatchObject({ leftQty: 170, status: 'available' });
    for (const query of [`buyerId=${buyer}`, `lotId=${first.lotId}`, `search=${first.batchNumber}`, 'search=green']) {
      const ids = (await admin('GET', `/dispatches?${query}`)).json.map(
        (row: { dispatchId: number }) => row.dispatchId,
      );
      expect(ids, query).toContain(json.dispatchId);
    }
    expect((await admin('GET', '/dispatches/next-invoice-number')).json).toEqual({ invoiceNumber: 'GD/26-27/0343' });
    const lot = (await admin('GET', `/lots/${first.lotId}`)).json;
    expect(lot.movements.at(-1).document).toEqual({
      kind: 'dispatch',
      id: json.dispatchId,
      label: 'Dispatch GD/26-27/0342 to Green Basket',
    });
  });

  test('reports every fault at once, and moves no stock', async () => {
    const [short, held] = [await makeBatch(5), await makeBatch(5)];
    await admin('POST', `/lots/${held.lotId}/hold`, { reason: 'Sample' });
    const unknown = await postDispatch(
      [
        { lotId: 999_999, quantity: 1 },
        { finishedGoodId: 999_999, quantity: 1 },
      ],
      { buyerId: 999 },
    );
    expect([unknown.status, Object.keys(unknown.json.errors).toSorted()]).toEqual([
      400,
      ['buyerId', 'lines.0.lotId', 'lines.1.finishedGoodId'],
    ]);
    const refused = await postDispatch([
      { lotId: short.lotId, quantity: 3 },
      { lotId: held.lotId, quantity: 1 },
      { lotId: short.lotId, quantity: 3 },
    ]);
    const text = `${short.batchNumber} has 5 jar left now.`;
    expect([refused.status, refused.json.errors]).toEqual([
      409,
      {
        'lines.0.quantity': [text],
        'lines.1.quantity': [`${held.batchNumber} is on hold.`],
        'lines.2.quantity': [text],
      },
    ]);
    expect(await good(short.finishedGoodId)).toMatchObject({ leftQty: 5 });
  });

  test('gets the last of a batch when eight are recorded at once, and the other seven are refused', async () => {
    const { lotId } = await makeBatch(10);
    const answers = await Promise.all(Array.from({ length: 8 }, () => postDispatch([{ lotId, quantity: 10 }])));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(7);
  });

  test('keeps its lines of the same lot when it is changed, and returns its quantities to stock when it is deleted', async () => {
    const [first, second] = [await makeBatch(10), await makeBatch(10)];
    const { json } = await postDispatch([{ lotId: first.lotId, quantity: 4 }]);
    const put = async (lines: object[], over: object = {}) =>
      await admin('PUT', `/dispatches/${json.dispatchId}`, { ...fields(lines), updatedAt: undefined, ...over });
    const changed = await put([
      { lotId: second.lotId, quantity: 2 },
      { lotId: first.lotId, quantity: 10 },
    ]);
    expect(changed.json.lines[1].dispatchLineId).toBe(json.lines[0].dispatchLineId);
    expect([await good(first.finishedGoodId), await good(second.finishedGoodId)]).toMatchObject([
      { leftQty: 0 },
      { leftQty: 8 },
    ]);
    expect((await put([{ lotId: first.lotId, quantity: 10.001 }])).status).toBe(409);
    const otherSession = app.withToken(await app.sessionOf('admin'));
    const late = { ...fields([{ lotId: first.lotId, quantity: 1 }]), updatedAt: json.updatedAt };
    expect((await otherSession('PUT', `/dispatches/${json.dispatchId}`, late)).status).toBe(409);
    expect((await admin('DELETE', `/dispatches/${json.dispatchId}`)).status).toBe(200);
    expect(await good(first.finishedGoodId)).toMatchObject({ leftQty: 10, status: 'available' });
    expect((await admin('GET', `/dispatches/${json.dispatchId}`)).status).toBe(404);
  });

  test('has the claims of its batches when it is read alone, not in a list', async () => {
    const opened = await admin('POST', '/adjustments', {
      kind: 'opening',
      date: '2026-11-01',
      reason: '',
      lines: [{ productId: product, quantity: 30, code: 'CLAIMING', claim: 'inConversion' }],
    });
    const [{ lotId }] = opened.json.lines;
    const { lotId: made } = await makeBatch(10);
    const sent = await postDispatch([
      { lotId, quantity: 3 },
      { lotId: made, quantity: 1 },
    ]);
    const { dispatchId } = sent.json;
    const claimsOf = (lines: Record<string, unknown>[]) => lines.map(({ claim }) => claim);
    const { json } = await admin('GET', `/dispatches/${dispatchId}`);
    expect(claimsOf(json.lines)).toEqual(['inConversion', 'conventional']);
    const listed = await admin('GET', `/dispatches?lotId=${lotId}`);
    expect(claimsOf(listed.json[0].lines)).toEqual([undefined, undefined]);
  });

  test('can name the buyer of a batch that was sold by hand', async () => {
    const { finishedGoodId, lotId } = await makeBatch(7, { status: 'sold' });
    const [sale] = (await admin('GET', `/dispatches?lotId=${lotId}`)).json;
    expect([sale.buyerId, sale.lines[0].quantity]).toEqual([null, 7]);
    const named = await admin('PUT', `/dispatches/${sale.dispatchId}`, fields([{ lotId, quantity: 7 }]));
    expect([named.status, named.json.buyerName]).toEqual([200, 'Green Basket']);
    const available = { ...(await good(finishedGoodId)), status: 'available', updatedAt: undefined };
    const refused = await admin('PUT', `/goods/${finishedGoodId}`, available);
    expect([refused.status, Object.keys(refused.json.errors)]).toEqual([409, ['status']]);
    expect((await admin('DELETE', `/buyers/${buyer}`)).status).toBe(409);
  });

  test('cannot be reduced below the returned quantity, which is a lot of its own, on hold', async () => {
    const { lotId, batchNumber } = await makeBatch(10);
    const { json } = await postDispatch([{ lotId, quantity: 6 }]);
    const [{ dispatchLineId }] = json.lines;
    const returned = await admin('POST', '/adjustments', {
      kind: 'buyerReturn',
      date: '2026-11-18',
      reason: 'Lids leak',
      lines: [{ dispatchLineId, quantity: 2 }],
    });
    expect(returned.status, returned.text).toBe(201);
    const lot = (await admin('GET', `/lots/${returned.json.lines[0].lotId}`)).json;
    expect(lot).toMatchObject({ parentLotId: lotId, state: 'onHold', origin: 'returned', onHandQty: 2 });
    expect(lot.code.startsWith(batchNumber)).toBe(true);
    const shrink = await admin('PUT', `/dispatches/${json.dispatchId}`, fields([{ lotId, quantity: 1.999 }]));
    expect([shrink.status, shrink.json.message]).toEqual([
      409,
      `2 jar of ${batchNumber} came back from this dispatch.`,
    ]);
    expect((await admin('DELETE', `/dispatches/${json.dispatchId}`)).status).toBe(409);
    expect((await admin('GET', `/dispatches/${json.dispatchId}`)).json.lines[0].returnedQty).toBe(2);
  });

  test('with a lot in several lines keeps the lines with returns, whichever line is removed or moved', async () => {
    const { lotId, batchNumber } = await makeBatch(40);
    const { json } = await postDispatch([10, 5, 8].map((quantity) => ({ lotId, quantity })));
    const [first, second, third] = json.lines.map((line: { dispatchLineId: number }) => line.dispatchLineId);
    await returnFromBuyer(second, 5);
    await returnFromBuyer(third, 2);
    const put = async (...quantities: number[]) => {
      const lines = quantities.map((quantity) => ({ lotId, quantity }));
      const answer = await admin('PUT', `/dispatches/${json.dispatchId}`, fields(lines));
      const rows = answer.json.lines?.map((line: Record<string, unknown>) => [
        line['dispatchLineId'],
        line['quantity'],
        line['returnedQty'],
      ]);
      return [answer.status, rows ?? answer.json.message];
    };
    // Lines that are as large as they were are the same ones, then those in the same place.
    expect(await put(8, 10, 5)).toEqual([
      200,
      [
        [third, 8, 2],
        [first, 10, 0],
        [second, 5, 5],
      ],
    ]);
    expect(await put(8, 11, 6)).toEqual([
      200,
      [
        [third, 8, 2],
        [first, 11, 0],
        [second, 6, 5],
      ],
    ]);
    expect(await put(2, 5)).toEqual([
      200,
      [
        [third, 2, 2],
        [second, 5, 5],
      ],
    ]);
    expect(await put(4, 3)).toEqual([409, `5 jar of ${batchNumber} came back from this dispatch.`]);
    expect(await put(9)).toEqual([409, `2 jar of ${batchNumber} came back from this dispatch.`]);
  });
});
