/** What is no proper HTTP: each is answered with a 4xx or by closing, and the server goes on. */
import { sendBytes, statusesIn } from './rawHttp.ts';

/** A server that has said nothing for so long hangs; one that may wait for more is not waited for as long. */
const HANG_MS = 30_000;
const WAITING_MS = 1000;
const HOST = 'Host: godown\r\n';
const json = `${HOST}Content-Type: application/json\r\n`;
const many = (count: number, line: (index: number) => string) => Array.from({ length: count }, (_, at) => line(at));

/** By name: the bytes, whether an answer below 300 is right, and whether more must come before there is anything to answer. */
const cases: Record<string, { bytes: string | Buffer; mayBeFine?: boolean; mayWait?: boolean }> = {
  '10,000 headers': {
    bytes: `GET /api/health HTTP/1.1\r\n${HOST}${many(10_000, (at) => `X-${at}: a\r\n`).join('')}\r\n`,
  },
  'a header of 1 MB': { bytes: `GET /api/health HTTP/1.1\r\n${HOST}X: ${'a'.repeat(1_000_000)}\r\n\r\n` },
  'an address of 1 MB': { bytes: `GET /api/suppliers?search=${'a'.repeat(1_000_000)} HTTP/1.1\r\n${HOST}\r\n` },
  'no host': { bytes: 'GET /api/health HTTP/1.1\r\n\r\n' },
  'HTTP/9.9': { bytes: `GET /api/health HTTP/9.9\r\n${HOST}\r\n` },
  'HTTP/0.9': { bytes: 'GET /api/suppliers\r\n\r\n' },
  'a length and chunks': {
    bytes: `POST /api/suppliers HTTP/1.1\r\n${json}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /api/suppliers HTTP/1.1\r\n${HOST}\r\n`,
  },
  'two lengths': { bytes: `POST /api/suppliers HTTP/1.1\r\n${json}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}x` },
  'a length below nothing': { bytes: `POST /api/suppliers HTTP/1.1\r\n${json}Content-Length: -1\r\n\r\n{}` },
  'a length beyond all': {
    bytes: `POST /api/suppliers HTTP/1.1\r\n${json}Content-Length: 99999999999999999999\r\n\r\n{}`,
  },
  'a chunk of no number': {
    bytes: `POST /api/suppliers HTTP/1.1\r\n${json}Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n`,
  },
  'an unknown transfer': { bytes: `POST /api/suppliers HTTP/1.1\r\n${json}Transfer-Encoding: x\r\n\r\n{}` },
  'line feeds alone': { bytes: 'GET /api/suppliers HTTP/1.1\nHost: godown\n\n' },
  'a folded header': { bytes: `GET /api/suppliers HTTP/1.1\r\n${HOST}X: a\r\n b\r\n\r\n` },
  'a space before the colon': { bytes: `GET /api/suppliers HTTP/1.1\r\n${HOST}X : a\r\n\r\n` },
  'a NUL in a header': { bytes: `GET /api/suppliers HTTP/1.1\r\n${HOST}X: a\0b\r\n\r\n` },
  'letters beyond ASCII in the address': { bytes: Buffer.from(`GET /api/ä HTTP/1.1\r\n${HOST}\r\n`, 'latin1') },
  'a whole address': { bytes: `GET http://example.in/api/suppliers HTTP/1.1\r\n${HOST}\r\n` },
  'an address of *': { bytes: `OPTIONS * HTTP/1.1\r\n${HOST}\r\n` },
  CONNECT: { bytes: `CONNECT example.in:443 HTTP/1.1\r\n${HOST}\r\n` },
  TRACE: { bytes: `TRACE /api/health HTTP/1.1\r\n${HOST}\r\n` },
  'an upgrade to WebSocket': {
    bytes: `GET /api/suppliers HTTP/1.1\r\n${HOST}Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: eA==\r\n\r\n`,
  },
  'an upgrade to HTTP/2': { bytes: 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n' },
  'an odd expectation': {
    bytes: `POST /api/suppliers HTTP/1.1\r\n${json}Expect: a-miracle\r\nContent-Length: 2\r\n\r\n{}`,
  },
  TLS: { bytes: Buffer.from('16030100a5010000a10303', 'hex') },
  'nothing but line ends': { bytes: '\r\n'.repeat(100_000), mayWait: true },
  '300 requests at once': {
    bytes: many(300, () => `GET /api/health HTTP/1.1\r\n${HOST}\r\n`).join(''),
    mayBeFine: true,
  },
  '300 requests at once that are refused': {
    bytes: many(300, () => `POST /api/suppliers HTTP/1.1\r\n${json}Content-Length: 2\r\n\r\n{}`).join(''),
  },
};

/** Sends each; answers what was wrong. */
export async function malformedFaults(port: number): Promise<{ sent: number; faults: string[] }> {
  const found = await Promise.all(
    Object.entries(cases).map(async ([name, { bytes, mayBeFine = false, mayWait = false }]) => {
      const { heard, isLeftOpen } = await sendBytes(port, bytes, mayWait ? WAITING_MS : HANG_MS);
      const statuses = statusesIn(heard);
      if (statuses.length === 0 && isLeftOpen && !mayWait) return [`${name} was neither answered nor closed`];
      const bad = statuses.filter((status) => status >= 500 || (status < 400 && !mayBeFine));
      if (bad.length > 0) return [`${name} was answered with ${bad.join(', ')}`];
      return name.startsWith('300') && statuses.length !== 300 ? [`${name}: ${statuses.length} were answered`] : [];
    }),
  );
  return { sent: Object.keys(cases).length, faults: found.flat() };
}
