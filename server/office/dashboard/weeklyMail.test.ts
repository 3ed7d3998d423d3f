/** The weekly mail of open tasks. */
import { afterAll, beforeEach, expect, test } from 'vitest';
import { buildTestApp, type Caller } from '#test/buildTestApp.ts';
import { addInward, addMaterial, addSupplier } from '#test/factories.ts';
import { openMailServer } from '#test/mailServer.ts';

const server = await openMailServer();
const app = await buildTestApp({ SMTP_URL: server.url, TIME_ZONE: 'Asia/Kolkata', SESSION_IDLE_HOURS: '720' });
const admin = await app.as('admin');
const user = await app.as('user');
await app.as('manager');

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

async function want(call: Caller, wanted: boolean): Promise<void> {
  const { status, json } = await call('PUT', '/weekly-mail', { wanted });
  expect([status, json]).toEqual([200, { wanted, hasMailServer: true }]);
}

test('the weekly mail is off until a person switches it on, and the history shows the change', async () => {
  expect((await user('GET', '/weekly-mail')).json).toEqual({ wanted: false, hasMailServer: true });
  await want(user, true);
  await want(user, false);
  await want(user, true);
  await want(user, true);
  expect((await user('GET', '/weekly-mail')).json).toEqual({ wanted: true, hasMailServer: true });
  expect((await admin('GET', '/weekly-mail')).json).toEqual({ wanted: false, hasMailServer: true });
  const { json: people } = await admin('GET', '/Auth/users');
  const { userId } = people.find(({ email }: { email: string }) => email === 'user@example.in');
  const { json: history } = await admin('GET', `/history/users/${userId}`);
  const changes = history.flatMap((event: { changes: object[] }) => event.changes);
  expect(changes.filter(({ label }: { label: string }) => label === 'Weekly mail')).toHaveLength(3);
  expect(changes).toContainEqual(expect.objectContaining({ before: 'Yes', after: 'No' }));
  expect((await user('PUT', '/weekly-mail', { wanted: 'yes' })).status).toBe(400);
});

test('no mail is sent without pending work', async () => {
  expect(await lookAt('2026-11-24T06:00:00.000Z')).toEqual([]);
});

test('the mail lists the pending work once a week, from Monday 08:00, in the words of the dashboard', async () => {
  const materialId = await addMaterial(admin, { name: 'Kokum <rind>' });
  const rawMaterials = [
    { rawMaterialId: materialId, quantity: 3, pricePerUnit: 100, code: 'K-1', expiresOn: '2026-11-20' },
  ];
  await addInward(admin, await addSupplier(admin), [], { inwardDate: '2026-10-01', rawMaterials });
  expect(await lookAt('2026-11-24T06:00:00.000Z')).toEqual(['user@example.in']);
  const { mail } = server.mails[0] ?? { mail: '' };
  const text = mail.slice(0, mail.indexOf('<div'));
  expect(text).toContain('1 lot past its expiry date with stock: K-1, Kokum <rind>: 3 kg');
  expect(text).toContain('1 inward not paid for more than 30 days');
  expect(text).toContain('Expired with stock: 1');
  expect(text).toContain('31 to 60 days: 1');
  expect(mail.slice(mail.indexOf('<div'))).toContain('Kokum &#60;rind&#62;');
  expect(text).not.toContain('backup');

  expect(await lookAt('2026-11-29T18:00:00.000Z')).toEqual([]);
  expect(await lookAt('2026-11-30T02:29:00.000Z')).toEqual([]);
  expect(await lookAt('2026-11-30T02:30:00.000Z')).toEqual(['user@example.in']);
});

test('one of several servers sends the mail, and a refused mail is tried again', async () => {
  await want(admin, true);
  app.clock.now = new Date('2026-12-07T06:00:00.000Z');
  server.refused = 'admin@example.in';
  const looks = await Promise.allSettled(Array.from({ length: 3 }, () => app.services.weeklyMails.sendDue()));
  expect(looks.some(({ status }) => status === 'rejected')).toBe(true);
  expect(server.mails.map(({ to }) => to)).toEqual(['user@example.in']);
  server.refused = undefined;
  expect(await lookAt('2026-12-07T07:00:00.000Z')).toEqual(['admin@example.in']);
});

test('a person who has unsubscribed gets no mail', async () => {
  await want(user, false);
  await want(admin, false);
  expect(await lookAt('2026-12-14T07:00:00.000Z')).toEqual([]);
});

test('a stopping server sends no further mail', async () => {
  await want(user, true);
  await want(admin, true);
  app.clock.now = new Date('2026-12-21T07:00:00.000Z');
  await app.services.weeklyMails.stop();
  await app.services.weeklyMails.sendDue();
  expect(server.mails).toEqual([]);
});
