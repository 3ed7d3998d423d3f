/** Write access is checked again in the transaction, read access before each part of a streamed answer. */
import { randomUUID } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { beforeEach, expect, test } from 'vitest';
import { buildTestApp, type Caller, type TestApp } from '#test/buildTestApp.ts';
import { insertSuppliers, supplierFields, userFields } from '#test/factories.ts';
import { openSession } from '#server/core/auth/sessions.ts';

let app: TestApp;
let admin: Caller;
let port: number;
/** Another administrator, to be deleted. */
let other: { userId: number; token: string };
const newAdministrator = () => userFields({ userRole: 'admin' });

beforeEach(async () => {
  app ??= await buildTestApp();
  admin = await app.as('admin');
  const { userId } = (await admin('POST', '/Auth/register', newAdministrator())).json;
  other = { userId, token: await openSession(app.store.db, userId, app.clock.now, app.services.config.session) };
  port = await app.listen();
});

function request(method: string, path: string, length: number): string {
  return (
    `${method} /api${path} HTTP/1.1\r\nHost: godown\r\nConnection: close\r\nAuthorization: Bearer ${other.token}\r\n` +
    `Content-Type: application/json\r\nContent-Length: ${length}\r\nIdempotency-Key: ${randomUUID()}\r\n\r\n`
  );
}

/** Sends the first bytes of a request's body and waits until the server has authenticated it. */
async function begin(method: string, path: string, body: string): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  const arrived = once(app.app.server, 'request');
  socket.write(request(method, path, Buffer.byteLength(body)) + body.slice(0, 5));
  await arrived;
  await delay(50);
  return socket;
}

async function finish(socket: Socket, body: string): Promise<string> {
  let heard = '';
  socket.on('data', (chunk: Buffer) => (heard += chunk.toString()));
  socket.write(body.slice(5));
  await once(socket, 'close');
  return heard;
}

const writes: [string, string, () => object][] = [
  ['POST', '/suppliers', supplierFields],
  ['POST', '/Auth/register', newAdministrator],
  ['PUT', '/Auth/edit-user/1', newAdministrator],
  ['POST', '/backups', () => ({ what: 'everything' })],
  ['POST', '/inspection-packs/verify', () => ({ what: 'no file' })],
];

test.each(writes)('%s %s of a user who is deleted while the body arrives is refused', async (method, path, fields) => {
  if (path === '/backups' && app.store.engine === 'postgres') return;
  const body = JSON.stringify(fields());
  const before = [await admin('GET', '/suppliers'), await admin('GET', '/Auth/users')].map(({ json }) => json.length);
  const socket = await begin(method, path, body);
  expect((await admin('DELETE', `/Auth/delete-user/${other.userId}`)).status).toBe(200);
  expect(await finish(socket, body)).toMatch(/^HTTP\/1\.1 401 /);
  const after = [await admin('GET', '/suppliers'), await admin('GET', '/Auth/users')].map(({ json }) => json.length);
  // The deleted user.
  expect(after).toEqual([before[0], (before[1] ?? 0) - 1]);
});

test.each([
  ['a lower role is refused', { userRole: 'user' }],
  ['an ended session is refused', undefined],
])('%s', async (_, change) => {
  const body = JSON.stringify(supplierFields());
  const socket = await begin('POST', '/suppliers', body);
  if (change) {
    const { json } = await admin('GET', '/Auth/users');
    const user = json.find((each: { userId: number }) => each.userId === other.userId);
    expect((await admin('PUT', `/Auth/edit-user/${other.userId}`, { ...user, ...change })).status).toBe(200);
  } else {
    expect((await admin('DELETE', `/Auth/user-sessions/${other.userId}`)).status).toBe(200);
  }
  expect(await finish(socket, body)).toMatch(/^HTTP\/1\.1 401 /);
});

test('a role that was lowered without ending the sessions is refused too', async () => {
  const body = JSON.stringify(supplierFields());
  const socket = await begin('POST', '/suppliers', body);
  await app.store.db.updateTable('app_user').set({ role: 'user' }).where('id', '=', other.userId).execute();
  expect(await finish(socket, body)).toMatch(/^HTTP\/1\.1 403 /);
});

test('an export breaks off when its session ends, and contains nothing recorded later', async () => {
  await insertSuppliers(app.store.db, 15_000);
  const socket = connect(port, '127.0.0.1').pause();
  // Oldest first, so new rows come last.
  socket.write(request('GET', '/suppliers?sort=supplierId&order=asc', 0));
  await delay(500);
  expect((await admin('DELETE', `/Auth/delete-user/${other.userId}`)).status).toBe(200);
  expect((await admin('POST', '/suppliers', supplierFields({ name: 'After the end' }))).status).toBe(201);
  let heard = '';
  socket.on('data', (chunk: Buffer) => (heard += chunk.toString()));
  socket.on('error', () => undefined);
  socket.resume();
  await once(socket, 'close');
  expect(heard).toContain('Grower');
  expect(heard).not.toContain('After the end');
  // The chunked answer has no terminator, so the client sees that it is incomplete.
  expect(heard.endsWith('\r\n0\r\n\r\n')).toBe(false);
});
