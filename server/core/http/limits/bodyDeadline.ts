/** Deadline of a request's body: by its size on a slow line, so that no client holds memory for long. */
import type { FastifyReply, FastifyRequest } from 'fastify';

const GRACE_MS = 10_000;
/** The slowest supported upload: a bill of 14 MB takes 7 minutes. */
const BYTES_PER_SECOND = 32 * 1024;

/** Node's error code of a request timeout; Fastify answers it with 408 and closes the connection. */
class RequestTimeoutError extends Error {
  readonly code = 'ERR_HTTP_REQUEST_TIMEOUT';
}

/**
 * Ends the request unless its body arrives, or it is answered, in time. Without a content length, `limit` bytes are
 * assumed.
 */
export function limitBodyTime({ raw, server }: FastifyRequest, reply: FastifyReply, limit: number): void {
  const length = Number(raw.headers['content-length'] ?? limit);
  const ms = GRACE_MS + Math.ceil((Math.min(length, limit) / BYTES_PER_SECOND) * 1000);
  const timer = setTimeout(() => {
    server.server.emit('clientError', new RequestTimeoutError('the body took too long'), raw.socket);
  }, ms).unref();
  const stop = () => clearTimeout(timer);
  raw.once('end', stop);
  reply.raw.once('finish', stop).once('close', stop);
}
