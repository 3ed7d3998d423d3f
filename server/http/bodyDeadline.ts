/** How long a request's body may take: what fits its size over a bad line, so that no sender holds memory for long. */
import type { FastifyReply, FastifyRequest } from 'fastify';

const GRACE_MS = 10_000;
/** The slowest line that is served: a bill of 14 MB takes 7 minutes. */
const BYTES_PER_SECOND = 32 * 1024;

/** What Node reports of a request that takes too long; Fastify answers it with 408 and closes the connection. */
class RequestTimeout extends Error {
  readonly code = 'ERR_HTTP_REQUEST_TIMEOUT';
}

/** Ends the request unless its body comes in, or it is answered, in time. Without a length the body may have `limit` bytes. */
export function limitBodyTime({ raw, server }: FastifyRequest, reply: FastifyReply, limit: number): void {
  const length = Number(raw.headers['content-length'] ?? limit);
  const ms = GRACE_MS + Math.ceil((Math.min(length, limit) / BYTES_PER_SECOND) * 1000);
  const timer = setTimeout(() => {
    server.server.emit('clientError', new RequestTimeout('the body took too long'), raw.socket);
  }, ms).unref();
  const stop = () => clearTimeout(timer);
  raw.once('end', stop);
  reply.raw.once('finish', stop).once('close', stop);
}
