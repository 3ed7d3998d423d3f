import { LogController, type FastifyReply, type FastifyRequest } from 'fastify';
import { destination } from 'pino';

const LINES_TOGETHER_BYTES = 4096;
const LATEST_AFTER_MS = 200;

/**
 * Buffered standard output, so that no request waits for its log line. Flushed at exit; a killed process loses the
 * lines of its last 0.2 seconds.
 */
export function logStream() {
  return destination({ sync: false, minLength: LINES_TOGETHER_BYTES, periodicFlush: LATEST_AFTER_MS });
}

/** One line per request, at its end: no query, headers or body, so no token, password or code. */
export class RequestLog extends LogController {
  override incomingRequest(): void {
    // Logged once, at the end.
  }

  override requestCompleted(error: Error | null | undefined, request: FastifyRequest, reply: FastifyReply): void {
    const line = {
      method: request.method,
      path: request.url.split('?')[0],
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
      userId: request.signedIn?.userId,
    };
    if (error) request.log.error({ ...line, err: error }, 'request aborted');
    else request.log.info(line, 'request completed');
  }
}
