import { describe, expect, test } from 'vitest';
import { buildTestApp, type Answer } from '#test/buildTestApp.ts';
import { addProduct, dispatchFields } from '#test/factories.ts';
import { jsonOf, verifyAfterEach, worldOf } from '#test/world.ts';

let counted = 0;

const app = await buildTestApp();
const admin = await app.as('admin');
const { dispatch } = worldOf(admin);
verifyAfterEach(app);
const product = await addProduct(admin, { name: 'Turmeric powder 200 g' });
const [buyer, other] = [await addBuyer('Green Basket'), await addBuyer('Herb & Co')];

async function addBuyer(name: string): Promise<number> {
  return (await admin('POST', '/buyers', { name, phone: '9811111112', status: 1 })).json.buyerId;
}

async function makeBatch(quantity: number, batchNumber = `RB-${(counted += 1)}`) {
  return await jsonOf(201, admin('POST', '/goods', { productId: product, batchNumber, quantity }));
}

const dispatched = { dispatchDate: '2026-11-10', invoiceNumber: 'GD/7' };
const dispatchBody = (lines: object[], over: object = {}) => dispatchFields(buyer, lines, { ...dispatched, ...over });

const returnFields = (lines: object[], date: string) => ({ kind: 'buyerReturn', date, reason: 'Lids leak', lines });
const postReturn = async (lines: object[], date = '2026-11-12') =>
  await admin('POST', '/adjustments', returnFields(lines, date));

test('a buyer can return the whole quantity of a dispatch, and no more', async () => {
  const { lotId } = await makeBatch(20);
  const [{ dispatchLineId }] = (await dispatch(buyer, [{ lotId, quantity: 10 }], dispatched)).lines;
  expect((await jsonOf(409, postReturn([{ dispatchLineId, quantity: 10.001 }]))).errors).toEqual({
    'lines.0.quantity': ['Only 10 jar still with the buyer.'],
  });
  await jsonOf(201, postReturn([{ dispatchLineId, quantity: 10 }]));
});

