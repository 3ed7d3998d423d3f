/** Requests that Node's HTTP parser refuses are answered like every other error. */
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { clientErrorTexts, errorStatus, type ErrorBody } from '#contract/core/errors.ts';
import { securityHeaders } from './securityHeaders.ts';

const bodies: Readonly<Record<string, ErrorBody>> = {
  ERR_HTTP_REQUEST_TIMEOUT: { code: 'too_slow', message: clientErrorTexts.tooSlow },
  HPE_HEADER_OVERFLOW: { code: 'headers_too_large', message: clientErrorTexts.headersTooLarge },
};
const notHttp: ErrorBody = { code: 'invalid', message: clientErrorTexts.notHttp };

/** Answers a malformed request and closes the connection. */
export function answerClientError(error: { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const body = bodies[error.code ?? ''] ?? notHttp;
  const status = errorStatus[body.code];
  const text = JSON.stringify(body);
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(text)}`,
    'Connection: close',
    ...Object.entries(securityHeaders).map(([name, value]) => `${name}: ${value}`),
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n${text}`);
  // Doesn't wait for the client's FIN.
  socket.destroySoon();
}
