/** Every route × every kind of caller, against the permission table and against specification §6 written out once more. */
import { beforeAll, expect, test } from 'vitest';
import { can, roles, type Action, type Role } from '#contract/permissions.ts';
import { statusOfSuccess, type Endpoint } from '#contract/endpoints.ts';
import { buildTestApp, type Caller, type TestApp } from '#test/buildTestApp.ts';
import { openSession } from '../auth/sessions.ts';

let app: TestApp;
const callers: Record<string, Caller> = {};

beforeAll(async () => {
  app = await buildTestApp();
  for (const role of roles) callers[role] = await app.as(role);
  callers['nobody'] = app.anyone;
  callers['a made-up token'] = app.withToken('a'.repeat(43));

  const { userId } = await app.person('user');
  const expired = await openSession(app.store.db, userId, new Date('2026-11-01T00:00:00.000Z'));
  callers['an expired session'] = app.withToken(expired);
  const signedOut = app.withToken(await openSession(app.store.db, userId, app.clock.now));
  expect((await signedOut('POST', '/Auth/logout')).status).toBe(200);
  callers['a signed-out session'] = signedOut;

  const inactive = await app.store.db
    .insertInto('app_user')
    .values({
      full_name: 'Gone',
      email: 'gone@example.in',
      email_key: 'gone@example.in',
      phone: '',
      role: 'admin',
      status: 0,
      password_hash: '-',
      created_at: app.clock.now.toISOString(),
      updated_at: app.clock.now.toISOString(),
      deleted_at: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  callers['an inactive administrator'] = app.withToken(await openSession(app.store.db, inactive.id, app.clock.now));
});

const strangers = [
  'nobody',
  'a made-up token',
  'an expired session',
  'a signed-out session',
  'an inactive administrator',
];

async function ask(caller: string, { method, path }: Endpoint): Promise<number> {
  const call = callers[caller];
  if (!call) throw new Error(`no caller ${caller}`);
  // What is asked for doesn't exist or is empty, so whoever gets in gets 2xx, 400 or 404 and changes nothing.
  return (await call(method, path.replace(':id', '999999'), method === 'GET' || method === 'DELETE' ? undefined : {}))
    .status;
}

test('strangers get 401 wherever a token is asked for, whatever they send', async () => {
  for (const endpoint of app.endpoints.filter(({ access }) => access !== 'anyone')) {
    for (const stranger of strangers) {
      expect(await ask(stranger, endpoint), `${stranger}: ${endpoint.method} ${endpoint.path}`).toBe(401);
    }
  }
});

test('each role gets in just where the permission table says', async () => {
  for (const endpoint of app.endpoints) {
    if (typeof endpoint.access === 'string') continue;
    const [resource, action] = endpoint.access;
    for (const role of roles) {
      const status = await ask(role, endpoint);
      const where = `${role}: ${endpoint.method} ${endpoint.path}`;
      if (can(role, action, resource)) expect([200, 201, 400, 404], where).toContain(status);
      else expect(status, where).toBe(403);
    }
  }
});

test('the permission table is that of specification §6', () => {
  const admin: Role[] = ['admin'];
  const office: Role[] = ['admin', 'manager'];
  const all: Role[] = ['admin', 'manager', 'user'];
  const names = ['suppliers', 'buyers', 'categories', 'materials', 'products'] as const;
  const masters = (who: Role[]) => [...names, 'goods'].map((name): [string, Role[]] => [name, who]);
  const byHand: Record<Action, [string, Role[]][]> = {
    view: [...masters(all), ['inward', all], ['production', all], ['users', office], ['reports', all]],
    create: [...masters(office), ['inward', office], ['production', all], ['users', office], ['reports', []]],
    update: [...masters(office), ['inward', office], ['production', office], ['users', admin], ['reports', []]],
    delete: [...masters(admin), ['inward', admin], ['production', admin], ['users', admin], ['reports', []]],
  };
  const resources = [...names, 'goods', 'inward', 'production', 'users', 'reports'] as const;
  for (const action of ['view', 'create', 'update', 'delete'] as const) {
    const found = resources.map((resource) => [resource, roles.filter((role) => can(role, action, resource))]);
    expect(Object.fromEntries(found), action).toEqual(Object.fromEntries(byHand[action]));
  }
});

test('every route declares who may call it and what goes in and out', () => {
  const described = Object.entries(app.app.swagger().paths ?? {}).flatMap(([path, methods]) =>
    Object.keys(methods ?? {}).map((method) => `${method.toUpperCase()} ${path.replace('/api', '')}`),
  );
  const declared = app.endpoints.map(({ method, path }) => `${method} ${path.replace(':id', '{id}')}`);
  expect(described.sort()).toEqual(declared.sort());
  for (const endpoint of app.endpoints) {
    const where = `${endpoint.method} ${endpoint.path}`;
    expect(endpoint.answer, where).toBeDefined();
    expect(endpoint.params !== undefined, `${where}: params`).toBe(endpoint.path.includes(':'));
    if (endpoint.method === 'PUT') expect(endpoint.body, where).toBeDefined();
    expect([200, 201]).toContain(statusOfSuccess(endpoint));
  }
});

test('paths are found in small and capital letters', async () => {
  const admin = await app.as('admin');
  for (const path of [
    '/Production',
    '/production',
    '/PRODUCTION',
    '/Suppliers/',
    '/INWARD/Get-All-With-RawMaterials',
  ]) {
    expect((await admin('GET', path)).status, path).toBe(200);
  }
});
