import { describe, expect, test } from 'vitest';
import { verifyLedger } from '../../stock/ledger/verify.ts';
import { buildTestApp } from '#test/buildTestApp.ts';
import { addMaterial, addProduct, addSupplier } from '#test/factories.ts';
import { worldOf } from '#test/world.ts';

let count = 0;

const app = await buildTestApp();
const admin = await app.as('admin');
const { dispatch, must, receive, returnFromBuyer, stateOf } = worldOf(admin);
const supplier = await addSupplier(admin);
const buyers: number[] = [];
for (const name of ['Green Basket', 'Organic Haat']) {
  const contact = { phone: '9820044100', email: 'orders@example.in' };
  buyers.push((await must(201, 'POST', '/buyers', { name, ...contact, status: 1 })).buyerId);
}

/** A run that makes a batch, of which the lot is answered. */
async function make(inputs: object[], productId: number, quantity: number) {
  const outputs = [{ productId, batchNumber: `RB-${(count += 1)}`, quantity }];
  return await must(201, 'POST', '/production-runs', { productionDate: '2026-11-01', inputs, outputs });
}

/** Dispatches some of a lot; returns the id of the line. */
const dispatchLot = async (lotId: number, quantity: number, buyerId: number | undefined): Promise<number> =>
  (await dispatch(buyerId, [{ lotId, quantity }], { dispatchDate: '2026-11-10' })).lines[0].dispatchLineId;

/** 50 kg of pepper, of which 20 kg became bulk, and 10 kg of that 100 jars, of which 70 are with two buyers. */
async function pepperWorld() {
  const pepper = await addMaterial(admin, { unit: 'kg' });
  const lotId = await receive(supplier, pepper, 50);
  const [bulk, jars] = [await addProduct(admin, { unit: 'kg' }), await addProduct(admin, { unit: 'jar' })];
  const ground = await make([{ rawMaterialId: pepper, quantity: 20 }], bulk, 20);
  const bulkLot = ground.outputs[0].lotId;
  const filled = await make([{ productId: bulk, quantity: 10, lots: [{ lotId: bulkLot, quantity: 10 }] }], jars, 100);
  const jarLot = filled.outputs[0].lotId;
  const lines = [await dispatchLot(jarLot, 40, buyers[0] ?? 0), await dispatchLot(jarLot, 30, buyers[1] ?? 0)];
  return { pepper, lotId, bulk, bulkLot, jars, jarLot, lines };
}

const begin = async (kind: string, lotId: number) =>
  await must(201, 'POST', '/recalls', { kind, title: 'Pepper', reason: 'Salmonella in a sample', lotIds: [lotId] });

