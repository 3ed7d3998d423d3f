/** Counts by users: within the tolerance of the item they are posted, beyond it they wait for the office. */
import { expect, test } from 'vitest';
import { type Answer, buildTestApp, type Caller } from '#test/buildTestApp.ts';
import { addInward, addMaterial, addProduction, addSupplier, userFields } from '#test/factories.ts';
import { verifyAfterEach, worldOf } from '#test/world.ts';

const app = await buildTestApp();
const [admin, manager, user] = [await app.as('admin'), await app.as('manager'), await app.as('user')];
const { describeItem, must, readLot, receive } = worldOf(admin);
verifyAfterEach(app);
const supplier = await addSupplier(admin);
const date = '2026-11-15';

/** A lot of 100 kg of a material with a tolerance in percent. */
async function stocked(balanceTolerancePercent: number | null = 1) {
  const rawMaterialId = await addMaterial(admin, { unit: 'kg' });
  await describeItem({ rawMaterialId }, { balanceTolerancePercent });
  return { rawMaterialId, lotId: await receive(supplier, rawMaterialId, 100) };
}

const bodyOf = (lines: object[], over: object = {}) => ({ date, reason: '', lines, ...over });
const count = async (lines: object[], by = user, over: object = {}): Promise<Answer['json']> =>
  await must(201, 'POST', '/counts', bodyOf(lines, over), by);
const post = async (id: number, lines: object[], over: object = {}, by: Caller = manager) =>
  await by('PUT', `/adjustments/${id}`, { kind: 'count', ...bodyOf(lines), ...over });
const onHand = async (lotId: number): Promise<number> => (await readLot(lotId)).onHandQty;
const waitingIds = async () =>
  (await must(200, 'GET', '/adjustments?state=waiting')).map(
    ({ adjustmentId }: { adjustmentId: number }) => adjustmentId,
  );

test('a count by a user is posted within the tolerance of its items', async () => {
  const [{ lotId }, other] = [await stocked(), await stocked(null)];
  // Without a tolerance each difference waits; no difference is none.
  const counted = await count([
    { lotId, quantity: 99 },
    { lotId: other.lotId, quantity: 100 },
  ]);
  expect(counted).toMatchObject({ state: 'posted', countedBy: null, waitingLines: [] });
  expect(counted.lines).toMatchObject([{ quantity: 99, ledgerQuantity: 100 }, { quantity: 100 }]);
  expect(await onHand(lotId)).toBe(99);
});

test('a count beyond the tolerance of one item waits as a whole, and moves nothing', async () => {
  const [within, beyond, none] = [await stocked(), await stocked(), await stocked(null)];
  const before = (await must(200, 'GET', '/dashboard/morning')).waitingCounts.count;
  const cases = [
    [beyond.lotId, 98.999],
    [beyond.lotId, 101.001],
    [beyond.lotId, 0],
    [none.lotId, 99.999],
  ] as const;
  for (const [lotId, quantity] of cases) {
    const waiting = await count([
      { lotId: within.lotId, quantity: 99.5, reason: 'Moisture' },
      { lotId, quantity },
    ]);
    expect(waiting).toMatchObject({
      kind: 'count',
      state: 'waiting',
      countedBy: 'A user',
      lines: [],
      value: null,
    });
    expect(waiting.waitingLines).toMatchObject([
      {
        lotId: within.lotId,
        quantity: 99.5,
        ledgerQuantity: 100,
        reason: 'Moisture',
        tolerancePercent: 1,
        beyond: null,
      },
      { lotId, quantity, ledgerQuantity: 100, tolerancePercent: lotId === none.lotId ? null : 1, beyond: 'difference' },
    ]);
    expect((await waitingIds())[0]).toBe(waiting.adjustmentId);
    expect(await must(200, 'GET', `/adjustments/${waiting.adjustmentId}`)).toEqual(waiting);
  }
  for (const { lotId } of [within, beyond, none]) expect((await readLot(lotId)).movements).toHaveLength(1);
  const { waitingCounts } = await must(200, 'GET', '/dashboard/morning');
  expect(waitingCounts).toMatchObject({ count: before + cases.length, newest: { date } });
});

test('the same count by the office is posted', async () => {
  for (const by of [admin, manager]) {
    const { lotId } = await stocked(null);
    expect(await count([{ lotId, quantity: 3 }], by)).toMatchObject({ state: 'posted' });
    expect(await onHand(lotId)).toBe(3);
  }
});

