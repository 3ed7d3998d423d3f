/**
 * Every registered route × every kind of caller, checked against the permission table and against a handwritten copy of
 * specification §6 and of docs/domain.md (Access), so that the test doesn't rely on the code's own table.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { masterRows } from '#contract/kinds.ts';
import { can, roles, type Action, type Role } from '#contract/permissions.ts';
import { buildTestApp, onPostgres } from '#test/buildTestApp.ts';
import { userFields } from '#test/factories.ts';
import { insertUser } from '#server/core/auth/accounts.ts';
import { openSession } from '#server/core/auth/sessions.ts';
import { inTransaction } from '#server/core/db/transaction.ts';

const everyone: Role[] = ['admin', 'manager', 'user'];
const office: Role[] = ['admin', 'manager'];
const admins: Role[] = ['admin'];
const all = { GET: everyone, POST: office };
const one = { GET: everyone, PUT: office, DELETE: admins };

/** Expected access, by lower-case path and method. 'open' needs no token. */
const byHand: Record<string, Record<string, Role[] | 'open'>> = {
  '/api/health': { GET: 'open' },
  '/api/ready': { GET: 'open' },
  // Local access only; see server/core/http/monitoring/metrics.test.ts.
  '/metrics': { GET: 'open' },
  '/api/setup': { GET: 'open' },
  '/api/openapi.json': { GET: 'open' },
  '/api/auth/checkuserauthentication': { POST: 'open' },
  '/api/auth/validatetoken': { POST: 'open' },
  '/api/auth/reset-password-otp': { GET: 'open' },
  '/api/auth/verify-otp': { POST: 'open' },
  // By the cookie of a kept device; see server/core/auth/keptDevices.test.ts.
  '/api/auth/reopen-session': { POST: 'open' },
  '/api/auth/kept-device': { DELETE: 'open' },
  // Open only for the first administrator; see below.
  '/api/auth/register': { POST: 'open' },
  '/api/auth/logout': { POST: everyone },
  '/api/auth/change-password': { POST: everyone },
  '/api/auth/user-sessions/:id': { GET: admins, DELETE: admins },
  // Their own; see server/core/auth/profile.test.ts.
  '/api/weekly-mail': { GET: everyone, PUT: everyone },
  '/api/sessions': { GET: everyone, DELETE: everyone },
  '/api/sessions/:id': { DELETE: everyone },
  '/api/auth/users': { GET: office },
  '/api/auth/users/:id': { GET: office },
  '/api/auth/edit-user/:id': { PUT: admins },
  '/api/auth/delete-user/:id': { DELETE: admins },
  // Every master alike.
  ...Object.fromEntries(
    masterRows.flatMap(({ apiPath, resource }) => [
      [`/api${apiPath.toLowerCase()}`, all],
      [`/api${apiPath.toLowerCase()}/:id`, one],
      [`/api/history/${resource}/:id`, { GET: everyone }],
    ]),
  ),
  // Roles that may delete may restore.
  ...Object.fromEntries(
    [
      ...masterRows.map(({ apiPath }) => apiPath.toLowerCase()),
      ...'/inward /production-runs /goods /recipes /dispatches /adjustments'.split(' '),
      ...'/certificates /transaction-certificates /certification-bodies /auth/users'.split(' '),
    ].map((path) => [`/api${path}/:id/restore`, { POST: admins }]),
  ),
  // Merging deletes one of two records.
  ...Object.fromEntries(
    ['/suppliers', '/buyers', '/materials', '/products'].flatMap((path) => [
      [`/api${path}/:id/merge`, { GET: admins, POST: admins }],
      [`/api${path}/:id/merges`, { GET: admins }],
    ]),
  ),
  '/api/merges/:id/undo': { POST: admins },
  '/api/inward': all,
  '/api/inward/:id': one,
  '/api/inward/:id/bill': { GET: everyone },
  '/api/inward/:id/overview': { GET: everyone },
  '/api/suppliers/:id/overview': { GET: everyone },
  '/api/buyers/:id/overview': { GET: everyone },
  '/api/materials/:id/overview': { GET: everyone },
  '/api/products/:id/overview': { GET: everyone },
  '/api/inward/get-all-with-rawmaterials': { GET: everyone },
  '/api/materials/:id/last-price': { GET: everyone },
  '/api/inward/invoice-number-use': { GET: everyone },
  '/api/lots': { GET: everyone },
  '/api/lots/:id': { GET: everyone, PUT: office },
  '/api/lots/:id/markets': { GET: everyone },
  '/api/lots/:id/hold': { POST: everyone },
  '/api/lots/:id/release': { POST: office },
  '/api/items': { GET: everyone },
  '/api/items/:id': { GET: everyone, PUT: office },
  '/api/production-runs': { GET: everyone, POST: everyone },
  '/api/production-runs/organic': { GET: everyone },
  '/api/production-runs/:id': one,
  '/api/production-runs/:id/progress': { PUT: everyone },
  '/api/history/runs/:id': { GET: everyone },
  '/api/dispatches': all,
  '/api/dispatches/:id': one,
  '/api/dispatches/next-invoice-number': { GET: everyone },
  '/api/dispatches/invoice-number-use': { GET: everyone },
  '/api/dispatches/claims': { GET: everyone },
  '/api/history/dispatches/:id': { GET: everyone },
  '/api/certificates': all,
  '/api/certificates/:id': one,
  '/api/certificates/:id/file': { GET: everyone },
  '/api/certificates/:id/hold-uncovered': { POST: office },
  '/api/history/certificates/:id': { GET: everyone },
  '/api/transaction-certificates': all,
  '/api/transaction-certificates/:id': one,
  '/api/transaction-certificates/:id/file': { GET: everyone },
  '/api/transaction-certificates/uncovered': { GET: everyone },
  '/api/history/transactioncertificates/:id': { GET: everyone },
  '/api/certification-bodies': all,
  '/api/certification-bodies/:id': one,
  '/api/certification-bodies/:id/hold-uncovered': { POST: office },
  '/api/history/certificationbodies/:id': { GET: everyone },
  '/api/recalls': all,
  '/api/recalls/reach': { GET: everyone },
  '/api/recalls/:id': { GET: everyone, PUT: office },
  '/api/recalls/:id/letter': { GET: everyone },
  '/api/recalls/:id/notes': { POST: office },
  '/api/recalls/:id/close': { POST: office },
  '/api/history/recalls/:id': { GET: everyone },
  '/api/company': { GET: everyone, PUT: admins },
  '/api/history/company/:id': { GET: admins },
  '/api/mass-balance': { GET: everyone },
  '/api/mass-balance/organic': { GET: everyone },
  '/api/readiness': { GET: everyone },
  '/api/batch-costs': { GET: everyone },
  '/api/batch-costs/totals': { GET: everyone },
  '/api/stock-on/items': { GET: everyone },
  '/api/stock-on/lots': { GET: everyone },
  '/api/stock-on/value': { GET: everyone },
  '/api/stock-ledger': { GET: everyone },
  // Only backups are left out for others than admins; see server/office/dashboard/morning.test.ts.
  '/api/dashboard/morning': { GET: everyone },
  '/api/inspection-packs': { GET: office, POST: office },
  '/api/inspection-packs/key': { GET: office },
  '/api/inspection-packs/verify': { POST: office },
  '/api/inspection-packs/:id/file': { GET: office },
  '/api/inward/totals': { GET: everyone },
  '/api/adjustments/totals': { GET: everyone },
  '/api/lots/totals': { GET: everyone },
  ...Object.fromEntries(
    'suppliers buyers categories materials products recipes opening-stock goods'
      .split(' ')
      .map((kind) => [`/api/imports/${kind}`, { POST: office }]),
  ),
  '/api/imports/saved': { GET: office },
  '/api/imports/saved/:id': { DELETE: admins },
  '/api/imports/saved/:id/file': { GET: office },
  '/api/views': { GET: everyone, POST: everyone },
  '/api/views/:id': { PUT: everyone, DELETE: everyone },
  '/api/find': { GET: everyone },
  '/api/trace/find': { GET: everyone },
  '/api/trace/lots/:id': { GET: everyone },
  '/api/trace/goods/:id': { GET: everyone },
  '/api/trace/inwards/:id': { GET: everyone },
  '/api/trace/suppliers/:id': { GET: everyone },
  '/api/trace/production-runs/:id': { GET: everyone },
  '/api/trace/dispatches/:id': { GET: everyone },
  '/api/trace/buyers/:id': { GET: everyone },
  '/api/recipes': all,
  '/api/recipes/:id': one,
  '/api/recipes/:id/markets': { GET: everyone },
  '/api/recipes/:id/versions': { GET: everyone },
  '/api/history/recipes/:id': { GET: everyone },
  '/api/adjustments': all,
  '/api/adjustments/:id': one,
  // A count by a user posts no more than the tolerance: server/stock/adjustments/waiting.test.ts.
  '/api/counts': { POST: everyone },
  '/api/counts/:id': { DELETE: everyone },
  '/api/history/adjustments/:id': { GET: everyone },
  '/api/items/:id/next-batch': { GET: everyone },
  '/api/history/lots/:id': { GET: everyone },
  '/api/history/items/:id': { GET: everyone },
  '/api/goods': all,
  '/api/goods/:id': one,
  '/api/goods/per-product': { GET: everyone },
  '/api/goods/batch-number-use': { GET: everyone },
  '/api/history/inward/:id': { GET: everyone },
  '/api/history/production/:id': { GET: everyone },
  '/api/history/goods/:id': { GET: everyone },
  '/api/history/users/:id': { GET: office },
  '/api/activity': { GET: admins },
  // That screen has no role checks; corrections are restricted.
  '/api/production': { GET: everyone, POST: everyone },
  '/api/production/create-multiple': { POST: everyone },
  '/api/production/:id': one,
  '/api/materials/:id/last-quantity': { GET: everyone },
  '/api/production/report': { GET: everyone },
  '/api/production/report/days': { GET: everyone },
  '/api/production/get-rawmaterial-stock': { GET: everyone },
  '/api/production/get-rawmaterial-stock/:id': { GET: everyone },
  // PostgreSQL's own tools make its backups: there is nothing to ask of us.
  ...(onPostgres
    ? { '/api/backups': { GET: admins } }
    : { '/api/backups': { GET: admins, POST: admins }, '/api/backups/:id/file': { GET: admins } }),
};

