/** Invoice numbers of dispatches: proposed by financial year, taken once, and a warning where one is used already. */
import { expect, test } from 'vitest';
import { buildTestApp } from '#test/buildTestApp.ts';
import { addProduct } from '#test/factories.ts';
import { verifyAfterEach, worldOf } from '#test/world.ts';

const app = await buildTestApp();
app.clock.now = new Date('2027-04-02T06:30:00.000Z');
const admin = await app.as('admin');
const { must } = worldOf(admin);
verifyAfterEach(app);
const productId = await addProduct(admin, { unit: 'jar' });
const { lotId } = await must(201, 'POST', '/goods', { productId, batchNumber: 'IN-1', quantity: 500 });
const buyers: number[] = [];
for (const name of ['Green Basket', 'Organic Haat']) {
  buyers.push((await must(201, 'POST', '/buyers', { name, phone: '9820044100', status: 1 })).buyerId);
}

const post = async (invoiceNumber: string, dispatchDate: string, over: object = {}, status = 201) =>
  await must(status, 'POST', '/dispatches', {
    buyerId: buyers[0],
    dispatchDate,
    invoiceNumber,
    lines: [{ lotId, quantity: 1 }],
    ...over,
  });
const next = async (day?: string): Promise<string> =>
  (await must(200, 'GET', `/dispatches/next-invoice-number${day ? `?dispatchDate=${day}` : ''}`)).invoiceNumber;

test('a financial year has its series, which a late dispatch of the year before leaves alone', async () => {
  expect(await next()).toBe('');
  await post('GD/26-27/0342', '2027-03-30');
  expect([await next(), await next('2027-03-31')]).toEqual(['GD/27-28/0001', 'GD/26-27/0343']);
  await post('GD/27-28/0001', '2027-04-01');
  await post('GD/26-27/0343', '2027-03-31');
  expect([await next(), await next('2027-03-31')]).toEqual(['GD/27-28/0002', 'GD/26-27/0344']);
  // Entered late, with a number that the newest day doesn't show.
  await post('GD/27-28/0003', '2027-04-02');
  await post('gd/27-28/0004', '2027-04-01');
  expect(await next()).toBe('GD/27-28/0005');
  expect((await admin('GET', '/dispatches/next-invoice-number?dispatchDate=31-02-2027')).status).toBe(400);
});

test('a number that another dispatch of the financial year has is a warning, for any buyer', async () => {
  const first = await post('SH/7', '2026-11-12');
  expect(first.warnings).toEqual([]);
  const message = 'The dispatch of 12-11-2026 to Green Basket has this invoice number already.';
  const warnings = [{ field: 'invoiceNumber', code: 'invoice_number_used', message, dispatchId: first.dispatchId }];
  const second = await post('sh/7', '2026-11-20', { buyerId: buyers[1] });
  expect(second.warnings).toEqual(warnings);
  const { dispatchId } = await post('SH/8', '2026-11-20');
  const body = { buyerId: buyers[1], dispatchDate: '2026-11-10', lines: [{ lotId, quantity: 1 }] };
  const change = async (invoiceNumber: string) =>
    (await must(200, 'PUT', `/dispatches/${dispatchId}`, { ...body, invoiceNumber })).warnings;
  expect(await change('SH/8')).toEqual([]);
  await must(200, 'DELETE', `/dispatches/${second.dispatchId}`);
  expect(await change('SH/7')).toEqual(warnings);
  // A series without a year in it begins again each year.
  expect((await post('SH/7', '2027-04-02')).warnings).toEqual([]);
  const use = async (query: string) =>
    (await must(200, 'GET', `/dispatches/invoice-number-use?invoiceNumber=SH/7&${query}`)).dispatch;
  expect(await use(`dispatchDate=2026-11-20&exceptId=${dispatchId}`)).toEqual({
    dispatchId: first.dispatchId,
    dispatchDate: '2026-11-12',
    buyerName: 'Green Basket',
  });
  expect(await use('dispatchDate=2025-11-20')).toBeNull();
});

test('a proposed number is saved once, also by two forms at the same time', async () => {
  const proposed = await next('2026-12-01');
  const bodies = buyers.map((buyerId) => ({
    buyerId,
    dispatchDate: '2026-12-01',
    invoiceNumber: proposed,
    invoiceNumberProposed: true,
    lines: [{ lotId, quantity: 1 }],
  }));
  const answers = await Promise.all(bodies.map(async (body) => await admin('POST', '/dispatches', body)));
  const text = `Another dispatch has got the proposed number ${proposed} meanwhile. Save with the next one.`;
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409]);
  const refused = answers.find(({ status }) => status === 409);
  expect(refused?.json).toMatchObject({ message: text, errors: { invoiceNumber: [text] } });
  // Typed by a person it is saved, with the warning.
  expect((await post(proposed, '2026-12-01')).warnings).toHaveLength(1);
});
