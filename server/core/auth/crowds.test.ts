/** Strangers from many networks who fill the queue of password work keep no owner out (docs/decisions/106). */
import { request } from 'node:http';
import { once } from 'node:events';
import { json } from 'node:stream/consumers';
import { afterEach, expect, test } from 'vitest';
import { profileTexts } from '#contract/core/accounts/sessions.ts';
import { buildTestApp } from '#test/buildTestApp.ts';
import { userFields } from '#test/factories.ts';

/** More than the queue has places. */
const CROWD = 260;
const password = 'leaf-and-paper';
const owner = userFields({ password });

/** The cookie of the owner's device. */
let networks = 0;
let crowd = new AbortController();

interface Sent {
  cookie?: string;
  authorization?: string;
  signal?: AbortSignal;
}

/** Sends a request over a connection of its own, through a proxy that states the address. */
async function post(path: string, body: object, address: string, { signal, ...headers }: Sent = {}) {
  const sent = request({ port, path: `/api/Auth/${path}`, method: 'POST', agent: false, signal });
  const all = { 'content-type': 'application/json', 'x-forwarded-for': address, ...headers };
  for (const [name, value] of Object.entries(all)) sent.setHeader(name, value);
  sent.end(JSON.stringify(body));
  const [answer] = await once(sent, 'response');
  return { status: Number(answer.statusCode), headers: answer.headers, json: Object(await json(answer)) };
}

const signIn = async (address: string, sent?: Sent, userName = owner.email) =>
  await post('checkUserAuthentication', { userName, userPassword: password }, address, sent);

/** An address in an IPv6 network of 48 bits that made no request before. */
const freshAddress = () => `2001:db8:${(networks += 1).toString(16)}::1`;

/** A sign-in or a use of a code, in turn, for an account that doesn't exist. */
async function tryAsStranger(index: number, address: string, signal: AbortSignal) {
  const email = `nobody${index}@example.in`;
  if (index % 2 === 0) return await signIn(address, { signal }, email);
  return await post('verify-otp', { email, otp: '123456', password }, address, { signal });
}

/** Sends the requests of a crowd, each from the address of its index; answers once one of them finds the queue full. */
async function fillQueue(addressOf: (index: number) => string, send = tryAsStranger): Promise<void> {
  const { promise: full, resolve } = Promise.withResolvers<void>();
  for (let index = 0; index < CROWD; index += 1) {
    send(index, addressOf(index), crowd.signal).then(
      ({ status }) => {
        if (status === 503) resolve();
      },
      () => undefined,
    );
  }
  await full;
}

const app = await buildTestApp({ TRUST_PROXY: 'loopback' });
const admin = await app.as('admin');
const adminToken = (await app.person('admin')).token;
expect((await admin('POST', '/Auth/register', owner)).status).toBe(201);
const port = await app.listen();
const { status, json: session, headers } = await signIn(freshAddress());
expect(status).toBe(200);
const token = session.token;
const device = headers['set-cookie']?.find((cookie: string) => cookie.startsWith('godown_device'))?.split(';')[0] ?? '';

afterEach(() => {
  crowd.abort();
  crowd = new AbortController();
});

test('an owner signs in at a known device, and a signed-in one can change the password, during an attack', async () => {
  const networksOfCrowd = Array.from({ length: CROWD }, freshAddress);
  await fillQueue((index) => networksOfCrowd[index] ?? '');
  expect((await signIn(freshAddress(), { cookie: device })).status).toBe(200);
  const change = { currentPassword: 'a wrong one', newPassword: 'the-new-one' };
  const changed = await post('change-password', change, freshAddress(), { authorization: `Bearer ${token}` });
  expect(changed.json.errors).toEqual({ currentPassword: [profileTexts.currentWrong] });
});

test.each([
  ['a few networks', (index: number) => `2001:db8:f0${10 + (index % 20)}::1`],
  [
    'as many networks of 64 bits as they like, within one of 48',
    (index: number) => `2001:db8:f100:${index.toString(16)}::1`,
  ],
])('an owner signs in at a new device while strangers come from %s', async (_, addressOf) => {
  await fillQueue(addressOf);
  expect((await signIn(freshAddress())).status).toBe(200);
});

test('a network without tries gets 429, although the queue is full', async () => {
  const address = freshAddress();
  const guess = { what: 'sign in', account: owner.email, address, knownDevice: undefined } as const;
  for (let tries = 0; tries < 10; tries += 1) await app.services.limits.count(guess);
  await fillQueue(freshAddress);
  expect((await signIn(address)).status).toBe(429);
});

test('a registration without a session is refused although signed-in people fill the queue', async () => {
  const second = userFields({ userRole: 'admin', password });
  expect((await post('register', second, freshAddress(), { authorization: `Bearer ${adminToken}` })).status).toBe(201);
  const secondToken = (await signIn(freshAddress(), {}, second.email)).json.token;
  // An account has half of the queue.
  await fillQueue(freshAddress, (index, address, signal) => {
    const authorization = `Bearer ${index % 2 === 0 ? adminToken : secondToken}`;
    return post('register', userFields(), address, { authorization, signal });
  });
  expect((await post('register', userFields(), freshAddress())).status).toBe(401);
});