test('many small counts move no more than the tolerance of what came into the lot', async () => {
  const { rawMaterialId, lotId } = await stocked();
  const states = [];
  for (const quantity of [99.5, 99, 98.5]) states.push((await count([{ lotId, quantity }])).state);
  expect(states).toEqual(['posted', 'posted', 'waiting']);
  const [waiting] = await must(200, 'GET', `/adjustments?state=waiting&pageSize=1`);
  expect(waiting.waitingLines).toMatchObject([{ tolerancePercent: 1, beyond: 'counts' }]);
  expect(await onHand(lotId)).toBe(99);
  // 2 kg are left, of which 1 % is 0.02 kg, whatever came in.
  await addProduction(admin, rawMaterialId, 97, { productionDate: date });
  expect((await count([{ lotId, quantity: 2.5 }])).state).toBe('waiting');
  expect((await count([{ lotId, quantity: 2.02 }])).state).toBe('posted');
  expect(await onHand(lotId)).toBe(2.02);
});

test('a count of an earlier day moves no more either', async () => {
  const { rawMaterialId, lotId } = await stocked();
  await addProduction(admin, rawMaterialId, 99, { productionDate: date });
  for (const quantity of [99, 98]) await count([{ lotId, quantity }], user, { date: '2026-11-10' });
  expect(await onHand(lotId)).toBe(0);
});

test('a lot that was not recorded waits, and is opened when the office posts', async () => {
  const { rawMaterialId } = await stocked(100);
  const line = { rawMaterialId, quantity: 4, code: 'SHELF-9', expiresOn: '2027-05-31' };
  const { adjustmentId, waitingLines } = await count([line]);
  expect(waitingLines).toMatchObject([
    { lotId: null, lotCode: 'SHELF-9', rawMaterialId, expiresOn: '2027-05-31', beyond: 'notRecorded' },
  ]);
  expect(await must(200, 'GET', '/lots?search=SHELF-9')).toEqual([]);
  expect((await post(adjustmentId, [line])).json.lines).toMatchObject([{ lotCode: 'SHELF-9', ledgerQuantity: 0 }]);
  expect(await must(200, 'GET', '/lots?search=SHELF-9')).toMatchObject([{ onHandQty: 4 }]);
});

test('the office posts a count against the ledger of then, once, and the history names both', async () => {
  const { rawMaterialId, lotId } = await stocked();
  const { adjustmentId } = await count([{ lotId, quantity: 80 }]);
  await addProduction(admin, rawMaterialId, 10, { productionDate: date });
  for (let times = 0; times < 2; times += 1) {
    const { json, status, text } = await post(adjustmentId, [{ lotId, quantity: 80 }]);
    expect(status, text).toBe(200);
    expect(json).toMatchObject({ state: 'posted', countedBy: 'A user', waitingLines: [] });
    expect(json.lines).toMatchObject([{ quantity: 80, ledgerQuantity: 90 }]);
    expect(await onHand(lotId)).toBe(80);
  }
  expect(await waitingIds()).not.toContain(adjustmentId);
  const lost = (await readLot(lotId)).movements.filter(({ kind }: { kind: string }) => kind === 'lost');
  expect(lost).toHaveLength(1);
  const events = await must(200, 'GET', `/history/adjustments/${adjustmentId}`);
  const [first, last] = [events.at(-1), events.at(-2)];
  expect([first.action, first.userName]).toEqual(['create', 'A user']);
  expect([last.action, last.userName]).toEqual(['update', 'A manager']);
  expect(first.changes).toContainEqual(expect.objectContaining({ label: 'State', after: 'Waiting for the office' }));
  expect(last.changes).toContainEqual(
    expect.objectContaining({ label: 'State', before: 'Waiting for the office', after: 'Posted' }),
  );
});

test('a count that somebody else posted meanwhile is a conflict, and a repeated one of a user is one count', async () => {
  const { lotId } = await stocked();
  const lines = [{ lotId, quantity: 50 }];
  const headers = { 'idempotency-key': 'count-50' };
  const [first, again] = [
    await user('POST', '/counts', bodyOf(lines), headers),
    await user('POST', '/counts', bodyOf(lines), headers),
  ];
  expect(again.json).toEqual(first.json);
  const { adjustmentId, updatedAt } = first.json;
  expect((await post(adjustmentId, lines, { updatedAt }, admin)).status).toBe(200);
  expect((await post(adjustmentId, lines, { updatedAt })).status).toBe(409);
  expect((await manager('DELETE', `/counts/${adjustmentId}`)).status).toBe(409);
  expect(await onHand(lotId)).toBe(50);
});

