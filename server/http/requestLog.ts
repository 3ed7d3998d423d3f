import { LogController, type FastifyReply, type FastifyRequest } from 'fastify';

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
