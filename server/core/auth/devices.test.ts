/** Known devices of an account (docs/decisions/051 and 097); devices of other users are never among them. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { buildTestApp } from '#test/buildTestApp.ts';
import { userFields } from '#test/factories.ts';
import { emailKey } from './accounts.ts';

const DEVICE = 'godown_device';
const password = 'the-old-one';

let email: string;
let userId: number;
let networks = 0;

async function addUser(): Promise<{ email: string; userId: number }> {
  const fields = userFields({ password });
  return { email: fields.email, userId: (await admin('POST', '/Auth/register', fields)).json.userId };
}

const app = await buildTestApp({ TRUST_PROXY: 'loopback' });
const admin = await app.as('admin');

beforeEach(async () => {
  ({ email, userId } = await addUser());
});

type Cookies = Record<string, string>;
const written = (cookies: Cookies) =>
  Object.entries(cookies)
    .map(([name, value]) => `${name}=${value}`)
    .join('; ');

async function send(path: string, payload: object | undefined, cookie: string, from: string, token?: string) {
  const answer = await app.app.inject({
    method: payload ? 'POST' : 'GET',
    url: `/api/Auth/${path}`,
    headers: { cookie, 'x-forwarded-for': from, ...(token && { authorization: `Bearer ${token}` }) },
    ...(payload && { payload }),
  });
  await app.settled();
  const set: Cookies = Object.fromEntries(answer.cookies.map(({ name, value }) => [name, value]));
  return { status: answer.statusCode, set, json: answer.json() };
}

/** Signs in from a network of its own. */
async function signIn(cookies: Cookies = {}, userName = email, userPassword = password) {
  networks += 1;
  const from = `198.51.${Math.floor(networks / 250)}.${networks % 250}`;
  return await send('checkUserAuthentication', { userName, userPassword }, written(cookies), from);
}

/** Whether the account knows the device: strangers of the network have used up all of its tries. */
async function isKnown(cookies: Cookies | string, userName = email, userPassword = password): Promise<boolean> {
  const address = `203.0.113.${(networks += 1) % 250}`;
  const guess = { what: 'sign in', account: emailKey(userName), address, knownDevice: undefined } as const;
  for (let tries = 0; tries < 10; tries += 1) await app.services.limits.count(guess);
  const cookie = typeof cookies === 'string' ? cookies : written(cookies);
  const { status } = await send('checkUserAuthentication', { userName, userPassword }, cookie, address);
  expect([200, 429]).toContain(status);
  return status === 200;
}

test('a device is known to an account after signing in, and to no other account', async () => {
  const { set } = await signIn();
  expect(await isKnown(set)).toBe(true);
  expect(await isKnown({})).toBe(false);
  expect(await isKnown((await signIn({}, (await addUser()).email)).set)).toBe(false);
  expect((await signIn({}, email, 'wrong')).set).toEqual({});
});

test('a device id that somebody else chose, or got from the server, does not become known', async () => {
  const stranger = await addUser();
  const ofServer = (await signIn({}, stranger.email)).set;
  for (const planted of [{ [DEVICE]: 'x'.repeat(32) }, ofServer]) {
    const { set } = await signIn(planted);
    expect(await isKnown(set)).toBe(true);
    expect(await isKnown(planted)).toBe(false);
  }
});

test('a shared browser is known to each account, also behind a cookie of another program', async () => {
  const other = await addUser();
  const first = (await signIn()).set;
  const both = (await signIn(first, other.email)).set;
  const again = (await signIn(both)).set;
  expect(await isKnown(again)).toBe(true);
  expect(await isKnown(again, other.email)).toBe(true);
  for (const foreign of ['100%', 'x'.repeat(32), '']) {
    expect(await isKnown(`${DEVICE}=${foreign}; ${written(again)}; theme=dark`), foreign).toBe(true);
  }
});

test('a new password makes every device unknown but the one that set it', async () => {
  const elsewhere = (await signIn()).set;
  const here = await signIn();
  const next = 'the-new-one';
  const change = { currentPassword: password, newPassword: next };
  const changed = await send('change-password', change, written(here.set), '192.0.2.1', here.json.token);
  expect(changed.status).toBe(200);
  expect(await isKnown(elsewhere, email, next)).toBe(false);
  expect(await isKnown(here.set, email, next)).toBe(false);
  expect(await isKnown(changed.set, email, next)).toBe(true);

  const user = (await admin('GET', `/Auth/users/${userId}`)).json;
  const edit = async (over: object) =>
    await admin('PUT', `/Auth/edit-user/${userId}`, { ...user, ...over, updatedAt: null });
  expect((await edit({ fullName: 'Meena R', password: '' })).status).toBe(200);
  expect(await isKnown(changed.set, email, next)).toBe(true);
  expect((await edit({ password })).status).toBe(200);
  expect(await isKnown(changed.set)).toBe(false);
});

test('a password set by a code makes every device unknown, and tries with a planted device id do not spend those of the device', async () => {
  const code = () => {
    const outbox = join(app.place.dataDir, 'outbox');
    const mails = readdirSync(outbox).toSorted((a, b) => a.localeCompare(b));
    const own = mails.map((file) => readFileSync(join(outbox, file), 'utf8')).filter((mail) => mail.includes(email));
    return /Subject: (\d{6}) /.exec(own.at(-1) ?? '')?.[1] ?? '';
  };
  const ask = async (cookies: Cookies, from: string) =>
    await send(`reset-password-otp?email=${email}`, undefined, written(cookies), from);
  const use = async (otp: string, cookies: Cookies, from: string) =>
    await send('verify-otp', { email, otp, password }, written(cookies), from);

  const elsewhere = (await signIn()).set;
  const planted = (await ask({}, '192.0.2.2')).set;
  const asked = { ...planted, ...(await ask(planted, '192.0.2.3')).set };
  const right = code();
  const wrong = right === '000000' ? '000001' : '000000';
  // Uses up the five tries of all other devices.
  for (let tries = 0; tries < 6; tries += 1) await use(wrong, planted, `192.0.2.${10 + tries}`);
  expect((await use(right, planted, '192.0.2.20')).status).toBe(400);
  const done = await use(right, asked, '192.0.2.3');
  expect(done.status).toBe(200);
  expect(await isKnown(elsewhere)).toBe(false);
  expect(await isKnown(asked)).toBe(false);
  expect(await isKnown(done.set)).toBe(true);
});