describe('the day of a return', () => {
  test('is not before that of its dispatch', async () => {
    const { lotId, batchNumber } = await makeBatch(20);
    const [{ dispatchLineId }] = (await dispatch(buyer, [{ lotId, quantity: 10 }], dispatched)).lines;
    const lines = [{ dispatchLineId, quantity: 5 }];
    const text = `${batchNumber} was dispatched on 10-11-2026. Enter that day or a later one.`;
    const { errors } = await jsonOf(409, postReturn(lines, '2026-11-09'));
    expect(errors).toEqual({ date: [text] });
    const returned = await jsonOf(201, postReturn(lines, '2026-11-10'));
    const earlier = returnFields([{ lotId: returned.lines[0].lotId, quantity: 5 }], '2026-11-09');
    const changed = await jsonOf(409, admin('PUT', `/adjustments/${returned.adjustmentId}`, earlier));
    expect(changed.errors).toEqual({ date: [text] });
  });

  test('keeps the dispatch from moving to a later day or to another buyer', async () => {
    const { lotId } = await makeBatch(20);
    const sent = await dispatch(buyer, [{ lotId, quantity: 10 }], dispatched);
    const [{ dispatchLineId }] = sent.lines;
    const last = await jsonOf(201, postReturn([{ dispatchLineId, quantity: 1 }], '2026-11-14'));
    const first = await jsonOf(201, postReturn([{ dispatchLineId, quantity: 5 }], '2026-11-12'));
    const path = `/dispatches/${sent.dispatchId}`;
    const put = async (over: object) => await admin('PUT', path, dispatchBody([{ lotId, quantity: 10 }], over));
    const links = [first, last].map(({ adjustmentId: id }) => ({ kind: 'adjustment', id, label: expect.any(String) }));
    const refused = await jsonOf(409, put({ buyerId: other, dispatchDate: '2026-11-13' }));
    expect([refused.errors, refused.documents]).toEqual([
      {
        buyerId: [
          'This buyer has sent some of it back: Return from buyer of 12-11-2026, Return from buyer of 14-11-2026. Delete that first to choose another buyer.',
        ],
        dispatchDate: ['Some of it came back: Return from buyer of 12-11-2026. Enter 12-11-2026 or an earlier day.'],
      },
      links,
    ]);
    await jsonOf(200, put({ dispatchDate: '2026-11-12', note: 'By the afternoon lorry' }));
    await jsonOf(200, admin('DELETE', `/adjustments/${first.adjustmentId}`));
    await jsonOf(200, put({ dispatchDate: '2026-11-14' }));
    await jsonOf(200, admin('DELETE', `/adjustments/${last.adjustmentId}`));
    await jsonOf(200, put({ buyerId: other, dispatchDate: '2026-11-15' }));
  });

  test('does not keep the buyer of a batch sold by hand from being named', async () => {
    const { lotId } = await jsonOf(
      201,
      admin('POST', '/goods', { productId: product, batchNumber: 'RB-S', quantity: 7, status: 'sold' }),
    );
    const [sale] = (await admin('GET', `/dispatches?lotId=${lotId}`)).json;
    const lines = [{ dispatchLineId: sale.lines[0].dispatchLineId, quantity: 1 }];
    await jsonOf(201, postReturn(lines, sale.dispatchDate));
    const { dispatchDate } = sale;
    const body = dispatchBody([{ lotId, quantity: 7 }], { dispatchDate });
    await jsonOf(200, admin('PUT', `/dispatches/${sale.dispatchId}`, body));
  });

  test('is not before that of its dispatch when a deleted return is restored', async () => {
    const { lotId } = await makeBatch(20);
    const sent = await dispatch(buyer, [{ lotId, quantity: 10 }], dispatched);
    const lines = [{ dispatchLineId: sent.lines[0].dispatchLineId, quantity: 5 }];
    const { adjustmentId } = await jsonOf(201, postReturn(lines));
    await jsonOf(200, admin('DELETE', `/adjustments/${adjustmentId}`));
    const move = async (dispatchDate: string) =>
      await admin('PUT', `/dispatches/${sent.dispatchId}`, dispatchBody([{ lotId, quantity: 10 }], { dispatchDate }));
    await jsonOf(200, move('2026-11-13'));
    const restore = async () => await admin('POST', `/adjustments/${adjustmentId}/restore`);
    const { message, documents } = await jsonOf(409, restore());
    const label = 'Dispatch GD/7 to Green Basket';
    expect([message, documents]).toEqual([
      `${label} is now dated 13-11-2026, after its return. Change the date of the dispatch first.`,
      [{ kind: 'dispatch', id: sent.dispatchId, label }],
    ]);
    await jsonOf(200, move('2026-11-12'));
    await jsonOf(200, restore());
  });
});

describe('the buyer of a return', () => {
  const deleted = async (sale: { dispatchDate?: string; lines: { dispatchLineId: number }[] }) => {
    const lines = sale.lines.map(({ dispatchLineId }) => ({ dispatchLineId, quantity: 3 }));
    const { adjustmentId } = await jsonOf(201, postReturn(lines, sale.dispatchDate));
    await jsonOf(200, admin('DELETE', `/adjustments/${adjustmentId}`));
    return async () => await admin('POST', `/adjustments/${adjustmentId}/restore`);
  };

  test('is that of its dispatch when a deleted return is restored', async () => {
    const { lotId } = await makeBatch(20);
    const sent = await dispatch(buyer, [{ lotId, quantity: 10 }], dispatched);
    const restore = await deleted(sent);
    const sendTo = async (buyerId: number) =>
      await admin('PUT', `/dispatches/${sent.dispatchId}`, dispatchBody([{ lotId, quantity: 10 }], { buyerId }));
    await jsonOf(200, sendTo(other));
    const { message, documents } = await jsonOf(409, restore());
    const label = 'Dispatch GD/7 to Herb & Co';
    expect([message, documents]).toEqual([
      `${label} was to Green Basket when some of it came back. Change its buyer back first.`,
      [{ kind: 'dispatch', id: sent.dispatchId, label }],
    ]);
    await jsonOf(200, sendTo(buyer));
    await jsonOf(200, restore());
    await jsonOf(409, sendTo(other));
  });

  test('may be named while a return of a batch sold by hand is deleted', async () => {
    const sold = { productId: product, batchNumber: 'RB-H', quantity: 7, status: 'sold' };
    const { lotId } = await jsonOf(201, admin('POST', '/goods', sold));
    const [sale] = (await admin('GET', `/dispatches?lotId=${lotId}`)).json;
    const restore = await deleted(sale);
    const body = dispatchBody([{ lotId, quantity: 7 }], { dispatchDate: sale.dispatchDate });
    await jsonOf(200, admin('PUT', `/dispatches/${sale.dispatchId}`, body));
    await jsonOf(200, restore());
  });
});

