/** Own sessions and password, and sessions ended by administrators. */
import { describe, expect, test } from 'vitest';
import type { OpenedSession } from '#contract/core/accounts/sessions.ts';
import { buildTestApp, type Caller } from '#test/buildTestApp.ts';
import { userFields } from '#test/factories.ts';

const { password } = userFields();
const other = 'paper-and-leaf';
const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';

const app = await buildTestApp({ TRUST_PROXY: '127.0.0.1' });
const admin = await app.as('admin');

interface Person {
  userId: number;
  email: string;
  signIn: (from?: { address?: string; userAgent?: string; password?: string }) => Promise<Caller>;
}

async function makePerson(): Promise<Person> {
  const { userId, email } = (await admin('POST', '/Auth/register', userFields())).json;
  return {
    userId,
    email,
    signIn: async (from = {}) => {
      const headers = { 'user-agent': from.userAgent ?? firefox, 'x-forwarded-for': from.address ?? '10.1.1.1' };
      const body = { userName: email, userPassword: from.password ?? password };
      const { status, json } = await app.anyone('POST', '/Auth/checkUserAuthentication', body, headers);
      expect(status).toBe(200);
      return app.withToken(json.token);
    },
  };
}

const lives = async (call: Caller) => (await call('GET', '/suppliers')).status;

/** The newest event of a user. */
async function lastEvent(userId: number) {
  const rows = await app.store.db
    .selectFrom('audit_event')
    .select(['user_id', 'after'])
    .where('resource', '=', 'users')
    .where('record_id', '=', userId)
    .orderBy('id')
    .execute();
  const last = rows.at(-1);
  return { by: last?.user_id, after: JSON.parse(last?.after ?? 'null') };
}

describe('sessions', () => {
  test('are listed with device, address and times, without tokens, the current one marked, the last used first', async () => {
    const person = await makePerson();
    await person.signIn({ userAgent: 'curl/8.14.1', address: '10.1.1.2' });
    const call = await person.signIn();
    const { status, json } = await call('GET', '/sessions');
    const id = expect.any(Number);
    const at = expect.stringMatching(/^2026-11-20T.*Z$/);
    expect([status, json]).toEqual([
      200,
      [
        {
          sessionId: id,
          device: 'Firefox on Windows',
          address: '10.1.1.1',
          signedInAt: at,
          lastSeenAt: at,
          isThis: true,
          keptUntil: null,
        },
        {
          sessionId: id,
          device: 'curl',
          address: '10.1.1.2',
          signedInAt: at,
          lastSeenAt: at,
          isThis: false,
          keptUntil: null,
        },
      ],
    ]);
    expect(json[0].sessionId).not.toBe(json[1].sessionId);
  });

  test('have the address of the connection, not of a header, when no proxy is trusted', async () => {
    const direct = await buildTestApp();
    const call = await direct.as('user');
    direct.clock.now = new Date(direct.clock.now.getTime() + 60_000);
    await call('GET', '/suppliers', undefined, { 'x-forwarded-for': '10.9.9.9' });
    await direct.settled();
    expect((await call('GET', '/sessions')).json[0].address).toBe('127.0.0.1');
  });

  test('are ended one by one, and ending the same again is a 404', async () => {
    const person = await makePerson();
    const [first, call] = [await person.signIn(), await person.signIn()];
    const [, { sessionId }] = (await call('GET', '/sessions')).json;
    expect((await call('DELETE', `/sessions/${sessionId}`)).json).toEqual({ message: 'Session ended' });
    expect([await lives(first), await lives(call)]).toEqual([401, 200]);
    const again = await call('DELETE', `/sessions/${sessionId}`);
    expect([again.status, again.json.message]).toEqual([404, 'This session has ended already.']);
    expect(await lastEvent(person.userId)).toEqual({
      by: person.userId,
      after: expect.objectContaining({ email: person.email, sessionsEnded: 1 }),
    });
  });

  test('can all be ended at once but this one, and none of other people', async () => {
    const [person, bystander] = [await makePerson(), await makePerson()];
    const theirs = await bystander.signIn();
    const others = [await person.signIn(), await person.signIn()];
    const call = await person.signIn();
    expect((await call('DELETE', '/sessions')).json).toEqual({ message: 'Sessions ended' });
    expect(await Promise.all([...others, call, theirs].map(lives))).toEqual([401, 401, 200, 200]);
    expect((await lastEvent(person.userId)).after.sessionsEnded).toBe(2);
  });

  test('are listed and ended by administrators for other people, and a 404 for everybody else', async () => {
    const [person, stranger] = [await makePerson(), await makePerson()];
    const theirs = await person.signIn();
    const call = await stranger.signIn();
    const [{ sessionId }] = (await theirs('GET', '/sessions')).json;
    expect((await call('DELETE', `/sessions/${sessionId}`)).status).toBe(404);
    expect((await (await app.as('manager'))('DELETE', `/sessions/${sessionId}`)).status).toBe(404);
    expect(await lives(theirs)).toBe(200);

    const listed = (await admin('GET', `/Auth/user-sessions/${person.userId}`)).json;
    expect(listed).toEqual([expect.objectContaining({ sessionId, isThis: false, device: 'Firefox on Windows' })]);
    expect((await admin('DELETE', `/sessions/${sessionId}`)).status).toBe(200);
    expect(await lives(theirs)).toBe(401);

    const more = [await person.signIn(), await person.signIn()];
    expect((await admin('DELETE', `/Auth/user-sessions/${person.userId}`)).status).toBe(200);
    expect(await Promise.all(more.map(lives))).toEqual([401, 401]);
    expect(await lastEvent(person.userId)).toMatchObject({
      by: (await app.person('admin')).userId,
      after: { sessionsEnded: 2 },
    });
    expect((await admin('GET', `/Auth/user-sessions/${person.userId}`)).json).toEqual([]);
    for (const method of ['GET', 'DELETE'] as const)
      expect((await admin(method, '/Auth/user-sessions/999999')).status).toBe(404);
  });

  test('are not listed once they have expired', async () => {
    const person = await makePerson();
    const call = await person.signIn();
    await person.signIn();
    const { db } = app.store;
    const listed: OpenedSession[] = (await call('GET', '/sessions')).json;
    const digits = listed
      .find(({ isThis }) => !isThis)
      ?.sessionId.toString(16)
      .padStart(12, '0');
    const at = app.clock.now.toISOString();
    await db.updateTable('session').set({ expires_at: at }).where('token_hash', 'like', `${digits}%`).execute();
    expect((await call('GET', '/sessions')).json).toHaveLength(1);
  });
});

