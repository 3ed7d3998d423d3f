/** Graceful shutdown: answers requests in flight, then closes connections of slow clients. */
import type { FastifyInstance } from 'fastify';

/** After so long, connections that still send or read are closed. */
const PATIENCE_MS = 5000;

/**
 * Answers requests in flight and requests on open connections during shutdown, each with `connection: close`, since
 * keep-alive would delay the end. Returns a function that is true once the server is stopping.
 */
export function shutDownGracefully(app: FastifyInstance, patienceMs = PATIENCE_MS): () => boolean {
  let stopping = false;
  app.addHook('preClose', () => {
    stopping = true;
    const impatience = setTimeout(() => app.server.closeAllConnections(), patienceMs).unref();
    app.server.once('close', () => clearTimeout(impatience));
    return Promise.resolve();
  });
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (stopping) reply.header('connection', 'close');
    done();
  });
  return () => stopping;
}