type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE' | 'PATCH' | 'OPTIONS';
const methods: Method[] = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'];

/** Authorization headers that grant no access. */
const strangers: Record<string, string | undefined> = { nobody: undefined };

/** The registered routes, parsed from the router's printed tree of paths, four characters a level. */
function printedRoutes(): [Method, string][] {
  const above: string[] = [];
  return app.app
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap((line): [Method, string][] => {
      const [, indent = '', part = '', names = ''] = /^([│ ]*)[├└]── (\S+) \(([A-Z, ]+)\)/.exec(line) ?? [];
      const level = indent.length / 4;
      above[level] = (above[level - 1] ?? '') + part;
      const path = above[level];
      return part === '' ? [] : methods.filter((each) => names.split(', ').includes(each)).map((each) => [each, path]);
    });
}

/** The session of an administrator who may not sign in any more: an existing session must not be enough. */
async function sessionOfGone(over: { status: 0 } | { deleted_at: string }): Promise<string> {
  const { store, services, clock } = app;
  const gone = { ...userFields(), userRole: 'admin', status: 1, passwordHash: '-' } as const;
  const { userId } = await inTransaction(store.db, (trx) => insertUser(trx, gone, clock.now.toISOString()));
  await store.db.updateTable('app_user').set(over).where('id', '=', userId).execute();
  return await openSession(store.db, userId, clock.now, services.config.session);
}

