import { beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, type Caller, type TestApp } from '#test/buildTestApp.ts';

let app: TestApp;
let admin: Caller;

const credentials = (userName: string, userPassword: string) => ({ userName, userPassword, jwtToken: '' });
const newUser = (over: object = {}) => ({
  fullName: 'Meena Rao',
  email: 'meena@example.in',
  phone: '9876543210',
  userRole: 'manager',
  password: 'leaf-and-paper',
  ...over,
});

beforeAll(async () => {
  app = await buildTestApp();
  admin = await app.as('admin');
  expect((await admin('POST', '/Auth/register', newUser())).status).toBe(201);
});

async function signIn(password = 'leaf-and-paper', email = 'meena@example.in') {
  return await app.anyone('POST', '/Auth/checkUserAuthentication', credentials(email, password));
}

test('answers a token and who it belongs to; capitals in the address do not matter', async () => {
  const { status, json } = await signIn('leaf-and-paper', 'Meena@Example.IN');
  expect([status, json.userData]).toEqual([
    200,
    {
      userId: expect.any(Number),
      fullName: 'Meena Rao',
      email: 'meena@example.in',
      phone: '9876543210',
      userRole: 'manager',
      status: 1,
    },
  ]);
  expect((await app.withToken(json.token)('GET', '/suppliers')).status).toBe(200);
  const valid = await app.anyone('POST', '/Auth/validateToken', {
    userName: '',
    userPassword: '',
    jwtToken: json.token,
  });
  expect([valid.status, valid.json]).toEqual([200, json]);
});

test('a refused one says the same for a wrong password, an unknown and an inactive account', async () => {
  await admin('POST', '/Auth/register', newUser({ email: 'inactive@example.in' }));
  await app.store.db.updateTable('app_user').set({ status: 0 }).where('email', '=', 'inactive@example.in').execute();
  const refused = [
    await signIn('wrong-password'),
    await signIn('leaf-and-paper', 'unknown@example.in'),
    await signIn('leaf-and-paper', 'inactive@example.in'),
  ];
  for (const { status, text } of refused) {
    expect([status, JSON.parse(text)]).toEqual([
      401,
      { code: 'unauthenticated', message: 'Invalid email or password' },
    ]);
  }
});

test('names every faulty field in the words of the specification', async () => {
  const empty = await app.anyone('POST', '/Auth/checkUserAuthentication', {});
  expect([empty.status, empty.json.errors]).toEqual([
    400,
    { userName: ['Email is required.'], userPassword: ['Password is required.'] },
  ]);
  const wrong = await app.anyone('POST', '/Auth/checkUserAuthentication', credentials('no', 'x'));
  expect(wrong.json.errors).toEqual({ userName: ['Enter a valid email.'] });
});

test('a session ends by signing out, and after its time', async () => {
  const { token } = (await signIn()).json;
  const person = app.withToken(token);
  await person('POST', '/Auth/logout');
  expect((await person('GET', '/suppliers')).status).toBe(401);
  const second = app.withToken((await signIn()).json.token);
  const until = app.clock.now;
  app.clock.now = new Date(until.getTime() + 13 * 60 * 60 * 1000);
  expect((await second('GET', '/suppliers')).status).toBe(401);
  app.clock.now = until;
  const validated = await app.anyone('POST', '/Auth/validateToken', { jwtToken: token });
  expect(validated.status).toBe(401);
});

test('tokens and passwords are nowhere stored as they are', async () => {
  const { token } = (await signIn()).json;
  const sessions = JSON.stringify(await app.store.db.selectFrom('session').selectAll().execute());
  expect(sessions).not.toContain(token);
  const users = await app.store.db
    .selectFrom('app_user')
    .select('password_hash')
    .where('email', '=', 'meena@example.in')
    .execute();
  expect(users[0]?.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
});

test('a made-up or twisted token is no token', async () => {
  for (const header of [
    'Bearer',
    'Bearer ',
    'Basic abc',
    `Bearer ${'x'.repeat(5000)}`,
    "Bearer ' or 1=1 --aaaaaaaaaaaaaaaa",
  ]) {
    expect((await app.anyone('GET', '/suppliers', undefined, { authorization: header })).status, header).toBe(401);
  }
});

describe('guessing', () => {
  test('after ten wrong passwords an account answers 429 for a while, also to the right one', async () => {
    await admin('POST', '/Auth/register', newUser({ email: 'guessed@example.in' }));
    for (let count = 0; count < 10; count += 1)
      expect((await signIn(`wrong-${count}`, 'guessed@example.in')).status).toBe(401);
    const blocked = await signIn('leaf-and-paper', 'guessed@example.in');
    expect([blocked.status, blocked.json.code, Number(blocked.headers['retry-after']) > 0]).toEqual([
      429,
      'too_many_requests',
      true,
    ]);
    expect((await signIn()).status).toBe(200);
  });

  test('signing in rightly forgets the wrong ones before', async () => {
    for (let round = 0; round < 3; round += 1) {
      for (let count = 0; count < 9; count += 1) await signIn('wrong-password');
      expect((await signIn()).status).toBe(200);
    }
  });

  test('guesses at once count each', async () => {
    await admin('POST', '/Auth/register', newUser({ email: 'flooded@example.in' }));
    const answers = await Promise.all(Array.from({ length: 20 }, () => signIn('wrong-password', 'flooded@example.in')));
    expect(answers.filter(({ status }) => status === 401).length).toBeLessThanOrEqual(10);
  });
});

describe('adding users', () => {
  test('asks for a token once there is an administrator', async () => {
    expect((await app.anyone('POST', '/Auth/register', newUser({ email: 'stranger@example.in' }))).status).toBe(401);
  });

  test('nobody makes an account above their own role, and a user makes none', async () => {
    const manager = await app.as('manager');
    const user = await app.as('user');
    const made = async (call: Caller, userRole: string) =>
      (
        await call(
          'POST',
          '/Auth/register',
          newUser({ email: `${userRole}.${Math.floor(performance.now() * 1000)}@example.in`, userRole }),
        )
      ).status;
    expect([await made(manager, 'admin'), await made(manager, 'manager'), await made(manager, 'User')]).toEqual([
      403, 201, 201,
    ]);
    expect([await made(user, 'user'), await made(admin, 'Admin')]).toEqual([403, 201]);
  });

  test('an address is taken once, in any capitals', async () => {
    const again = await admin('POST', '/Auth/register', newUser({ email: 'MEENA@example.in' }));
    expect([again.status, again.json.errors]).toEqual([409, { email: ['This email is already registered.'] }]);
  });

  test('every faulty field is named', async () => {
    const answer = await admin(
      'POST',
      '/Auth/register',
      newUser({ fullName: 'ab', email: 'no', phone: '123', password: '12345', userRole: 'owner' }),
    );
    expect([answer.status, answer.json.errors]).toEqual([
      400,
      {
        fullName: ['Min 3 chars.'],
        email: ['Invalid email.'],
        phone: ['Invalid number.'],
        password: ['Min 6 chars.'],
        userRole: ['Required.'],
      },
    ]);
  });
});
