/** Lots that runs and dispatches take after their expiry date, by every call that can take one (docs/domain.md, After its date). */
import { beforeEach, describe, expect, test } from 'vitest';
import type { ReadinessRow } from '#contract/prove/readiness.ts';
import type { TraceEdge, TraceNode } from '#contract/prove/trace.ts';
import { buildTestApp, type Caller } from '#test/buildTestApp.ts';
import { addMaterial, addProduct, addSupplier, batchFields, dispatchFields, runFields } from '#test/factories.ts';
import { verifyAfterEach, worldOf } from '#test/world.ts';

const app = await buildTestApp();
const admin = await app.as('admin');
const [manager, user] = [await app.as('manager'), await app.as('user')];
const { must, describeItem, itemOf, receive, readLot } = worldOf(admin);
verifyAfterEach(app);
const supplier = await addSupplier(admin);
const { buyerId } = await must(201, 'POST', '/buyers', { name: 'Samruddhi Store', status: 1 });

/** 10 kg of a material that expired on 05-11-2026, received on 01-11-2026. */
let material: number;
let name: string;
let lot: { lotId: number; code: string };

beforeEach(async () => {
  name = `Turmeric ${Math.random().toString(36).slice(2)}`;
  material = await addMaterial(admin, { name });
  lot = await readLot(await receive(supplier, material, 10, { expiresOn: '2026-11-05' }));
});

const rule = async (afterExpiry: string) => await describeItem({ rawMaterialId: material }, { afterExpiry });
const using = (quantity: number) => [{ rawMaterialId: material, quantity }];
const taken = (quantity: number) => [{ ...using(quantity)[0], lots: [{ lotId: lot.lotId, quantity }] }];
const expired = () => `${name}: ${lot.code} expired on 05-11-2026.`;
const refused = () => `${expired()} It is not taken after that: choose another lot.`;
const needsReason = () => `${expired()} Choose another lot, or say why it is taken after that.`;

/** The status, the faulty fields and the sentence. */
async function answerOf(by: Caller, ...[method, path, body]: Parameters<Caller>) {
  const { status, json } = await by(method, path, body);
  return [status, Object.keys(json.errors ?? {}), json.message];
}
const warningsOf = (json: { warnings: { code: string }[] }) =>
  json.warnings.filter(({ code }) => code === 'after_expiry');
const gapsOf = async () => {
  const rows: ReadinessRow[] = await must(200, 'GET', '/readiness');
  return (
    rows.find(({ kind }) => kind === 'afterExpiry')?.entries.filter(({ detail }) => detail.includes(`of ${name}: `)) ??
    []
  );
};

describe('the setting of an item', () => {
  test('is “say” until an admin changes it, and stays where a change leaves it out', async () => {
    const { itemId, ...item } = await itemOf({ rawMaterialId: material });
    expect(item.afterExpiry).toBe('say');
    const settings = { ...item, updatedAt: undefined };
    await must(200, 'PUT', `/items/${itemId}`, { ...settings, afterExpiry: 'refuse' });
    const { errors } = await must(400, 'PUT', `/items/${itemId}`, { ...settings, afterExpiry: 'say' }, manager);
    expect(errors).toEqual({ afterExpiry: ['Admins choose what holds after the expiry date.'] });
    const kept = await must(200, 'PUT', `/items/${itemId}`, { ...settings, afterExpiry: undefined }, manager);
    expect(kept.afterExpiry).toBe('refuse');
    const [, event] = await must(200, 'GET', `/history/items/${itemId}`);
    expect(event.changes).toEqual([
      {
        field: 'afterExpiry',
        label: 'After its expiry date',
        before: 'Said, and allowed',
        after: 'Not used or dispatched',
      },
    ]);
    expect((await answerOf(admin, 'PUT', `/items/${itemId}`, { ...settings, afterExpiry: 'never' }))[1]).toEqual([
      'afterExpiry',
    ]);
  });
});

