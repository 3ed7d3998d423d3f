import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import { afterAll, describe, expect, test } from 'vitest';
import { buildTestApp } from '#test/buildTestApp.ts';
import { supplierFields } from '#test/factories.ts';

const screensDir = mkdtempSync(join(tmpdir(), 'godown screens '));
mkdirSync(join(screensDir, 'assets'));
writeFileSync(join(screensDir, 'index.html'), '<!doctype html><title>Godown</title>');
writeFileSync(join(screensDir, 'assets/main-abc.js'), 'export {};');
writeFileSync(join(screensDir, 'assets/main-abc.js.br'), brotliCompressSync('export {};'));
const app = await buildTestApp({}, { screensDir });

afterAll(() => rmSync(screensDir, { recursive: true }));

const get = (url: string) => app.app.inject({ method: 'GET', url });

test('every path of a screen answers the page, which is not cached, and its files are cached for good', async () => {
  for (const url of ['/', '/login', '/reports/rawmaterialreports?page=2', '/no/such/screen']) {
    const { statusCode, headers, payload } = await get(url);
    expect([statusCode, headers['cache-control'], payload], url).toEqual([
      200,
      'no-cache',
      expect.stringContaining('Godown'),
    ]);
    expect(headers['content-security-policy']).toContain("script-src 'self' 'wasm-unsafe-eval';");
  }
  const { statusCode, headers } = await get('/assets/main-abc.js');
  expect([statusCode, headers['cache-control']]).toEqual([200, 'public, max-age=31536000, immutable']);
});

test('HEAD is answered with the status of GET', async () => {
  for (const url of ['/', '/suppliers']) {
    expect((await app.app.inject({ method: 'HEAD', url })).statusCode, url).toBe(200);
  }
  expect((await app.app.inject({ method: 'HEAD', url: '/api/nothing' })).statusCode).toBe(404);
});

test('a browser that accepts brotli gets the compressed file, any other the plain one', async () => {
  const asked = async (accepted: string) =>
    await app.app.inject({ method: 'GET', url: '/assets/main-abc.js', headers: { 'accept-encoding': accepted } });
  const packed = await asked('gzip, deflate, br');
  expect(packed.headers).toMatchObject({
    'content-encoding': 'br',
    'content-type': 'application/javascript; charset=utf-8',
    'cache-control': 'public, max-age=31536000, immutable',
    vary: 'accept-encoding',
  });
  expect(brotliDecompressSync(packed.rawPayload).toString()).toBe('export {};');
  const plain = await asked('identity');
  expect([plain.headers['content-encoding'], plain.payload]).toEqual([undefined, 'export {};']);
});

test('a path cannot lead out of the folder, and an unknown call is a 404', async () => {
  for (const url of ['/../package.json', '/%2e%2e/package.json', '/assets/..%2f..%2fetc/passwd', '/assets/%00']) {
    const { payload, statusCode } = await get(url);
    expect(payload.includes('Godown') || statusCode >= 400, url).toBe(true);
    expect(payload).not.toMatch(/dependencies|root:/);
  }
  for (const url of ['/api/nothing', '/API/nothing', '/api/']) expect((await get(url)).statusCode, url).toBe(404);
});

describe('the anti-forgery cookie', () => {
  test('is set with the page, and a write with the cookie must repeat it in a header', async () => {
    const page = await get('/login');
    const [cookie] = page.cookies;
    expect(cookie).toMatchObject({ name: 'XSRF-TOKEN', path: '/', sameSite: 'Strict' });
    const admin = await app.as('admin');
    const carried = { cookie: `XSRF-TOKEN=${cookie?.value}` };
    const write = async (headers: Record<string, string>) =>
      (await admin('POST', '/suppliers', supplierFields(), headers)).status;
    expect(await write(carried)).toBe(403);
    expect(await write({ ...carried, 'x-xsrf-token': 'another' })).toBe(403);
    expect(await write({ ...carried, 'x-xsrf-token': cookie?.value ?? '' })).toBe(201);
    expect(await write({})).toBe(201);
    expect((await admin('GET', '/suppliers', undefined, carried)).status).toBe(200);
  });

  test('is set once, also beside a cookie of another program under its name', async () => {
    const given = async (cookie: string) =>
      (await app.app.inject({ method: 'GET', url: '/login', headers: { cookie } })).cookies.filter(
        ({ name }) => name === 'XSRF-TOKEN',
      );
    const own = `XSRF-TOKEN=${(await get('/login')).cookies[0]?.value}`;
    expect(await given(own)).toEqual([]);
    expect(await given(`XSRF-TOKEN=theirs; ${own}`)).toEqual([]);
    for (const foreign of ['theirs', '100%', '', 'eyJpdiI6IkZ0%3D%3D', '2b5c0f7e-6a4f-4d0c-9a3e-0f6f2f0c8f11']) {
      expect(await given(`XSRF-TOKEN=${foreign}`), foreign).toMatchObject([{ name: 'XSRF-TOKEN', path: '/' }]);
    }
  });

  test('may be any of several cookies of its name, and a refusal sets a new one', async () => {
    const cookie = 'XSRF-TOKEN=100%; theme=dark; XSRF-TOKEN=a%3Db; XSRF-TOKEN=ours; XXSRF-TOKEN=no';
    const admin = await app.as('admin');
    const write = async (token: string) =>
      await admin('POST', '/suppliers', supplierFields(), { cookie, 'x-xsrf-token': token });
    for (const token of ['100%', 'a=b', 'ours']) expect((await write(token)).status, token).toBe(201);
    for (const token of ['', 'no', '100', 'ours; ', 'another']) {
      const refused = await write(token);
      expect([refused.status, refused.json.code], token).toEqual([403, 'forbidden']);
      expect(String(refused.headers['set-cookie']), token).toMatch(/^XSRF-TOKEN=[\w-]{24}; Path=\/; SameSite=Strict$/);
    }
  });
});

test('the page tells its scripts the time zone in which both know the day', async () => {
  const cookie = (await get('/login')).cookies.find(({ name }) => name === 'godown-time-zone');
  expect(cookie).toMatchObject({ value: 'Asia/Kolkata', path: '/', sameSite: 'Strict' });
});

test('every answer has security headers, and answers of the API are not cached', async () => {
  const answers = [get('/api/health'), get('/api/suppliers'), get('/api/nothing'), get('/api/%zz')];
  for (const { headers } of await Promise.all(answers)) expect(headers['cache-control']).toBe('no-store');
  for (const { headers } of await Promise.all([...answers, get('/login')])) {
    const policy = String(headers['content-security-policy']).split(';');
    for (const part of [
      "base-uri 'none'",
      "object-src 'none'",
      "frame-ancestors 'self'",
      "script-src 'self' 'wasm-unsafe-eval'",
    ]) {
      expect(policy).toContain(part);
    }
    expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' });
  }
});