test('the office discards a count, and an administrator restores it, still waiting', async () => {
  const { lotId } = await stocked();
  const waiting = await count([{ lotId, quantity: 1 }]);
  const { adjustmentId } = waiting;
  expect((await manager('DELETE', `/counts/${adjustmentId}`)).json).toEqual({
    message: 'Count discarded successfully!',
  });
  expect((await manager('DELETE', `/counts/${adjustmentId}`)).status).toBe(404);
  expect(await waitingIds()).not.toContain(adjustmentId);
  await must(200, 'POST', `/adjustments/${adjustmentId}/restore`);
  const { waitingLines } = await must(200, 'GET', `/adjustments/${adjustmentId}`);
  expect(waitingLines).toEqual(waiting.waitingLines);
  expect(await onHand(lotId)).toBe(100);
});

test("a user takes back their own count while it waits, and nobody else's", async () => {
  const { lotId } = await stocked();
  const { email, password, ...fields } = userFields();
  await must(201, 'POST', '/Auth/register', { ...fields, email, password });
  const signedIn = await app.anyone('POST', '/Auth/checkUserAuthentication', {
    userName: email,
    userPassword: password,
    jwtToken: '',
  });
  const other = app.withToken(signedIn.json.token);
  const [own, posted] = [await count([{ lotId, quantity: 50 }]), await count([{ lotId, quantity: 60 }])];
  const foreign = await other('DELETE', `/counts/${own.adjustmentId}`);
  expect([foreign.status, foreign.json.message]).toEqual([
    403,
    'Only the person who counted, an admin or a manager can discard a count.',
  ]);
  expect((await user('DELETE', `/counts/${own.adjustmentId}`)).status).toBe(200);
  expect(await waitingIds()).not.toContain(own.adjustmentId);
  expect((await post(posted.adjustmentId, [{ lotId, quantity: 60 }])).status).toBe(200);
  expect((await user('DELETE', `/counts/${posted.adjustmentId}`)).status).toBe(409);
  expect(await onHand(lotId)).toBe(60);
});

test('a waiting count holds up nothing, and is refused where its lot was deleted or counted since', async () => {
  const { rawMaterialId, lotId } = await stocked();
  const inward = await addInward(admin, supplier, [[rawMaterialId, 10]]);
  const [{ lotId: deleted }] = inward.rawMaterials;
  const [ofDeleted, ofCounted] = [
    await count([{ lotId: deleted, quantity: 4 }]),
    await count([{ lotId, quantity: 4 }]),
  ];
  await must(200, 'DELETE', `/inward/${inward.inwardId}`);
  const unknown = await post(ofDeleted.adjustmentId, [{ lotId: deleted, quantity: 4 }]);
  expect([unknown.status, Object.keys(unknown.json.errors)]).toEqual([400, ['lines.0.lotId']]);
  await count([{ lotId, quantity: 90 }], manager);
  const later = await post(ofCounted.adjustmentId, [{ lotId, quantity: 4 }]);
  expect([later.status, later.json.message]).toEqual([409, expect.stringContaining('was counted later')]);
  expect(await onHand(lotId)).toBe(90);
});

test('a user can do nothing else with it, by no call', async () => {
  const { rawMaterialId, lotId } = await stocked();
  const { adjustmentId } = await count([{ lotId, quantity: 50 }]);
  const lines = [{ lotId, quantity: 1 }];
  const refused = [
    await post(adjustmentId, lines, {}, user),
    await user('DELETE', `/adjustments/${adjustmentId}`),
    await user('POST', `/adjustments/${adjustmentId}/restore`),
    await user('POST', '/adjustments', { kind: 'count', ...bodyOf(lines) }),
    await user('POST', '/adjustments', { kind: 'writeOff', ...bodyOf(lines), reason: 'Spilt' }),
    await user('POST', `/lots/${lotId}/release`, { reason: 'x' }),
    await user('POST', '/dispatches', { dispatchDate: date, lines }),
    await user('POST', '/inward', {}),
  ];
  expect(refused.map(({ status }) => status)).toEqual(refused.map(() => 403));
  // It counts, whatever kind the body names.
  const named = await user('POST', '/counts', { ...bodyOf(lines), kind: 'writeOff', state: 'posted', reason: 'Spilt' });
  expect(named.json).toMatchObject({ kind: 'count', state: 'waiting' });
  const opening = bodyOf([{ rawMaterialId, quantity: 9, pricePerUnit: 1 }], { kind: 'opening' });
  expect((await user('POST', '/counts', opening)).json).toMatchObject({ kind: 'count', state: 'waiting' });
  expect(await onHand(lotId)).toBe(100);
});
