/** What buyers had, answered and sent back, as a recall tells it. */
import { beforeAll, expect, test } from 'vitest';
import { buildTestApp, type Caller, type TestApp } from '#test/buildTestApp.ts';
import { addProduct } from '#test/factories.ts';

const TO_THE_MINUTE = 'yyyy-mm-ddThh:mm'.length;

let app: TestApp;
let admin: Caller;
/** A batch, and the two lines of a dispatch that sent 10 and 20 jars of it. */
let lotId: number;
let lines: number[];

async function must(status: number, method: 'GET' | 'POST' | 'PUT', path: string, body?: object) {
  const answer = await admin(method, path, body);
  expect(answer.status, `${method} ${path}: ${answer.text}`).toBe(status);
  return answer.json;
}

const begin = async () =>
  await must(201, 'POST', '/recalls', { kind: 'drill', title: 'Jars', reason: 'Lids', lotIds: [lotId] });

const giveBack = async (quantity: number) =>
  await must(201, 'POST', '/adjustments', {
    kind: 'buyerReturn',
    date: '2026-11-12',
    reason: 'Loose lids',
    lines: [{ dispatchLineId: lines[0], quantity }],
  });

beforeAll(async () => {
  app = await buildTestApp();
  admin = await app.as('admin');
  const buyer = { name: 'Terra Earthfood', phone: '9840512340', status: 1 };
  const { buyerId } = await must(201, 'POST', '/buyers', buyer);
  const productId = await addProduct(admin, { unit: 'jar' });
  ({ lotId } = await must(201, 'POST', '/goods', { productId, batchNumber: 'AN-1', quantity: 50 }));
  const sent = await must(201, 'POST', '/dispatches', {
    buyerId,
    dispatchDate: '2026-11-10',
    invoiceNumber: 'AN/1',
    lines: [
      { lotId, quantity: 10 },
      { lotId, quantity: 20 },
    ],
  });
  lines = sent.lines.map(({ dispatchLineId }: { dispatchLineId: number }) => dispatchLineId);
});

test('an answer stays in the time line, once for its buyer, when another one takes its place', async () => {
  const { recallId } = await begin();
  const start = app.clock.now;
  const note = async (answer: string, destroyedQty = 0) => {
    app.clock.now = new Date(app.clock.now.getTime() + 60_000);
    const notes = lines.map((dispatchLineId) => ({ dispatchLineId, notifiedAt: null, answer, destroyedQty }));
    return await must(200, 'PUT', `/recalls/${recallId}`, { notes });
  };
  await note('Set apart');
  await note('Set apart');
  const { timeline } = await note('Destroyed', 5);
  app.clock.now = start;
  const told = timeline.map(({ kind, text, at }: Record<string, string>) => [kind, text, at?.slice(0, TO_THE_MINUTE)]);
  const later = (minutes: number) => new Date(start.getTime() + minutes * 60_000).toISOString().slice(0, TO_THE_MINUTE);
  expect(told).toEqual([
    ['note', 'Terra Earthfood: Set apart (earlier answer)', later(3)],
    ['answered', 'Destroyed', later(3)],
    ['begun', 'Lids', later(0)],
  ]);
});

test('what came back before it began is neither shipped then nor recovered by it', async () => {
  await giveBack(6);
  app.clock.now = new Date(app.clock.now.getTime() + 60_000);
  const reached = await must(200, 'GET', `/recalls/reach?lotIds=${lotId}`);
  const recall = await begin();
  const jars = (quantity: number) => (quantity === 0 ? [] : [{ unit: 'jar', quantity }]);
  for (const summary of [reached, recall.summary]) {
    expect(summary).toMatchObject({ shipped: jars(24), recovered: [], out: jars(24), effectivenessPercent: 0 });
  }
  const [first] = recall.buyers[0].lines;
  expect([first.quantity, first.returnedQty, first.returnedBeforeQty]).toEqual([10, 6, 6]);
  app.clock.now = new Date(app.clock.now.getTime() + 60_000);
  await giveBack(3);
  const { summary } = await must(200, 'GET', `/recalls/${recall.recallId}`);
  expect(summary).toMatchObject({ shipped: jars(24), recovered: jars(3), out: jars(21), effectivenessPercent: 12.5 });
});

test('a return that is corrected after it began came back in parts', async () => {
  const { adjustmentId, lines: returned } = await giveBack(0.5);
  app.clock.now = new Date(app.clock.now.getTime() + 60_000);
  const { recallId, summary: before } = await begin();
  app.clock.now = new Date(app.clock.now.getTime() + 60_000);
  const summaryOf = async (quantity: number) => {
    const line = { lotId: returned[0].lotId, dispatchLineId: lines[0], quantity };
    const body = { kind: 'buyerReturn', date: '2026-11-12', reason: 'Weighed again', lines: [line] };
    await must(200, 'PUT', `/adjustments/${adjustmentId}`, body);
    return (await must(200, 'GET', `/recalls/${recallId}`)).summary;
  };
  expect(await summaryOf(0.5)).toEqual(before);
  // With the buyer are the 10 and 20, less the 6 and 3 of the test above, less the 0.5 of before.
  const jars = (quantity: number) => (quantity === 0 ? [] : [{ unit: 'jar', quantity }]);
  expect(await summaryOf(1)).toMatchObject({ shipped: jars(20.5), recovered: jars(0.5), out: jars(20) });
});