/** One session per request, since one of the routes ends it. */
async function bearer(role: Role): Promise<string> {
  return `Bearer ${await app.sessionOf(role)}`;
}

const app = await buildTestApp();
const { userId, token } = await app.person('admin');
const expired = await openSession(
  app.store.db,
  userId,
  new Date('2026-11-01T00:00:00.000Z'),
  app.services.config.session,
);
const signedOut = await app.sessionOf('admin');
expect((await app.withToken(signedOut)('POST', '/Auth/logout')).status).toBe(200);
Object.assign(strangers, {
  'an expired session': `Bearer ${expired}`,
  'a signed-out session': `Bearer ${signedOut}`,
  'an inactive administrator': `Bearer ${await sessionOfGone({ status: 0 })}`,
  'a deleted administrator': `Bearer ${await sessionOfGone({ deleted_at: app.clock.now.toISOString() })}`,
  'a made-up token': `Bearer ${'a'.repeat(43)}`,
  'no token at all': 'Bearer ',
  'a token and more': `Bearer ${token}x`,
  'a token in other capitals': `Bearer ${token.toUpperCase()}`,
  'another scheme': `Basic ${token}`,
  'a token alone': token,
  "a token's beginning": `Bearer ${token.slice(0, -1)}`,
  'what SQL would read': `Bearer ' or '1'='1`,
  'something long': `Bearer ${'x'.repeat(5000)}`,
});
const routes = printedRoutes().flatMap(([method, path]) => {
  const who = byHand[path]?.[method === 'HEAD' ? 'GET' : method];
  return who ? [{ method, path, who }] : [];
});