describe('a recall', () => {
  test('recalls a lot with its descendants, also later ones, and blocks movements out of them', async () => {
    const { lotId, bulk, bulkLot, jarLot, pepper } = await pepperWorld();
    // In progress while the recall begins: its outputs come later.
    const running = await must(201, 'POST', '/production-runs', {
      productionDate: '2026-11-02',
      status: 'in_progress',
      inputs: [{ productId: bulk, quantity: 4, lots: [{ lotId: bulkLot, quantity: 4 }] }],
    });
    await must(200, 'POST', `/lots/${bulkLot}/hold`, { reason: 'Moisture' });
    const recall = await begin('real', lotId);
    expect(new Set(recall.lots.map((lot: { lotId: number }) => lot.lotId))).toEqual(new Set([lotId, bulkLot, jarLot]));
    expect(recall.lots.map((lot: { state: string }) => lot.state)).toEqual(['recalled', 'recalled', 'recalled']);
    expect((await admin('POST', `/lots/${bulkLot}/release`, { reason: 'Dry' })).status).toBe(409);
    const refusedRun = { productionDate: '2026-11-20', inputs: [{ rawMaterialId: pepper, quantity: 1 }] };
    expect((await admin('POST', '/production-runs', refusedRun)).status).toBe(409);
    const refused = { buyerId: buyers[0], dispatchDate: '2026-11-20', invoiceNumber: 'NO' };
    expect((await admin('POST', '/dispatches', { ...refused, lines: [{ lotId: jarLot, quantity: 1 }] })).status).toBe(
      409,
    );

    const completed = await must(200, 'PUT', `/production-runs/${running.runId}`, {
      productionDate: '2026-11-02',
      status: 'completed',
      reason: 'Done',
      inputs: [{ productId: bulk, quantity: 4 }],
      outputs: [{ productId: bulk, batchNumber: `RB-${(count += 1)}`, quantity: 4 }],
    });
    const late = completed.outputs[0].lotId;
    expect(await stateOf(late)).toBe('recalled: Recall: Pepper');

    const closed = { conclusion: 'The sample was mixed up', lots: 'release' };
    await must(200, 'POST', `/recalls/${recall.recallId}/close`, closed);
    expect([await stateOf(lotId), await stateOf(bulkLot), await stateOf(late)]).toEqual([
      'released',
      'onHold: Moisture',
      'released',
    ]);
    expect((await must(200, 'GET', `/history/lots/${lotId}`))[0].actionLabel ?? '').not.toBe('Recalled');
    expect((await verifyLedger(app.store.db)).differences).toEqual([]);
  });

  test('recalls a returned lot whose return is restored after it began', async () => {
    const { jarLot, lines } = await pepperWorld();
    const body = { kind: 'buyerReturn', date: '2026-11-12', reason: 'Leaking' };
    const fields = { ...body, lines: [{ dispatchLineId: lines[0], quantity: 3 }] };
    const returned = await must(201, 'POST', '/adjustments', fields);
    const [{ lotId }] = returned.lines;
    expect(await stateOf(lotId)).toBe('onHold: Leaking');
    expect((await admin('DELETE', `/adjustments/${returned.adjustmentId}`)).status).toBe(200);
    await begin('real', jarLot);
    await must(200, 'POST', `/adjustments/${returned.adjustmentId}/restore`);
    expect(await stateOf(lotId)).toBe('recalled: Recall: Pepper');
    expect((await must(200, 'GET', `/history/lots/${lotId}`))[0].action).toBe('recall');
  });

  test('counts notified buyers, returned and destroyed quantities, and keeps its report after closing', async () => {
    const { lotId, jarLot, lines } = await pepperWorld();
    const recall = await begin('real', lotId);
    expect(recall.summary).toMatchObject({
      lots: 3,
      onHand: [
        { unit: 'kg', quantity: 40 },
        { unit: 'jar', quantity: 30 },
      ],
      shipped: [{ unit: 'jar', quantity: 70 }],
      buyers: 2,
      notified: 0,
      // Jars have no grams per unit: they don't add up with kilograms.
      locatedPercent: null,
    });
    const back = await returnFromBuyer(lines[0] ?? 0, 25);
    expect(await stateOf(back.lines[0].lotId)).toBe('recalled: Recall: Pepper');
    const at = '2026-11-20T07:00:00.000Z';
    const told = { notifiedAt: at, notifiedBy: 'phone' };
    const note = (dispatchLineId: number, more: object) => ({ dispatchLineId, destroyedQty: 0, ...told, ...more });
    const notes = [note(lines[0] ?? 0, { answer: 'Burnt the rest', destroyedQty: 15 })];
    const noted = await must(200, 'PUT', `/recalls/${recall.recallId}`, { notes, updatedAt: recall.updatedAt });
    expect(noted.summary).toMatchObject({
      notified: 1,
      lastNotifiedAt: at,
      effectivenessPercent: 57.14,
      recovered: [{ unit: 'jar', quantity: 40 }],
      out: [{ unit: 'jar', quantity: 30 }],
    });
    const [{ changes }] = await must(200, 'GET', `/history/recalls/${recall.recallId}`);
    expect(changes[0].after).toContain('told 20-11-2026 12:30 PM by phone');
    const short = [
      note(lines[0] ?? 0, { answer: 'Burnt the rest', destroyedQty: 15, notifiedAt: '2026-11-20T07:00:00Z' }),
    ];
    const again = await must(200, 'PUT', `/recalls/${recall.recallId}`, { notes: short });
    expect(again.summary.lastNotifiedAt).toBe(at);
    const faultsOf = async (notifiedAt: string) => {
      const answer = await admin('PUT', `/recalls/${recall.recallId}`, {
        notes: [note(lines[0] ?? 0, { notifiedAt })],
      });
      return [answer.status, answer.json.errors];
    };
    const early = { 'notes.0.notifiedAt': ['Times before 2000 cannot be recorded.'] };
    expect(await faultsOf('0000-01-01T00:00:00Z')).toEqual([400, early]);
    expect(await faultsOf('1999-12-31T23:59:59Z')).toEqual([400, early]);
    expect(await faultsOf('2026-11-22T06:31:00Z')).toEqual([
      400,
      { 'notes.0.notifiedAt': ['This time is in the future.'] },
    ]);
    expect(await faultsOf('soon')).toEqual([400, { 'notes.0.notifiedAt': ['Choose a valid time.'] }]);
    const tooMuch = [note(lines[0] ?? 0, { destroyedQty: 15.001 }), note(lines[0] ?? 0, {}), note(999_999, {})];
    const refused = await admin('PUT', `/recalls/${recall.recallId}`, { notes: tooMuch });
    expect([refused.status, Object.keys(refused.json.errors).sort()]).toEqual([
      400,
      ['notes.0.destroyedQty', 'notes.1.dispatchLineId', 'notes.2.dispatchLineId'],
    ]);
    await must(200, 'POST', `/recalls/${recall.recallId}/notes`, { text: 'Laboratory confirmed.' });
    const report = await must(200, 'POST', `/recalls/${recall.recallId}/close`, { conclusion: '30 are not back.' });
    expect(report.timeline.map(({ kind }: { kind: string }) => kind).sort()).toEqual(
      ['answered', 'begun', 'closed', 'note', 'notified', 'returned'].sort(),
    );
    // Later documents change nothing of the report, and nothing can be added.
    await returnFromBuyer(lines[1] ?? 0, 30);
    expect(await must(200, 'GET', `/recalls/${recall.recallId}`)).toEqual(report);
    expect(await stateOf(jarLot)).toBe('recalled: Recall: Pepper');
    expect((await admin('PUT', `/recalls/${recall.recallId}`, { notes })).status).toBe(409);
    expect((await admin('POST', `/recalls/${recall.recallId}/close`, { conclusion: 'Again' })).status).toBe(409);
  });

  test('counts as destroyed at most the dispatched quantity less returns, whatever was noted before', async () => {
    const product = await addProduct(admin, { unit: 'kg' });
    const good = { productId: product, batchNumber: `RB-${(count += 1)}`, quantity: 20 };
    const { lotId } = await must(201, 'POST', '/goods', good);
    const sending = { buyerId: buyers[0], dispatchDate: '2026-11-10', invoiceNumber: `RD-${(count += 1)}` };
    const sent = await must(201, 'POST', '/dispatches', { ...sending, lines: [{ lotId, quantity: 10 }] });
    const { dispatchLineId } = sent.lines[0];
    const { recallId } = await begin('drill', lotId);
    const path = `/recalls/${recallId}`;
    const note = { dispatchLineId, notifiedAt: null, answer: 'Burnt' };
    const counted = ({
      summary,
      buyers: [buyer],
    }: {
      summary: Record<string, unknown>;
      buyers: { lines: object[] }[];
    }) => [summary.effectivenessPercent, summary.recovered, summary.destroyed, buyer?.lines[0]];
    const kg = (quantity: number) => (quantity === 0 ? [] : [{ unit: 'kg', quantity }]);
    const line = (more: object) => expect.objectContaining(more);
    await must(200, 'PUT', path, { notes: [{ ...note, destroyedQty: 8 }] });
    const { adjustmentId } = await must(201, 'POST', '/adjustments', {
      kind: 'buyerReturn',
      date: '2026-11-12',
      reason: 'Recalled',
      lines: [{ dispatchLineId, quantity: 10 }],
    });
    const returned = [100, kg(10), [], line({ returnedQty: 10, destroyedQty: 0, outQty: 0 })];
    expect(counted(await must(200, 'GET', path))).toEqual(returned);
    // Resending the computed quantity leaves the typed note.
    const again = await must(200, 'PUT', path, { notes: [{ ...note, destroyedQty: 0 }] });
    expect(counted(again)).toEqual(returned);
    const answered = again.timeline.find(({ kind }: { kind: string }) => kind === 'answered');
    expect(answered.quantities).toEqual(kg(8));
    expect((await admin('DELETE', `/adjustments/${adjustmentId}`)).status).toBe(200);
    expect(counted(await must(200, 'GET', path))).toEqual([80, kg(8), kg(8), line({ destroyedQty: 8, outQty: 2 })]);
    const corrected = { ...sending, lines: [{ dispatchLineId, lotId, quantity: 4 }] };
    await must(200, 'PUT', `/dispatches/${sent.dispatchId}`, corrected);
    const closed = await must(200, 'POST', `${path}/close`, { conclusion: 'All burnt' });
    expect(counted(closed)).toEqual([100, kg(4), kg(4), line({ quantity: 4, destroyedQty: 4, outQty: 0 })]);
    expect(counted(await must(200, 'GET', path))).toEqual(counted(closed));
  });

  test('locates 100 % when the whole quantity is on hand, with buyers or found by a count', async () => {
    const jars = await addProduct(admin, { unit: 'jar' });
    const { lotId } = await must(201, 'POST', '/goods', {
      productId: jars,
      batchNumber: `RB-${(count += 1)}`,
      quantity: 100,
    });
    await dispatchLot(lotId, 40, buyers[0] ?? 0);
    const counted = async (quantity: number) =>
      await must(201, 'POST', '/adjustments', {
        kind: 'count',
        date: '2026-11-20',
        reason: 'Counted',
        lines: [{ lotId, quantity }],
      });
    await counted(50);
    const drill = await begin('drill', lotId);
    expect([drill.summary.locatedPercent, drill.summary.lost]).toEqual([90, [{ unit: 'jar', quantity: 10 }]]);
    await counted(60);
    const { summary, lots } = await must(200, 'GET', `/recalls/${drill.recallId}`);
    expect([summary.locatedPercent, summary.lost, summary.recoveredPercent]).toEqual([100, [], 60]);
    // A drill holds nothing.
    expect(lots).toEqual([expect.objectContaining({ state: 'released', onHandQty: 60, shippedQty: 40 })]);
    // Sold by hand, it is with no known buyer.
    const { finishedGoodId } = lots[0];
    const { json: good } = await admin('GET', `/goods/${finishedGoodId}`);
    await must(200, 'PUT', `/goods/${finishedGoodId}`, { ...good, status: 'sold', updatedAt: undefined });
    const sold = await must(200, 'GET', `/recalls/${drill.recallId}`);
    expect([
      sold.summary.locatedPercent,
      sold.buyers.map(({ buyerId }: { buyerId: number | null }) => buyerId),
    ]).toEqual([40, [buyers[0], null]]);
  });

  test('published: recovers 100 % of 100 produced with 50 in the store, 40 returned and 10 found by a count', async () => {
    const jars = await addProduct(admin, { unit: 'jar' });
    const good = { productId: jars, batchNumber: `RB-${(count += 1)}`, quantity: 100 };
    const { lotId } = await must(201, 'POST', '/goods', good);
    const line = await dispatchLot(lotId, 40, buyers[0] ?? 0);
    const counted = async (quantity: number) => {
      const lines = [{ lotId, quantity }];
      return await must(201, 'POST', '/adjustments', { kind: 'count', date: '2026-11-20', reason: 'Counted', lines });
    };
    await counted(50);
    const drill = await begin('drill', lotId);
    await returnFromBuyer(line, 40);
    const read = async () => (await must(200, 'GET', `/recalls/${drill.recallId}`)).summary;
    expect(await read()).toMatchObject({ recoveredPercent: 90, effectivenessPercent: 100 });
    await counted(60);
    expect(await read()).toMatchObject({
      locatedPercent: 100,
      recoveredPercent: 100,
      effectivenessPercent: 100,
      out: [],
    });
  });

  test('keeps its lots from being deleted with their documents', async () => {
    const lotId = await receive(supplier, await addMaterial(admin, { unit: 'kg' }), 5);
    const { code, movements } = await must(200, 'GET', `/lots/${lotId}`);
    const good = await must(201, 'POST', '/goods', {
      productId: await addProduct(admin),
      batchNumber: 'RECALLED',
      quantity: 1,
    });
    await must(201, 'POST', '/recalls', {
      kind: 'real',
      title: 'Both',
      reason: 'Salmonella',
      lotIds: [lotId, good.lotId],
    });
    const kept = await admin('DELETE', `/inward/${movements[0].document.id}`);
    expect([kept.status, kept.json.message]).toEqual([409, `${code} is recalled and cannot be deleted.`]);
    expect((await admin('DELETE', `/goods/${good.finishedGoodId}`)).status).toBe(409);
  });

  test('counts quantities in runs in progress as located, and quantities used without a batch as not', async () => {
    const lotId = await receive(supplier, await addMaterial(admin, { unit: 'kg' }), 100);
    const { rawMaterialId } = await must(200, 'GET', `/lots/${lotId}`);
    const take = async (quantity: number, status: string) => {
      const inputs = [{ rawMaterialId, quantity, lots: [{ lotId, quantity }] }];
      return await must(201, 'POST', '/production-runs', { productionDate: '2026-11-02', status, inputs });
    };
    await take(30, 'in_progress');
    await take(20, 'completed');
    const { summary } = await begin('drill', lotId);
    expect(summary).toMatchObject({
      onHand: [{ unit: 'kg', quantity: 50 }],
      inProgress: [{ unit: 'kg', quantity: 30 }],
      usedUp: [{ unit: 'kg', quantity: 20 }],
      locatedPercent: 80,
      recoveredPercent: 50,
    });
  });

  test('has a letter to each affected buyer as a PDF', async () => {
    const { lotId } = await pepperWorld();
    const { recallId } = await begin('drill', lotId);
    const letter = await admin('GET', `/recalls/${recallId}/letter?buyerId=${buyers[0]}`);
    expect([letter.status, letter.headers['content-type']]).toEqual([200, 'application/pdf']);
    expect(letter.text).toMatch(/^%PDF-/);
    const other = await must(201, 'POST', '/buyers', { name: 'Satvik Pantry', phone: '9820044100', status: 1 });
    expect((await admin('GET', `/recalls/${recallId}/letter?buyerId=${other.buyerId}`)).status).toBe(404);
    expect((await admin('GET', `/recalls/999999/letter?buyerId=${buyers[0]}`)).status).toBe(404);
  });

  test('leaves a lot recalled after a false alarm while another recall reaches it', async () => {
    const { lotId, bulkLot, jarLot } = await pepperWorld();
    await must(200, 'POST', `/lots/${jarLot}/hold`, { reason: 'Lids' });
    const [first, second] = [await begin('real', lotId), await begin('real', bulkLot)];
    const falseAlarm = { conclusion: 'False alarm', lots: 'release' };
    await must(200, 'POST', `/recalls/${first.recallId}/close`, falseAlarm);
    expect([await stateOf(lotId), await stateOf(bulkLot), await stateOf(jarLot)]).toEqual([
      'released',
      'recalled: Recall: Pepper',
      'recalled: Recall: Pepper',
    ]);
    await must(200, 'POST', `/recalls/${second.recallId}/close`, falseAlarm);
    expect([await stateOf(bulkLot), await stateOf(jarLot)]).toEqual(['released', 'onHold: Lids']);
  });

  test('is refused with every faulty field and every unknown lot', async () => {
    const { json } = await admin('POST', '/recalls', { kind: 'maybe', title: ' ', lotIds: [] });
    expect(Object.keys(json.errors).sort()).toEqual(['kind', 'lotIds', 'reason', 'title']);
    const unknown = { kind: 'real', title: 'No', reason: 'No', lotIds: [999_999] };
    expect((await admin('POST', '/recalls', unknown)).json.errors).toEqual({
      'lotIds.0': ['This lot does not exist.'],
    });
  });

  test('shows its reach before it begins', async () => {
    const { lotId } = await pepperWorld();
    expect(await must(200, 'GET', `/recalls/reach?lotIds=${lotId}`)).toMatchObject({
      lots: 3,
      lotsInStock: 3,
      buyers: 2,
      shipped: [{ unit: 'jar', quantity: 70 }],
    });
    expect((await admin('GET', '/recalls/reach?lotIds=a')).status).toBe(400);
  });
});
