/** Weekly mails of several servers, one of which is killed, or waits for its mail server for minutes. */
import { afterAll, beforeEach, expect, test } from 'vitest';
import { buildTestApp } from '#test/buildTestApp.ts';
import { openMailServer } from '#test/mailServer.ts';
import { remindersOf } from '../../prove/readiness/reminders.ts';
import { WeeklyMails } from './weeklyMails.ts';

let week = 0;

const server = await openMailServer();
const app = await buildTestApp({ SMTP_URL: server.url, TIME_ZONE: 'Asia/Kolkata', SESSION_IDLE_HOURS: '720' });
app.clock.now = new Date('2026-11-20T06:30:00.000Z');
const admin = await app.as('admin');
const certificate = { holder: 'own', scheme: 'NPOP', number: 'ORG/1', validFrom: '2026-01-01', allItems: true };
expect((await admin('POST', '/certificates', { ...certificate, validTo: '2027-01-31' })).status).toBe(201);

afterAll(async () => {
  await server.close();
});

beforeEach(() => {
  Object.assign(server, { mails: [], reactions: [], offers: 0 });
  app.clock.now = new Date(Date.parse('2026-11-23T06:00:00.000Z') + week * 7 * 86_400_000);
  week += 1;
});

/** The mails of another server on the same database. */
function otherServer(): WeeklyMails {
  const { store, config, mailer, now, today } = app.services;
  const onFailure = (error: unknown) => {
    throw error;
  };
  return new WeeklyMails({ store, config, mailer, now, today, onFailure }, [remindersOf(store)]);
}

function pass(minutes: number): void {
  app.clock.now = new Date(app.clock.now.getTime() + minutes * 60_000);
}

async function received(count: number): Promise<void> {
  while (server.mails.length < count) await new Promise((resolve) => setImmediate(resolve));
}

test('a mail that a killed server had claimed is sent by another one when the lease has ended', async () => {
  // The killed server never learns that its mail was accepted.
  const never = Promise.withResolvers<void>();
  server.reactions = [never.promise];
  const killed = otherServer().sendDue();
  await received(1);
  pass(29);
  await otherServer().sendDue();
  expect(server.mails).toHaveLength(1);
  pass(2);
  await otherServer().sendDue();
  expect(server.mails).toHaveLength(2);
  const [first, second] = server.mails;
  expect(first?.messageId).not.toBe('');
  expect(second?.messageId).toBe(first?.messageId);
  pass(60);
  await otherServer().sendDue();
  expect(server.mails).toHaveLength(2);
  never.resolve();
  await killed;
});

test('a mail that the mail server accepts only after ten minutes is not sent twice', async () => {
  const answer = Promise.withResolvers<void>();
  server.reactions = [answer.promise];
  const slow = otherServer().sendDue();
  await received(1);
  pass(10);
  await otherServer().sendDue();
  answer.resolve();
  await slow;
  pass(60);
  await otherServer().sendDue();
  expect(server.mails).toHaveLength(1);
});

test('a mail whose connection was lost is repeated under its Message-ID', async () => {
  server.reactions = ['lost'];
  await expect(otherServer().sendDue()).rejects.toThrow('not sent to all recipients');
  pass(60);
  await otherServer().sendDue();
  const [first, second] = server.mails;
  expect(server.mails).toHaveLength(2);
  expect(second?.messageId).toBe(first?.messageId);
});

test('mails to two people and in two weeks have different Message-IDs', async () => {
  await app.person('manager');
  await otherServer().sendDue();
  pass(7 * 24 * 60);
  week += 1;
  await otherServer().sendDue();
  expect(new Set(server.mails.map(({ messageId }) => messageId)).size).toBe(4);
});