describe('a run', () => {
  test('on the expiry day says nothing; on the day after it is saved, warned of, a gap and in Readiness', async () => {
    const onTheDay = await must(201, 'POST', '/production-runs', runFields(using(1), { productionDate: '2026-11-05' }));
    expect([warningsOf(onTheDay), await gapsOf()]).toEqual([[], []]);
    const made = await must(201, 'POST', '/production-runs', runFields(taken(2), { productionDate: '2026-11-06' }));
    expect(warningsOf(made)).toEqual([{ field: 'inputs.0.lots.0.quantity', code: 'after_expiry', message: expired() }]);
    expect(await gapsOf()).toMatchObject([
      { detail: `2 kg of ${name}: used 06-11-2026, expired 05-11-2026`, link: `/production/${made.runId}` },
    ]);
    const trace = await must(200, 'GET', `/trace/lots/${lot.lotId}?direction=forward`);
    expect(trace.summary.gaps).toEqual([
      {
        kind: 'afterExpiry',
        label: `${lot.code} was used after its expiry date`,
        link: `/production/${made.runId}`,
      },
    ]);
    expect(trace.nodes.find(({ kind }: TraceNode) => kind === 'lot').gaps).toEqual(['afterExpiry']);
    expect(trace.edges.map(({ to, afterExpiry }: TraceEdge) => [to, afterExpiry])).toContainEqual([
      `run-${made.runId}`,
      true,
    ]);
  });

  test('is refused where the item refuses it: new, changed, and by the calls of one production', async () => {
    await rule('refuse');
    const fields = runFields(taken(2));
    expect(await answerOf(user, 'POST', '/production-runs', fields)).toEqual([
      409,
      ['inputs.0.lots.0.quantity'],
      refused(),
    ]);
    // Nothing else is there: the proposal takes it, and is refused.
    const reasoned = { ...runFields(using(2)), afterExpiryReason: 'Tested' };
    expect(await answerOf(user, 'POST', '/production-runs', reasoned)).toEqual([409, ['inputs.0.quantity'], refused()]);
    const production = { rawMaterialId: material, quantity: 2, productionDate: '2026-11-10' };
    expect(await answerOf(user, 'POST', '/Production', production)).toEqual([409, ['quantity'], refused()]);
    expect(await answerOf(user, 'POST', '/Production/create-multiple', [production])).toEqual([
      409,
      ['0.quantity'],
      refused(),
    ]);
    const early = { ...fields, productionDate: '2026-11-04', status: 'in_progress' };
    const { runId, inputs } = await must(201, 'POST', '/production-runs', early);
    const path = `/production-runs/${runId}`;
    const completed = { ...early, productionDate: '2026-11-10', status: 'completed' };
    expect((await answerOf(user, 'PUT', `${path}/progress`, completed))[2]).toBe(refused());
    const change = { ...production, productionId: inputs[0].productionId, status: 'in_progress' };
    expect(await answerOf(manager, 'PUT', `/Production/${inputs[0].productionId}`, change)).toEqual([
      409,
      ['quantity'],
      refused(),
    ]);
    expect(await gapsOf()).toEqual([]);
  });

  test('takes what is fresh before what is expired, which is then not refused', async () => {
    await rule('refuse');
    await receive(supplier, material, 5, { expiresOn: '2027-11-05' });
    expect(warningsOf(await must(201, 'POST', '/production-runs', runFields(using(5))))).toEqual([]);
    expect((await answerOf(user, 'POST', '/production-runs', runFields(using(1))))[2]).toBe(refused());
  });

  test('needs a reason where the item asks for one, which anyone who records it gives', async () => {
    await rule('reason');
    const fields = { ...runFields(taken(2)), status: 'in_progress' };
    expect(await answerOf(user, 'POST', '/production-runs', fields)).toEqual([
      409,
      ['inputs.0.lots.0.quantity'],
      needsReason(),
    ]);
    const made = await must(201, 'POST', '/production-runs', { ...fields, afterExpiryReason: ' Tested ' }, user);
    expect([made.afterExpiryReason, warningsOf(made).length]).toEqual(['Tested', 1]);
    expect((await gapsOf())[0]?.detail).toBe(`2 kg of ${name}: used 10-11-2026, expired 05-11-2026: Tested`);
    const path = `/production-runs/${made.runId}/progress`;
    expect((await must(200, 'PUT', path, { ...fields, note: 'x' }, user)).afterExpiryReason).toBe('Tested');
    expect((await answerOf(user, 'PUT', path, { ...fields, afterExpiryReason: '' }))[2]).toBe(needsReason());
    const [event] = await must(200, 'GET', `/history/runs/${made.runId}`);
    expect(event.changes.map(({ field }: { field: string }) => field)).toEqual(['note']);
  });

  test('from before the rule stays as it is and is edited, but takes no more', async () => {
    const { runId } = await must(201, 'POST', '/production-runs', runFields(taken(2)));
    await rule('refuse');
    const path = `/production-runs/${runId}`;
    const change = { ...runFields(taken(2)), reason: 'A note' };
    await must(200, 'PUT', path, { ...change, note: 'Seen' });
    expect((await answerOf(manager, 'PUT', path, { ...change, ...runFields(taken(3)) }))[2]).toBe(refused());
    await must(200, 'PUT', path, { ...change, ...runFields(taken(1)) });
    await must(200, 'PUT', path, { ...change, ...runFields(taken(1), { productionDate: '2026-11-03' }) });
    expect(await gapsOf()).toEqual([]);
    await must(200, 'DELETE', path);
    await must(200, 'POST', `${path}/restore`);
  });

  test('is not restored past the rule', async () => {
    const { runId } = await must(201, 'POST', '/production-runs', runFields(taken(2)));
    await must(200, 'DELETE', `/production-runs/${runId}`);
    await rule('refuse');
    expect(await answerOf(admin, 'POST', `/production-runs/${runId}/restore`)).toEqual([409, [], refused()]);
  });

  test('is shown in Readiness when the expiry date is changed later, and no more when it is put right', async () => {
    await rule('refuse');
    await must(200, 'PUT', `/lots/${lot.lotId}`, { ...lot, expiresOn: '2027-01-01', updatedAt: undefined });
    await must(201, 'POST', '/production-runs', runFields(taken(2)));
    expect(await gapsOf()).toEqual([]);
    await must(200, 'PUT', `/lots/${lot.lotId}`, { ...lot, expiresOn: '2026-11-08', updatedAt: undefined });
    expect((await gapsOf())[0]?.detail).toBe(`2 kg of ${name}: used 10-11-2026, expired 08-11-2026`);
    await must(200, 'PUT', `/lots/${lot.lotId}`, { ...lot, expiresOn: null, updatedAt: undefined });
    expect(await gapsOf()).toEqual([]);
  });
});