describe('the code of a returned lot', () => {
  const codesOf = (answer: Answer['json']) => answer.lines.map(({ lotCode }: { lotCode: string }) => lotCode);

  test('is unique when parts of a batch and of an earlier returned part are returned together', async () => {
    const { lotId } = await makeBatch(100, 'RP-11');
    const [{ dispatchLineId: batch }] = (await dispatch(buyer, [{ lotId, quantity: 50 }], dispatched)).lines;
    const [first] = (await jsonOf(201, postReturn([{ dispatchLineId: batch, quantity: 10 }]))).lines;
    await jsonOf(201, postReturn([{ dispatchLineId: batch, quantity: 10 }]));
    await jsonOf(200, admin('POST', `/lots/${first.lotId}/release`, { reason: 'Tight again' }));
    const [{ dispatchLineId: part }] = (await dispatch(buyer, [{ lotId: first.lotId, quantity: 8 }], dispatched)).lines;
    await jsonOf(201, postReturn([{ dispatchLineId: part, quantity: 2 }]));
    const [ofPart, ofBatch] = [part, batch].map((dispatchLineId) => ({ dispatchLineId, quantity: 1 }));
    expect(codesOf(await jsonOf(201, postReturn([ofPart ?? {}, ofBatch ?? {}])))).toEqual(['RP-11-R1-R2', 'RP-11-R3']);
    expect(codesOf(await jsonOf(201, postReturn([ofBatch ?? {}, ofPart ?? {}])))).toEqual(['RP-11-R4', 'RP-11-R1-R3']);
  });

  test.each([
    ['the longest batch number', 'X'.repeat(60), `${'X'.repeat(54)}-R1`],
    [
      'a batch number with a letter of several characters at its end',
      `${'Y'.repeat(53)}🌿-2611`,
      `${'Y'.repeat(53)}-R1`,
    ],
    ['a batch number with a mark on its last letter', `${'Z'.repeat(53)}e\u0323\u0301-2611`, `${'Z'.repeat(53)}-R1`],
    ['a batch number with a space at its end', `${'V'.repeat(53)} 2611`, `${'V'.repeat(53)}-R1`],
  ])('is valid for %s', async (_, batchNumber, code) => {
    const { lotId } = await makeBatch(20, batchNumber);
    const [{ dispatchLineId }] = (await dispatch(buyer, [{ lotId, quantity: 10 }], dispatched)).lines;
    const { lines } = await jsonOf(201, postReturn([{ dispatchLineId, quantity: 2 }]));
    expect(lines[0].lotCode).toBe(code);
    const body = { code, supplierLotNumber: '', expiresOn: '2027-01-31' };
    await jsonOf(200, admin('PUT', `/lots/${lines[0].lotId}`, body));
  });

  test('is unique, also when batch numbers begin alike', async () => {
    const batches = [await makeBatch(9, `${'w'.repeat(57)}-1`), await makeBatch(9, `${'W'.repeat(57)}-2`)];
    const sent = await dispatch(
      buyer,
      batches.map(({ lotId }) => ({ lotId, quantity: 9 })),
      dispatched,
    );
    const lines = sent.lines.map(({ dispatchLineId }: { dispatchLineId: number }) => ({ dispatchLineId, quantity: 1 }));
    const [first, second] = ['w', 'W'].map((letter) => letter.repeat(54));
    expect(codesOf(await jsonOf(201, postReturn(lines)))).toEqual([`${first}-R1`, `${second}-R2`]);
    expect(codesOf(await jsonOf(201, postReturn(lines.slice(1))))).toEqual([`${second}-R3`]);
  });
});
