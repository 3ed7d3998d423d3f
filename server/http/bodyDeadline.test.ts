/** Bodies that don't come in: what a stranger may send is small, and nobody may take longer than the size needs. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { buildTestApp, type TestApp } from '#test/buildTestApp.ts';

let app: TestApp;
let port: number;

beforeAll(async () => {
  app = await buildTestApp();
  await app.app.listen({ port: 0, host: '127.0.0.1' });
  const address = app.app.server.address();
  port = typeof address === 'object' && address ? address.port : 0;
});

afterEach(() => {
  vi.useRealTimers();
});

/** Sends the head of a request and the beginning of its body; answers what came back until the connection was closed. */
async function sendPart(path: string, length: number, token: string, ms: number): Promise<string> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const socket = connect(port, '127.0.0.1');
  let heard = '';
  socket.on('data', (chunk: Buffer) => (heard += chunk.toString()));
  const arrived = once(app.app.server, 'request');
  socket.write(
    `POST /api${path} HTTP/1.1\r\nHost: godown\r\nAuthorization: Bearer ${token}\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${length}\r\n\r\n{"a"`,
  );
  await arrived;
  await expect.poll(() => vi.getTimerCount()).toBeGreaterThan(0);
  vi.advanceTimersByTime(ms);
  vi.useRealTimers();
  // What is still allowed goes on: the client leaves by itself.
  const left = setTimeout(() => socket.destroy(), 300);
  await once(socket, 'close');
  clearTimeout(left);
  return heard;
}

test.each([
  ['a small body has ten seconds', '/suppliers', 100, 9_900, 10_100],
  ['a bill of 10 MB has the time of a bad line', '/inward', 10 * 1024 * 1024, 325_000, 335_000],
])('%s', async (_, path, length, before, after) => {
  const { token } = await app.person('admin');
  expect(await sendPart(path, length, token, before)).toBe('');
  expect(await sendPart(path, length, token, after)).toMatch(/^HTTP\/1\.1 408 /);
});

test('what a stranger sends is small, at every open call and at addresses that are none', async () => {
  const payload = JSON.stringify({ userName: 'x'.repeat(10_000) });
  const open = app.endpoints.filter(({ access, method }) => access === 'anyone' && method !== 'GET');
  const paths = [...open.map(({ path }) => path), '/nothing-here'];
  expect(paths.length).toBeGreaterThan(3);
  for (const path of paths) {
    const { status } = await app.anyone('POST', path, payload);
    expect([path, status]).toEqual([path, 413]);
  }
});
