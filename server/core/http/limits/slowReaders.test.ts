/** Whole lists to clients that read slowly or not at all: backpressure stops reading, and no other request waits. */
import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, afterEach, expect, test } from 'vitest';
import { refusalTexts } from '#contract/core/refusals.ts';
import type { Role } from '#contract/permissions.ts';
import { buildTestApp } from '#test/buildTestApp.ts';
import { insertSuppliers, supplierFields } from '#test/factories.ts';

/** More than the socket buffers hold. */
const ROWS = 12_000;
const ROWS_OF_A_BATCH = 250;
/** The number of slots, half of them for one account. */
const READERS = 8;
/** The most queued requests of one account: its share of the queue, and those next in line. */
const WAITING = 54;
/** Consecutive checks without progress until reading counts as stopped. */
const STILL_LOOKS = 8;
const STILL_MS = 100;

let batches = 0;
const readers: Socket[] = [];
/** The server's ends of the connections. */
const served: Socket[] = [];

const app = await buildTestApp(
  {},
  { onStatement: (text) => (batches += Number(text.includes(`limit ${ROWS_OF_A_BATCH}`))) },
);
const admin = await app.as('admin');
await insertSuppliers(app.store.db, ROWS);
app.app.server.on('connection', (socket) => served.push(socket));
const port = await app.listen();

function leave(): void {
  for (const socket of readers.splice(0)) socket.destroy();
}

afterEach(leave);
afterAll(leave);

/** Waits until reading has stopped; returns whether anything was read. */
async function stillness(): Promise<boolean> {
  const before = batches;
  for (let last = batches, looks = 0; looks < STILL_LOOKS; looks = last === batches ? looks + 1 : 0) {
    last = batches;
    await delay(STILL_MS);
  }
  return batches > before;
}

/** Requests the whole list so many times without reading the answers. */
async function ask(times: number, role: Role): Promise<void> {
  const { token } = await app.person(role);
  for (let count = 0; count < times; count += 1) {
    const socket = connect(port, '127.0.0.1').pause();
    readers.push(socket);
    socket.write(`GET /api/suppliers HTTP/1.1\r\nHost: godown\r\nAuthorization: Bearer ${token}\r\n\r\n`);
  }
}

/**
 * The same as administrator, then as manager; waits until reading has stopped and returns the number of batches read.
 */
async function askAndTakeNothing(times: number): Promise<number> {
  const before = batches;
  served.length = 0;
  await ask(Math.ceil(times / 2), 'admin');
  await ask(Math.floor(times / 2), 'manager');
  const hasBegun = () => batches >= before + times;
  while (!hasBegun()) await delay(STILL_MS);
  await stillness();
  return batches - before;
}

test('a list is read only as far as its client receives it, and other requests go on', async () => {
  expect(await askAndTakeNothing(READERS)).toBeLessThan((READERS * ROWS * 0.75) / ROWS_OF_A_BATCH);
  expect((await admin('POST', '/suppliers', supplierFields())).status).toBe(201);
  expect((await admin('GET', '/suppliers?page=1&pageSize=15')).json).toHaveLength(15);
  const { db, pool } = app.store;
  if (!pool) return;
  expect([pool.waitingCount, pool.totalCount - pool.idleCount]).toEqual([0, 0]);
  const { rows } = await sql`
    select query from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'`.execute(
    db,
  );
  expect(rows).toEqual([]);
});

test('only as many lists begin as fit in memory; the next begins when a client disconnects, whose list is read no further', async () => {
  await askAndTakeNothing(READERS);
  const before = batches;
  const waiting = admin('GET', '/suppliers?sort=name');
  expect(await stillness()).toBe(false);
  leave();
  expect((await waiting).json.length).toBeGreaterThanOrEqual(ROWS);
  const all = Math.floor(ROWS / ROWS_OF_A_BATCH) + 1;
  // Each closed connection may have been in the middle of a batch.
  expect(batches - before).toBeLessThanOrEqual(all + READERS);
});

test('lists of an account beyond its queue are refused, a disconnected client makes room, and pages are read meanwhile', async () => {
  await askAndTakeNothing(READERS);
  const tooMany = 20;
  const heard = new Map<Socket, string>();
  const listen = (sockets: readonly Socket[]) => {
    for (const socket of sockets)
      socket.on('data', (chunk: Buffer) => heard.set(socket, chunk.toString('latin1'))).resume();
  };
  await ask(WAITING + tooMany, 'user');
  listen(readers.slice(READERS));
  while (heard.size < tooMany) await delay(STILL_MS);
  expect((await admin('GET', '/suppliers?page=1&pageSize=15')).json).toHaveLength(15);
  expect(heard.size).toBe(tooMany);
  for (const text of heard.values()) {
    expect(text).toMatch(/^HTTP\/1\.1 503 [^]*\r\nretry-after: 2\r\n/);
    expect(text).toContain(refusalTexts.tooMuchReading);
  }
  const waiting = readers.slice(READERS).filter((socket) => !heard.has(socket));
  const gone = () => served.filter((socket) => socket.destroyed).length;
  const goneBefore = gone();
  for (const socket of waiting.slice(0, tooMany)) socket.destroy();
  while (gone() < goneBefore + tooMany) await delay(STILL_MS);
  await ask(tooMany, 'user');
  listen(readers.slice(-tooMany));
  await stillness();
  expect(heard.size).toBe(tooMany);
});

test('a client that receives nothing for a minute is cut off', async () => {
  await askAndTakeNothing(1);
  const [socket] = served;
  expect(socket?.timeout).toBe(60_000);
  socket?.emit('timeout');
  expect(socket?.destroyed).toBe(true);
});

test('a client that goes on reading gets the whole list', async () => {
  await askAndTakeNothing(1);
  const [socket] = readers;
  let text = '';
  socket?.on('data', (chunk: Buffer) => (text += chunk.toString('latin1')));
  socket?.resume();
  while (!text.endsWith('\r\n0\r\n\r\n')) await delay(STILL_MS);
  const rows: unknown = JSON.parse(text.slice(text.indexOf('\r\n\r\n') + 4).replaceAll(/(^|\r\n)[\da-f]+\r\n/g, ''));
  expect(Array.isArray(rows) && rows.length).toBeGreaterThanOrEqual(ROWS);
});
