/** Requests as bytes: unfinished ones, malformed ones, and ones whose answers are not read. */
import { connect, type Socket } from 'node:net';
import type { TestDatabase } from '#test/testDatabases.ts';
import type { Server } from '../runner/server.ts';
import { withStore } from './checks.ts';

const ROWS = 1000;
const BATCHES = 12;
/** An answer is complete after so long without a further byte. */
const QUIET_MS = 2000;
export const SLOW_SENDERS = 200;

/** Adds so many buyers that their list (7 MB) exceeds a connection's buffers. */
export async function addManyBuyers(database: TestDatabase): Promise<void> {
  const at = '2026-11-20T06:30:00.000Z';
  const fields = { email: '', gstin_number: '', phone: '9811111112', address: 'x'.repeat(500), status: 1 } as const;
  const rows = Array.from({ length: ROWS }, () => ({ name: 'Shop', ...fields, created_at: at, updated_at: at }));
  await withStore(database, async ({ db }) => {
    for (let count = 0; count < BATCHES; count += 1) await db.insertInto('buyer').values(rows).execute();
  });
}

function connectTo({ port }: Pick<Server, 'port'>, localAddress?: string): Socket {
  const socket = connect({ host: '127.0.0.1', port, ...(localAddress !== undefined && { localAddress }) });
  // The server may disconnect; what arrived by then counts.
  socket.on('error', () => socket.destroy());
  return socket;
}

interface RawOptions {
  token?: string | undefined;
  /** The length of the body, or 'chunked'; none without it. */
  length?: number | 'chunked';
  localAddress?: string;
}

/** Sends the head of a request, such as 'GET /api/suppliers', without reading. */
export function openRequest(server: Server, line: string, { token, length, localAddress }: RawOptions = {}): Socket {
  const socket = connectTo(server, localAddress);
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

/** The statuses in what came back on one connection. */
export function statusesIn(heard: string): number[] {
  return Array.from(heard.matchAll(/HTTP\/1\.1 (\d{3}) /g), (line) => Number(line[1]));
}

/** The status, after which the client disconnects; 0 where the connection closes without one. */
export async function hearStatus(socket: Socket): Promise<number> {
  return statusesIn(await hear(socket, { isFirst: true }))[0] ?? 0;
}

/**
 * Writes bytes to a connection of their own; answers all that comes back until it closes, or until no more comes for a
 * while, or nothing at all for `patienceMs`: then it was left open.
 */
export async function sendBytes(server: Server, bytes: string | Buffer, patienceMs: number) {
  const socket = connectTo(server);
  let isLeftOpen = false;
  socket.setTimeout(patienceMs, () => {
    isLeftOpen = true;
    socket.destroy();
  });
  socket.on('data', () => socket.setTimeout(QUIET_MS));
  socket.write(bytes);
  return { heard: await hear(socket), isLeftOpen };
}

/** Clients that begin a request and never end it: half of them stop in the headers, the others in the body. */
export function openSlowSenders(server: Server) {
  let told = 0;
  const sockets = Array.from({ length: SLOW_SENDERS }, (_, count) => {
    // Connections per address are limited, and others need theirs.
    const socket = connectTo(server, '127.0.1.1');
    // Without reading, the end would go unnoticed.
    socket.on('data', (chunk: Buffer) => (told += statusesIn(chunk.toString('latin1')).includes(408) ? 1 : 0));
    const start = 'POST /api/Auth/checkUserAuthentication HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n';
    socket.write(count % 2 === 0 ? start : `${start}Content-Length: 100\r\n\r\n{"userName":`);
    return socket.unref();
  });
  return {
    /** How many are connected. */
    stillThere: () => sockets.filter(({ closed }) => !closed).length,
    /** How many were answered 408. */
    told: () => told,
    end: () => sockets.forEach((socket) => socket.destroy()),
  };
}
