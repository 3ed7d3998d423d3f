/** Unfinished requests, and requests whose answers are not read. */
import { connect, type Socket } from 'node:net';
import type { TestDatabase } from '#test/testDatabases.ts';
import type { Server } from '../runner/server.ts';
import { withStore } from './checks.ts';

const ROWS = 1000;
const BATCHES = 12;

/** Adds so many buyers that their list (7 MB) exceeds a connection's buffers. */
export async function addManyBuyers(database: TestDatabase): Promise<void> {
  const at = '2026-11-20T06:30:00.000Z';
  const fields = { email: '', gstin_number: '', phone: '9811111112', address: 'x'.repeat(500), status: 1 } as const;
  const rows = Array.from({ length: ROWS }, () => ({ name: 'Shop', ...fields, created_at: at, updated_at: at }));
  await withStore(database, async ({ db }) => {
    for (let count = 0; count < BATCHES; count += 1) await db.insertInto('buyer').values(rows).execute();
  });
}

export interface RawOptions {
  token?: string | undefined;
  /** The length of the body, or 'chunked'; none without it. */
  length?: number | 'chunked';
  localAddress?: string;
}

/** Sends the head of a request, such as 'GET /api/suppliers', without reading. */
export function openRequest({ port }: Server, line: string, { token, length, localAddress }: RawOptions = {}): Socket {
  const socket = connect({ host: '127.0.0.1', port, ...(localAddress !== undefined && { localAddress }) });
  // The server may disconnect; what arrived by then counts.
  socket.on('error', () => socket.destroy());
  const framing = length === 'chunked' ? 'Transfer-Encoding: chunked' : `Content-Length: ${length}`;
  const headers = [
    'Host: godown',
    'Connection: close',
    ...(token === undefined ? [] : [`Authorization: Bearer ${token}`]),
    ...(length === undefined ? [] : ['Content-Type: application/json', framing]),
  ];
  socket.write(`${line} HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n`);
  return socket;
}

/** Everything until the connection closes, or with `isFirst` the first chunk. */
export async function hear(socket: Socket, { isFirst = false } = {}): Promise<string> {
  let heard = '';
  socket.on('data', (chunk: Buffer) => {
    heard += chunk.toString('latin1');
    if (isFirst) socket.destroy();
  });
  if (!socket.closed) await new Promise((resolve) => socket.once('close', resolve));
  return heard;
}

/** The status, after which the client disconnects; 0 where the connection closes without one. */
export async function hearStatus(socket: Socket): Promise<number> {
  return Number(/^HTTP\/1\.1 (\d{3}) /.exec(await hear(socket, { isFirst: true }))?.[1] ?? 0);
}
