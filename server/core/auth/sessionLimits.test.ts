/** Session expiry, and the cost of extending a session. */
import { expect, test } from 'vitest';
import { buildTestApp, type Caller } from '#test/buildTestApp.ts';
import { deleteOldSessions } from './sessions.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

let heard: string[] = [];
const app = await buildTestApp(
  { SESSION_IDLE_HOURS: '3', SESSION_LIFETIME_DAYS: '2' },
  { onStatement: (text) => heard.push(text) },
);
const { db } = app.store;

async function sessionOf(role: 'admin' | 'manager'): Promise<Caller> {
  return app.withToken(await app.sessionOf(role));
}

function later(ms: number): void {
  app.clock.now = new Date(app.clock.now.getTime() + ms);
}

/** Uses a session and waits for the work after the answer. */
async function use(call: Caller): Promise<number> {
  const { status } = await call('GET', '/suppliers');
  await app.settled();
  return status;
}

test('a session ends after the idle time, and each use begins it again', async () => {
  const call = await sessionOf('admin');
  for (let turn = 0; turn < 5; turn += 1) {
    later(3 * HOUR - MINUTE);
    expect(await use(call)).toBe(200);
  }
  later(3 * HOUR);
  expect(await use(call)).toBe(401);
});

test('however much it is used, it ends after its lifetime', async () => {
  const call = await sessionOf('admin');
  for (let turn = 0; turn < 23; turn += 1) {
    later(2 * HOUR);
    expect(await use(call)).toBe(200);
  }
  later(2 * HOUR);
  expect(await use(call)).toBe(401);
});

test('the last use is stored once a minute, also for fifty requests at once, and never without a session', async () => {
  const call = await sessionOf('manager');
  const notes = () => heard.filter((text) => /update session/.test(text)).length;
  heard = [];
  for (let turn = 0; turn < 10; turn += 1) await use(call);
  expect(notes()).toBe(0);
  later(MINUTE);
  await Promise.all(Array.from({ length: 50 }, () => use(call)));
  expect(notes()).toBe(1);
  later(MINUTE);
  await app.withToken('a'.repeat(43))('GET', '/suppliers');
  await app.settled();
  expect(notes()).toBe(1);
});

test('a session of an older version keeps its end, and gets a last use', async () => {
  const call = await sessionOf('manager');
  const end = new Date(app.clock.now.getTime() + HOUR).toISOString();
  await db.updateTable('session').set({ ends_at: null, last_seen_at: null, expires_at: end }).execute();
  expect(await use(call)).toBe(200);
  const rows = await db.selectFrom('session').select(['expires_at', 'last_seen_at']).execute();
  expect(rows.filter((row) => row.last_seen_at !== null).map((row) => row.expires_at)).toEqual([end]);
  later(HOUR);
  expect(await use(call)).toBe(401);
});

test('expired sessions are removed', async () => {
  later(DAY);
  const call = await sessionOf('admin');
  await deleteOldSessions(db, app.clock.now);
  expect(await db.selectFrom('session').select('user_id').execute()).toHaveLength(1);
  expect(await use(call)).toBe(200);
});