describe('the password of the signed-in user', () => {
  const change = (call: Caller, newPassword: string, currentPassword = password, key?: string) =>
    call('POST', '/Auth/change-password', { newPassword, currentPassword }, key ? { 'idempotency-key': key } : {});

  test('is changed with the current one, which ends the other sessions and a mailed code, and not this session', async () => {
    const person = await makePerson();
    const [first, call] = [await person.signIn(), await person.signIn()];
    await app.anyone('GET', `/Auth/reset-password-otp?email=${person.email}`);
    await app.settled();
    const answer = await change(call, other);
    expect([answer.status, answer.json]).toEqual([
      200,
      { message: 'Password changed. Your other sessions have ended.' },
    ]);
    expect([await lives(first), await lives(call)]).toEqual([401, 200]);
    expect(await lives(await person.signIn({ password: other }))).toBe(200);
    const old = { userName: person.email, userPassword: password };
    expect((await app.anyone('POST', '/Auth/checkUserAuthentication', old)).status).toBe(401);
    const codes = await app.store.db.selectFrom('reset_code').select('user_id').execute();
    expect(codes.map((code) => code.user_id)).not.toContain(person.userId);
    const { by, after } = await lastEvent(person.userId);
    expect([by, after.passwordChanged]).toEqual([person.userId, true]);
    expect(JSON.stringify(after)).not.toMatch(/leaf|argon2/);
  });

  test('stays when the current one is wrong, or the new one is the same or too short', async () => {
    const person = await makePerson();
    const call = await person.signIn();
    const tries: [string, string, Record<string, string[]>][] = [
      [other, 'not-it-at-all', { currentPassword: ['This is not your current password.'] }],
      [password, password, { newPassword: ['Choose a password that differs from the current one.'] }],
      ['12345', password, { newPassword: ['Min 6 chars.'] }],
      ['leaf-and-stone', 'x'.repeat(201), { currentPassword: ['At most 200 characters.'] }],
      ['', '', { newPassword: ['Required.'], currentPassword: ['Required.'] }],
    ];
    for (const [next, current, errors] of tries) {
      const answer = await change(call, next, current);
      expect([answer.status, answer.json.errors]).toEqual([400, errors]);
    }
    expect(await lives(await person.signIn())).toBe(200);
  });

  test('can be tried ten times in a quarter of an hour, then even the right one is a 429, for this user alone', async () => {
    const [person, bystander] = [await makePerson(), await makePerson()];
    const call = await person.signIn();
    for (let turn = 0; turn < 10; turn += 1) expect((await change(call, other, `wrong-${turn}`)).status).toBe(400);
    const blocked = await change(call, other);
    expect([blocked.status, Number(blocked.headers['retry-after']) > 0]).toEqual([429, true]);
    expect((await change(await bystander.signIn(), other)).status).toBe(200);
    expect(await lives(await person.signIn())).toBe(200);
  });

  test('is changed once by a repeated request, which is refused with another new password', async () => {
    const person = await makePerson();
    const call = await person.signIn();
    const answers = await Promise.all([1, 2, 3].map(() => change(call, other, password, 'lost')));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await change(call, other, password, 'lost')).status).toBe(200);
    expect((await change(call, 'something-else', password, 'lost')).status).toBe(422);
    expect(await lives(await person.signIn({ password: other }))).toBe(200);
    const keys = await app.store.db.selectFrom('idempotency_key').selectAll().execute();
    expect(JSON.stringify(keys)).not.toMatch(/leaf/);
  });

  test('is changed by one of two changes at the same moment', async () => {
    const person = await makePerson();
    const [first, second] = [await person.signIn(), await person.signIn()];
    const statuses = (await Promise.all([change(first, other), change(second, 'something-else')])).map(
      ({ status }) => status,
    );
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    for (const status of statuses) expect([200, 400, 401]).toContain(status);
  });
});
