/** Malformed HTTP: each case gets a 4xx or is disconnected, and the server goes on. */
import { sendBytes, statusesIn } from '../clients/rawRequests.ts';
import type { Server } from '../runner/server.ts';

/** Time limit for an answer; less where the server may wait for more bytes. */
const HANG_MS = 30_000;
const WAITING_MS = 1000;
const HOST = 'Host: godown\r\n';
const json = `${HOST}Content-Type: application/json\r\n`;
const many = (count: number, line: (index: number) => string) => Array.from({ length: count }, (_, at) => line(at));

/** Cases that may succeed, and cases that may wait for more bytes. */
const mayBeFine = new Set(['300 requests at once']);
const mayWait = new Set(['nothing but line ends']);

const get = (rest: string) => `GET /api/${rest}\r\n`;
const post = (headers: string) => `POST /api/suppliers HTTP/1.1\r\n${json}${headers}`;
const cases: Record<string, string | Buffer> = {
  '10,000 headers': get(`health HTTP/1.1\r\n${HOST}${many(10_000, (at) => `X-${at}: a\r\n`).join('')}`),
  'a header of 1 MB': get(`health HTTP/1.1\r\n${HOST}X: ${'a'.repeat(1_000_000)}\r\n`),
  'an address of 1 MB': get(`suppliers?search=${'a'.repeat(1_000_000)} HTTP/1.1\r\n${HOST}`),
  'no host': get('health HTTP/1.1\r\n'),
  'HTTP/9.9': get(`health HTTP/9.9\r\n${HOST}`),
  'HTTP/0.9': get('suppliers\r\n'),
  'a length and chunks': post(
    `Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${get(`suppliers HTTP/1.1\r\n${HOST}`)}`,
  ),
  'two lengths': post('Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}x'),
  'a length below nothing': post('Content-Length: -1\r\n\r\n{}'),
  'a length beyond all': post('Content-Length: 99999999999999999999\r\n\r\n{}'),
  'a chunk of no number': post('Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n'),
  'an unknown transfer': post('Transfer-Encoding: x\r\n\r\n{}'),
  'line feeds alone': 'GET /api/suppliers HTTP/1.1\nHost: godown\n\n',
  'a folded header': get(`suppliers HTTP/1.1\r\n${HOST}X: a\r\n b\r\n`),
  'a space before the colon': get(`suppliers HTTP/1.1\r\n${HOST}X : a\r\n`),
  'a NUL in a header': get(`suppliers HTTP/1.1\r\n${HOST}X: a\0b\r\n`),
  'letters beyond ASCII in the address': Buffer.from(get(`ä HTTP/1.1\r\n${HOST}`), 'latin1'),
  'a whole address': `GET http://example.in/api/suppliers HTTP/1.1\r\n${HOST}\r\n`,
  'an address of *': `OPTIONS * HTTP/1.1\r\n${HOST}\r\n`,
  CONNECT: `CONNECT example.in:443 HTTP/1.1\r\n${HOST}\r\n`,
  TRACE: `TRACE /api/health HTTP/1.1\r\n${HOST}\r\n`,
  'an upgrade to WebSocket': get(
    `suppliers HTTP/1.1\r\n${HOST}Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: eA==\r\n`,
  ),
  'an upgrade to HTTP/2': 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  'an odd expectation': post('Expect: a-miracle\r\nContent-Length: 2\r\n\r\n{}'),
  TLS: Buffer.from('16030100a5010000a10303', 'hex'),
  'nothing but line ends': '\r\n'.repeat(100_000),
  '300 requests at once': many(300, () => get(`health HTTP/1.1\r\n${HOST}`)).join(''),
  '300 requests at once that are refused': many(300, () => post('Content-Length: 2\r\n\r\n{}')).join(''),
};

/** Sends each; returns faults. */
export async function malformedFaults(server: Server): Promise<{ sent: number; faults: string[] }> {
  const found = await Promise.all(
    Object.entries(cases).map(async ([name, bytes]) => {
      const { heard, isLeftOpen } = await sendBytes(server, bytes, mayWait.has(name) ? WAITING_MS : HANG_MS);
      const statuses = statusesIn(heard);
      if (statuses.length === 0 && isLeftOpen && !mayWait.has(name)) return [`${name} was neither answered nor closed`];
      const bad = statuses.filter((status) => status >= 500 || (status < 400 && !mayBeFine.has(name)));
      if (bad.length > 0) return [`${name} was answered with ${bad.join(', ')}`];
      return name.startsWith('300') && statuses.length !== 300 ? [`${name}: ${statuses.length} were answered`] : [];
    }),
  );
  return { sent: Object.keys(cases).length, faults: found.flat() };
}
