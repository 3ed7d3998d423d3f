import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '#test/buildTestApp.ts';
import { userFields } from '#test/factories.ts';
import { openMailServer, type MailServer } from '#test/mailServer.ts';

let app: TestApp;
let server: MailServer;

beforeAll(async () => {
  server = await openMailServer();
  app = await buildTestApp({ SMTP_URL: server.url, TIME_ZONE: 'Asia/Kolkata' });
  const admin = await app.as('admin');
  await app.as('user');
  await app.as('manager');
  const { status, json: gone } = await admin('POST', '/Auth/register', userFields({ userRole: 'manager' }));
  expect(status).toBe(201);
  const inactive = { ...userFields({ userRole: 'manager', password: '' }), status: 0 };
  expect((await admin('PUT', `/Auth/edit-user/${gone.userId}`, inactive)).status).toBe(200);
});

afterAll(async () => {
  await server.close();
});

beforeEach(() => {
  server.mails = [];
  server.refused = undefined;
});

/** Runs the mailer at an instant, and returns the recipients. */
async function lookAt(instant: string): Promise<string[]> {
  app.clock.now = new Date(instant);
  server.mails = [];
  await app.services.weeklyMails.sendDue();
  return server.mails.map(({ to }) => to).toSorted();
}

const both = ['admin@example.in', 'manager@example.in'];

test('no reminder is sent while no certificate lapses', async () => {
  expect(await lookAt('2026-11-18T06:00:00.000Z')).toEqual([]);
});

test('admins and managers are reminded once a week, from Monday 08:00, of certificates lapsing within 30, 60 and 90 days', async () => {
  app.clock.now = new Date('2026-11-20T06:30:00.000Z');
  const admin = await app.as('admin');
  const own = { holder: 'own', validFrom: '2026-01-01', allItems: true };
  for (const [scheme, number, validTo] of [
    ['NPOP', 'ORG/<1>', '2026-12-20'],
    ['EU', 'EU/2', '2027-01-10'],
    ['NOP', 'NOP/3', '2027-02-15'],
    ['PGS-India', 'PGS/4', '2027-11-01'],
  ]) {
    expect((await admin('POST', '/certificates', { ...own, scheme, number, validTo })).status).toBe(201);
  }
  expect(await lookAt('2026-11-20T06:31:00.000Z')).toEqual(both);
  const { mail } = server.mails[0] ?? { mail: '' };
  expect(mail).toContain('Subject: Godown: 1 certificate lapses within 30 days');
  const text = mail.slice(0, mail.indexOf('<div'));
  const order = [
    'Within 30 days',
    'ORG/<1>, valid to 20-12-2026, in 30 days',
    'Within 60 days',
    'EU/2',
    'Within 90 days',
  ];
  const places = [...order, 'NOP/3'].map((part) => text.indexOf(part));
  expect(places).toEqual(places.toSorted((one, other) => one - other));
  expect(places).not.toContain(-1);
  expect(mail).not.toContain('PGS/4');
  expect(mail.slice(mail.indexOf('<div'))).toContain('ORG/&#60;1&#62;');

  expect(await lookAt('2026-11-22T18:00:00.000Z')).toEqual([]);
  expect(await lookAt('2026-11-23T02:29:00.000Z')).toEqual([]);
  expect(await lookAt('2026-11-23T02:30:00.000Z')).toEqual(both);
});

test('one of several servers sends the reminders', async () => {
  app.clock.now = new Date('2026-11-30T06:00:00.000Z');
  await Promise.all(Array.from({ length: 4 }, () => app.services.weeklyMails.sendDue()));
  expect(server.mails.map(({ to }) => to).toSorted()).toEqual(both);
});

test('a refused reminder is tried again, and the others are not sent twice', async () => {
  server.refused = 'admin@example.in';
  await expect(lookAt('2026-12-07T06:00:00.000Z')).rejects.toThrow('not sent to all recipients');
  expect(server.mails.map(({ to }) => to)).toEqual(['manager@example.in']);
  server.refused = undefined;
  expect(await lookAt('2026-12-07T07:00:00.000Z')).toEqual(['admin@example.in']);
});
