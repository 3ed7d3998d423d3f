import { once } from 'node:events';
import { connect, createServer, type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { errorBody } from '#contract/core/errors.ts';
import { buildTestApp } from '#test/buildTestApp.ts';
import { answerClientError } from './clientErrors.ts';
import { securityHeaders } from './securityHeaders.ts';

/** A local server's answer to raw bytes. */
async function answerTo(port: number, bytes: string): Promise<{ status: number; body: unknown }> {
  const socket = connect(port, '127.0.0.1');
  socket.write(bytes);
  const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n');
  const headers = head.toLowerCase().split('\r\n');
  for (const [name, value] of Object.entries(securityHeaders))
    expect(headers).toContain(`${name}: ${value}`.toLowerCase());
  return { status: Number(head.split(' ')[1]), body: errorBody.parse(JSON.parse(body)) };
}

test('headers over 16 KB are a 431, and a request that is not HTTP is a 400, in the usual shape of errors', async () => {
  const app = await buildTestApp();
  const port = await app.listen();
  const cookies = `Cookie: ${'x'.repeat(20_000)}`;
  expect(await answerTo(port, `GET /api/health HTTP/1.1\r\nHost: here\r\n${cookies}\r\n\r\n`)).toEqual({
    status: 431,
    body: {
      code: 'headers_too_large',
      message: 'The headers of this request are too large. Deleting the cookies of this address may help.',
    },
  });
  expect(await answerTo(port, 'no HTTP at all\r\n\r\n')).toEqual({
    status: 400,
    body: { code: 'invalid', message: 'This request cannot be read.' },
  });
});

test('a request that takes too long to arrive is a 408', async () => {
  // Node itself would report it only after minutes.
  const server = createServer((socket) => answerClientError({ code: 'ERR_HTTP_REQUEST_TIMEOUT' }, socket)).listen(0);
  await once(server, 'listening');
  const { port }: AddressInfo = Object(server.address());
  expect(await answerTo(port, 'GET /api/health HTTP/1.1\r\n')).toEqual({
    status: 408,
    body: { code: 'too_slow', message: 'This request took too long to arrive.' },
  });
  server.close();
});
