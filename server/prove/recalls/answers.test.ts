/** Quantities that buyers had, answered and sent back, as a recall shows them. */
import { expect, test } from 'vitest';
import { buildTestApp } from '#test/buildTestApp.ts';
import { addProduct } from '#test/factories.ts';
import { worldOf } from '#test/world.ts';

const TO_THE_MINUTE = 'yyyy-mm-ddThh:mm'.length;

const app = await buildTestApp();
const admin = await app.as('admin');
const { dispatch, must, returnFromBuyer } = worldOf(admin);

/** A new batch, and the lines of a dispatch of its jars to a new buyer. */
async function dispatchedBatch(buyer: string, batchNumber: string, ...quantities: number[]) {
  const { buyerId } = await must(201, 'POST', '/buyers', { name: buyer, phone: '9840512340', status: 1 });
  const productId = await addProduct(admin, { unit: 'jar' });
  const { lotId: batch } = await must(201, 'POST', '/goods', { productId, batchNumber, quantity: 50 });
  const sent = quantities.map((quantity) => ({ lotId: batch, quantity }));
  const { lines: dispatched } = await dispatch(buyerId, sent, { dispatchDate: '2026-11-10' });
  const lineIds: number[] = dispatched.map(({ dispatchLineId }: { dispatchLineId: number }) => dispatchLineId);
  return { lotId: Number(batch), lineIds };
}

/** A batch of which two lines of a dispatch sent 10 and 20 jars. */
const { lotId, lineIds: lines } = await dispatchedBatch('Terra Earthfood', 'AN-1', 10, 20);

const begin = async () =>
  await must(201, 'POST', '/recalls', { kind: 'drill', title: 'Jars', reason: 'Lids', lotIds: [lotId] });

test('a replaced answer of a buyer stays in the time line, once', async () => {
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

test('a notification in the minute of the start gets the time of the start, and an earlier one keeps its time', async () => {
  const { recallId, startedAt } = await begin();
  const toldAfter = async (notifiedAt: string): Promise<string[]> => {
    const notes = lines.map((dispatchLineId) => ({ dispatchLineId, notifiedAt, notifiedBy: 'phone', destroyedQty: 0 }));
    const { buyers } = await must(200, 'PUT', `/recalls/${recallId}`, { notes });
    return buyers[0].lines.map((line: { notifiedAt: string }) => line.notifiedAt);
  };
  const minute = `${startedAt.slice(0, TO_THE_MINUTE)}:00.000Z`;
  expect(await toldAfter(minute)).toEqual([startedAt, startedAt]);
  const early = new Date(Date.parse(minute) - 60_000).toISOString();
  expect(await toldAfter(early)).toEqual([early, early]);
});

test('goods returned before the recall began count neither as shipped nor as recovered', async () => {
  await returnFromBuyer(lines[0] ?? 0, 6);
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
  await returnFromBuyer(lines[0] ?? 0, 3);
  const { summary } = await must(200, 'GET', `/recalls/${recall.recallId}`);
  expect(summary).toMatchObject({ shipped: jars(24), recovered: jars(3), out: jars(21), effectivenessPercent: 12.5 });
});

test('a return raised after the recall began counts in two parts', async () => {
  const { adjustmentId, lines: returned } = await returnFromBuyer(lines[0] ?? 0, 0.5);
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

/** A batch of 50, of which a buyer got 30 and returned some before a recall, which began a minute later. */
async function returnedWorld(batchNumber: string, quantity: number) {
  const minute = () => (app.clock.now = new Date(app.clock.now.getTime() + 60_000));
  const batch = await dispatchedBatch(batchNumber, batchNumber, 30);
  const [dispatchLineId = 0] = batch.lineIds;
  const back = { kind: 'buyerReturn', date: '2026-11-12', reason: 'Loose lids' };
  const took = await returnFromBuyer(dispatchLineId, quantity, back);
  minute();
  const recall = { kind: 'real', title: 'Jars', reason: 'Lids', lotIds: [batch.lotId] };
  const { recallId } = await must(201, 'POST', '/recalls', recall);
  const correct = async (corrected: number, date = back.date) => {
    minute();
    const line = { lotId: took.lines[0].lotId, dispatchLineId, quantity: corrected };
    await must(200, 'PUT', `/adjustments/${took.adjustmentId}`, { ...back, date, lines: [line] });
  };
  const report = async () => await must(200, 'GET', `/recalls/${recallId}`);
  return {
    recallId,
    dispatchLineId,
    correct,
    report,
    giveMore: async (more: number) => {
      minute();
      await returnFromBuyer(dispatchLineId, more, back);
    },
  };
}

const toldReturned = ({ timeline }: { timeline: { kind: string; quantities: { quantity: number }[] }[] }) =>
  timeline.filter(({ kind }) => kind === 'returned').map(({ quantities }) => quantities[0]?.quantity);

test('an earlier return lowered after the recall began changes nothing in the recovered quantity', async () => {
  const { correct, report, giveMore } = await returnedWorld('AN-2', 6);
  const jars = (quantity: number) => (quantity === 0 ? [] : [{ unit: 'jar', quantity }]);
  await correct(4);
  const lowered = await report();
  expect(lowered.summary).toMatchObject({ shipped: jars(26), recovered: [], out: jars(26), effectivenessPercent: 0 });
  expect(toldReturned(lowered)).toEqual([]);
  await giveMore(5);
  expect((await report()).summary).toMatchObject({ shipped: jars(26), recovered: jars(5), out: jars(21) });
  await correct(6, '2026-11-13');
  const again = await report();
  expect(again.summary).toMatchObject({ shipped: jars(24), recovered: jars(5), out: jars(19) });
  expect(toldReturned(again)).toEqual([5]);
});

test('a corrected return is reported with its corrected quantity', async () => {
  const { recallId, dispatchLineId, report } = await returnedWorld('AN-3', 1);
  const back = { kind: 'buyerReturn', date: '2026-11-12', reason: 'Loose lids' };
  app.clock.now = new Date(app.clock.now.getTime() + 60_000);
  const took = await must(201, 'POST', '/adjustments', { ...back, lines: [{ dispatchLineId, quantity: 10 }] });
  app.clock.now = new Date(app.clock.now.getTime() + 60_000);
  const line = { lotId: took.lines[0].lotId, dispatchLineId, quantity: 8 };
  await must(200, 'PUT', `/adjustments/${took.adjustmentId}`, { ...back, lines: [line] });
  expect(toldReturned(await report())).toEqual([8]);
  expect((await must(200, 'GET', `/recalls/${recallId}`)).summary.recovered).toEqual([{ unit: 'jar', quantity: 8 }]);
});

test('a buyer who had returned everything before the recall began is not part of it', async () => {
  const { recallId, dispatchLineId, report } = await returnedWorld('AN-4', 30);
  const { summary, buyers } = await report();
  expect([summary.buyers, summary.notified, summary.out, buyers]).toEqual([0, 0, [], []]);
  const note = { dispatchLineId, notifiedAt: null, answer: 'Nothing here', destroyedQty: 0 };
  const { errors } = await must(400, 'PUT', `/recalls/${recallId}`, { notes: [note] });
  expect(errors).toEqual({ 'notes.0.dispatchLineId': ['This dispatch is not part of the recall.'] });
});
