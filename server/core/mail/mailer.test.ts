/** A mail server that is slow to greet: mails wait for it, the end of the server does not. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { buildTestApp, type TestApp } from '#test/buildTestApp.ts';
import { openMailServer, type MailServer } from '#test/mailServer.ts';

let server: MailServer;
let app: TestApp;
let greet: () => void;

/** Lets some time pass for timers, and the sockets work. */
async function pass(milliseconds: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(milliseconds);
  await nextTurn();
}

beforeEach(async () => {
  const greeted = Promise.withResolvers<void>();
  greet = greeted.resolve;
  server = await openMailServer(greeted.promise);
  app = await buildTestApp({ SMTP_URL: server.url });
  await app.person('admin');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  await app.anyone('GET', '/Auth/reset-password-otp?email=admin@example.in');
  while (!server.isConnected) await nextTurn();
});

afterEach(async () => {
  vi.useRealTimers();
  greet();
  await server.close();
});

test('a mail server that greets after half a minute gets its mail', async () => {
  await pass(30_000);
  greet();
  await app.settled();
  expect(server.mails.map(({ to }) => to)).toEqual(['admin@example.in']);
});

test('a silent mail server delays the stop of Godown for a few seconds only', async () => {
  let isClosed = false;
  const closed = app.app.close().then(() => (isClosed = true));
  for (let passed = 0; passed < 4000; passed += 100) await pass(100);
  expect(isClosed).toBe(false);
  for (let passed = 4000; passed < 9000; passed += 100) await pass(100);
  await closed;
  expect(server.mails).toEqual([]);
});
