import { describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '#test/buildTestApp.ts';
import { addSupplier } from '#test/factories.ts';
import { isTransient } from '../../db/faults.ts';
import { inTransaction } from '../../db/transaction.ts';

const token = 'a-token-that-nobody-guesses';

interface From {
  headers?: Record<string, string>;
  remoteAddress?: string;
}

async function ask({ app }: TestApp, { headers = {}, remoteAddress = '127.0.0.1' }: From = {}) {
  const { statusCode, body } = await app.inject({ url: '/metrics', headers, remoteAddress });
  return { status: statusCode, text: body };
}

/** The value of a metric, by name and labels in Prometheus format. */
function valueOf(text: string, name: string): number | undefined {
  const line = text.split('\n').find((each) => each.startsWith(`${name} `));
  return line === undefined ? undefined : Number(line.slice(name.length + 1));
}

describe('access to metrics', () => {
  test('without METRICS_TOKEN only requests from this machine are answered, and none through a proxy', async () => {
    const app = await buildTestApp();
    for (const remoteAddress of ['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1']) {
      expect((await ask(app, { remoteAddress })).status, remoteAddress).toBe(200);
    }
    for (const remoteAddress of ['10.0.0.5', '::ffff:10.0.0.5', '2001:db8::1']) {
      expect((await ask(app, { remoteAddress })).status, remoteAddress).toBe(404);
    }
    const elsewhere: Record<string, string>[] = [
      { host: 'evil.example' },
      { host: 'localhost', origin: 'http://evil.example' },
    ];
    for (const headers of elsewhere) {
      expect((await ask(app, { headers })).status, JSON.stringify(headers)).toBe(404);
    }
    for (const name of ['X-Forwarded-For', 'Forwarded', 'X-Real-IP']) {
      expect((await ask(app, { headers: { [name]: '127.0.0.1' } })).status, name).toBe(404);
    }
  });

  test('with METRICS_TOKEN only requests that have the token are answered, from any address', async () => {
    const app = await buildTestApp({ METRICS_TOKEN: token });
    const from = { remoteAddress: '10.0.0.5' };
    expect((await ask(app, { ...from, headers: { authorization: `Bearer ${token}` } })).status).toBe(200);
    for (const authorization of ['', 'Bearer ', `Bearer ${token}x`, `Basic ${token}`, token]) {
      expect((await ask(app, { ...from, headers: { authorization } })).status, authorization).toBe(401);
    }
    const session = (await app.person('admin')).token;
    expect((await ask(app, { headers: { authorization: `Bearer ${session}` } })).status).toBe(401);
    expect((await ask(app)).status).toBe(401);
  });
});

test('requests are counted by the pattern of their route, never by their path', async () => {
  const app = await buildTestApp();
  await ask(app);
  const admin = await app.as('admin');
  const id = await addSupplier(admin);
  for (const path of [`/suppliers/${id}`, `/suppliers/${id}?x=secret`, '/Suppliers/999999']) await admin('GET', path);
  await app.anyone('GET', '/no/such/secret');
  const { text } = await ask(app);
  const count = (labels: string) => valueOf(text, `http_request_duration_seconds_count{${labels}}`);
  expect(count('method="GET",route="/api/suppliers/:id",status="200"')).toBe(2);
  expect(count('method="GET",route="/api/suppliers/:id",status="404"')).toBe(1);
  expect(count('method="POST",route="/api/suppliers",status="201"')).toBe(1);
  expect(count('method="GET",route="other",status="404"')).toBe(1);
  expect(text).not.toMatch(/secret|\/999999/);
});

test('figures of the process, of database connections and of retried transactions are reported', async () => {
  const app = await buildTestApp();
  const before = valueOf((await ask(app)).text, 'godown_transactions_retried_total') ?? Number.NaN;
  const busy = Object.assign(new Error('busy'), { code: '40001' });
  expect(isTransient(busy)).toBe(true);
  let tries = 0;
  await inTransaction(app.store.db, () => {
    tries += 1;
    return tries < 3 ? Promise.reject(busy) : Promise.resolve();
  });
  const { text } = await ask(app);
  expect(valueOf(text, 'godown_transactions_retried_total')).toBe(before + 2);
  for (const name of ['process_resident_memory_bytes', 'nodejs_eventloop_lag_p99_seconds']) {
    expect(valueOf(text, name), name).toBeGreaterThanOrEqual(0);
  }
  const connections = ['used', 'idle', 'waited for'].map((state) =>
    valueOf(text, `godown_database_connections{state="${state}"}`),
  );
  const [used, idle, waitedFor] = connections;
  const isPostgres = app.store.engine === 'postgres';
  expect([used, waitedFor]).toEqual(isPostgres ? [0, 0] : [undefined, undefined]);
  // Reading the clock of the database may have opened another one.
  expect(isPostgres ? [1, 2] : [undefined]).toContain(idle);
});
