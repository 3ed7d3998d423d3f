/** Stalled request bodies: a small limit for strangers, and a deadline by size for everyone. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import { buildTestApp } from '#test/buildTestApp.ts';

const start = globalThis.setTimeout;

const app = await buildTestApp();
const port = await app.listen();

afterEach(() => {
  vi.restoreAllMocks();
});

/** Sends a request's head and the beginning of its body; returns the answer after the deadline in ms. */
async function waitOut(deadline: number, path: string, length: number, token: string): Promise<string> {
  const soon = vi.spyOn(globalThis, 'setTimeout').mockImplementation((callback, ms, ...values) => {
    return start(callback, ms === deadline ? 20 : ms, ...values);
  });
  const socket = connect(port, '127.0.0.1');
  let heard = '';
  socket.on('data', (chunk: Buffer) => (heard += chunk.toString()));
  socket.write(
    `POST /api${path} HTTP/1.1\r\nHost: godown\r\nAuthorization: Bearer ${token}\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${length}\r\n\r\n{"a"`,
  );
  await once(socket, 'close');
  expect(soon.mock.calls.map(([, ms]) => ms)).toContain(deadline);
  return heard;
}

test('a small body must arrive within ten seconds, and a bill of 10 MB within the time of a bad line', async () => {
  const { token } = await app.person('admin');
  expect(await waitOut(10_004, '/suppliers', 100, token)).toMatch(/^HTTP\/1\.1 408 /);
  expect(await waitOut(330_000, '/inward', 10 * 1024 * 1024, token)).toMatch(/^HTTP\/1\.1 408 /);
});

test('a large body without a session is a 413, at every open call and at unknown addresses', async () => {
  const payload = JSON.stringify({ userName: 'x'.repeat(10_000) });
  const open = app.endpoints.filter(({ access, method }) => access === 'anyone' && method !== 'GET');
  const paths = [...open.map(({ path }) => path), '/nothing-here'];
  expect(paths.length).toBeGreaterThan(3);
  for (const path of paths) {
    const { status } = await app.anyone('POST', path, payload);
    expect([path, status]).toEqual([path, 413]);
  }
});
