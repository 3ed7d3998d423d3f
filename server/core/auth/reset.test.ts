import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { SMTPServer } from 'smtp-server';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { buildTestApp } from '#test/buildTestApp.ts';
import { userFields } from '#test/factories.ts';

let email: string;

const app = await buildTestApp();

const users = { fullName: 'Meena <Rao>', password: 'the-old-one' };

beforeEach(async () => {
  const admin = await app.as('admin');
  const fields = userFields(users);
  email = fields.email;
  expect((await admin('POST', '/Auth/register', fields)).status).toBe(201);
});

const outbox = () => join(app.place.dataDir, 'outbox');

function mailsTo(address: string): string[] {
  if (!existsSync(outbox())) return [];
  return readdirSync(outbox())
    .toSorted((a, b) => a.localeCompare(b))
    .map((file) => readFileSync(join(outbox(), file), 'utf8'))
    .filter((mail) => mail.includes(`To: ${address}`));
}

async function ask(address = email) {
  return await app.anyone('GET', `/Auth/reset-password-otp?email=${encodeURIComponent(address)}`);
}

/** Requests a code and reads it from the newest mail. */
async function codeFor(address = email): Promise<string> {
  // The mail of an earlier request may still be pending.
  await app.settled();
  const before = mailsTo(address).length;
  expect((await ask(address)).status).toBe(200);
  await app.settled();
  expect(mailsTo(address)).toHaveLength(before + 1);
  return /Subject: (\d{6}) /.exec(mailsTo(address).at(-1) ?? '')?.[1] ?? '';
}

const reset = async (otp: string, password = 'the-new-one', address = email) =>
  await app.anyone('POST', '/Auth/verify-otp', { email: address, otp, password });

const signIn = async (userPassword: string) =>
  await app.anyone('POST', '/Auth/checkUserAuthentication', { userName: email, userPassword });

test('a code by mail sets a new password once and ends all sessions', async () => {
  const { json } = await signIn(users.password);
  const code = await codeFor(email);
  const done = await reset(code);
  expect([done.status, done.json]).toEqual([200, { responseMessage: 'Password reset successful!' }]);
  expect([(await signIn('the-old-one')).status, (await signIn('the-new-one')).status]).toEqual([401, 200]);
  expect((await app.withToken(json.token)('GET', '/suppliers')).status).toBe(401);
  const again = await reset(code, 'yet-another');
  expect([again.status, again.json.responseMessage]).toEqual([400, 'OTP verification failed']);
});

