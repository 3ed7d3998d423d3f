import { LogController, type FastifyReply, type FastifyRequest } from 'fastify';
import { destination } from 'pino';

const LINES_TOGETHER_BYTES = 4096;
const LATEST_AFTER_MS = 200;

/**
 * Standard output, some lines at a time, so that no request waits for its line to be written. At the end of the process all
 * that is left is written; of one that is killed, the lines of its last 0.2 seconds are missing.
 */
export function logStream() {
  return destination({ sync: false, minLength: LINES_TOGETHER_BYTES, periodicFlush: LATEST_AFTER_MS });
}

/** One line a request, when it is over: no query, no headers, no body, so no token, password or code can be in it. */
export class RequestLog extends LogController {
  override incomingRequest(): void {
    // Told once, when it is over.
  }

  override requestCompleted(error: Error | null | undefined, request: FastifyRequest, reply: FastifyReply): void {
    const line = {
      method: request.method,
      path: request.url.split('?')[0],
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
      userId: request.signedIn?.userId,
    };
    if (error) request.log.error({ ...line, err: error }, 'request broke off');
    else request.log.info(line);
  }
}
