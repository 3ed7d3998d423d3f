/** Codes by a mail server that refuses, asks to try later, or loses its connection. */
import { setTimeout as passed } from 'node:timers/promises';
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest';
import { buildTestApp } from '#test/buildTestApp.ts';
import { userFields } from '#test/factories.ts';
import { openMailServer } from '#test/mailServer.ts';

const PASSWORD = 'the-old-one';
const LATER = 451;
const NO_MAILBOX = 550;

let email: string;

const server = await openMailServer();
const app = await buildTestApp({ SMTP_URL: server.url });

afterAll(async () => {
  await server.close();
});

beforeEach(async () => {
  const admin = await app.as('admin');
  const fields = userFields({ password: PASSWORD });
  email = fields.email;
  expect((await admin('POST', '/Auth/register', fields)).status).toBe(201);
  Object.assign(server, { mails: [], reactions: [], offers: 0 });
  browsers.clear();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});

afterEach(async () => {
  await settle();
  vi.useRealTimers();
});

/** Slowly enough that neither a pause of the server nor a time-out of a connection ends; the SMTP server needs its timers. */
const SLOW_MS = 10;

/** Whether the mail server or PostgreSQL is at work: the time-outs of their connections are among the moved timers. */
function isBusy(): boolean {
  const { pool } = app.store;
  return server.isBusy() || (pool !== undefined && pool.totalCount > pool.idleCount);
}

/** Moves the timers on until something has happened; sockets and the database work meanwhile. */
async function moveOnUntil(hasHappened: () => boolean, stepMs = 1000): Promise<void> {
  while (!hasHappened()) {
    await vi.advanceTimersByTimeAsync(isBusy() ? SLOW_MS : stepMs);
    await passed(5);
  }
}

/** The same, slowly. */
async function until(hasHappened: () => boolean): Promise<void> {
  await moveOnUntil(hasHappened, SLOW_MS);
}

async function settle(): Promise<void> {
  let isSettled = false;
  const settled = app.settled().then(() => (isSettled = true));
  await moveOnUntil(() => isSettled);
  await settled;
}

/** The cookies of browsers, by their names here. */
const browsers = new Map<string, string>();

/** Requests a code, as a browser that keeps its cookie where it is given one. */
async function request(browser = ''): Promise<number> {
  const cookie = browsers.get(browser);
  const path = `/Auth/reset-password-otp?email=${email}`;
  const { status, headers } = await app.anyone('GET', path, undefined, cookie ? { cookie } : {});
  const set = /godown_reset=[^;]*/.exec(String(headers['set-cookie']))?.[0];
  if (browser && set !== undefined) browsers.set(browser, set);
  return status;
}

const codes = () => server.mails.map(({ mail }) => /Subject: (\d{6}) /.exec(mail)?.[1] ?? '');

async function use(otp: string | undefined, password = 'the-new-one'): Promise<number> {
  return (await app.anyone('POST', '/Auth/verify-otp', { email, otp, password })).status;
}

test('a mail that the mail server defers is sent again, and its code works', async () => {
  server.reactions = [LATER, LATER];
  expect(await request()).toBe(200);
  await settle();
  expect([server.offers, server.mails.length]).toEqual([3, 1]);
  expect(await use(codes()[0])).toBe(200);
});

test('a delivered code works until the mail server accepts the next one', async () => {
  await request('laptop');
  await settle();
  server.reactions = [LATER];
  await request('laptop');
  await until(() => server.offers === 2);
  // The next one waits to be sent again.
  const [first] = codes();
  expect(await use(first)).toBe(200);
  await settle();
  const [, second] = codes();
  // It was requested for the password before.
  expect(await use(second, 'a-third-one')).toBe(400);
});

test.each([{ email: 'moved' }, { userRole: 'manager' }])(
  'a code is not stored where %o has changed',
  async (change) => {
    const admin = await app.as('admin');
    const { json: people } = await admin('GET', '/Auth/users');
    const person = people.find((each: { email: string }) => each.email === email);
    server.reactions = [LATER];
    await request();
    await until(() => server.offers === 1);
    const changed = 'email' in change ? { email: `moved.${email}` } : change;
    expect((await admin('PUT', `/Auth/edit-user/${person.userId}`, { ...person, ...changed })).status).toBe(200);
    await settle();
    email = changed.email ?? email;
    expect(await use(codes()[0])).toBe(400);
  },
);

test('a code whose mail was accepted replaces the one before', async () => {
  await request('laptop');
  await settle();
  await request('laptop');
  await settle();
  const [first, second] = codes();
  if (first !== second) expect(await use(first)).toBe(400);
  expect(await use(second)).toBe(200);
});

test('a refused mail is not repeated, leaves the code before, and does not count to the codes of the day', async () => {
  await request('laptop');
  await settle();
  server.reactions = Array<number>(4).fill(NO_MAILBOX);
  for (let count = 0; count < 4; count += 1) expect(await request('laptop')).toBe(200);
  await settle();
  expect([server.offers, server.mails.length]).toEqual([5, 1]);
  // The fifth and sixth of this network, of which two were accepted.
  expect(await request()).toBe(200);
  await settle();
  expect(server.mails).toHaveLength(2);
  const [first] = codes();
  expect(await use(first)).toBe(400);
});

test('a mail that is deferred six times is given up, and does not count to the codes of the day', async () => {
  for (let count = 0; count < 5; count += 1) {
    server.reactions = Array<number>(6).fill(LATER);
    expect(await request()).toBe(200);
    await settle();
    expect(server.reactions).toEqual([]);
  }
  expect(await request()).toBe(200);
  await settle();
  expect(await use(codes()[0])).toBe(200);
});

test('a connection that is lost before the answer repeats the same mail, and its code works', async () => {
  server.reactions = ['lost'];
  await request();
  await settle();
  const [first, second] = server.mails;
  expect([first?.messageId, codes()[0]]).toEqual([second?.messageId, codes()[1]]);
  expect(first?.messageId).toMatch(/^<[\w-]+@[\w.]+>$/);
  expect(await use(codes()[0])).toBe(200);
});

test('an accepted newer code of the device ends the repeats of an older one', async () => {
  server.reactions = [LATER];
  await request('laptop');
  await until(() => server.offers === 1);
  await request('laptop');
  await until(() => server.mails.length === 1);
  await settle();
  expect(server.offers).toBe(2);
  expect(await use(codes()[0])).toBe(200);
});

test('stopping the server ends the wait', async () => {
  const other = await buildTestApp({ SMTP_URL: server.url });
  await other.person('admin');
  server.reactions = [LATER];
  await other.anyone('GET', '/Auth/reset-password-otp?email=admin@example.in');
  await until(() => server.offers === 1);
  // Without a further second of the timers.
  await other.app.close();
  expect(server.mails).toEqual([]);
});
