import { describe, expect, test } from 'vitest';
import { buildTestApp } from '#test/buildTestApp.ts';
import { userFields } from '#test/factories.ts';

const credentials = (userName: string, userPassword: string) => ({ userName, userPassword, jwtToken: '' });
const meena = userFields({ email: 'meena@example.in', userRole: 'manager' });

const app = await buildTestApp();
const admin = await app.as('admin');
expect((await admin('POST', '/Auth/register', meena)).status).toBe(201);

async function signIn(password = 'leaf-and-paper', email = 'meena@example.in') {
  return await app.anyone('POST', '/Auth/checkUserAuthentication', credentials(email, password));
}

test('signing in answers a token and its user in any capitals, as does the check of the token until it is signed out', async () => {
  const asked = credentials('Meena@Example.IN', meena.password);
  const { status, json } = await app.anyone('POST', '/Auth/checkUserAuthentication', asked);
  const { password: _, ...known } = meena;
  const userData = { userId: expect.any(Number), ...known, status: 1 };
  expect([status, json]).toEqual([200, { token: expect.any(String), userData }]);
  expect((await app.withToken(json.token)('GET', '/suppliers')).status).toBe(200);
  const check = (jwtToken: string) =>
    app.anyone('POST', '/Auth/validateToken', { ...asked, userPassword: '', jwtToken });
  const [right, none] = [await check(json.token), await check('')];
  expect([right.status, right.json]).toEqual([200, json]);
  expect((await app.withToken(json.token)('POST', '/Auth/logout')).status).toBe(200);
  expect((await check(json.token)).status).toBe(401);
  expect([none.status, none.json.errors]).toEqual([400, { jwtToken: ['No token found'] }]);
});

test('a refusal is the same for a wrong password, an unknown and an inactive account', async () => {
  await admin('POST', '/Auth/register', userFields({ email: 'inactive@example.in' }));
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

test('a password over 200 characters is a 400 at its field', async () => {
  const { status, json } = await signIn('x'.repeat(201));
  expect([status, json.errors]).toEqual([400, { userPassword: ['At most 200 characters.'] }]);
});

test('tokens and passwords are stored as hashes only', async () => {
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

describe('guessing', () => {
  test('successful sign-in resets the count of wrong guesses', async () => {
    for (let round = 0; round < 3; round += 1) {
      for (let count = 0; count < 9; count += 1) await signIn('wrong-password');
      expect((await signIn()).status).toBe(200);
    }
  });

  test('ten simultaneous guesses each count: the account then answers 429 for a while, also to the right password', async () => {
    const guessed = userFields();
    await admin('POST', '/Auth/register', guessed);
    const answers = await Promise.all(Array.from({ length: 20 }, () => signIn('wrong-password', guessed.email)));
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(10);
    const blocked = await signIn(guessed.password, guessed.email);
    expect([blocked.status, blocked.json.code, Number(blocked.headers['retry-after']) > 0]).toEqual([
      429,
      'too_many_requests',
      true,
    ]);
    expect((await signIn()).status).toBe(200);
  });
});

test('an address can be registered once, in any capitals', async () => {
  const again = await admin('POST', '/Auth/register', userFields({ email: 'MEENA@example.in' }));
  expect([again.status, again.json.errors]).toEqual([409, { email: ['This email is already registered.'] }]);
});
