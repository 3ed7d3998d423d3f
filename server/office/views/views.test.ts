import { beforeEach, expect, test } from 'vitest';
import { MAX_VIEWS, viewTexts } from '#contract/core/views.ts';
import { buildTestApp, type Caller } from '#test/buildTestApp.ts';
import { userFields } from '#test/factories.ts';

let manager: Caller;
let storekeeper: Caller;

const view = (over: object = {}) => ({ list: 'inward', name: 'Not paid', query: 'status=notpaid', ...over });

const app = await buildTestApp();

beforeEach(async () => {
  manager = await app.as('manager');
  storekeeper = await app.as('user');
  await app.store.db.updateTable('saved_view').set({ deleted_at: app.clock.now.toISOString() }).execute();
});

const names = async (call: Caller, query = '') => {
  const { json } = await call('GET', `/views${query}`);
  return json.map(({ name }: { name: string }) => name);
};

test('a view is its owner’s alone until it is shared, and shared by the office alone', async () => {
  const { status, json } = await manager('POST', '/views', view());
  expect([status, json.shared, json.isOwn]).toEqual([201, false, true]);
  expect([await names(manager), await names(storekeeper)]).toEqual([['Not paid'], []]);
  const path = `/views/${json.viewId}`;
  expect((await storekeeper('PUT', path, view())).status).toBe(404);
  expect((await storekeeper('DELETE', path)).status).toBe(404);

  expect((await manager('PUT', path, view({ shared: true, name: 'To be paid' }))).json).toMatchObject({
    shared: true,
    name: 'To be paid',
  });
  const [seen] = (await storekeeper('GET', '/views?list=inward')).json;
  expect(seen).toMatchObject({ name: 'To be paid', isOwn: false, query: 'status=notpaid' });
  for (const answer of [
    await storekeeper('PUT', path, view({ name: 'Mine' })),
    await storekeeper('DELETE', path),
    await storekeeper('POST', '/views', view({ shared: true })),
  ]) {
    expect([answer.status, answer.json.message]).toEqual([403, viewTexts.notShared]);
  }
  // Another of the office may.
  const admin = await app.as('admin');
  expect((await admin('DELETE', path)).json).toEqual({ message: viewTexts.deleted });
  expect(await names(storekeeper)).toEqual([]);
});

test('views come by name, of one list where it is asked for', async () => {
  await storekeeper('POST', '/views', view({ name: 'b' }));
  await storekeeper('POST', '/views', view({ name: 'a' }));
  await storekeeper('POST', '/views', view({ name: 'c', list: 'lots' }));
  expect([await names(storekeeper), await names(storekeeper, '?list=lots')]).toEqual([['a', 'b', 'c'], ['c']]);
  expect((await storekeeper('GET', '/views?list=users')).json.errors).toHaveProperty('list');
});

test('a change that another overtook is refused, and what is no query too', async () => {
  const { json } = await manager('POST', '/views', view({ shared: true }));
  const path = `/views/${json.viewId}`;
  expect((await manager('PUT', path, view({ name: 'First', updatedAt: json.updatedAt }))).status).toBe(200);
  expect((await manager('PUT', path, view({ name: 'Second', updatedAt: json.updatedAt }))).json.code).toBe('conflict');
  const bad = await manager('POST', '/views', { list: 'nothing', name: ' ', query: 'a b<script>' });
  expect([bad.status, Object.keys(bad.json.errors).toSorted()]).toEqual([400, ['list', 'name', 'query']]);
});

test('a name is given once in a list', async () => {
  await storekeeper('POST', '/views', view());
  const { json } = await storekeeper('POST', '/views', view({ name: 'Paid' }));
  const path = `/views/${json.viewId}`;
  for (const answer of [await storekeeper('POST', '/views', view()), await storekeeper('PUT', path, view())]) {
    expect([answer.status, answer.json.errors]).toEqual([409, { name: [viewTexts.nameTaken] }]);
  }
  for (const [call, other] of [
    [storekeeper, { list: 'lots' }],
    [manager, {}],
  ] as const) {
    expect((await call('POST', '/views', view(other))).status).toBe(201);
  }
  // As it was, and under the name of one that was deleted.
  expect((await storekeeper('PUT', path, view({ name: 'Paid' }))).status).toBe(200);
  await storekeeper('DELETE', path);
  expect((await storekeeper('POST', '/views', view({ name: 'Paid' }))).status).toBe(201);
});

test('an owner who may share no more still stops sharing, and deletes', async () => {
  const admin = await app.as('admin');
  const fields = userFields({ userRole: 'manager' });
  const { userId } = (await admin('POST', '/Auth/register', fields)).json;
  const sign = async () => {
    const { json } = await app.anyone('POST', '/Auth/checkUserAuthentication', {
      userName: fields.email,
      userPassword: fields.password,
    });
    return app.withToken(json.token);
  };
  const before = await sign();
  const { viewId } = (await before('POST', '/views', view({ shared: true }))).json;
  const second = (await before('POST', '/views', view({ name: 'Paid', shared: true }))).json;
  await admin('PUT', `/Auth/edit-user/${userId}`, { ...fields, password: '', userRole: 'user' });
  const demoted = await sign();
  expect((await demoted('PUT', `/views/${viewId}`, view({ shared: true }))).json.message).toBe(viewTexts.notShared);
  const unshared = await demoted('PUT', `/views/${viewId}`, view());
  expect([unshared.status, unshared.json.shared]).toEqual([200, false]);
  expect((await demoted('DELETE', `/views/${second.viewId}`)).status).toBe(200);
  expect([await names(demoted), await names(storekeeper)]).toEqual([['Not paid'], []]);
});

test('of another’s view the office changes and deletes all but that it is shared', async () => {
  const admin = await app.as('admin');
  await manager('POST', '/views', view({ name: 'Mine' }));
  const { viewId } = (await manager('POST', '/views', view({ shared: true }))).json;
  const taken = await admin('PUT', `/views/${viewId}`, view({ name: 'Mine', shared: true }));
  const sentence = viewTexts.nameTakenBy('A manager');
  expect([taken.status, taken.json.message, taken.json.errors]).toEqual([409, sentence, { name: [sentence] }]);
  const unshared = await admin('PUT', `/views/${viewId}`, view());
  expect([unshared.status, unshared.json.message]).toEqual([403, viewTexts.sharedByOther]);
  expect((await admin('PUT', `/views/${viewId}`, view({ name: 'Due', shared: true }))).json).toMatchObject({
    name: 'Due',
    isOwn: false,
  });
  expect(await names(storekeeper)).toEqual(['Due']);
});

test('every change leaves its trace', async () => {
  const { viewId } = (await manager('POST', '/views', view())).json;
  await manager('PUT', `/views/${viewId}`, view({ name: 'Unpaid' }));
  await manager('DELETE', `/views/${viewId}`);
  const trail = await app.store.db
    .selectFrom('audit_event')
    .select('action')
    .where('resource', '=', 'views')
    .where('record_id', '=', viewId)
    .orderBy('id')
    .execute();
  expect(trail.map(({ action }) => action)).toEqual(['create', 'update', 'delete']);
});

test('one view too many is a 409', async () => {
  for (let count = 0; count < MAX_VIEWS; count += 1) {
    expect((await storekeeper('POST', '/views', view({ name: `View ${count}` }))).status).toBe(201);
  }
  expect((await storekeeper('POST', '/views', view())).json.message).toBe(viewTexts.tooMany(MAX_VIEWS));
});
