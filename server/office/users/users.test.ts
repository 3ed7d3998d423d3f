import { beforeEach, describe, expect, test } from 'vitest';
import { buildTestApp, type Answer, type Caller } from '#test/buildTestApp.ts';
import { userFields } from '#test/factories.ts';

interface Person {
  userId: number;
  email: string;
  fields: Record<string, unknown>;
  call: Caller;
}

const { password } = userFields();

const app = await buildTestApp();
const admin = await app.as('admin');

async function signIn(email: string, userPassword = password): Promise<Answer> {
  return await app.anyone('POST', '/Auth/checkUserAuthentication', { userName: email, userPassword });
}

async function makePerson(userRole = 'user'): Promise<Person> {
  const { password: _, ...fields } = userFields({ userRole });
  const { json } = await admin('POST', '/Auth/register', { ...fields, password });
  const { token } = (await signIn(fields.email)).json;
  return { userId: json.userId, email: fields.email, fields, call: app.withToken(token) };
}

test('users are listed for administrators and managers, without their passwords', async () => {
  const person = await makePerson('manager');
  const answer = await person.call('GET', '/Auth/users?search=meena&page=1');
  expect([answer.status, answer.json[0]]).toEqual([
    200,
    { userId: person.userId, ...person.fields, status: 1, updatedAt: expect.any(String) },
  ]);
  expect(answer.text).not.toMatch(/password|argon/);
});

describe('editing a user', () => {
  let person: Person;
  beforeEach(async () => {
    person = await makePerson();
  });
  const edit = async (over: object) =>
    await admin('PUT', `/Auth/edit-user/${person.userId}`, { ...person.fields, ...over });
  const lives = async () => (await person.call('GET', '/suppliers')).status === 200;

  test('keeps sessions when name or phone change, and the old password when the new one is empty', async () => {
    const answer = await edit({ fullName: 'New Name', phone: '9876500000', password: '' });
    expect([answer.status, answer.json]).toEqual([
      200,
      expect.objectContaining({ fullName: 'New Name', phone: '9876500000' }),
    ]);
    expect([await lives(), (await signIn(person.email)).status]).toEqual([true, 200]);
  });

  test.each([
    ['role', { userRole: 'manager' }],
    ['status', { status: 0 }],
    ['password', { password: 'another-one' }],
  ])('ends their sessions at once when the %s changes', async (field, over) => {
    expect(await lives()).toBe(true);
    expect((await edit(over)).status).toBe(200);
    expect(await lives()).toBe(false);
    const statuses = [(await signIn(person.email)).status, (await signIn(person.email, 'another-one')).status];
    expect(statuses).toEqual(field === 'password' ? [401, 200] : [field === 'status' ? 401 : 200, 401]);
  });

  test('opens no session with the old password while it is being changed', async () => {
    const [, ...signedIn] = await Promise.all([
      edit({ password: 'another-one' }),
      ...Array.from({ length: 6 }, () => signIn(person.email)),
    ]);
    for (const { json } of signedIn.filter(({ status }) => status === 200)) {
      expect((await app.withToken(json.token)('GET', '/suppliers')).status).toBe(401);
    }
  });

  test('is refused for an address that another user has', async () => {
    const other = await makePerson();
    const taken = await edit({ email: other.email.toUpperCase() });
    expect([taken.status, taken.json.errors]).toEqual([409, { email: ['This email is already registered.'] }]);
  });

  test('is recorded in the history without the password', async () => {
    await edit({ password: 'never-in-history' });
    const trail = await app.store.db
      .selectFrom('audit_event')
      .select('after')
      .where('resource', '=', 'users')
      .where('record_id', '=', person.userId)
      .execute();
    expect(JSON.stringify(trail)).toContain('passwordChanged');
    expect(JSON.stringify(trail)).not.toMatch(/never-in-history|argon2/);
  });
});

describe('deleting a user', () => {
  test('ends their sessions, frees their address and keeps their history', async () => {
    const person = await makePerson('manager');
    await person.call('POST', '/materials', { name: 'Theirs' });
    expect((await admin('DELETE', `/Auth/delete-user/${person.userId}`)).status).toBe(200);
    expect([(await person.call('GET', '/suppliers')).status, (await signIn(person.email)).status]).toEqual([401, 401]);
    expect((await admin('POST', '/Auth/register', { ...person.fields, password })).status).toBe(201);
    const trail = await app.store.db
      .selectFrom('audit_event')
      .select('id')
      .where('user_id', '=', person.userId)
      .where('resource', '=', 'materials')
      .execute();
    expect(trail).toHaveLength(1);
  });

  test('is refused for oneself', async () => {
    const { userId } = await app.person('admin');
    const answer = await admin('DELETE', `/Auth/delete-user/${userId}`);
    expect([answer.status, answer.json.message]).toEqual([409, 'You cannot delete your own account.']);
  });
});

describe('the last active administrator', () => {
  test('can be neither demoted nor made inactive', async () => {
    const { userId } = await app.person('admin');
    const fields = { fullName: 'A admin', email: 'admin@example.in', phone: '9876543210' };
    for (const over of [{ userRole: 'user' }, { userRole: 'admin', status: 0 }]) {
      const answer = await admin('PUT', `/Auth/edit-user/${userId}`, { ...fields, ...over });
      expect([answer.status, answer.json.message]).toEqual([
        409,
        'This is the last active administrator. Make another one first.',
      ]);
    }
  });

  test('stays when two administrators delete each other at the same moment', async () => {
    const [first, second] = [await makePerson('admin'), await makePerson('admin')];
    const { userId } = await app.person('admin');
    await app.store.db.updateTable('app_user').set({ status: 0 }).where('id', '=', userId).execute();
    const answers = await Promise.all([
      first.call('DELETE', `/Auth/delete-user/${second.userId}`),
      second.call('DELETE', `/Auth/delete-user/${first.userId}`),
    ]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    await app.store.db.updateTable('app_user').set({ status: 1 }).where('id', '=', userId).execute();
  });
});
