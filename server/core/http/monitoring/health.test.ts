/** Health checks, request ids, and graceful shutdown. */
import { once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import Fastify from 'fastify';
import { sql } from 'kysely';
import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { buildTestApp } from '#test/buildTestApp.ts';
import { shutDownGracefully } from '../limits/gracefulShutdown.ts';

describe('ready', () => {
  test('is answered while the database answers and is up to date, also beside a newer version', async () => {
    const app = await buildTestApp();
    expect((await app.anyone('GET', '/ready')).json).toEqual({ status: 'ready' });
    const { db } = app.store;
    await sql`insert into kysely_migration (name, timestamp) values ('999-the-future', '2030-01-01')`.execute(db);
    expect((await app.anyone('GET', '/ready')).status).toBe(200);
    await sql`delete from kysely_migration where name = '007-session-details'`.execute(db);
    const outdated = await app.anyone('GET', '/ready');
    expect([outdated.status, outdated.json.message, outdated.headers['retry-after']]).toEqual([
      503,
      'The database of Godown has not been brought up to date.',
      '2',
    ]);
    expect((await app.anyone('GET', '/health')).status).toBe(200);
  });

  test('is answered while every writing connection is busy, but not while the database hangs', async () => {
    const app = await buildTestApp();
    let goOn = () => {};
    const held = new Promise<void>((resolve) => (goOn = resolve));
    const { db, engine } = app.store;
    const busy = Array.from({ length: 10 }, () => db.transaction().execute(() => held));
    expect((await app.anyone('GET', '/ready')).status).toBe(200);
    // SQLite runs in this process: it can't hang on its own.
    if (engine === 'postgres') {
      const locking = new pg.Client(app.services.config.databaseUrl);
      await locking.connect();
      await locking.query('begin; lock table kysely_migration');
      busy.push(held.then(async () => await locking.end()));
      const answer = await app.anyone('GET', '/ready');
      expect([answer.status, answer.json.message]).toEqual([503, 'The database does not answer.']);
    }
    goOn();
    await Promise.all(busy);
    expect((await app.anyone('GET', '/ready')).status).toBe(200);
  });
});

describe('the request id', () => {
  test('is unique, in the header of every answer and in the body of server errors', async () => {
    const app = await buildTestApp();
    const names = new Set<unknown>();
    for (const path of ['/health', '/suppliers', '/no-such', '/%zz']) {
      const { headers, json } = await app.anyone('GET', path);
      expect(headers['x-request-id'], path).toMatch(/^[0-9a-z]{6}-[0-9a-z]+$/);
      expect(json).not.toHaveProperty('requestId');
      names.add(headers['x-request-id']);
    }
    expect(names.size).toBe(4);
    await sql`drop table kysely_migration`.execute(app.store.db);
    const broken = await app.anyone('GET', '/ready', undefined, { 'x-request-id': 'of-a-stranger' });
    expect([broken.status, broken.json.requestId]).toEqual([500, broken.headers['x-request-id']]);
    expect(broken.json.requestId).not.toBe('of-a-stranger');
  });
});

test('a stopping server answers on open connections, and cuts off slow clients', async () => {
  const app = Fastify({ return503OnClosing: false });
  const isStopping = shutDownGracefully(app, 100);
  app.get('/', () => ({ stopping: isStopping() }));
  await app.listen({ port: 0 });
  const { port }: AddressInfo = Object(app.server.address());
  const request = 'GET / HTTP/1.1\r\nhost: x\r\n';
  const dawdler = connect(port, '127.0.0.1');
  const late = connect(port, '127.0.0.1');
  // The connection may be reset while it sends.
  dawdler.on('error', () => undefined);
  let said = '';
  late.on('data', (chunk) => (said += chunk.toString()));
  dawdler.write(request);
  late.write(request);
  await Promise.all([once(dawdler, 'connect'), once(late, 'connect')]);
  // The answer to a later request shows that both have begun.
  await (await fetch(`http://127.0.0.1:${port}/`, { headers: { connection: 'close' } })).text();
  const closed = app.close();
  const cut = new Promise((resolve) => dawdler.once('close', resolve));
  late.write('\r\n');
  await once(late, 'close');
  expect(said).toContain('{"stopping":true}');
  expect(said.toLowerCase()).toContain('connection: close');
  await Promise.all([closed, cut]);
});