test('one of four simultaneous requests with the right code sets the password', async () => {
  const code = await codeFor();
  const answers = await Promise.all(Array.from({ length: 4 }, (_, index) => reset(code, `password-${index}`)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
});

test('an unknown address gets the same answer, and no mail', async () => {
  await app.settled();
  const before = mailsTo(email).length;
  const [known, unknown] = [await ask(), await ask('nobody@example.in')];
  expect([unknown.status, unknown.text]).toEqual([known.status, known.text]);
  expect(known.json).toEqual({ responseMessage: 'OTP sent successfully!' });
  await app.settled();
  expect(mailsTo(email)).toHaveLength(before + 1);
  expect(mailsTo('nobody@example.in')).toEqual([]);
});

test('a code is valid for ten minutes, and a new request replaces it', async () => {
  const first = await codeFor();
  const second = await codeFor();
  if (first !== second) expect((await reset(first)).status).toBe(400);
  const now = app.clock.now;
  app.clock.now = new Date(now.getTime() + 10 * 60_000 + 1);
  expect((await reset(second)).status).toBe(400);
  app.clock.now = now;
  expect((await reset(second)).status).toBe(200);
});

test('after five wrong tries a code is dead', async () => {
  const code = await codeFor();
  const wrong = code === '000000' ? '000001' : '000000';
  for (let tries = 0; tries < 5; tries += 1) expect((await reset(wrong)).status).toBe(400);
  expect((await reset(code)).status).toBe(400);
});

test('requests and guesses of codes are limited, with the specified responseMessage', async () => {
  for (let tries = 0; tries < 5; tries += 1) await ask('limited@example.in');
  const blocked = await ask('limited@example.in');
  expect([blocked.status, blocked.json]).toMatchObject([
    429,
    { message: 'Too many attempts. Please wait and try again.', responseMessage: 'Failed to send OTP' },
  ]);
  for (let tries = 0; tries < 10; tries += 1) await reset('123456', 'the-new-one', 'guessed@example.in');
  expect((await reset('123456', 'the-new-one', 'guessed@example.in')).status).toBe(429);
});

test('a role and status that an administrator changes while a code is being used stay changed', async () => {
  const admin = await app.as('admin');
  const { json } = await signIn(users.password);
  const code = await codeFor();
  const { password: _, ...fields } = userFields({ ...users, email, userRole: 'manager' });
  const [, demoted] = await Promise.all([
    reset(code),
    admin('PUT', `/Auth/edit-user/${json.userData.userId}`, { ...fields, status: 0 }),
  ]);
  expect(demoted.status).toBe(200);
  const stored = await app.store.db
    .selectFrom('app_user')
    .select(['role', 'status'])
    .where('email', '=', email)
    .execute();
  expect(stored).toEqual([{ role: 'manager', status: 0 }]);
});

test('a code becomes invalid when the address or password changes', async () => {
  const admin = await app.as('admin');
  const { json } = await signIn(users.password);
  const code = await codeFor();
  const moved = `moved.${email}`;
  await admin('PUT', `/Auth/edit-user/${json.userData.userId}`, { ...json.userData, email: moved });
  expect((await reset(code, 'the-new-one', moved)).status).toBe(400);
});

test('faulty input names its fields and carries the specified words', async () => {
  const asked = await ask('no');
  expect([asked.status, asked.json]).toMatchObject([
    400,
    { errors: { email: ['Enter a valid email.'] }, responseMessage: 'Failed to send OTP' },
  ]);
  const sent = await reset('123', '123');
  expect([sent.status, sent.json]).toMatchObject([
    400,
    { errors: { otp: ['Min 6 chars.'], password: ['Min 6 chars.'] }, responseMessage: 'OTP verification failed' },
  ]);
});

test('the code is stored hashed, and the mail has an escaped name, a text part and its term', async () => {
  const code = await codeFor();
  expect(JSON.stringify(await app.store.db.selectFrom('reset_code').selectAll().execute())).not.toContain(code);
  const mail = mailsTo(email).at(-1) ?? '';
  expect(mail).toContain('Content-Type: text/plain');
  expect(mail).toContain('Content-Type: text/html');
  expect(mail).toContain('Meena &#60;Rao&#62;');
  expect(mail).toMatch(/within 10 minutes/);
});

test('an inactive account gets no code', async () => {
  await app.store.db.updateTable('app_user').set({ status: 0 }).where('email', '=', email).execute();
  await ask();
  await app.settled();
  expect(mailsTo(email)).toEqual([]);
});

describe('the mail with a code', () => {
  let server: SMTPServer;
  let taken: { mail: string; user: string; secure: boolean }[];

  async function listen(): Promise<number> {
    taken = [];
    // smtp-server warns about its built-in certificate, which is enough here.
    const warned = vi.spyOn(console, 'error').mockReturnValue(undefined);
    server = new SMTPServer({
      onAuth: ({ username, password }, _session, done) =>
        username === 'godown' && password === 'secret'
          ? done(null, { user: username })
          : done(new Error('wrong login')),
      onData: (stream, { user, secure }, done) => {
        let mail = '';
        stream.on('data', (chunk: Buffer) => (mail += chunk.toString()));
        stream.on('end', () => {
          taken.push({ mail, user: String(user), secure });
          done();
        });
      },
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    warned.mockRestore();
    const { port }: AddressInfo = Object(server.server.address());
    return port;
  }

  afterEach(async () => {
    await new Promise<void>((resolve) => server.close(() => resolve()));
  });

  test('is sent over STARTTLS, signed in, from MAIL_FROM', async () => {
    const port = await listen();
    const url = `smtp://godown:secret@127.0.0.1:${port}/?requireTLS=true&tls.rejectUnauthorized=false`;
    const mailing = await buildTestApp({ SMTP_URL: url, MAIL_FROM: 'Stores <stores@example.in>' });
    const admin = await mailing.as('admin');
    await admin('POST', '/Auth/register', userFields({ email }));
    await mailing.anyone('GET', `/Auth/reset-password-otp?email=${email}`);
    await mailing.settled();
    expect(taken[0]).toMatchObject({ user: 'godown', secure: true });
    expect(taken[0]?.mail).toMatch(/From: Stores <stores@example\.in>/);
    const code = /Subject: (\d{6}) /.exec(taken[0]?.mail ?? '')?.[1] ?? '';
    const done = await mailing.anyone('POST', '/Auth/verify-otp', { email, otp: code, password: 'the-new-one' });
    expect(done.status).toBe(200);
  });

  test('is requested with the same answer when the mail server is down', async () => {
    await listen();
    const mailing = await buildTestApp({ SMTP_URL: 'smtp://127.0.0.1:1' });
    await mailing.person('admin');
    const answer = await mailing.anyone('GET', '/Auth/reset-password-otp?email=admin@example.in');
    expect([answer.status, answer.json]).toEqual([200, { responseMessage: 'OTP sent successfully!' }]);
  });
});

describe('a stranger', () => {
  const from = (remoteAddress: string, cookie = '') => ({ remoteAddress, headers: { cookie } });
  const stranger = from('203.0.113.66');
  type Way = ReturnType<typeof from>;

  async function send(path: string, payload: object | undefined, way: Way) {
    const method = payload ? 'POST' : 'GET';
    const answer = await app.app.inject({ method, url: `/api/Auth/${path}`, ...way, ...(payload && { payload }) });
    await app.settled();
    return answer;
  }
  const askFrom = (way: Way) => send(`reset-password-otp?email=${email}`, undefined, way);
  const useFrom = (way: Way, otp: string) => send('verify-otp', { email, otp, password: 'the-new-one' }, way);
  const signInFrom = (way: Way, userPassword: string) =>
    send('checkUserAuthentication', { userName: email, userPassword }, way);
  const lastCode = () => /Subject: (\d{6}) /.exec(mailsTo(email).at(-1) ?? '')?.[1] ?? '';
  const deviceOf = (answer: { cookies: { name: string; value: string }[] }) =>
    answer.cookies.map(({ name, value }) => `${name}=${value}`).join('; ');

  test('does not lock the owner out, by password or by code, with thirty attempts', async () => {
    const known = from('203.0.113.66', deviceOf(await signInFrom(from('198.51.100.1'), users.password)));
    for (let tries = 0; tries < 10; tries += 1) {
      await signInFrom(stranger, 'guess');
      await askFrom(stranger);
      await useFrom(stranger, '000000');
    }
    expect((await signInFrom(stranger, users.password)).statusCode).toBe(429);
    // The owner from another network, and on a known device in the stranger's network.
    expect((await signInFrom(from('198.51.100.2'), users.password)).statusCode).toBe(200);
    expect((await signInFrom(known, users.password)).statusCode).toBe(200);
    const asked = await askFrom(from('198.51.100.2'));
    expect(asked.statusCode).toBe(200);
    expect((await useFrom(from('198.51.100.2', deviceOf(asked)), lastCode())).statusCode).toBe(200);
  });

  test('can neither spend nor replace the code that the owner requested', async () => {
    const asked = await askFrom(from('198.51.100.3'));
    const owner = from('198.51.100.3', deviceOf(asked));
    const code = lastCode();
    const wrong = code === '000000' ? '000001' : '000000';
    for (let tries = 0; tries < 6; tries += 1) expect((await useFrom(stranger, wrong)).statusCode).toBe(400);
    await askFrom(stranger);
    for (let tries = 0; tries < 4; tries += 1) expect((await useFrom(owner, wrong)).statusCode).toBe(400);
    expect((await useFrom(owner, code)).statusCode).toBe(200);
  });

  test('gets five tries at the newest code altogether, from however many networks', async () => {
    await askFrom(from('198.51.100.4'));
    const code = lastCode();
    const wrong = code === '000000' ? '000001' : '000000';
    for (let tries = 0; tries < 5; tries += 1) await useFrom(from(`198.51.103.${tries}`), wrong);
    expect((await useFrom(from('198.51.103.9'), code)).statusCode).toBe(400);
  });
});
