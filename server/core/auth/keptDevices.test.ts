/** Devices that stay signed in (docs/decisions/116): what opens sessions there, and what ends that. */
import { beforeEach, describe, expect, test } from 'vitest';
import { buildTestApp, type Caller } from '#test/buildTestApp.ts';
import { userFields } from '#test/factories.ts';
import { deleteOldKeptDevices, GRACE_MS, MAX_KEPT } from './keptDevices.ts';

const KEPT = 'godown_kept';
const DAY = 24 * 60 * 60 * 1000;
const password = 'leaf-and-paper';

const app = await buildTestApp({ TRUST_PROXY: 'loopback' });
let admin: Caller;

interface Person {
  userId: number;
  fields: { fullName: string; email: string; phone: string; userRole: string };
}

let person: Person;
let networks = 0;

async function addPerson(): Promise<Person> {
  const { password: _, ...fields } = userFields();
  const { userId } = (await admin('POST', '/Auth/register', { ...fields, password })).json;
  return { userId, fields };
}

beforeEach(async () => {
  admin = app.withToken(await app.sessionOf('admin'));
  person = await addPerson();
});

function later(ms: number): void {
  app.clock.now = new Date(app.clock.now.getTime() + ms);
}

interface Sending {
  payload?: object;
  cookie?: string | undefined;
  token?: string;
  from?: string;
  scheme?: string;
}

