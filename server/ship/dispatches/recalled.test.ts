/** The dispatch of a recalled lot is evidence: no change of the dispatch removes it, or its buyer, from the recall. */
import { beforeEach, expect, test } from 'vitest';
import { buildTestApp } from '#test/buildTestApp.ts';
import { addProduct } from '#test/factories.ts';
import { worldOf } from '#test/world.ts';

let count = 0;

const told = { notifiedAt: '2026-11-20T07:00:00.000Z', notifiedBy: 'phone', answer: 'On the shelf', destroyedQty: 3 };
const nothing = { notifiedAt: null, notifiedBy: '', answer: '', destroyedQty: 0 };

let good: { lotId: number; finishedGoodId: number; batchNumber: string };
let body: { buyerId?: number; dispatchDate: string; invoiceNumber: string; lines: object[] };
let dispatchId: number;
let lineIds: number[];
let recallId: number;

/** A batch of 50, of which a buyer got 10 and 20, is recalled. */
const app = await buildTestApp();
const admin = await app.as('admin');
const { must } = worldOf(admin);
const buyers: number[] = [];
for (const name of ['Green Basket', 'Organic Haat']) {
  buyers.push((await must(201, 'POST', '/buyers', { name, phone: '9820044100', status: 1 })).buyerId);
}

beforeEach(async () => {
  const productId = await addProduct(admin, { unit: 'jar' });
  good = await must(201, 'POST', '/goods', { productId, batchNumber: `DR-${(count += 1)}`, quantity: 50 });
  const lines = [10, 20].map((quantity) => ({ lotId: good.lotId, quantity }));
  body = { buyerId: buyers[0], dispatchDate: '2026-11-10', invoiceNumber: `DR/${count}`, lines };
  const sent = await must(201, 'POST', '/dispatches', body);
  ({ dispatchId } = sent);
  lineIds = sent.lines.map(({ dispatchLineId }: { dispatchLineId: number }) => dispatchLineId);
  recallId = await begin('real');
});

async function begin(kind: 'drill' | 'real'): Promise<number> {
  const recall = { kind, title: 'Pepper', reason: 'Salmonella', lotIds: [good.lotId] };
  return (await must(201, 'POST', '/recalls', recall)).recallId;
}

const note = async (id: number, notes: object) =>
  await must(200, 'PUT', `/recalls/${id}`, { notes: lineIds.map((dispatchLineId) => ({ dispatchLineId, ...notes })) });
const close = async (lots: 'keep' | 'release') =>
  await must(200, 'POST', `/recalls/${recallId}/close`, { conclusion: 'Done', lots });
const report = async () => await must(200, 'GET', `/recalls/${recallId}`);
const links = () => [{ kind: 'recall', id: recallId, label: 'Recall “Pepper”' }];
const stays = () =>
  `${good.batchNumber} is recalled: Recall “Pepper”. What was dispatched of it stays; enter what comes back as a return from the buyer.`;

test('a dispatch keeps its buyer while the recall has notes about that buyer', async () => {
  const change = async (status: number, buyerId = buyers[1]) =>
    await must(status, 'PUT', `/dispatches/${dispatchId}`, { ...body, buyerId });
  // The invoice had a wrong buyer: the real one still needs the notice.
  await change(200);
  await change(200, buyers[0]);
  await note(recallId, told);
  const text =
    'Recall “Pepper” notes what this buyer was told or answered. Take those notes back there first to choose another buyer.';
  expect(await change(409)).toMatchObject({ message: text, errors: { buyerId: [text] }, documents: links() });
  await must(200, 'PUT', `/dispatches/${dispatchId}`, { ...body, dispatchDate: '2026-11-09' });
  await note(recallId, nothing);
  await change(200);
  expect((await report()).buyers).toMatchObject([{ buyerId: buyers[1], lines: [nothing, nothing].map(partOf) }]);
});

const partOf = ({ notifiedAt, answer }: { notifiedAt: string | null; answer: string }) => ({ notifiedAt, answer });

test('the quantity of a recalled dispatch is reduced by a return alone, not by a change', async () => {
  await note(recallId, told);
  const before = await report();
  const lines = (...quantities: number[]) => quantities.map((quantity) => ({ lotId: good.lotId, quantity }));
  for (const lowered of [lines(9, 20), lines(10), lines(15, 15), lines(30)]) {
    const refused = await must(409, 'PUT', `/dispatches/${dispatchId}`, { ...body, lines: lowered });
    expect(refused).toMatchObject({ message: stays(), documents: links() });
  }
  expect((await must(409, 'DELETE', `/dispatches/${dispatchId}`)).message).toBe(stays());
  expect(await report()).toEqual(before);
  // Lines may change places, and other fields may be corrected.
  const swapped = { ...body, invoiceNumber: 'DR/9', lines: lines(20, 10) };
  await must(200, 'PUT', `/dispatches/${dispatchId}`, swapped);
  const back = {
    kind: 'buyerReturn',
    date: '2026-11-21',
    reason: 'Recalled',
    lines: [{ dispatchLineId: lineIds[0], quantity: 2 }],
  };
  await must(201, 'POST', '/adjustments', back);
  await close('release');
  expect((await must(409, 'DELETE', `/dispatches/${dispatchId}`)).message).toMatch('came back');
});

test('a dispatch cannot be deleted while a closed recall keeps its batch recalled; after a false alarm it can', async () => {
  await close('keep');
  expect((await must(409, 'DELETE', `/dispatches/${dispatchId}`)).documents).toEqual(links());
  const productId = await addProduct(admin, { unit: 'jar' });
  good = await must(201, 'POST', '/goods', { productId, batchNumber: `DR-${(count += 1)}`, quantity: 50 });
  const sent = await must(201, 'POST', '/dispatches', { ...body, lines: [{ lotId: good.lotId, quantity: 10 }] });
  recallId = await begin('real');
  await close('release');
  await begin('drill');
  await must(200, 'DELETE', `/dispatches/${sent.dispatchId}`);
});

test('a batch sold by hand cannot be set back while it is recalled, and its buyer may be named', async () => {
  const productId = await addProduct(admin, { unit: 'jar' });
  const sold = { productId, batchNumber: `DR-${(count += 1)}`, quantity: 50, status: 'sold' };
  good = await must(201, 'POST', '/goods', sold);
  recallId = await begin('real');
  const [line] = (await report()).buyers[0].lines;
  lineIds = [line.dispatchLineId];
  await note(recallId, told);
  const path = `/goods/${good.finishedGoodId}`;
  for (const over of [{ status: 'available' }, { status: 'expired' }, { quantity: 40 }]) {
    expect(await must(409, 'PUT', path, { ...sold, ...over })).toMatchObject({ message: stays(), documents: links() });
  }
  expect((await must(409, 'DELETE', path)).message).toBe(stays());
  const named = { ...body, lines: [{ lotId: good.lotId, quantity: 50 }] };
  await must(200, 'PUT', `/dispatches/${line.dispatchId}`, named);
  expect((await report()).buyers).toMatchObject([{ buyerId: buyers[0], lines: [{ answer: 'On the shelf' }] }]);
});