describe('a dispatch', () => {
  let batch: { lotId: number; code: string };
  let product: number;

  beforeEach(async () => {
    name = `Haldi ${Math.random().toString(36).slice(2)}`;
    product = await addProduct(admin, { name, unit: 'kg' });
    const good = batchFields(product, 10, {
      status: 'available',
      manufactureDate: '2026-11-01',
      expiryDate: '2026-11-05',
    });
    const { lotId } = await must(201, 'POST', '/goods', good);
    batch = await readLot(lotId);
    lot = batch;
  });

  const ruleOfProduct = async (afterExpiry: string) => await describeItem({ productId: product }, { afterExpiry });
  const sending = (over: object = {}) => dispatchFields(buyerId, [{ lotId: batch.lotId, quantity: 2 }], over);

  test('is saved, warned of, a gap and in Readiness', async () => {
    const onTheDay = await must(201, 'POST', '/dispatches', sending({ dispatchDate: '2026-11-05' }));
    expect(warningsOf(onTheDay)).toEqual([]);
    const { dispatchId, ...sent } = await must(201, 'POST', '/dispatches', sending());
    expect(warningsOf(sent)).toEqual([{ field: 'lines.0.lotId', code: 'after_expiry', message: expired() }]);
    expect(await gapsOf()).toMatchObject([
      { detail: `2 kg of ${name}: dispatched 15-11-2026, expired 05-11-2026`, link: `/dispatches/${dispatchId}` },
    ]);
    const { summary } = await must(200, 'GET', `/trace/lots/${batch.lotId}?direction=forward`);
    expect(summary.gaps).toEqual([
      {
        kind: 'afterExpiry',
        label: `${batch.code} was dispatched after its expiry date`,
        link: `/dispatches/${dispatchId}`,
      },
    ]);
  });

  test('is refused, new, changed, restored and as a sale by hand', async () => {
    const { dispatchId } = await must(201, 'POST', '/dispatches', sending({ dispatchDate: '2026-11-05' }));
    const late = await must(201, 'POST', '/dispatches', sending());
    await must(200, 'DELETE', `/dispatches/${late.dispatchId}`);
    await ruleOfProduct('refuse');
    const wrong = [409, ['lines.0.lotId'], refused()];
    expect(await answerOf(manager, 'POST', '/dispatches', sending({ afterExpiryReason: 'Asked for' }))).toEqual(wrong);
    expect(await answerOf(manager, 'PUT', `/dispatches/${dispatchId}`, sending())).toEqual(wrong);
    expect(await answerOf(admin, 'POST', `/dispatches/${late.dispatchId}/restore`)).toEqual(wrong);
    const { finishedGoodId } = await must(200, 'GET', `/lots/${batch.lotId}`);
    const good = await must(200, 'GET', `/goods/${finishedGoodId}`);
    const sold = { ...good, status: 'sold', updatedAt: undefined };
    expect(await answerOf(manager, 'PUT', `/goods/${finishedGoodId}`, sold)).toEqual([409, ['status'], refused()]);
  });

  test('needs a reason, which is kept, restored with it, and listed', async () => {
    await ruleOfProduct('reason');
    expect(await answerOf(manager, 'POST', '/dispatches', sending())).toEqual([409, ['lines.0.lotId'], needsReason()]);
    const reason = { afterExpiryReason: 'Sold as animal feed' };
    const sent = await must(201, 'POST', '/dispatches', sending(reason), manager);
    const path = `/dispatches/${sent.dispatchId}`;
    expect((await must(200, 'PUT', path, sending({ note: 'By truck' }))).afterExpiryReason).toBe('Sold as animal feed');
    expect((await answerOf(manager, 'PUT', path, sending({ afterExpiryReason: '' })))[2]).toBe(needsReason());
    await must(200, 'DELETE', path);
    await must(200, 'POST', `${path}/restore`);
    expect((await gapsOf())[0]?.detail).toMatch(/: Sold as animal feed$/);
  });
});
