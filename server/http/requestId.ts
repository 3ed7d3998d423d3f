/** What a request is called: in the log, in the header X-Request-Id, and on the screen of whoever was told of a fault. */
import { randomInt } from 'node:crypto';
import type { FastifyInstance } from 'fastify';

export const REQUEST_ID_HEADER = 'x-request-id';
const DIGITS = 36;
const START_LENGTH = 6;

/**
 * Names requests, such as 'k3f9zq-1a': six signs drawn at the start of the server, then the number of the request. Short
 * enough to be read out on the telephone, and no two servers that run at once are likely to say the same.
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

/** Sends with every answer what its request is called. */
export function sendRequestId(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header(REQUEST_ID_HEADER, request.id);
    done();
  });
}