/**
 * Requests a record that doesn't exist, or sends an empty body: callers with access get 2xx, 400 or 404 and change
 * nothing.
 */
async function ask(method: Method, path: string, authorization: string | undefined): Promise<number> {
  const content = method === 'POST' || method === 'PUT' ? { payload: {} } : {};
  const headers = authorization === undefined ? {} : { authorization };
  // Yields as a socket would: a thousand refusals in one turn of the event loop would count as overload.
  await nextTurn();
  const answer = await app.app.inject({ method, url: path.replace(':id', '999999'), headers, ...content });
  return answer.statusCode;
}

const letIn = [200, 201, 400, 404];

test('the server has just these routes, and the pages that describe them', () => {
  const printed = printedRoutes().filter(([method]) => method !== 'HEAD');
  const described = (path: string) => /^\/api\/docs(\/|\*|$)/.test(path);
  const found = printed.filter(([, path]) => !described(path)).map(([method, path]) => `${method} ${path}`);
  const written = Object.entries(byHand).flatMap(([path, who]) =>
    Object.keys(who).map((method) => `${method} ${path}`),
  );
  expect(found.toSorted()).toEqual(written.toSorted());
  expect(printed.filter(([method, path]) => described(path) && method !== 'GET')).toEqual([]);
  const declared = app.endpoints.map(({ method, path }) => `${method} /api${path.toLowerCase()}`);
  expect(found.filter((route) => !['GET /api/openapi.json', 'GET /metrics'].includes(route)).toSorted()).toEqual(
    declared.toSorted(),
  );
});

test('strangers get 401 wherever a token is required, whatever they send', async () => {
  for (const { method, path, who } of routes.filter((route) => route.who !== 'open')) {
    for (const [stranger, authorization] of Object.entries(strangers)) {
      expect(await ask(method, path, authorization), `${stranger}: ${method} ${path} for ${String(who)}`).toBe(401);
    }
  }
});

test('each role is admitted exactly where specification §6 says', async () => {
  for (const { method, path, who } of routes) {
    for (const role of roles) {
      const status = await ask(method, path, await bearer(role));
      const where = `${role}: ${method} ${path}`;
      expect(who === 'open' || who.includes(role) ? letIn : [403], where).toContain(status);
    }
  }
});

test('each route declares the access that the permission table and specification §6 give it', () => {
  for (const { method, path, access } of app.endpoints) {
    const who = byHand[`/api${path.toLowerCase()}`]?.[method];
    const where = `${method} ${path}`;
    if (access === 'anyone') expect(who, where).toBe('open');
    else if (access === 'signed-in') expect(who, where).toEqual(everyone);
    else expect(who, where).toEqual(roles.filter((role) => can(role, access[1], access[0])));
  }
});