async function send(method: 'POST' | 'DELETE' | 'GET', path: string, sending: Sending = {}) {
  const { payload, cookie, token, from = `198.51.100.${(networks += 1) % 250}`, scheme = 'http' } = sending;
  const answer = await app.app.inject({
    method,
    url: `/api${path}`,
    headers: {
      'x-forwarded-for': from,
      'x-forwarded-proto': scheme,
      ...(cookie !== undefined && { cookie: `${KEPT}=${cookie}` }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    ...(payload && { payload }),
  });
  await app.settled();
  const cookieSet = answer.cookies.find(({ name }) => name === KEPT);
  return { status: answer.statusCode, json: answer.json(), set: cookieSet, kept: cookieSet?.value };
}

async function signIn(sending: Sending = {}, of = person, keepSignedIn = true) {
  const payload = { userName: of.fields.email, userPassword: password, keepSignedIn };
  return await send('POST', '/Auth/checkUserAuthentication', { payload, ...sending });
}

async function reopen(cookie: string | undefined, sending: Sending = {}, userId = person.userId) {
  return await send('POST', '/Auth/reopen-session', { payload: { userId }, cookie, ...sending });
}

const lives = async (token: string) => (await app.withToken(token)('GET', '/suppliers')).status === 200;

/** Whether the device of a cookie still opens sessions; uses the cookie. */
const opens = async (cookie: string | undefined) => (await reopen(cookie)).status === 200;

test('a sign-in sets no cookie unless it is asked to, and then one that no script reads and no other site sends', async () => {
  for (const payload of [{}, { keepSignedIn: false }]) {
    const credentials = { userName: person.fields.email, userPassword: password, ...payload };
    const { status, set } = await send('POST', '/Auth/checkUserAuthentication', { payload: credentials });
    expect([status, set]).toEqual([200, undefined]);
  }
  const { set, json } = await signIn();
  expect(set).toEqual({
    name: KEPT,
    value: expect.stringMatching(/^[\w-]{32}\.[\w-]{43}$/),
    path: '/api/Auth',
    httpOnly: true,
    sameSite: 'Strict',
    maxAge: 30 * 24 * 60 * 60,
  });
  expect((await signIn({ scheme: 'https' })).set).toMatchObject({ secure: true, httpOnly: true });
  const rows = JSON.stringify(await app.store.db.selectFrom('kept_device').selectAll().execute());
  for (const secret of set?.value.split('.') ?? []) expect(rows).not.toContain(secret);
  expect(JSON.stringify(json)).not.toContain(set?.value);
});

test('the cookie opens a session like a sign-in, each use replaces it, and the history has no line of it', async () => {
  const first = await signIn();
  const trail = async () =>
    await app.store.db.selectFrom('audit_event').select('action').where('record_id', '=', person.userId).execute();
  const before = await trail();
  let cookie = first.kept;
  const seen = new Set([cookie]);
  for (let use = 0; use < 4; use += 1) {
    const again = await reopen(cookie);
    expect([again.status, again.json.userData]).toEqual([200, first.json.userData]);
    expect(await lives(again.json.token)).toBe(true);
    expect(seen).not.toContain(again.kept);
    cookie = again.kept;
    seen.add(cookie);
    later(DAY);
  }
  expect(await trail()).toEqual(before);
});

test('it ends 30 days after the sign-in, however much it is used, and so do its sessions', async () => {
  const first = await signIn();
  let [cookie, token] = [first.kept, ''];
  for (let day = 1; day < 30; day += 1) {
    later(DAY);
    const again = await reopen(cookie);
    expect(again.status, `day ${day}`).toBe(200);
    [cookie, token] = [again.kept, again.json.token];
    expect(again.set?.maxAge).toBeLessThanOrEqual((30 - day) * 24 * 60 * 60);
  }
  later(DAY - 60_000);
  const last = await reopen(cookie);
  expect([last.status, await lives(last.json.token)]).toEqual([200, true]);
  later(60_000);
  expect([await opens(last.kept), await lives(last.json.token), await lives(token)]).toEqual([false, false, false]);
  await deleteOldKeptDevices(app.store.db, app.clock.now);
  const rows = app.store.db.selectFrom('kept_device').select('user_id').where('user_id', '=', person.userId);
  expect(await rows.execute()).toEqual([]);
});

describe('tabs of one browser', () => {
  test('all get a session and one cookie when they open at the same moment', async () => {
    const { kept } = await signIn();
    for (let round = 0, cookie = kept; round < 3; round += 1) {
      const answers = await Promise.all(Array.from({ length: 12 }, () => reopen(cookie)));
      expect(answers.map(({ status }) => status)).toEqual(Array(12).fill(200));
      expect(new Set(answers.map((answer) => answer.kept)).size).toBe(1);
      cookie = answers[0]?.kept;
    }
  });

  test('get the same cookie again where an answer was lost, however late', async () => {
    const { kept } = await signIn();
    const lost = await reopen(kept);
    later(3 * DAY);
    const again = await reopen(kept);
    expect([again.status, again.kept]).toEqual([200, lost.kept]);
    expect(await opens(again.kept)).toBe(true);
  });

  test('may be overtaken by one that has the next cookie already, for a minute', async () => {
    const { kept } = await signIn();
    const next = await reopen(kept);
    await reopen(next.kept);
    later(GRACE_MS - 1000);
    const late = await reopen(kept);
    expect([late.status, late.set]).toEqual([200, undefined]);
    expect(await opens(next.kept)).toBe(true);
  });
});

describe('a copy of the cookie', () => {
  test('ends the device and all its sessions for both, as soon as one of them is two uses behind', async () => {
    const owner = await signIn();
    const thief = await reopen(owner.kept);
    const second = await reopen(thief.kept);
    later(GRACE_MS);
    const caught = await reopen(owner.kept);
    expect([caught.status, caught.kept, caught.set?.maxAge]).toEqual([401, '', 0]);
    expect(await opens(second.kept)).toBe(false);
    for (const { json } of [owner, thief, second]) expect(await lives(json.token)).toBe(false);
    const { json: events } = await admin('GET', `/history/users/${person.userId}?page=1`);
    expect(events[0]).toMatchObject({ action: 'sessions-end', userId: null });
  });

  test('with a guessed secret ends the device, too', async () => {
    const { kept = '' } = await signIn();
    expect(await opens(kept.slice(0, 33) + 'x'.repeat(43))).toBe(false);
    expect(await opens(kept)).toBe(false);
  });

  test('opens no session of another account, and leaves the device alone', async () => {
    const other = await addPerson();
    const { kept } = await signIn();
    expect((await reopen(kept, {}, other.userId)).status).toBe(401);
    expect(await opens(kept)).toBe(true);
  });
});

test('guessing ids is limited by account and network, and keeps no owner out', async () => {
  const { kept } = await signIn();
  const guess = `${'x'.repeat(32)}.${'y'.repeat(43)}`;
  const from = '203.0.113.77';
  const statuses: number[] = [];
  for (let tries = 0; tries < 12; tries += 1) statuses.push((await reopen(guess, { from })).status);
  expect(statuses).toEqual([...Array(10).fill(401), 429, 429]);
  expect((await reopen(kept, { from })).status).toBe(200);
});

describe('a kept device ends', () => {
  const edit = async (over: object) => {
    const user = { ...person.fields, status: 1, password: '', ...over };
    expect((await admin('PUT', `/Auth/edit-user/${person.userId}`, user)).status).toBe(200);
  };
  const restored = async () => {
    await admin('DELETE', `/Auth/delete-user/${person.userId}`);
    await admin('POST', `/Auth/users/${person.userId}/restore`);
  };
  const own = async (path: string, of: Caller, isThis: boolean) => {
    const { json }: { json: { sessionId: number; isThis: boolean }[] } = await of('GET', path);
    return json.find((each) => each.isThis === isThis)?.sessionId;
  };
  const events: Record<string, (token: string, kept: string | undefined) => Promise<unknown>> = {
    'a change of the role': async () => await edit({ userRole: 'manager' }),
    'a change of the status': async () => await edit({ status: 0 }).then(() => edit({ status: 1 })),
    'a change of the address': async () => await edit({ email: `new-${person.fields.email}` }),
    'a password that an administrator sets': async () => await edit({ password }),
    'the deletion of the user': restored,
    'logging out': async (token) => await send('POST', '/Auth/logout', { token }),
    'logging out where the session has run out': async (_, cookie) =>
      await send('DELETE', '/Auth/kept-device', { cookie }),
    'logging out of another session in the same browser': async (_, cookie) => {
      const { token } = (await signIn({}, person, false)).json;
      await send('POST', '/Auth/logout', { token, cookie });
    },
    'the next sign-in in the same browser': async (_, cookie) => await signIn({ cookie }, person, false),
    'a sign-in of somebody else in the same browser': async (_, cookie) =>
      await signIn({ cookie }, await addPerson(), false),
    'its owner elsewhere, in the list of sessions': async () => {
      const call = app.withToken((await signIn({}, person, false)).json.token);
      expect((await call('DELETE', `/sessions/${await own('/sessions', call, false)}`)).status).toBe(200);
    },
    'its owner elsewhere, with all other sessions': async () => {
      const call = app.withToken((await signIn({}, person, false)).json.token);
      expect((await call('DELETE', '/sessions')).status).toBe(200);
    },
    'an administrator, in the list of sessions': async () => {
      const id = await own(`/Auth/user-sessions/${person.userId}`, admin, false);
      expect((await admin('DELETE', `/sessions/${id}`)).status).toBe(200);
    },
    'an administrator, with all sessions': async () => {
      expect((await admin('DELETE', `/Auth/user-sessions/${person.userId}`)).status).toBe(200);
    },
  };

  test.each(Object.entries(events))('by %s', async (_, event) => {
    const { json, kept } = await signIn();
    const again = await reopen(kept);
    await event(json.token, again.kept);
    expect([await opens(again.kept), await lives(json.token), await lives(again.json.token)]).toEqual([
      false,
      false,
      false,
    ]);
  });

  test('by a new password of its owner, which leaves only the session that set it', async () => {
    const { json, kept } = await signIn();
    const again = await reopen(kept);
    const payload = { currentPassword: password, newPassword: 'another-one' };
    const changed = await send('POST', '/Auth/change-password', { payload, token: json.token, cookie: again.kept });
    expect([changed.status, changed.kept]).toEqual([200, '']);
    expect([await lives(json.token), await lives(again.json.token), await opens(again.kept)]).toEqual([
      true,
      false,
      false,
    ]);
    const { json: listed } = await app.withToken(json.token)('GET', '/sessions');
    expect(listed).toMatchObject([{ isThis: true, keptUntil: null }]);
  });

  test('while it is being used, by a change that must end its sessions', async () => {
    const { kept } = await signIn();
    const [, ...used] = await Promise.all([edit({ password }), ...Array.from({ length: 8 }, () => reopen(kept))]);
    for (const { status, json } of used) if (status === 200) expect(await lives(json.token)).toBe(false);
    expect(await opens(kept)).toBe(false);
  });

  test(`as the oldest of ${MAX_KEPT + 1} of one account`, async () => {
    const cookies: (string | undefined)[] = [];
    for (let count = 0; count <= MAX_KEPT; count += 1) cookies.push((await signIn()).kept);
    const open = [];
    for (const cookie of cookies) open.push(await opens(cookie));
    expect(open).toEqual([false, ...Array(MAX_KEPT).fill(true)]);
  });
});

test('the list of sessions has a kept device once, and ending all others leaves the own one', async () => {
  const elsewhere = await signIn();
  const { json, kept } = await signIn();
  const again = await reopen(kept, { from: '192.0.2.9' });
  const call = app.withToken(again.json.token);
  const { json: listed } = await call('GET', '/sessions');
  expect(listed).toMatchObject([
    { isThis: true, address: '192.0.2.9', keptUntil: expect.any(String) },
    { isThis: false, keptUntil: expect.any(String) },
  ]);
  expect((await call('DELETE', '/sessions')).status).toBe(200);
  expect([await lives(json.token), await lives(again.json.token), await lives(elsewhere.json.token)]).toEqual([
    true,
    true,
    false,
  ]);
  expect([await opens(again.kept), await opens(elsewhere.kept)]).toEqual([true, false]);
});
