import { describe, expect, test } from 'vitest';
import { buildTestApp } from '#test/buildTestApp.ts';
import { userFields } from '#test/factories.ts';
import { ensureFirstAdministrator } from '../../office/users/actions.ts';

const first = userFields();

describe('while there is no user', () => {
  test('registering needs no token, creates an administrator, and works once, also for eight at the same moment', async () => {
    const app = await buildTestApp();
    expect((await app.anyone('GET', '/setup')).json).toEqual({ needsFirstAdministrator: true, needsSetupCode: false });
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => app.anyone('POST', '/Auth/register', userFields())),
    );
    const made = answers.filter(({ status }) => status === 201);
    expect(made.map(({ json }) => json.userRole)).toEqual(['admin']);
    for (const { status } of answers.filter((answer) => !made.includes(answer))) expect([401, 409]).toContain(status);
    expect((await app.anyone('GET', '/setup')).json).toEqual({ needsFirstAdministrator: false, needsSetupCode: false });
    expect((await app.anyone('POST', '/Auth/register', first)).json.message).toContain('administrator already exists');
    // An ended session is reported as such, not as a missing first administrator.
    const ended = await app.withToken('a'.repeat(43))('POST', '/Auth/register', first);
    expect([ended.status, ended.json.message]).toEqual([401, 'Your session has ended. Please sign in again.']);
  });

  test('a faulty form creates no user', async () => {
    const app = await buildTestApp();
    expect((await app.anyone('POST', '/Auth/register', { ...first, password: '123' })).status).toBe(400);
    expect((await app.anyone('GET', '/setup')).json.needsFirstAdministrator).toBe(true);
  });
});

describe('where the request may come from elsewhere', () => {
  const ways: [string, Record<string, string>, { remoteAddress?: string; headers?: Record<string, string> }][] = [
    ['from another machine', { HOST: '0.0.0.0' }, { remoteAddress: '192.0.2.1' }],
    [
      'through a proxy on this machine that is trusted',
      { TRUST_PROXY: 'loopback' },
      { headers: { 'x-forwarded-for': '192.0.2.1' } },
    ],
    ['where a proxy is trusted, whatever it says', { TRUST_PROXY: 'loopback' }, {}],
    ['through a proxy on this machine that nobody named', {}, { headers: { 'x-forwarded-for': '192.0.2.1' } }],
    ['through one that says so otherwise', {}, { headers: { via: '1.1 proxy' } }],
    ['under a name of another site that resolves to this machine', {}, { headers: { host: 'evil.example:3000' } }],
    ['from a page of another site', {}, { headers: { host: 'localhost:3000', origin: 'http://evil.example:3000' } }],
    ['from a page without an origin', {}, { headers: { host: '127.0.0.1:3000', origin: 'null' } }],
    ['under a name that begins as the own one', {}, { headers: { host: 'localhost.evil.example' } }],
    ['under a name with a person before it', {}, { headers: { host: 'evil@localhost' } }],
    [
      'under another name than the one that is allowed',
      { ALLOWED_HOSTS: 'godown.local' },
      { headers: { host: 'evil.godown.local' } },
    ],
  ];
  test.each(ways)('%s, the printed code is required', async (_, environment, way) => {
    const app = await buildTestApp(environment);
    const register = async (over: object) => {
      const payload = { ...first, ...over };
      return (await app.app.inject({ method: 'POST', url: '/api/Auth/register', payload, ...way })).statusCode;
    };
    const setup = await app.app.inject({ method: 'GET', url: '/api/setup', ...way });
    expect(setup.json()).toEqual({ needsFirstAdministrator: true, needsSetupCode: true });
    const { setupCode } = app.services;
    expect([await register({}), await register({ setupCode: 'x'.repeat(setupCode.length) })]).toEqual([400, 400]);
    expect(await register({ setupCode })).toBe(201);
  });

  test.each([
    ['localhost:3000', undefined],
    ['LOCALHOST', 'http://localhost'],
    ['127.9.9.9:1', 'http://127.9.9.9:1'],
    ['[::1]:3000', 'http://[::1]:3000'],
    ['Godown.local:3000', 'http://godown.local:3000'],
  ])('on this machine under %s with the origin %s no code is required', async (host, origin) => {
    const app = await buildTestApp({ ALLOWED_HOSTS: 'godown.local' });
    const headers = { host, ...(origin === undefined ? {} : { origin }) };
    const setup = await app.app.inject({ method: 'GET', url: '/api/setup', headers });
    expect(setup.json()).toEqual({ needsFirstAdministrator: true, needsSetupCode: false });
  });

  test('ten wrong codes block their network for a while, and no other', async () => {
    const app = await buildTestApp({ HOST: '0.0.0.0' });
    const register = async (remoteAddress: string, setupCode: string) => {
      const payload = { ...first, setupCode };
      return (await app.app.inject({ method: 'POST', url: '/api/Auth/register', payload, remoteAddress })).statusCode;
    };
    for (let count = 0; count < 10; count += 1) await register('192.0.2.1', String(count));
    expect(await register('192.0.2.1', app.services.setupCode)).toBe(429);
    expect(await register('192.0.2.2', app.services.setupCode)).toBe(201);
  });
});

test('ADMIN_EMAIL and ADMIN_PASSWORD create the account at start, once, also when several servers start', async () => {
  const app = await buildTestApp();
  const account = { email: 'owner@example.in', password: 'from-the-environment' };
  await Promise.all([1, 2, 3].map(() => ensureFirstAdministrator(app.store.db, account, new Date())));
  await ensureFirstAdministrator(app.store.db, { email: 'other@example.in', password: 'ignored-now' }, new Date());
  const signIn = await app.anyone('POST', '/Auth/checkUserAuthentication', {
    userName: account.email,
    userPassword: account.password,
  });
  expect([signIn.status, signIn.json.userData.userRole]).toEqual([200, 'admin']);
  expect(await app.store.db.selectFrom('app_user').select('id').execute()).toHaveLength(1);
});
