/** Request ids: in the log, in the header X-Request-Id, and on screen with a server error. */
import { randomInt } from 'node:crypto';
import type { FastifyInstance } from 'fastify';

export const REQUEST_ID_HEADER = 'x-request-id';
const DIGITS = 36;
const START_LENGTH = 6;

/**
 * Generates ids such as 'k3f9zq-1a': six random characters per server start, then the request's number. Short enough
 * for the telephone, and unlikely to collide between servers.
 */
export function requestNames(): () => string {
  const start = randomInt(DIGITS ** START_LENGTH)
    .toString(DIGITS)
    .padStart(START_LENGTH, '0');
  let count = 0;
  return () => {
    count += 1;
    return `${start}-${count.toString(DIGITS)}`;
  };
}

/** Sends the request id with every answer. */
export function sendRequestId(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header(REQUEST_ID_HEADER, request.id);
    done();
  });
}