test('the permission table is that of specification §6', () => {
  const actions: Action[] = ['view', 'create', 'update', 'delete'];
  const master = [everyone, office, office, admins];
  const table = {
    suppliers: master,
    buyers: master,
    categories: master,
    materials: master,
    products: master,
    goods: master,
    inward: master,
    production: [everyone, everyone, office, admins],
    users: [office, office, admins, admins],
    reports: [everyone, [], [], []],
    backups: [admins, admins, [], []],
    activity: [admins, [], [], []],
  };
  const names = ['suppliers', 'buyers', 'categories', 'materials', 'products', 'goods', 'inward'] as const;
  for (const resource of [...names, 'production', 'users', 'reports', 'backups', 'activity'] as const) {
    const found = actions.map((action) => roles.filter((role) => can(role, action, resource)));
    expect(found, resource).toEqual(table[resource]);
  }
});

test('after the first administrator, only admins and managers add accounts, and none above their own role', async () => {
  const register = async (authorization: string | undefined, userRole: Role) => {
    const headers = authorization === undefined ? {} : { authorization };
    const payload = userFields({ userRole });
    return (await app.app.inject({ method: 'POST', url: '/api/auth/register', headers, payload })).statusCode;
  };
  for (const [stranger, authorization] of Object.entries(strangers)) {
    expect(await register(authorization, 'user'), stranger).toBe(401);
  }
  const answers = { admin: [201, 201, 201], manager: [403, 201, 201], user: [403, 403, 403] };
  for (const actor of roles) {
    const found = [];
    for (const userRole of roles) found.push(await register(await bearer(actor), userRole));
    expect(found, actor).toEqual(answers[actor]);
  }
});

// How an address is read is the same on both engines.
if (!onPostgres) {
  describe('an address in another spelling', () => {
    const encoded = (path: string) =>
      path.replace(/(?<=\/)[a-z](?=[^/]*$)/i, (letter) => `%${letter.charCodeAt(0).toString(16)}`);

    test('in other capitals, or with a slash at its end, is the same route for everybody', async () => {
      for (const role of roles) {
        const session = await bearer(role);
        for (const { method, path } of routes.filter(
          (route) => !(route.path === '/api/auth/logout' || route.method === 'HEAD'),
        )) {
          const same = await ask(method, path, session);
          const capitals = path.toUpperCase().replace(':ID', ':id');
          for (const other of role === 'admin' ? [capitals, `${path}/`, `${capitals}/`] : [`${capitals}/`]) {
            expect(await ask(method, other, session), `${role}: ${method} ${other}`).toBe(same);
          }
        }
      }
    });

    test('never bypasses the check', async () => {
      const user = await bearer('user');
      for (const { method, path, who } of routes.filter((route) => route.who !== 'open')) {
        const last = path.split('/').at(-1) ?? '';
        const others = [encoded(path), `/${path}`, path.replace('/api/', '/api//'), path.replace('/api/', '/api/./')];
        others.push(path.replace('/api/', '/api/health/../'), `${path};x`, `${path}%2f`, `${path}%00`, `${path}#x`);
        others.push(path.replace(last, `..%2f${last}`), `${path}?id=1`, path.replace('/api', '/api/docs/..'));
        for (const other of others) {
          const where = `${method} ${other}`;
          expect([400, 401, 404], `nobody: ${where}`).toContain(await ask(method, other, undefined));
          if (!who.includes('user')) {
            expect([400, 403, 404], `user: ${where}`).toContain(await ask(method, other, user));
          }
        }
      }
    });

    test('accepts no method without a route', async () => {
      const admin = await bearer('admin');
      for (const path of new Set(routes.map((route) => route.path))) {
        const own = new Set(routes.filter((route) => route.path === path).map(({ method }) => method));
        for (const method of methods.filter((each) => !own.has(each))) {
          for (const authorization of [undefined, admin]) {
            const status = await ask(method, path, authorization);
            // Where a path segment could match another route's id, access is checked before the id.
            expect([400, 401, 404], `${method} ${path}`).toContain(status);
          }
        }
      }
    });
  });
}
